#pragma once
// The nearest hit of each ray of a scene by one method.

#include "methods/rays.hpp"
#include "trace/prepared.hpp"

namespace hitmiss {

/// tiles: the fast one; one_ray: one ray at a time; brute_force: every ray meets every triangle.
/// All three return the same hits, one_ray only where t and 1 / d are normal floats.
enum class Traversal { tiles, one_ray, brute_force };

/// How the rays of one scene are traced by one method. May be called from several threads at once.
class Tracer {
public:
    Tracer() = default;
    Tracer(const Kernel& kernel, const Geometry& geometry, Traversal how = Traversal::tiles,
           VectorWidth width = widest())
        : scene_(std::make_shared<const Prepared>(kernel, geometry)), how_(how), width_(width) {}
    Tracer(const Method& method, const Geometry& geometry, Traversal how = Traversal::tiles,
           VectorWidth width = widest())
        : Tracer(method.kernel(geometry.surroundings()), geometry, how, width) {}

    const Kernel& kernel() const { return scene_->kernel(); }
    /// False: the method's reach is all of space, every ray meets every triangle.
    bool bounded() const { return scene_->bounded(); }

    /// hits[k] is of rays[k], and there are as many. Returns how many candidates the hit rule
    /// refused, of those it came across; one_ray does not count them.
    std::uint64_t operator()(const Rays& rays, std::span<Hit> hits) const;
    /// Rays of any origins.
    std::uint64_t operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const;

private:
    std::shared_ptr<const Prepared> scene_;
    Traversal how_ = Traversal::tiles;
    VectorWidth width_ = VectorWidth::baseline;
};

}  // namespace hitmiss
