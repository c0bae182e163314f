#pragma once
// Outcomes of a picture's pixels, and how many errors any rectangle of them holds.

#include <optional>
#include <vector>

#include "draw/picture.hpp"
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

}  // namespace hitmiss
