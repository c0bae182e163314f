#pragma once
// The rules: what a hit is, measured against what is right.

#include "judge/outcome.hpp"
#include "judge/ties.hpp"

namespace hitmiss {

/// The first of these that applies. P is the exact point, tau that of ties.hpp, which also says
/// which t is good and what a tie is.
///   right           nothing is hit and E is empty, or a triangle of E or a copy of one, with a
///                   good t
///   tie             with a good t
///   degenerate      the hit's t is not larger than P's, and it is of a triangle that contains the
///                   ray's origin, at |t d| <= k u times the distance of its farthest corner; or of
///                   one in whose plane the ray lies, or without area that the line meets, with
///                   o + t d no farther than tau from it. Decided exactly: conventions differ
///   false_hit       E is empty
///   wrong_t         it would be right or a tie, but the t is not good
///   leak            nothing is hit, or the t lies behind P: farther along the ray, and farther
///                   than tau from the plane of each triangle of E
///   wrong_triangle  any other: something in front of P or beside it hides it
/// E is that of all faces, or of the front faces for whoever culls the others. The hit's triangle
/// is known unless E is empty: see located(). One that the mesh does not have is never right.
Outcome outcome_of(const Hit& hit, const AnsweredRay& asked);

/// Whether the hit names one of the mesh's triangles: a file may give only t, or a number beyond.
inline bool names_triangle(const Hit& hit, const Geometry& geometry) {
    return hit.triangle < geometry.triangles.size();
}

/// Whether the triangle is one of E, or has the bits of one: the tree, and so E, holds copies once.
bool is_among(std::span<const std::uint32_t> E, std::uint32_t triangle, const Geometry& geometry);

/// The exact t of the triangle that was hit; nothing if it is not hit exactly, which can be where
/// another reference is right.
std::optional<TwoDoubles> exact_t_of(const Hit& hit, const Ray<float>& ray,
                                     const Geometry& geometry);

/// Whether it depends on conventions if this is a hit; by definition there is none.
bool is_degenerate(const Hit& hit, const AnsweredRay& asked);

/// Finds the triangle of a hit of which only t is known: one of E if t is good for it; else a tie
/// for which it is; else one for which the hit is degenerate; else, if E is not empty, the one of
/// those faces that the ray meets nearest to that t, and of two as near the one of E. A t of NaN is
/// not known either: where E is empty, the hit is degenerate if it can be. Other hits stay.
Hit located(const Hit& hit, Faces faces, const AnsweredRay& asked);

/// A hit, located, and what it is.
struct JudgedHit {
    Hit hit;
    Outcome outcome;
    bool t_alone;  ///< a wrong t without a triangle: the one located only stands for the nearest

    /// The hit as people are told of it: a wrong t alone names no triangle.
    Hit told() const { return t_alone ? Hit{hit.t, unknown_triangle} : hit; }
};
/// Locates a hit and says what it is.
JudgedHit judged_hit(const Hit& said, Faces faces, const AnsweredRay& asked);

/// Whether the kernel meets NaN, in a value that it notes, on a triangle of E.
bool meets_nan(const Kernel& kernel, const AnsweredRay& asked);

}  // namespace hitmiss
