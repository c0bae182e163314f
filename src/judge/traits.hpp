#pragma once
// What errors have in common: where they lie, how large the triangles are and how they are met.

#include <array>

#include "judge/magnitudes.hpp"
#include "judge/outcome_of.hpp"

namespace hitmiss {

/// Where an error lies, seen along the ray, to within tau of float (ties.hpp): at a side or corner
/// of a triangle of E whose triangles there all face the ray alike; at an outline, which is a
/// border or a side between a front and a back; or inside the triangle. Where E is empty, at the
/// border of the triangle that was hit, or of any if it is not said, which is an outline too, or
/// beside it.
enum class Place { interior, edge, vertex, outline, beside };
struct PlaceRow {
    std::string_view key, words;
};
/// By Place.
inline constexpr std::array<PlaceRow, 5> place_rows{{{"interior", "inside triangles"},
                                                     {"edge", "at edges"},
                                                     {"vertex", "at vertices"},
                                                     {"silhouette", "at silhouettes"},
                                                     {"beside", "beside the mesh"}}};

/// Counts of errors, and of right hits to compare them with. All members are of 8 bytes.
struct Traits {
    /// About the triangles of E: those that leaks miss, or those hit.
    struct Triangles {
        Magnitudes width;  ///< the mesh's diagonal over sqrt(|n|), the width of the triangle
        Magnitudes slope;  ///< 1 / sine of the angle between ray and plane
    };
    std::array<std::uint64_t, place_rows.size()> errors_at{};
    Triangles missed{}, hit{};
    Magnitudes roundings{};  ///< widths of missed triangles, in u |t d| of float
    /// How far t is off, as a distance, where the triangle is right, or not said: the mesh's
    /// diagonal over it.
    Magnitudes off_t{};
    std::uint64_t t_too_large = 0;  ///< of these
    std::uint64_t t_alone = 0;      ///< of these, whose triangle is not said
    /// Errors inside a triangle of E whose t is good, but the triangle is another one. Some of them
    /// lie farther from that than it is wide.
    std::uint64_t renamed = 0, far_away = 0;
    std::uint64_t behind = 0;  ///< errors that are hits, exactly, but not the ray's nearest
    std::uint64_t right_hits = 0;

    Traits& operator+=(const Traits& other);
};

/// Counts an answer that was judged.
void count_traits(const Hit& hit, Outcome outcome, const AnsweredRay& asked, Traits& traits);

}  // namespace hitmiss
