#include "draw/acceptance_map.hpp"

#include <algorithm>

#include "draw/error_map.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// The triangle's edges over a map whose samples are squares of side `size`. In an upright map they
/// are one line, with white beside it, because all of it may lie on errors.
void draw_edges(Drawing& drawing, const Triangle<float>& tri, const PointGrid& grid, int size,
                const Page& page) {
    const bool level = grid.plane == PointGrid::Plane::level;
    const auto position = [](float value, const std::vector<float>& samples) {
        return (double(value) - samples[0]) / (double(samples[1]) - samples[0]) + 0.5;
    };
    const auto at = [&](const Vec<float>& v) {
        return double(size) * Point(position(level ? v.x : v.y, grid.columns),
                                    position(level ? v.y : v.z, grid.rows));
    };
    std::vector<Pen> pens{{ink, page.hair()}};
    if (!level) pens = {{palette::background, page.mm(0.7)}, {ink, page.mm(0.25)}};
    for (const auto& [from, to] : {std::pair{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}})
        for (const Pen& pen : pens) drawing.line_within(at(from), at(to), pen);
}

}  // namespace

std::vector<AcceptanceMap> maps_of(const AcceptanceFigure& figure) {
    std::vector<AcceptanceMap> maps;
    for (const Method& method : figure.methods)
        maps.push_back(map_acceptance(method, figure.triangle, figure.points));
    return maps;
}

std::vector<Cell> acceptance_cells(const AcceptanceFigure& figure,
                                   std::span<const AcceptanceMap> maps, const Grid& grid) {
    const PointGrid& points = figure.points;
    const int width = int(points.columns.size()), height = int(points.rows.size());
    const int size = grid.factor(width);
    const auto edges = [&](Drawing& under) {
        draw_edges(under, figure.triangle, points, size, grid.page);
    };
    std::vector<Cell> cells;
    for (std::size_t m = 0; m < maps.size(); ++m) {
        OutcomeMap map{width, height, {}};
        Picture ground(width, height);
        for (std::size_t k = 0; k < ground.pixels.size(); ++k) {
            map.outcomes.push_back(maps[m].outcome(k));
            ground.pixels[k] = maps[m].ground(k);
        }
        cells.push_back({caption(figure.methods[m], Caption::predicate),
                         draw_map(ground, map, size, grid.page, edges),
                         {maps[m].leaks, maps[m].false_hits}});
    }
    return cells;
}

Drawing draw_acceptance(const AcceptanceFigure& figure, std::span<const AcceptanceMap> maps,
                        const Page& page) {
    const Grid grid(page, figure.methods.size(), page.columns(), false,
                    int(figure.points.columns.size()));
    return compose({figure.title,
                    figure.subtitle,
                    {{"", acceptance_cells(figure, maps, grid)}},
                    {legend_entry(row_of(Outcome::leak)),
                     legend_entry(row_of(Outcome::false_hit)),
                     {palette::silhouette, rightly_inside},
                     {palette::background, rightly_outside}}},
                   grid);
}

PointGrid edge_grid(const Vec<float>& p, const Vec<float>& q, int count) {
    const auto middle = 0.5f * (p + q);
    PointGrid grid{consecutive_floats(middle.x, count), consecutive_floats(middle.y, count)};
    std::reverse(grid.rows.begin(), grid.rows.end());
    return grid;
}

}  // namespace hitmiss
