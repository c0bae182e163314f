#pragma once
// Why a pixel looks as it does: what each method computes on the triangles that matter to its ray,
// and which of the comparisons that it made decides.

#include <set>
#include <string>

#include "base/exact.hpp"
#include "judge/crossings.hpp"
#include "judge/outcome_of.hpp"

namespace hitmiss {

/// The edge of a triangle that a ray passes most closely, and what is on its other side.
struct NearestEdge {
    double distance;  ///< of the ray from the edge
    double length;
    std::optional<std::uint32_t> neighbour;  ///< another triangle with that edge
};
/// A ray nearer to an edge than this part of its length may slip between two triangles.
inline constexpr double nearly_on_edge = 0.01;

/// The nearest edge of the triangle of E, if there is one triangle and the ray leaks.
std::optional<NearestEdge> leaking_edge(Outcome outcome, const AnsweredRay& asked);

/// How often a ray hits, and how often it crosses the surface.
struct AlongRay {
    std::uint64_t hits, crossings;
    bool starts_on_surface;  ///< then nothing is right
};
/// The triangles on which such a count goes wrong: those of places where more or fewer are accepted
/// than the ray crosses, max_explained of each at most, and those that belong to no place.
std::set<std::uint32_t> miscounted(const WholeRay& right, std::span<const Hit> accepted,
                                   const Ray<float>& ray, const Geometry& geometry,
                                   Precision precision);

struct Explanation {
    Ray<float> ray;
    ExactAnswer answer;  ///< exact, of all faces; t rounded once

    struct Answered {
        Method method;
        ExactAnswer answer;  ///< exact, of the faces that the method hits; t rounded once
        Hit hit;             ///< the nearest one in the scene
        Outcome outcome;
        std::optional<NearestEdge> across;  ///< leaking_edge()
        /// The hit as it was told: unknown_triangle, and a t of NaN, where a file tells none.
        Hit told;
        std::optional<AlongRay> along = {};  ///< if the whole ray is asked about

        /// right, wrong, tie or degenerate.
        std::string_view judgement() const;
    };
    std::vector<Answered> methods;

    struct Computation {
        Notes notes;
        Verdict verdict;
    };
    struct OneTriangle {
        std::uint32_t index;
        Triangle<float> triangle;
        ExactHit exact;  ///< whichever way it faces
        /// In the order of the methods; empty for one that has no kernel.
        std::vector<Computation> computations;
    };
    std::vector<OneTriangle> triangles;  ///< by ascending index
};

/// How many triangles of E are explained; around a vertex there may be many.
inline constexpr std::size_t max_explained = 4;

/// Explains the first triangles of E and all that some method hits; where a method leaks, also the
/// neighbour across the nearest edge. If there is none of these, the triangle that the ray passes
/// most closely. `answers`: the hits of those methods that have no kernel, in their order; `more`:
/// further triangles.
Explanation explain(const Ray<float>& ray, const std::vector<Method>& methods,
                    const Geometry& geometry, std::span<const Hit> answers = {},
                    const std::set<std::uint32_t>& more = {});

/// The comparison's sign as it turned out: the opposite one if it fails. "not <" where a side is
/// NaN, for which no sign holds.
std::string sign_text(const Decision& decision);

/// Among the comparisons that ask whether an accepted point is inside, the one that it passed most
/// narrowly, of several the last; nothing if there was none.
const Decision* narrowest_inside(const Notes& notes);

/// The comparison that decides about a triangle; nothing if there is none. Mostly the last, but
/// that t > 0 does not tell why a point beside the triangle is accepted.
const Decision* deciding_comparison(const Explanation::OneTriangle& about, std::size_t method);

/// Whether the method ought to hit a triangle: as the exact answer says, but no back face if it
/// culls.
bool ought_to_hit(const Explanation& explanation, std::size_t method,
                  const Explanation::OneTriangle& about);

/// The first triangle on which the method fails; where it fails on none, the one that it hits, else
/// the first. There is a triangle.
const Explanation::OneTriangle& deciding_triangle(const Explanation& explanation,
                                                  std::size_t method);

}  // namespace hitmiss
