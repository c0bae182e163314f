#include "draw/acceptance_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "draw/error_map.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

using Plane = PointGrid::Plane;

/// Samples of the equilateral triangle and its surroundings: 192 to a side, and one row of them
/// exactly on the x axis.
constexpr double pitch = 1.0 / 192;
constexpr int map_across = 256, map_down = 214, axis_row = 184;

std::vector<LegendEntry> legend() {
    return {legend_entry(row_of(Outcome::leak)),
            legend_entry(row_of(Outcome::false_hit)),
            {palette::silhouette, rightly_inside},
            {palette::background, rightly_outside}};
}

std::vector<std::string> name_and_settings(const Method& method) {
    std::vector<std::string> switches;
    if (const auto epsilon = method.epsilon()) switches.push_back("ε = " + in_figure(*epsilon));
    if (method.precision != Precision::single) switches.emplace_back(to_string(method.precision));
    if (method.variant != Variant::published || switches.empty())
        switches.emplace_back(to_string(method.variant));
    return {std::string(method.name()), fmt::format("{}", fmt::join(switches, ", "))};
}

/// The triangle's edges over a map whose samples are squares of side `size`; the line that is left
/// of it in an upright one has white beside it, for all of it may lie on errors.
void draw_edges(Drawing& drawing, const Triangle<float>& tri, const PointGrid& grid, int size,
                const Page& page) {
    const auto position = [](float value, const std::vector<float>& samples) {
        return (double(value) - samples[0]) / (double(samples[1]) - samples[0]) + 0.5;
    };
    const auto place = [&](const Vec<float>& v) {
        const bool level = grid.plane == Plane::level;
        return double(size) * Point(position(level ? v.x : v.y, grid.columns),
                                    position(level ? v.y : v.z, grid.rows));
    };
    std::vector<Pen> pens{{ink, page.hair()}};
    if (grid.plane == Plane::upright)
        pens = {{palette::background, page.mm(0.7)}, {ink, page.mm(0.25)}};
    for (const auto& [from, to] : {std::pair{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}})
        if (const auto seen = clipped(place(from), place(to), drawing.width, drawing.height))
            for (const Pen& pen : pens) drawing.line({seen->first, seen->second}, pen);
}

/// A cell for each method.
std::vector<Cell> cells(const AcceptanceFigure& figure, std::span<const AcceptanceMap> maps,
                        const Grid& grid) {
    const PointGrid& points = figure.points;
    const int width = int(points.columns.size()), height = int(points.rows.size());
    const int size = grid.factor(width);
    std::vector<Cell> result;
    for (std::size_t m = 0; m < maps.size(); ++m) {
        const AcceptanceMap& map = maps[m];
        std::vector<Outcome> outcomes;
        Picture ground(width, height);
        for (std::size_t k = 0; k < ground.pixels.size(); ++k) {
            outcomes.push_back(map.outcome(k));
            ground.pixels[k] = map.ground(k);
        }
        Drawing body = draw_map(
            {ground, outcomes}, ground.area(), size, grid.page,
            [&](Drawing& under) { draw_edges(under, figure.triangle, points, size, grid.page); });
        result.push_back(
            {name_and_settings(figure.methods[m]), std::move(body), {map.leaks, map.false_hits}});
    }
    return result;
}

std::vector<Method> parsed(std::initializer_list<std::string_view> specs) {
    std::vector<Method> methods;
    for (const auto spec : specs) methods.push_back(parse_method(spec));
    return methods;
}

/// Of side 1, with b and c on the x axis, where samples lie exactly on the line through them.
Triangle<float> equilateral_triangle() {
    return {{0.5f, std::sqrt(0.75f), 0}, {0, 0, 0}, {1, 0, 0}};
}

PointGrid level_grid(float height) {
    return {even_coordinates(-32 * pitch, pitch, map_across),
            even_coordinates(axis_row * pitch, -pitch, map_down), height, Plane::level};
}

}  // namespace

std::vector<AcceptanceMap> maps_of(const AcceptanceFigure& figure) {
    std::vector<AcceptanceMap> maps;
    for (const Method& method : figure.methods)
        maps.push_back(map_acceptance(method, figure.triangle, figure.points));
    return maps;
}

