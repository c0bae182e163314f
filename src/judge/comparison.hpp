#pragma once
// All methods against the reference, pixel by pixel.

#include "judge/judge.hpp"

namespace hitmiss {

/// How far the t of right hits are off, in ulps(); of an even number the lower median.
struct ErrorOfT {
    std::size_t hits = 0;
    double median = 0, max = 0;
    bool operator==(const ErrorOfT&) const = default;
};

struct Comparison {
    int width, height;
    std::size_t pixel(int x, int y) const {
        return std::size_t(y) * std::size_t(width) + std::size_t(x);
    }
    std::vector<bool> covered;  ///< per pixel: E is not empty

    struct Column {
        Tally tally;                    ///< what the loop counted
        std::vector<Outcome> outcomes;  ///< per pixel
        std::vector<Hit> hits;          ///< per pixel
        ErrorOfT t_ulps{};              ///< of the right hits; see compare()
        /// The pixels with the wrong triangle, ascending, with what is right there.
        std::vector<std::pair<std::size_t, ExactAnswer>> wrong_triangles{};
    };
    std::vector<Column> columns;  ///< in the order of the answerers
};

/// Judges the rays of a picture of that size. The error of a t is its distance from the exact t of
/// the same triangle, in units of the last place that this has in the answerer's precision. Calls
/// after_tile() from any thread after each tile, and `each` with it.
Comparison compare(const Round& round, int width, int height,
                   const std::function<void()>& after_tile = {}, const Each& each = {});

/// The pixel to look at in an image of that width: of the largest group of errors, pixels that
/// touch by side or corner, the one nearest to the group's centre; of equals the first in reading
/// order. Nothing for a method without errors.
std::optional<std::size_t> worst_pixel(std::span<const Outcome> outcomes, int width);

}  // namespace hitmiss
