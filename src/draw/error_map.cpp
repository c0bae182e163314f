#include "draw/error_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmiss {
namespace {

constexpr int alone_within = 8;  // pixels

/// Paints every outcome but `right` in its colour.
Picture painted(Picture ground, const OutcomeMap& map) {
    for (std::size_t k = 0; k < ground.pixels.size(); ++k)
        if (map.pixels[k] != Outcome::right) ground.pixels[k] = row_of(map.pixels[k]).colour;
    return ground;
}

/// Calls mark(x, y) at spaced pixels inside areas of one kind of error: those with such errors all
/// around them.
void mark_areas(const OutcomeMap& map, Outcome kind, int factor, double radius, const auto& mark) {
    const int space = int(std::ceil(1.3 * radius / factor)),
              distance = int(std::ceil(5 * radius / factor));
    const ErrorCount count(map, kind);
    std::vector<bool> near_a_mark(map.pixels.size());
    for_each_error(map, [&](int x, int y, Outcome outcome) {
        if (outcome != kind || near_a_mark[map.index(x, y)]) return;
        const Rectangle covered = grown({x, y, 1, 1}, space);
        if (count(intersection(covered, map.area())) < covered.width * covered.height) return;
        mark(x, y);
        const Rectangle near = intersection(grown({x, y, 1, 1}, distance), map.area());
        for (int v = near.y; v < near.y + near.height; ++v)
            for (int u = near.x; u < near.x + near.width; ++u)
                if ((u - x) * (u - x) + (v - y) * (v - y) < distance * distance)
                    near_a_mark[map.index(u, v)] = true;
    });
}

}  // namespace

Rgb map_grey(Rgb colour) {
    constexpr double darkest = 214, lightest = 244;
    const double luma = 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b;
    const auto grey = std::uint8_t(std::lround(darkest + (lightest - darkest) * luma / 255));
    return {grey, grey, grey};
}

std::vector<bool> errors_alone(const OutcomeMap& map) {
    std::vector<bool> alone(map.pixels.size());
    for (std::size_t k = 0; k < outcome_rows.size(); ++k) {
        const auto kind = Outcome(k);
        if (!row_of(kind).error || std::ranges::find(map.pixels, kind) == map.pixels.end())
            continue;
        const ErrorCount count(map, kind);
        for_each_error(map, [&](int x, int y, Outcome outcome) {
            const Rectangle near = intersection(grown({x, y, 1, 1}, alone_within), map.area());
            if (outcome == kind && count(near) <= 2) alone[map.index(x, y)] = true;
        });
    }
    return alone;
}

void add_marks(Drawing& drawing, const OutcomeMap& map, int factor, const Page& page) {
    std::array<std::vector<Contour>, outcome_rows.size()> marks;  // white, by kind
    const auto mark = [&](int x, int y, Outcome kind, double radius) {
        const Point centre = double(factor) * Point(x + 0.5, y + 0.5);
        marks[std::size_t(kind)].push_back(marker(row_of(kind).marker, centre, radius));
        return centre;
    };
    const double radius = page.mm(0.25), side = 4 * radius;
    if (factor >= 2.5 * radius) {
        for_each_error(map, [&](int x, int y, Outcome kind) { mark(x, y, kind, 0.16 * factor); });
    } else {
        for (std::size_t k = 0; k < outcome_rows.size(); ++k)
            if (outcome_rows[k].error)
                mark_areas(map, Outcome(k), factor, radius,
                           [&](int x, int y) { mark(x, y, Outcome(k), radius); });
        // Isolated errors become the squares of the legend.
        const auto alone = errors_alone(map);
        for_each_error(map, [&](int x, int y, Outcome kind) {
            if (!alone[map.index(x, y)]) return;
            const Point corner = mark(x, y, kind, radius) - side / 2;
            drawing.box(corner.x, corner.y, side, side, row_of(kind).colour,
                        Pen{palette::background, page.hair()});
        });
    }
    for (auto& contours : marks)
        if (!contours.empty()) drawing.add({std::move(contours), palette::background});
}

Drawing draw_map(const Picture& ground, const OutcomeMap& map, int factor, const Page& page) {
    Drawing drawing = framed(painted(ground, map), factor, page);
    add_marks(drawing, map, factor, page);
    return drawing;
}

}  // namespace hitmiss
