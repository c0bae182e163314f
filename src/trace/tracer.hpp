#pragma once
// The nearest hit of each ray of a scene by one method.

#include "methods/rays.hpp"
#include "trace/prepared.hpp"

namespace hitmiss {

/// tiles: the fast one; one_ray: one ray at a time; brute_force: every ray is tested against every
/// triangle, in vector lanes. All three return the hits of the loop in plain.hpp.
enum class Traversal { tiles, one_ray, brute_force };

/// How the rays of one scene are traced by one method. May be called from several threads at once.
class Tracer {
public:
    Tracer() = default;
    Tracer(const Kernel& kernel, const Geometry& geometry, Traversal how = Traversal::tiles,
           VectorWidth width = widest())
        : Tracer(all({&kernel, 1}, geometry, how, width).front()) {}
    Tracer(const Method& method, const Geometry& geometry, Traversal how = Traversal::tiles,
           VectorWidth width = widest())
        : Tracer(method.kernel(geometry.surroundings()), geometry, how, width) {}
    /// By kernel; they share what they can.
    static std::vector<Tracer> all(std::span<const Kernel> kernels, const Geometry& geometry,
                                   Traversal how, VectorWidth width = widest());

    const Kernel& kernel() const { return scene_->kernel(); }
    /// False: nothing bounds what the method accepts, every ray is tested against every triangle.
    bool bounded() const { return scene_->bounded(); }

    /// hits[k] is of rays[k], and there are as many. Rays that do not start at the eye are traced
    /// by brute force, with Traversal::one_ray those that do not start in Geometry::origins().
    void operator()(const Rays& rays, std::span<Hit> hits) const;
    void operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const;

private:
    Tracer(Prepared scene, Traversal how, VectorWidth width)
        : scene_(std::make_shared<const Prepared>(std::move(scene))), how_(how), width_(width) {}

    std::shared_ptr<const Prepared> scene_;
    Traversal how_ = Traversal::tiles;
    VectorWidth width_ = VectorWidth::baseline;
};

}  // namespace hitmiss
