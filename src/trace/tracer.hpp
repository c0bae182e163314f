#pragma once
// The nearest hit of each ray of a scene by one method.

#include "base/vector_width.hpp"
#include "methods/hit.hpp"
#include "trace/traced_scene.hpp"

namespace hitmiss {

/// one_ray: one ray at a time through the BVH. brute_force: every ray against every triangle.
/// tiles: many rays at once through the BVH. The wing fast/ traces tiles and brute_force; without
/// it they are one_ray and the plain loop. All return the hits of the plain loop (plain.hpp).
enum class Traversal { tiles, one_ray, brute_force };

class FoundAlong;
struct PacketScene;
/// How the wing fast/ traces rays by a kernel; empty without the wing, or if it cannot.
struct FastTrace {
    std::shared_ptr<const PacketScene> scene;
    /// hits[k] belongs to rays[k].
    void (*trace)(const PacketScene&, std::span<const Ray<float>> rays, std::span<Hit> hits);
};

/// Traces the rays of one scene by one method. May be called from several threads at once.
class Tracer {
public:
    Tracer() = default;
    Tracer(const Method& method, const Geometry& geometry, Traversal how = Traversal::tiles,
           VectorWidth width = widest())
        : Tracer(all({&method, 1}, geometry, how, width).front()) {}
    /// One for each method; they share what they can.
    static std::vector<Tracer> all(std::span<const Method> methods, const Geometry& geometry,
                                   Traversal how, VectorWidth width = widest());

    const Kernel& kernel() const { return kernel_; }
    /// False: no box bounds what the method accepts as this tracer traces it, so each ray is tested
    /// against all triangles.
    bool bounded() const { return bounded_; }
    /// Whether trace_all() shows its traversals.
    bool is_seen() const { return scene_ && bounded_; }

    /// What some tracers hit, hits[m] being that of tracer m; those that share a tree find it
    /// together. Takes memory for some thousand rays at once: a batch. `along`, if any, sees the
    /// traversals of most rays, by boxes that hold the triangles.
    static void trace_all(std::span<const Tracer* const> tracers, std::span<const Ray<float>> rays,
                          std::span<const std::span<Hit>> hits, FoundAlong* along = nullptr);

    /// hits[k] belongs to rays[k]. Rays for which no box is valid, because of their origin or
    /// length, are tested against all triangles.
    void operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const;

private:
    Kernel kernel_{};
    bool bounded_ = false;
    // One of three: the wing, the BVH, or the plain loop.
    FastTrace fast_{};
    std::shared_ptr<const TracedScene> scene_;
    std::span<const Triangle<float>> triangles_;
};

/// Where the wing fast/ plugs in: for each kernel, how it traces rays by tiles or by brute force.
std::vector<FastTrace> fast_traces(std::span<const Kernel> kernels, const Geometry& geometry,
                                   Traversal how, VectorWidth width);

}  // namespace hitmiss
