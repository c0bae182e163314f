#pragma once
// The plain loop, before anything clever: the meaning of "the nearest hit". `explain` runs it for
// its one ray, and --brute-force where the wing fast/ does not test all pairs at once, with the
// same hits; the tests hold every traversal against it.

#include "methods/hit.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

/// Tries every triangle; the hit with the smallest t wins, and among equal ones the lower index.
inline Hit nearest_hit(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                       const Ray<float>& ray) {
    Hit nearest;
    for (std::uint32_t index = 0; index < triangles.size(); ++index)
        if (const Verdict verdict = kernel.test(ray, triangles[index]); verdict.hit())
            nearest.keep_nearer({verdict.t, index});
    return nearest;
}

}  // namespace hitmiss
