#pragma once
// Why a pixel looks as it does: what each method computes on the triangles that matter to its ray.

#include "base/exact.hpp"
#include "judge/confusion.hpp"

namespace hitmiss {

struct Explanation {
    Ray<float> ray;
    Answer answer;  ///< exact; t rounded once

    struct Answered {
        Method method;
        Hit hit;  ///< the nearest one in the scene
        Outcome outcome;

        /// right, wrong, tie (a neighbour), or culled.
        std::string_view judgement() const;
    };
    std::vector<Answered> methods;

    struct Computation {
        Notes notes;
        Verdict verdict;
    };
    struct OneTriangle {
        std::uint32_t index;
        ExactHit exact;
        /// In the order of the methods; empty for one that has no kernel.
        std::vector<Computation> computations;
    };
    std::vector<OneTriangle> triangles;  ///< by ascending index
};

/// How many triangles of E are explained; around a vertex there may be many.
inline constexpr std::size_t max_explained = 4;

/// Explains the first triangles of E and all that some method hits; if there is none of either,
/// the triangle that the ray passes most closely. `answers`: the hits of those methods that have no
/// kernel, in their order.
Explanation explain(const Ray<float>& ray, const std::vector<Method>& methods,
                    const Geometry& geometry, std::span<const Hit> answers = {});

}  // namespace hitmiss
