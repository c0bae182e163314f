#pragma once
// The nearest hit of each ray of a scene by one method: by its kernel, or by what answers in place
// of one, a file or another tracer.

#include <functional>

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// tiles: the fast one; one_ray: one ray at a time; brute_force: every ray is tested against every
/// triangle, in vector lanes. All three return the hits of the loop in plain.hpp.
enum class Traversal { tiles, one_ray, brute_force };

/// Answers rays where no kernel does: hits[k] is of rays[k], which stands at place numbers[k] in
/// the picture, row by row, or in the list of rays that is judged. May be called from several
/// threads at once.
using Foreign = std::function<void(std::span<const Ray<float>> rays,
                                   std::span<const std::size_t> numbers, std::span<Hit> hits)>;

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
    explicit Tracer(Foreign foreign) : foreign_(std::move(foreign)) {}
    /// By kernel; they share what they can.
    static std::vector<Tracer> all(std::span<const Kernel> kernels, const Geometry& geometry,
                                   Traversal how, VectorWidth width = widest());

    /// Null: something else answers, foreign().
    const Kernel* kernel() const { return scene_ ? &scene_->kernel() : nullptr; }
    const Foreign& foreign() const { return foreign_; }
    /// False: nothing bounds what the method accepts, every ray is tested against every triangle.
    bool bounded() const { return !scene_ || scene_->bounded(); }

    /// Only with a kernel; truth/reference.hpp traces by whatever answers. hits[k] is of rays[k],
    /// and there are as many. Rays that do not start at the eye are traced by brute force, with
    /// Traversal::one_ray those that do not start in Geometry::origins().
    void operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const;

private:
    Tracer(TracedScene scene, Traversal how, VectorWidth width)
        : scene_(std::make_shared<const TracedScene>(std::move(scene))), how_(how), width_(width) {}

    Foreign foreign_;
    std::shared_ptr<const TracedScene> scene_;
    Traversal how_ = Traversal::tiles;
    VectorWidth width_ = VectorWidth::baseline;
};

}  // namespace hitmiss
