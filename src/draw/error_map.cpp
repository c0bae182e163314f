#include "draw/error_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

namespace hitmiss {
namespace {

constexpr int window_side = 24;  // pixels
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

/// Places are from the part's corner.
Outcome outcome_at(const ErrorMap& map, const Rectangle& part, int x, int y) {
    return map.outcomes[std::size_t(part.y + y) * std::size_t(map.ground.width) +
                        std::size_t(part.x + x)];
}

/// Calls visit(x, y, outcome) for each error.
template <typename Visit>
void for_each_error(const ErrorMap& map, const Rectangle& part, Visit visit) {
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x)
            if (const Outcome outcome = outcome_at(map, part, x, y); is_error(outcome))
                visit(x, y, outcome);
}

/// The marks of each kind of error as one shape.
class Marks {
public:
    void add(Outcome outcome, Point centre, double radius) {
        if (const auto mark = marker(row_of(outcome).marker, centre, radius))
            contours_[std::size_t(outcome)].push_back(*mark);
    }
    /// White on errors.
    void draw(Drawing& target) {
        for (auto& contours : contours_)
            if (!contours.empty()) target.add({std::move(contours), palette::background});
    }

private:
    std::array<std::vector<Contour>, outcome_rows.size()> contours_;
};

/// Numbers of errors, of all kinds or one, in rectangles of the area.
class ErrorCount {
public:
    ErrorCount(std::span<const Outcome> outcomes, int width, const Rectangle& area,
               std::optional<Outcome> kind = {})
        : stride_(std::size_t(area.width) + 1), sums_(stride_ * (std::size_t(area.height) + 1)) {
        for (int y = 0; y < area.height; ++y)
            for (int x = 0; x < area.width; ++x)
                sum(x + 1, y + 1) = sum(x, y + 1) + sum(x + 1, y) - sum(x, y) +
                                    counts(outcomes[std::size_t(area.y + y) * std::size_t(width) +
                                                    std::size_t(area.x + x)],
                                           kind);
    }
    /// `window` from the area's corner, and inside.
    int operator()(const Rectangle& window) {
        const auto [x, y, width, height] = window;
        return sum(x + width, y + height) - sum(x, y + height) - sum(x + width, y) + sum(x, y);
    }

private:
    static bool counts(Outcome outcome, std::optional<Outcome> kind) {
        return kind ? outcome == *kind : is_error(outcome);
    }
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

std::vector<bool> errors_alone(std::span<const Outcome> outcomes, int width,
                               const Rectangle& part) {
    std::vector<bool> alone(std::size_t(part.width) * std::size_t(part.height));
    const Rectangle whole{0, 0, part.width, part.height};
    for (const OutcomeRow& row : outcome_rows) {
        const auto kind = Outcome(&row - outcome_rows.data());
        if (!row.error || std::ranges::find(outcomes, kind) == outcomes.end()) continue;
        ErrorCount count(outcomes, width, part, kind);
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width; ++x)
                if (outcomes[std::size_t(part.y + y) * std::size_t(width) +
                             std::size_t(part.x + x)] == kind &&
                    count(intersection(grown({x, y, 1, 1}, alone_within), whole)) <= 2)
                    alone[std::size_t(y) * std::size_t(part.width) + std::size_t(x)] = true;
    }
    return alone;
}

LegendEntry legend_entry(const OutcomeRow& row) {
    return {row.colour, row.label, row.marker};
}

Drawing draw_map(const ErrorMap& map, const Rectangle& part, int factor, const Page& page,
                 const std::function<void(Drawing&)>& under) {
    Drawing drawing = framed(painted(map, part), factor, page);
    under(drawing);
    const Rectangle whole{0, 0, part.width, part.height};
    Marks white;
    const double radius = page.mm(0.25);
    if (factor >= 2.5 * radius) {
        for_each_error(map, part, [&](int x, int y, Outcome outcome) {
            white.add(outcome, double(factor) * Point(x + 0.5, y + 0.5), 0.16 * factor);
        });
        white.draw(drawing);
        return drawing;
    }
    const auto is_alone = errors_alone(map.outcomes, map.ground.width, part);
    const auto pixel = [&](int x, int y) {
        return std::size_t(y) * std::size_t(part.width) + std::size_t(x);
    };
    // Pixels that a mark in an area covers with some space around it, and from one to the next.
    const int room = int(std::ceil(1.3 * radius / factor)),
              apart = int(std::ceil(5 * radius / factor));
    for (const OutcomeRow& row : outcome_rows) {
        if (!row.error) continue;
        const auto kind = Outcome(&row - outcome_rows.data());
        ErrorCount count(map.outcomes, map.ground.width, part, kind);
        std::vector<bool> taken(std::size_t(part.width) * std::size_t(part.height));
        for_each_error(map, part, [&](int x, int y, Outcome outcome) {
            if (outcome != kind) return;
            const Rectangle needed = grown({x, y, 1, 1}, room),
                            beside = intersection(grown({x, y, 1, 1}, apart), whole);
            const Point centre = double(factor) * Point(x + 0.5, y + 0.5);
            if (taken[pixel(x, y)] || intersection(needed, whole) != needed ||
                count(needed) < needed.width * needed.height)
                return;
            white.add(kind, centre, radius);
            for (int v = beside.y; v < beside.y + beside.height; ++v)
                for (int u = beside.x; u < beside.x + beside.width; ++u)
                    if ((u - x) * (u - x) + (v - y) * (v - y) < apart * apart)
                        taken[pixel(u, v)] = true;
        });
    }
    // As the legend shows them.
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) {
            if (!is_alone[pixel(x, y)]) continue;
            const Outcome outcome = outcome_at(map, part, x, y);
            const double side = 4 * radius;
            const Point centre = double(factor) * Point(x + 0.5, y + 0.5),
                        corner = centre - side / 2;
            drawing.box(corner.x, corner.y, side, side, row_of(outcome).colour,
                        Pen{palette::background, page.hair()});
            white.add(outcome, centre, radius);
        }
    white.draw(drawing);
    return drawing;
}

