#include "draw/acceptance_map.hpp"

#include "draw/error_map.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// The triangle's edges over a map whose samples are squares of side `size`. In a vertical section
/// they are one line, with white beside it, because all of it may lie on errors.
void draw_edges(Drawing& drawing, const AcceptanceFigure& figure, int size, const Page& page) {
    std::vector<Pen> pens{{ink, page.hair()}};
    if (figure.points.plane == PointGrid::Plane::upright)
        pens = {{palette::background, page.mm(0.7)}, {ink, page.mm(0.25)}};
    for (const auto& [from, to] : edges(figure.triangle)) {
        auto line = edge_among(figure.points, from, to);
        if (line.empty()) continue;
        for (Point& point : line) point *= size;
        for (const Pen& pen : pens) drawing.line(line, pen);
    }
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
    const int width = int(figure.points.columns.size()), height = int(figure.points.rows.size());
    const int size = grid.factor(width);
    std::vector<Cell> cells;
    for (std::size_t m = 0; m < maps.size(); ++m) {
        OutcomeMap outcomes(width, height);
        Picture picture(width, height);
        for (std::size_t k = 0; k < picture.pixels.size(); ++k)
            outcomes.pixels[k] = maps[m].outcome(k), picture.pixels[k] = maps[m].colour(k);
        Cell& cell = cells.emplace_back(Cell{caption(figure.methods[m], Caption::predicate),
                                             framed(picture, size, grid.page),
                                             {maps[m].leaks, maps[m].false_hits}});
        draw_edges(cell.body, figure, size, grid.page);
        add_rings(cell.body, outcomes, size, grid.page);
    }
    return cells;
}

std::vector<Drawing> draw_acceptance(const AcceptanceFigure& figure,
                                     std::span<const AcceptanceMap> maps, const Page& page) {
    const Grid grid(page, figure.methods.size(), page.columns(), no_margin,
                    int(figure.points.columns.size()));
    return compose_pages({figure.title,
                          figure.subtitle,
                          {{"", acceptance_cells(figure, maps, grid)}},
                          {legend_entry(row_of(Outcome::leak)),
                           legend_entry(row_of(Outcome::false_hit)),
                           {palette::silhouette, rightly_inside},
                           {palette::background, rightly_outside}}},
                         grid);
}

}  // namespace hitmiss
