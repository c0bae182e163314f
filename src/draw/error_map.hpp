#pragma once
// The outcomes of a picture's pixels, the number of errors in any rectangle of them, and the error
// map: errors in colour over the picture in grey.

#include "draw/compose.hpp"
#include "judge/outcome.hpp"

namespace hitmiss {

/// The outcomes of a picture's pixels.
using OutcomeMap = Image<Outcome>;

/// Calls visit(x, y, outcome) for each error.
template <typename Visit>
void for_each_error(const OutcomeMap& map, Visit visit) {
    for (int y = 0; y < map.height; ++y)
        for (int x = 0; x < map.width; ++x)
            if (row_of(map.at(x, y)).error) visit(x, y, map.at(x, y));
}

/// Numbers of errors, of all kinds or of one, by a summed-area table (Crow 1984).
class ErrorCount {
public:
    explicit ErrorCount(const OutcomeMap& map, std::optional<Outcome> kind = {})
        : sums_(map.width + 1, map.height + 1) {
        for (int y = 0; y < map.height; ++y)
            for (int x = 0; x < map.width; ++x) {
                const Outcome outcome = map.at(x, y);
                sums_.at(x + 1, y + 1) = sums_.at(x, y + 1) + sums_.at(x + 1, y) - sums_.at(x, y) +
                                         (kind ? outcome == *kind : row_of(outcome).error);
            }
    }
    /// In a rectangle, which must lie inside the map.
    int operator()(const Rectangle& area) const {
        const int right = area.x + area.width, bottom = area.y + area.height;
        return sums_.at(right, bottom) - sums_.at(area.x, bottom) - sums_.at(right, area.y) +
               sums_.at(area.x, area.y);
    }

private:
    Image<int> sums_;  ///< at (x, y): in the rectangle from the map's corner
};

/// The colour as a grey to which every error colour has a contrast of at least 3 : 1.
Rgb map_grey(Rgb colour);

/// For each pixel, whether it is an isolated error: at most one other of its kind is near it.
std::vector<bool> errors_alone(const OutcomeMap& map);

/// The legend's entry of an outcome.
inline LegendEntry legend_entry(const OutcomeRow& row) {
    return {row.colour, row.label, row.marker};
}

/// The marks of a map whose pixels are squares of `factor` dots. If pixels are large enough, each
/// error carries its mark in white. Otherwise areas of errors carry marks, because grey print would
/// not tell their colours apart, and an isolated error, which would be lost in print, is enlarged
/// to its sample in the legend.
void add_marks(Drawing& drawing, const OutcomeMap& map, int factor, const Page& page);

/// The map with its marks over `ground`, a picture of its size in greys light enough for them. Each
/// pixel is a square of `factor` dots, each error as large as it is.
Drawing draw_map(const Picture& ground, const OutcomeMap& map, int factor, const Page& page);

}  // namespace hitmiss
