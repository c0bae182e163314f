#pragma once
// Outcomes of a picture's pixels, how many errors any rectangle of them holds, and their drawing:
// errors in colour, over a picture in greys.

#include <functional>

#include "draw/compose.hpp"
#include "judge/outcome.hpp"

namespace hitmiss {

/// The outcomes of a picture's pixels, in rows.
struct OutcomeMap {
    int width, height;
    std::vector<Outcome> outcomes;

    std::size_t pixel(int x, int y) const {
        return std::size_t(y) * std::size_t(width) + std::size_t(x);
    }
    Outcome at(int x, int y) const { return outcomes[pixel(x, y)]; }
    bool errs(int x, int y) const { return row_of(at(x, y)).error; }
    Rectangle area() const { return {0, 0, width, height}; }
};

/// The rectangle of the map, which must lie inside.
inline OutcomeMap cropped(const OutcomeMap& map, const Rectangle& crop) {
    OutcomeMap part{crop.width, crop.height, {}};
    for (int y = crop.y; y < crop.y + crop.height; ++y) {
        const auto first = map.outcomes.begin() + std::ptrdiff_t(map.pixel(crop.x, y));
        part.outcomes.insert(part.outcomes.end(), first, first + crop.width);
    }
    return part;
}

/// Calls visit(x, y, outcome) for each error.
template <typename Visit>
void for_each_error(const OutcomeMap& map, Visit visit) {
    for (int y = 0; y < map.height; ++y)
        for (int x = 0; x < map.width; ++x)
            if (map.errs(x, y)) visit(x, y, map.at(x, y));
}

/// Numbers of errors, of all kinds or of one, by a summed-area table (Crow 1984).
class ErrorCount {
public:
    explicit ErrorCount(const OutcomeMap& map, std::optional<Outcome> kind = {})
        : stride_(std::size_t(map.width) + 1), sums_(stride_ * (std::size_t(map.height) + 1)) {
        for (int y = 0; y < map.height; ++y)
            for (int x = 0; x < map.width; ++x)
                sums_[index(x + 1, y + 1)] = sum(x, y + 1) + sum(x + 1, y) - sum(x, y) +
                                             (kind ? map.at(x, y) == *kind : map.errs(x, y));
    }
    /// In a rectangle, which must lie inside the map.
    int operator()(const Rectangle& area) const {
        const auto [x, y, width, height] = area;
        return sum(x + width, y + height) - sum(x, y + height) - sum(x + width, y) + sum(x, y);
    }

private:
    std::size_t index(int x, int y) const { return std::size_t(y) * stride_ + std::size_t(x); }
    /// Errors in the rectangle from the map's corner to (x, y).
    int sum(int x, int y) const { return sums_[index(x, y)]; }

    std::size_t stride_;
    std::vector<int> sums_;
};

/// A colour as a grey that every error colour stands out from by a contrast of 3 : 1 and more.
Rgb map_grey(Rgb colour);

/// By pixel: whether an error stands there alone, with at most one other of its kind near it.
std::vector<bool> errors_alone(const OutcomeMap& map);

/// The legend's entry of an outcome.
inline LegendEntry legend_entry(const OutcomeRow& row) {
    return {row.colour, row.label, row.marker};
}

/// The map over `ground`, a picture of its size in greys light enough for the marks. Each pixel is
/// a square of `factor` dots, each error as large as it is. Where pixels are large enough, each
/// error carries its mark in white. Elsewhere areas of errors carry marks, because grey print would
/// not tell their colours apart, and an error that stands alone and would be lost in print is
/// enlarged to its sign in the legend. `under` draws what the marks lie upon.
Drawing draw_map(
    const Picture& ground, const OutcomeMap& map, int factor, const Page& page,
    const std::function<void(Drawing&)>& under = [](Drawing&) {});

}  // namespace hitmiss
