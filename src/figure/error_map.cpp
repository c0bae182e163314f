#include "figure/error_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmiss {
namespace {

constexpr int window_side = 16;  // pixels
constexpr int alone_within = 8;  // pixels

bool is_error(Outcome outcome) {
    return row_of(outcome).error;
}

/// What is not right in its colour.
Picture painted(const ErrorMap& map, const Rectangle& part) {
    Picture picture(part.width, part.height);
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) {
            const std::size_t k =
                std::size_t(part.y + y) * std::size_t(map.ground.width) + std::size_t(part.x + x);
            const Outcome outcome = map.outcomes[k];
            picture.at(x, y) =
                outcome == Outcome::right ? map.ground.pixels[k] : row_of(outcome).colour;
        }
    return picture;
}

/// Calls visit(x, y, outcome) for each error, places from the part's corner.
template <typename Visit>
void for_each_error(const ErrorMap& map, const Rectangle& part, Visit visit) {
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) {
            const Outcome outcome =
                map.outcomes[std::size_t(part.y + y) * std::size_t(map.ground.width) +
                             std::size_t(part.x + x)];
            if (is_error(outcome)) visit(x, y, outcome);
        }
}

/// The marks of each kind of error as one shape.
class Marks {
public:
    void add(Outcome outcome, Point centre, double radius) {
        if (const auto mark = marker(row_of(outcome).marker, centre, radius))
            contours_[std::size_t(outcome)].push_back(*mark);
    }
    void draw(Drawing& target, std::optional<Rgb> colour) {
        for (std::size_t k = 0; k < contours_.size(); ++k)
            if (!contours_[k].empty())
                target.add({std::move(contours_[k]), colour ? *colour : outcome_rows[k].colour});
    }

private:
    std::array<std::vector<Contour>, outcome_rows.size()> contours_;
};

/// Numbers of errors in rectangles of the area.
class ErrorCount {
public:
    ErrorCount(std::span<const Outcome> outcomes, int width, const Rectangle& area)
        : stride_(std::size_t(area.width) + 1), sums_(stride_ * (std::size_t(area.height) + 1)) {
        for (int y = 0; y < area.height; ++y)
            for (int x = 0; x < area.width; ++x)
                sum(x + 1, y + 1) = sum(x, y + 1) + sum(x + 1, y) - sum(x, y) +
                                    is_error(outcomes[std::size_t(area.y + y) * std::size_t(width) +
                                                      std::size_t(area.x + x)]);
    }
    /// `window` from the area's corner, and inside.
    int operator()(const Rectangle& window) {
        const auto [x, y, width, height] = window;
        return sum(x + width, y + height) - sum(x, y + height) - sum(x + width, y) + sum(x, y);
    }

private:
    int& sum(int x, int y) { return sums_[std::size_t(y) * stride_ + std::size_t(x)]; }
    std::size_t stride_;
    std::vector<int> sums_;
};

}  // namespace

Rgb map_grey(Rgb colour) {
    constexpr double darkest = 214, lightest = 244;
    const double luma = 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b;
    const auto grey = std::uint8_t(std::lround(darkest + (lightest - darkest) * luma / 255));
    return {grey, grey, grey};
}

LegendEntry legend_entry(const OutcomeRow& row) {
    return {row.colour, row.label, row.marker};
}

Drawing draw_map(const ErrorMap& map, const Rectangle& part, int factor, const Page& page,
                 const std::function<void(Drawing&)>& under) {
    Drawing drawing = framed(painted(map, part), factor, page);
    under(drawing);
    ErrorCount count(map.outcomes, map.ground.width, part);
    Marks marks;
    const double radius = page.mm(0.35);
    for_each_error(map, part, [&](int x, int y, Outcome outcome) {
        const Rectangle around =
            intersection(grown({x, y, 1, 1}, alone_within), {0, 0, part.width, part.height});
        if (count(around) <= 2 && factor < 2 * radius)
            marks.add(outcome, double(factor) * Point(x + 0.5, y + 0.5), radius);
    });
    marks.draw(drawing, {});
    return drawing;
}

Drawing draw_detail(const ErrorMap& map, const Rectangle& part, int factor, const Page& page) {
    Drawing drawing = framed(painted(map, part), factor, page);
    Marks marks;
    for_each_error(map, part, [&](int x, int y, Outcome outcome) {
        marks.add(outcome, double(factor) * Point(x + 0.5, y + 0.5), 0.22 * factor);
    });
    marks.draw(drawing, palette::background);
    return drawing;
}

std::optional<Rectangle> detail_window(std::span<const std::span<const Outcome>> columns, int width,
                                       const Rectangle& area) {
    const int side = std::min({window_side, area.width, area.height});
    std::vector<ErrorCount> counts;
    for (const auto column : columns) counts.emplace_back(column, width, area);
    // Methods of which both are seen; then how much of the rarer one, a few being enough to see,
    // and which share of the errors is in the middle.
    using Score = std::array<int, 2>;
    const int enough = side;
    const auto score = [&](const Rectangle& window) {
        Score sum{};
        for (ErrorCount& count : counts) {
            const int errors = count(window), fewer = std::min(errors, side * side - errors);
            if (fewer == 0) continue;
            ++sum[0];
            sum[1] +=
                std::min(fewer, enough) + 2 * enough * count(grown(window, -side / 4)) / errors;
        }
        return sum;
    };
    std::optional<Rectangle> best;
    Score most{0, 0};
    for (int y = 0; y + side <= area.height; ++y)
        for (int x = 0; x + side <= area.width; ++x)
            if (const auto found = score({x, y, side, side}); found > most)
                most = found, best = Rectangle{area.x + x, area.y + y, side, side};
    return best;
}

}  // namespace hitmiss
