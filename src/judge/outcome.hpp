#pragma once
// What an answer can be: one table, from which maps, legends, tables and sums are made.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/ink.hpp"

namespace hitmiss {

/// How a hit stands to E, all triangles at the exact nearest t (reference.hpp), by outcome_of().
enum class Outcome : std::uint8_t {
    right,
    leak,
    false_hit,
    wrong_triangle,
    wrong_t,
    tie,  ///< called "neighbour" in columns and files
    degenerate
};

/// Rays by outcome. add() counts these, `hits` and `leaks_background`; the loop (judge.cpp) counts
/// the others.
struct OutcomeCounts {
    std::uint64_t right = 0, leaks = 0, false_hits = 0, wrong_triangle = 0, wrong_t = 0, tie = 0,
                  degenerate = 0;
    std::uint64_t hits = 0, nan = 0;
    std::uint64_t t_off = 0;  ///< of the right hits and ties: off their plane by more than tau
    std::uint64_t leaks_background = 0;  ///< of the leaks: nothing at all is hit
    std::uint64_t culling_changed = 0;   ///< if it culls: E differs by the back faces
    /// What errors() would be by the rules of the other precision; for answers from a file.
    std::uint64_t errors_otherwise = 0;

    void add(Outcome outcome, bool hit);
    OutcomeCounts& operator+=(const OutcomeCounts& other);
    std::uint64_t errors() const;
    /// Whether the mesh is nowhere to be hit: all that was hit is false, and nothing was missed.
    bool nothing_to_hit() const {
        return hits == false_hits + degenerate && leaks + culling_changed == 0;
    }
};

struct OutcomeRow {
    std::string_view name;    ///< of one answer
    std::string_view label;   ///< in legends
    std::string_view column;  ///< in tables
    std::uint64_t OutcomeCounts::*count;
    std::string_view meaning;
    bool error;
    Rgb colour;                            ///< on maps and of curves
    PlotMarker marker = PlotMarker::none;  ///< of single errors, and on curves
    std::span<const double> dashes = {};   ///< strokes and gaps; none: a solid line
};

inline constexpr double long_dashes[]{6, 4}, dotted[]{1, 3.5}, dash_and_dot[]{6, 3, 1, 3};

/// By Outcome.
inline constexpr std::array<OutcomeRow, 7> outcome_rows{{
    {"right", "the mesh, no error", "right", &OutcomeCounts::right,
     "the nearest triangle, or rightly none", false, palette::silhouette},
    {"leak", "leaks", "leaks", &OutcomeCounts::leaks,
     "nothing is hit, or something behind the right triangle", true, palette::leak,
     PlotMarker::circle},
    {"false_hit", "false hits", "false_hits", &OutcomeCounts::false_hits,
     "something is hit where nothing is", true, palette::false_hit, PlotMarker::square,
     long_dashes},
    {"wrong_triangle", "wrong triangle", "wrong_triangle", &OutcomeCounts::wrong_triangle,
     "another triangle, as where a halo hides the right one", true, palette::wrong_triangle,
     PlotMarker::triangle, dotted},
    {"wrong_t", "wrong t", "wrong_t", &OutcomeCounts::wrong_t,
     "the right triangle or a tie, at a t that is not good", true, palette::wrong_t,
     PlotMarker::diamond, dash_and_dot},
    {"neighbour", "ties", "neighbour", &OutcomeCounts::tie,
     "a tie: another triangle that meets the right one where the ray passes; no error", false,
     palette::tie},
    {"degenerate", "degenerate", "degenerate", &OutcomeCounts::degenerate,
     "a hit at the ray's start or edge-on, which conventions treat differently: no error", false,
     palette::degenerate},
}};

constexpr const OutcomeRow& row_of(Outcome outcome) {
    return outcome_rows[std::size_t(outcome)];
}
constexpr std::string_view to_string(Outcome outcome) {
    return row_of(outcome).name;
}

inline void OutcomeCounts::add(Outcome outcome, bool hit) {
    ++(this->*row_of(outcome).count);
    hits += hit;
    leaks_background += outcome == Outcome::leak && !hit;
}

inline OutcomeCounts& OutcomeCounts::operator+=(const OutcomeCounts& other) {
    for (const OutcomeRow& row : outcome_rows) this->*row.count += other.*row.count;
    hits += other.hits, nan += other.nan, t_off += other.t_off;
    leaks_background += other.leaks_background, culling_changed += other.culling_changed;
    errors_otherwise += other.errors_otherwise;
    return *this;
}

inline std::uint64_t OutcomeCounts::errors() const {
    std::uint64_t sum = 0;
    for (const OutcomeRow& row : outcome_rows)
        if (row.error) sum += this->*row.count;
    return sum;
}

}  // namespace hitmiss