std::optional<Rectangle> detail_window(std::span<const std::span<const Outcome>> columns, int width,
                                       const Rectangle& area) {
    const int side = std::min({window_side, area.width, area.height});
    std::vector<ErrorCount> counts;
    for (const auto column : columns) counts.emplace_back(column, width, area);
    Point middle(0);  // of all errors
    int all = 0;
    for (ErrorCount& count : counts)
        for (int y = 0; y < area.height; ++y)
            for (int x = 0; x < area.width; ++x)
                if (count({x, y, 1, 1}) > 0) middle += Point(x + 0.5, y + 0.5), ++all;
    middle /= std::max(all, 1);
    // Methods of which both are seen come first; then, up to one each, how much there is of the
    // rarer one, an eighth being nearly enough, and how evenly the errors lie about the window's
    // middle; of windows like that the one nearest to the middle of all errors.
    const int enough = side * side / 8;
    const auto score = [&](const Rectangle& window) {
        const int x = window.x, y = window.y;
        const int half = side / 2;
        double sum = -0.25 * glm::distance(middle, Point(x + 0.5 * side, y + 0.5 * side)) /
                     std::hypot(area.width, area.height);
        for (ErrorCount& count : counts) {
            const int errors = count(window), fewer = std::min(errors, side * side - errors);
            if (fewer == 0) continue;
            const int left = count({x, y, half, side}), top = count({x, y, side, half}),
                      right = count({x + side - half, y, half, side}),
                      bottom = count({x, y + side - half, side, half});
            const int uneven = std::max(std::abs(left - right), std::abs(top - bottom));
            const int amid = count(grown(window, -side / 4)) + count(grown(window, -3 * side / 8));
            sum += 10 + std::min(1.0, double(fewer) / enough) + 0.5 * fewer / (side * side) -
                   std::min(1.0, double(uneven) / fewer) + 0.25 * amid / errors;
        }
        return sum;
    };
    struct Best {
        double score = 1;
        int x = 0;
    };
    std::vector<Best> of_row(std::size_t(area.height - side + 1));
#pragma omp parallel for schedule(dynamic, 16)
    for (std::size_t y = 0; y < of_row.size(); ++y)
        for (int x = 0; x + side <= area.width; ++x)
            if (const auto found = score({x, int(y), side, side}); found > of_row[y].score)
                of_row[y] = {found, x};
    const auto best =
        std::max_element(of_row.begin(), of_row.end(),
                         [](const Best& a, const Best& b) { return a.score < b.score; });
    if (best->score <= 1) return {};
    return Rectangle{area.x + best->x, area.y + int(best - of_row.begin()), side, side};
}

}  // namespace hitmiss
