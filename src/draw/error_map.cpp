#include "draw/error_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmiss {
namespace {

constexpr int alone_within = 8;  // pixels

/// Every outcome but `right` in its colour.
Picture painted(Picture ground, const OutcomeMap& map) {
    for (std::size_t k = 0; k < ground.pixels.size(); ++k)
        if (map.outcomes[k] != Outcome::right) ground.pixels[k] = row_of(map.outcomes[k]).colour;
    return ground;
}

/// The middle of a pixel in a drawing whose pixels are squares of `factor` dots.
Point middle_of(int x, int y, int factor) {
    return double(factor) * Point(x + 0.5, y + 0.5);
}

/// The white marks of errors, by kind.
using Marks = std::array<std::vector<Contour>, outcome_rows.size()>;

void add_mark(Marks& marks, Outcome kind, Point centre, double radius) {
    if (const auto mark = marker(row_of(kind).marker, centre, radius))
        marks[std::size_t(kind)].push_back(*mark);
}

/// Marks in areas of one kind of errors: each has errors all around it, and some distance from the
/// next.
void mark_areas(Marks& marks, const OutcomeMap& map, Outcome kind, int factor, double radius) {
    const int space = int(std::ceil(1.3 * radius / factor)),
              distance = int(std::ceil(5 * radius / factor));
    const ErrorCount count(map, kind);
    std::vector<bool> near_a_mark(map.outcomes.size());
    for_each_error(map, [&](int x, int y, Outcome outcome) {
        if (outcome != kind || near_a_mark[map.pixel(x, y)]) return;
        const Rectangle covered = grown({x, y, 1, 1}, space);
        if (intersection(covered, map.area()) != covered ||
            count(covered) < covered.width * covered.height)
            return;
        add_mark(marks, kind, middle_of(x, y, factor), radius);
        const Rectangle near = intersection(grown({x, y, 1, 1}, distance), map.area());
        for (int v = near.y; v < near.y + near.height; ++v)
            for (int u = near.x; u < near.x + near.width; ++u)
                if ((u - x) * (u - x) + (v - y) * (v - y) < distance * distance)
                    near_a_mark[map.pixel(u, v)] = true;
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
    std::vector<bool> alone(map.outcomes.size());
    for (std::size_t k = 0; k < outcome_rows.size(); ++k) {
        const auto kind = Outcome(k);
        if (!row_of(kind).error || std::ranges::find(map.outcomes, kind) == map.outcomes.end())
            continue;
        const ErrorCount count(map, kind);
        for_each_error(map, [&](int x, int y, Outcome outcome) {
            const Rectangle near = intersection(grown({x, y, 1, 1}, alone_within), map.area());
            if (outcome == kind && count(near) <= 2) alone[map.pixel(x, y)] = true;
        });
    }
    return alone;
}

Drawing draw_map(const Picture& ground, const OutcomeMap& map, int factor, const Page& page,
                 const std::function<void(Drawing&)>& under) {
    Drawing drawing = framed(painted(ground, map), factor, page);
    under(drawing);
    const double radius = page.mm(0.25);
    Marks marks;
    if (factor >= 2.5 * radius) {
        for_each_error(map, [&](int x, int y, Outcome outcome) {
            add_mark(marks, outcome, middle_of(x, y, factor), 0.16 * factor);
        });
    } else {
        for (std::size_t k = 0; k < outcome_rows.size(); ++k)
            if (outcome_rows[k].error) mark_areas(marks, map, Outcome(k), factor, radius);
        // Errors that stand alone become the squares of the legend.
        const auto alone = errors_alone(map);
        const double side = 4 * radius;
        for_each_error(map, [&](int x, int y, Outcome outcome) {
            if (!alone[map.pixel(x, y)]) return;
            const Point centre = middle_of(x, y, factor), corner = centre - side / 2;
            drawing.box(corner.x, corner.y, side, side, row_of(outcome).colour,
                        Pen{palette::background, page.hair()});
            add_mark(marks, outcome, centre, radius);
        });
    }
    for (auto& contours : marks)
        if (!contours.empty()) drawing.add({std::move(contours), palette::background});
    return drawing;
}

}  // namespace hitmiss
