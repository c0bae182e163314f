#include "draw/acceptance_map.hpp"

#include "base/error.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// The triangle's edges over a map whose samples are squares of side `size`. In a vertical section
/// they are one line, with white beside it, because all of it may lie on errors.
void draw_edges(Drawing& drawing, const AcceptanceFigure& figure, int size, const Page& page) {
    std::vector<Pen> pens{{ink, page.hair()}};
    if (figure.points.axis != 2) pens = {{palette::background, page.mm(0.7)}, {ink, page.mm(0.25)}};
    for (const auto& [from, to] : edges(figure.triangle)) {
        auto line = edge_among(figure.points, from, to);
        if (line.empty()) continue;
        for (Point& point : line) point *= size;
        for (const Pen& pen : pens) drawing.line(line, pen);
    }
}

}  // namespace

InsideMap map_acceptance(const std::function<bool(const Vec<float>&)>& accepts,
                         const Triangle<float>& tri, const PointGrid& grid) {
    if (tri.a.z != 0 || tri.b.z != 0 || tri.c.z != 0)
        throw Error(Exit::bug, "an acceptance map of a triangle outside of the plane z = 0");
    InsideMap map;
    map.begin(grid);
    for (std::size_t k = 0; k < grid.points(); ++k) {
        const auto P = grid.point(k);
        const ExactInside exact{false, exactly_inside(P, tri)};
        const bool accepted = accepts(P);
        map.mark(k, exact, accepted), map.tally.add(exact, accepted);
    }
    return map;
}

InsideMap map_acceptance(const Method& method, const Triangle<float>& tri, const PointGrid& grid) {
    const Kernel kernel = method.kernel({});
    if (!kernel.inside)
        throw Error(
            Exit::usage,
            "{}: tests rays, not points; the methods that test points are {}; or give --edge",
            method.name(), point_tests());
    return map_acceptance([&](const Vec<float>& P) { return kernel.inside(Vec<double>(P), tri); },
                          tri, grid);
}

std::vector<InsideMap> maps_of(const AcceptanceFigure& figure) {
    std::vector<InsideMap> maps;
    for (const Method& method : figure.methods)
        maps.push_back(map_acceptance(method, figure.triangle, figure.points));
    return maps;
}

std::vector<Cell> acceptance_cells(const AcceptanceFigure& figure, std::span<const InsideMap> maps,
                                   const Grid& grid) {
    const int size = grid.factor(int(figure.points.columns.size()));
    std::vector<Cell> cells;
    for (std::size_t m = 0; m < maps.size(); ++m) {
        const InsideMap& map = maps[m];
        Cell& cell = cells.emplace_back(Cell{caption(figure.methods[m], Caption::predicate),
                                             framed(picture_of(map), size, grid.page),
                                             {map.tally.missing, map.tally.added}});
        draw_edges(cell.body, figure, size, grid.page);
        add_rings(cell.body, map.outcomes, size, grid.page);
    }
    return cells;
}

std::vector<Drawing> draw_acceptance(const AcceptanceFigure& figure,
                                     std::span<const InsideMap> maps, const Page& page) {
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
