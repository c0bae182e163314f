#pragma once
// The nearest hit of each ray of a scene by one method.

#include "base/vector_width.hpp"
#include "methods/hit.hpp"
#include "trace/traced_scene.hpp"

namespace hitmiss {

/// one_ray: one ray at a time through the BVH. brute_force: the plain loop over all triangles.
/// tiles: as the wing fast/ does it, many rays at once; without the wing as one_ray. All return
/// the hits of the plain loop (plain.hpp).
enum class Traversal { tiles, one_ray, brute_force };

struct PacketScene;
/// How the wing fast/ traces rays by a kernel; empty where the wing or the kernel cannot.
struct FastTrace {
    std::shared_ptr<const PacketScene> scene;
    /// hits[k] is that of rays[k].
    void (*trace)(const PacketScene&, std::span<const Ray<float>> rays, std::span<Hit> hits);
};

/// How the rays of one scene are traced by one method. May be called from several threads at once.
class Tracer {
public:
    Tracer() = default;
    Tracer(const Method& method, const Geometry& geometry, Traversal how = Traversal::tiles,
           VectorWidth width = widest())
        : Tracer(all({&method, 1}, geometry, how, width).front()) {}
    /// By method; they share what they can.
    static std::vector<Tracer> all(std::span<const Method> methods, const Geometry& geometry,
                                   Traversal how, VectorWidth width = widest());

    const Kernel& kernel() const { return kernel_; }
    /// False: nothing bounds what the method accepts, every ray is tested against every triangle.
    bool bounded() const { return bounded_; }

    /// hits[k] is that of rays[k]. Rays that no box holds for, because of their origin or length,
    /// are tested against all triangles.
    void operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const;

private:
    Kernel kernel_{};
    bool bounded_ = false;
    // One of three: the wing, the BVH, or the plain loop.
    FastTrace fast_{};
    std::shared_ptr<const TracedScene> scene_;
    std::span<const Triangle<float>> triangles_;
};

/// The seam of the wing fast/: by kernel, how it traces rays by tiles or by brute force.
std::vector<FastTrace> fast_traces(std::span<const Kernel> kernels, const Geometry& geometry,
                                   Traversal how, VectorWidth width);

}  // namespace hitmiss
