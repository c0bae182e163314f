#pragma once
#include "trace/prepared_scene.hpp"
#include "trace/rays.hpp"

namespace hitmiss {

/// One ray at a time through the tree, nearer boxes first. Returns how many candidates the hit
/// rule refused.
template <typename Method>
std::uint64_t trace_tree(const PreparedScene<Method>& scene, const Rays& rays,
                         std::span<Hit> hits) {
    using Real = typename MethodTraits<Method>::Real;
    std::uint64_t refused = 0;
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const Ray<Real> ray(rays[k]);
        Hit best;
        walk(scene.tree, rays[k], best.t, [&](std::uint32_t index) {
            const auto candidate = scene.method.test(ray, scene.prepared[index], no_notes);
            if (counts(candidate, ray, scene.reach[index]))
                best.keep_nearer({double(candidate.t), index});
            else
                refused += in_front(candidate);
        });
        hits[k] = best;
    }
    return refused;
}

}  // namespace hitmiss
