// The documentation's figures of where point tests say inside.

#include <fmt/format.h>

#include <cmath>

#include "draw/acceptance_map.hpp"
#include "draw/error_map.hpp"
#include "draw/textbook.hpp"

namespace hitmiss {
namespace {

using Plane = PointGrid::Plane;

/// Samples of the equilateral triangle and its surroundings: 192 to a side, and one row of them
/// exactly on the x axis.
constexpr double pitch = 1.0 / 192;
constexpr int map_across = 256, map_down = 214, axis_row = 184;

std::vector<Method> parsed(std::initializer_list<std::string_view> specs) {
    std::vector<Method> methods;
    for (const auto spec : specs) methods.push_back(parse_method(spec));
    return methods;
}

/// A triangle of side 1 with b and c on the x axis: samples lie exactly on the line through them.
Triangle<float> equilateral_triangle() {
    return {{0.5f, std::sqrt(0.75f), 0}, {0, 0, 0}, {1, 0, 0}};
}

PointGrid level_grid(float height) {
    return {even_coordinates(-32 * pitch, pitch, map_across),
            even_coordinates(axis_row * pitch, -pitch, map_down), height, Plane::level};
}

}  // namespace

Drawing draw_acceptance_above() {
    const auto methods = parsed({"same-side", "same-side:variant=corrected", "angle-sum:0.5"});
    const Grid grid({}, methods.size(), methods.size(), upright_names, map_across);
    Composition figure{
        "Off the plane same-side accepts a bubble, corrected a prism, the angle sum a cushion",
        "equilateral triangle of side 1; planes at height h, and the vertical section from the "
        "middle of the bottom edge (left) to the opposite vertex; the prism continues beyond the "
        "frame; in float",
        {},
        {legend_entry(row_of(Outcome::false_hit)), {palette::background, rightly_outside}}};
    const auto add_row = [&](std::string name, const PointGrid& points) {
        const AcceptanceFigure plane{{}, {}, equilateral_triangle(), points, methods};
        auto row = acceptance_cells(plane, maps_of(plane), grid);
        for (Cell& cell : row) {
            if (cell.counts[1] == 0)
                cell.body.text(0.5 * cell.body.width, 0.6 * cell.body.height, 0.5, "none",
                               grid.page.font(), pale_ink);
            cell.counts.clear();
            if (!figure.rows.empty()) cell.caption.clear();
        }
        figure.rows.push_back({std::move(name), std::move(row)});
    };
    for (const float height : {0.1f, 0.2f})
        add_row(fmt::format("h = {}", height), level_grid(height));
    constexpr int middle = map_down / 2;  // the row of the triangle's plane
    constexpr int foot = 60;              // the column of y = 0, right of the axis
    add_row("section", {even_coordinates(-foot * pitch, pitch, map_across),
                        even_coordinates(middle * pitch, -pitch, map_down), 0.5f, Plane::upright});
    const Page& page = grid.page;
    const double size = grid.factor(map_across), font = page.font();
    for (Cell& cell : figure.rows.back().cells) {
        Drawing& body = cell.body;
        const Pen pen{pale_ink, page.hair()};
        const double x = 4 * size, zero = size * (middle + 0.5);
        body.arrow({x, body.height}, {x, 0.4 * font}, pen);
        body.text(x + 0.4 * font, font, 0, "h", font, pale_ink);
        for (const auto& [h, text] : {std::pair{-0.3, "−0.3"}, {0.0, "0"}, {0.3, "0.3"}}) {
            const double y = zero - size * h / pitch;
            body.line({{x, y}, {x + 0.3 * font, y}}, pen);
            body.text(x + 0.4 * font, y + 0.3 * font, 0, text, 0.85 * font, pale_ink);
        }
    }
    return compose(std::move(figure), grid);
}

Drawing draw_acceptance_by_ulps() {
    const Triangle<float> tri{{0.17f, 0.12f, 0}, {0.92f, 0.41f, 0}, {0.31f, 0.93f, 0}};
    const auto middle = 0.5f * (tri.b + tri.c);
    const AcceptanceFigure figure{
        "Float by float, an edge frays, and neither double nor atan2 removes the angle sum's halo",
        fmt::format("48 × 48 neighbouring floats, 2⁻²⁴ apart, around the middle ({}, {}) of the "
                    "edge from b = ({}, {}) to c = ({}, {}); a = ({}, {}); in float unless named; "
                    "at ε = 0.1 the halo extends beyond the frame",
                    middle.x, middle.y, tri.b.x, tri.b.y, tri.c.x, tri.c.y, tri.a.x, tri.a.y),
        tri, float_grid(middle, 48),
        parsed({"same-side", "signed-angle-sum", "angle-sum-walking",
                "angle-sum-walking:variant=corrected", "angle-sum:0.1",
                "angle-sum:epsilon=0.1,precision=double", "angle-sum:epsilon=5e-6,precision=double",
                "angle-sum:epsilon=5e-6,variant=atan2,precision=double"})};
    return draw_acceptance(figure, maps_of(figure));
}

}  // namespace hitmiss
