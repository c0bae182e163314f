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

/// Numbers of errors, by a summed-area table (Crow 1984).
class ErrorCount {
public:
    explicit ErrorCount(const OutcomeMap& map) : sums_(map.width + 1, map.height + 1) {
        for (int y = 0; y < map.height; ++y)
            for (int x = 0; x < map.width; ++x)
                sums_.at(x + 1, y + 1) = sums_.at(x, y + 1) + sums_.at(x + 1, y) - sums_.at(x, y) +
                                         row_of(map.at(x, y)).error;
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

/// The grey that is as light as the colour: what is not an outcome has no hue.
Rgb neutral(Rgb colour);

/// The colour as a grey to which every error colour has a contrast of at least 3 : 1.
Rgb map_grey(Rgb colour);

/// For each pixel, whether it is an isolated error: at most one other of its kind is near it.
std::vector<bool> errors_alone(const OutcomeMap& map);

/// The legend's entry of an outcome.
inline LegendEntry legend_entry(const OutcomeRow& row) {
    return {row.colour, row.label};
}

/// Whether each pixel has the colour that it would have by a right answer.
using SamePicture = Image<std::uint8_t>;

/// Paints every error over `ground`, a picture of the map's size in greys light enough for them, in
/// the colour of its outcome, but a wrong triangle that leaves the picture as it is in grey.
Picture painted(Picture ground, const OutcomeMap& map, const SamePicture& same);

/// Groups of errors that would be lost in print, as the rectangles that hold them: no larger than
/// `small` pixels, and farther than `apart` pixels from every other error. None unless all errors
/// lie in such groups, `most` of them at most.
std::vector<Rectangle> small_groups(OutcomeMap map, int small, int apart, std::size_t most);

/// Thin rings where errors of a kind would be overlooked, in a map whose pixels are squares of
/// `factor` dots: if all errors of the kind lie in 40 or fewer such groups, one around each. No
/// error is ever enlarged, so that the coloured area is proportional to the number of errors.
void add_rings(Drawing& drawing, const OutcomeMap& map, int factor, const Page& page);

/// A painted map in its frame, with its rings. Each pixel is a square of `factor` dots.
Drawing draw_map(const Picture& painted, const OutcomeMap& map, int factor, const Page& page);

}  // namespace hitmiss
