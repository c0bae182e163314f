#include "figure/acceptance_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "figure/blocks.hpp"
#include "figure/panels.hpp"
#include "figure/stroke.hpp"
#include "methods/catalogue.hpp"
#include "truth/acceptance.hpp"
#include "truth/outcome.hpp"

namespace hitmiss {
namespace {

using Plane = PointGrid::Plane;

using Specs = std::vector<std::vector<std::string_view>>;  // by rows

/// Samples of the equilateral triangle and its surroundings: 192 to a side, and one row of them
/// exactly on the x axis.
constexpr double pitch = 1.0 / 192;
constexpr int across = 256, down = 214, axis_row = 184;

std::vector<LegendEntry> legend() {
    const OutcomeRow &leak = row_of(Outcome::leak), &false_hit = row_of(Outcome::false_hit);
    return {{leak.colour, leak.label},
            {false_hit.colour, false_hit.label},
            {palette::silhouette, "rightly inside"},
            {palette::background, "rightly outside"}};
}

std::vector<std::string> caption(const Method& method) {
    std::vector<std::string> switches;
    if (const auto epsilon = method.epsilon()) switches.push_back(fmt::format("ε = {}", *epsilon));
    if (method.precision != Precision::single) switches.emplace_back(to_string(method.precision));
    if (method.variant != Variant::published || switches.empty())
        switches.emplace_back(to_string(method.variant));
    return {std::string(method.name()), fmt::format("{}", fmt::join(switches, ", "))};
}

Picture colours(const AcceptanceMap& map) {
    Picture picture(map.width, map.height);
    for (std::size_t k = 0; k < picture.pixels.size(); ++k)
        picture.pixels[k] = map.inside[k] == map.accepted[k]
                                ? map.inside[k] ? palette::silhouette : palette::background
                                : row_of(map.inside[k] ? Outcome::leak : Outcome::false_hit).colour;
    return picture;
}

/// The triangle's edges over a map whose samples are squares of side `size`.
void draw_edges(Picture& picture, const Triangle<float>& tri, const PointGrid& grid, int size) {
    const auto position = [](float value, const std::vector<float>& samples) {
        return (double(value) - samples[0]) / (double(samples[1]) - samples[0]) + 0.5;
    };
    const auto place = [&](const Vec<float>& v) {
        const bool level = grid.plane == Plane::level;
        return double(size) * glm::dvec2(position(level ? v.x : v.y, grid.columns),
                                         position(level ? v.y : v.z, grid.rows));
    };
    for (const auto& [from, to] : {std::pair{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}})
        draw_line(picture, place(from), place(to), 1, ink);
}

Panel panel(std::string_view spec, const Triangle<float>& tri, const PointGrid& grid, int size) {
    const Method method = parse_method(spec);
    const AcceptanceMap map = map_acceptance(method, tri, grid);
    const Picture small = colours(map);
    Panel result{caption(method), magnify(small, small.area(), size), {map.leaks, map.false_hits}};
    draw_edges(result.picture, tri, grid, size);
    return result;
}

/// A panel for each method, all on one grid.
std::vector<PanelRow> panels(const Specs& rows, const Triangle<float>& tri, const PointGrid& grid,
                             int size) {
    std::vector<PanelRow> result;
    for (const auto& specs : rows) {
        result.emplace_back();
        for (const auto spec : specs) result.back().panels.push_back(panel(spec, tri, grid, size));
    }
    return result;
}

/// Of side 1, with b and c on the x axis, where samples lie exactly on the line through them.
Triangle<float> equilateral_triangle() {
    return {{0.5f, std::sqrt(0.75f), 0}, {0, 0, 0}, {1, 0, 0}};
}

PointGrid level_grid(float height) {
    return {even_coordinates(-32 * pitch, pitch, across),
            even_coordinates(axis_row * pitch, -pitch, down), height, Plane::level};
}

}  // namespace

Picture draw_acceptance_in_plane() {
    const Specs specs{{"same-side", "same-side:variant=corrected", "signed-angle-sum",
                       "angle-sum:0.1", "angle-sum:0.5"},
                      {"angle-sum:epsilon=0.5,variant=corrected",
                       "angle-sum:epsilon=0.5,variant=atan2", "angle-sum-walking",
                       "angle-sum-walking:variant=corrected", "angle-sum-walking:variant=atan2"}};
    return draw_panels(
        {"Inside, says the predicate: in the triangle's plane",
         fmt::format("equilateral triangle of side 1; {} × {} samples, 1/192 apart, in float",
                     across, down),
         panels(specs, equilateral_triangle(), level_grid(0), 1), legend()});
}

Picture draw_acceptance_above() {
    const Specs specs{{"same-side", "same-side:variant=corrected", "signed-angle-sum",
                       "angle-sum:0.5", "angle-sum:1"}};
    PanelSheet sheet{"Inside, says the predicate: above and below the triangle",
                     "equilateral triangle of side 1; planes at height h, and the upright section "
                     "through the middle of the bottom edge and the opposite vertex; in float",
                     {},
                     legend()};
    const auto add_row = [&](std::string name, const PointGrid& grid) {
        PanelRow row = panels(specs, equilateral_triangle(), grid, 1)[0];
        row.name = std::move(name);
        for (Panel& panel : row.panels) {
            panel.counts.clear();
            if (!sheet.rows.empty()) panel.caption.clear();
        }
        sheet.rows.push_back(std::move(row));
    };
    for (const float height : {0.0f, 0.1f, 0.2f, 0.4f})
        add_row(fmt::format("h = {}", height), level_grid(height));
    constexpr int middle = down / 2;  // the row that is the triangle's line
    add_row("section", {even_coordinates(-45 * pitch, pitch, across),
                        even_coordinates(middle * pitch, -pitch, down), 0.5f, Plane::upright});
    return draw_panels(sheet);
}

Picture draw_acceptance_by_ulps() {
    const Specs specs{
        {"same-side", "same-side:variant=corrected", "signed-angle-sum",
         "signed-angle-sum:precision=double"},
        {"angle-sum:0.1", "angle-sum:epsilon=0.1,variant=corrected",
         "angle-sum:epsilon=0.1,variant=atan2", "angle-sum:epsilon=0.1,precision=double"},
        {"angle-sum-walking", "angle-sum-walking:variant=corrected",
         "angle-sum-walking:variant=atan2",
         "angle-sum:epsilon=5e-6,variant=atan2,precision=double"}};
    const Triangle<float> tri{{0.17f, 0.12f, 0}, {0.92f, 0.41f, 0}, {0.31f, 0.93f, 0}};
    const auto middle = 0.5f * (tri.b + tri.c);
    PointGrid grid{consecutive_floats(middle.x, 48), consecutive_floats(middle.y, 48)};
    std::reverse(grid.rows.begin(), grid.rows.end());
    return draw_panels(
        {"An edge, float by float",
         fmt::format("48 × 48 neighbouring floats, 2⁻²⁴ apart, around the middle "
                     "({}, {}) of the edge from b = ({}, {}) to c = ({}, {}); "
                     "a = ({}, {})",
                     middle.x, middle.y, tri.b.x, tri.b.y, tri.c.x, tri.c.y, tri.a.x, tri.a.y),
         panels(specs, tri, grid, 6), legend()});
}

}  // namespace hitmiss