Drawing draw_acceptance(const AcceptanceFigure& figure, std::span<const AcceptanceMap> maps,
                        const Page& page) {
    const Grid grid(page, figure.methods.size(), most_columns(page), false,
                    int(figure.points.columns.size()));
    return compose({figure.title, figure.subtitle, {{"", cells(figure, maps, grid)}}, legend()},
                   grid);
}

Drawing draw_acceptance_in_plane() {
    const AcceptanceFigure figure{
        "The angle sum accepts a bulge beside each edge, same-side a whole line",
        fmt::format("points in the plane of an equilateral triangle of side 1 that each predicate "
                    "calls inside; {} × {} samples, 1/192 apart, in float",
                    map_across, map_down),
        equilateral_triangle(), level_grid(0),
        parsed({"same-side", "same-side:variant=corrected", "signed-angle-sum", "angle-sum:0.1",
                "angle-sum:0.5", "angle-sum-walking"})};
    return draw_acceptance(figure, maps_of(figure));
}

Drawing draw_acceptance_above() {
    const auto methods = parsed({"same-side", "same-side:variant=corrected", "angle-sum:0.5"});
    const Grid grid({}, methods.size(), methods.size(), true, map_across);
    Composition figure{
        "Off the plane, same-side accepts a bubble, corrected a prism, the angle sum a cushion",
        "equilateral triangle of side 1; planes at height h, and the upright section from the "
        "middle of the bottom edge, left, to the opposite vertex; the prism goes on beyond the "
        "frame; in float",
        {},
        {legend_entry(row_of(Outcome::false_hit)), {palette::background, rightly_outside}}};
    const auto add_row = [&](std::string name, const PointGrid& points) {
        const AcceptanceFigure plane{{}, {}, equilateral_triangle(), points, methods};
        auto row = cells(plane, maps_of(plane), grid);
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
    constexpr int middle = map_down / 2;  // the row that is the triangle's line
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
        for (const double h : {-0.3, 0.0, 0.3}) {
            const double y = zero - size * h / pitch;
            body.line({{x, y}, {x + 0.3 * font, y}}, pen);
            body.text(x + 0.4 * font, y + 0.3 * font, 0,
                      h < 0   ? "−0.3"
                      : h > 0 ? "0.3"
                              : "0",
                      0.85 * font, pale_ink);
        }
    }
    return compose(figure, grid);
}

PointGrid edge_grid(const Vec<float>& p, const Vec<float>& q, int count) {
    const auto middle = 0.5f * (p + q);
    PointGrid grid{consecutive_floats(middle.x, count), consecutive_floats(middle.y, count)};
    std::reverse(grid.rows.begin(), grid.rows.end());
    return grid;
}

Drawing draw_acceptance_by_ulps() {
    const Triangle<float> tri{{0.17f, 0.12f, 0}, {0.92f, 0.41f, 0}, {0.31f, 0.93f, 0}};
    const auto middle = 0.5f * (tri.b + tri.c);
    const AcceptanceFigure figure{
        "Float by float, an edge frays, and neither double nor atan2 removes the angle sum's halo",
        fmt::format("48 × 48 neighbouring floats, 2⁻²⁴ apart, around the middle ({}, {}) of the "
                    "edge from b = ({}, {}) to c = ({}, {}); a = ({}, {}); in float unless named; "
                    "at ε = 0.1 the halo goes beyond the frame",
                    middle.x, middle.y, tri.b.x, tri.b.y, tri.c.x, tri.c.y, tri.a.x, tri.a.y),
        tri, edge_grid(tri.b, tri.c, 48),
        parsed({"same-side", "signed-angle-sum", "angle-sum-walking",
                "angle-sum-walking:variant=corrected", "angle-sum:0.1",
                "angle-sum:epsilon=0.1,precision=double", "angle-sum:epsilon=5e-6,precision=double",
                "angle-sum:epsilon=5e-6,variant=atan2,precision=double"})};
    return draw_acceptance(figure, maps_of(figure));
}

}  // namespace hitmiss
