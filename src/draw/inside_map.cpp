#include "draw/inside_map.hpp"

#include <fmt/format.h>

#include <cfloat>
#include <cmath>
#include <glm/common.hpp>

#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// More lines than these would hide the map.
constexpr std::size_t most_lines = 600;

/// Where the plane cuts the triangles, in the coordinates of the picture's axes.
std::vector<Segment> section(const PointGrid& slice, std::span<const Triangle<float>> triangles) {
    std::vector<Segment> lines;
    const int u = slice.right(), v = slice.up();
    for (const auto& tri : triangles) {
        if (const auto cut = cut_by_plane(tri, slice.axis, slice.at))
            lines.emplace_back(Point(cut->first[u], cut->first[v]),
                               Point(cut->second[u], cut->second[v]));
        if (lines.size() > most_lines) return {};
    }
    return lines;
}

/// The wrong points of the map whose rule casts one ray, the section, and the faces by which rays
/// leave the mesh, seen along the rays: each ray is a point.
Drawing seen_along(const InsideFigure& figure, std::span<const Triangle<float>> triangles,
                   std::span<const Segment> lines, double width, const Page& page) {
    const InsideMap& map = *figure.one_ray->first;
    const Vec<double> d = glm::normalize(figure.one_ray->second);
    const int least = std::abs(d.x) <= std::abs(d.z) ? 0 : 2;
    Vec<double> aside(0);
    aside[least] = 1;
    const Vec<double> right = glm::normalize(glm::cross(aside, d)), up = glm::cross(d, right);
    const auto seen = [&](const Vec<double>& p) {
        return Point(glm::dot(p, right), -glm::dot(p, up));
    };
    Point lo(1e300), hi(-1e300);
    for (const auto& tri : triangles)
        for (const auto& corner : {tri.a, tri.b, tri.c})
            lo = glm::min(lo, seen(Vec<double>(corner))),
            hi = glm::max(hi, seen(Vec<double>(corner)));
    const double scale = width / std::max(hi.x - lo.x, hi.y - lo.y);
    Drawing body{width, scale * (hi.y - lo.y)};
    const auto at = [&](const Vec<double>& p) {
        return scale * (seen(p) - lo) + Point(0.5 * (width - scale * (hi.x - lo.x)), 0);
    };
    Shape faces{{}, palette::silhouette, Pen{palette::area, page.hair()}};
    for (const auto& tri : triangles) {
        const Triangle<double> t(tri);
        if (glm::dot(normal(t), d) > 0) faces.contours.push_back({{at(t.a), at(t.b), at(t.c)}});
    }
    body.add(std::move(faces));
    for (const auto& [from, to] : lines)
        body.line({at(figure.slice.at_place(from)), at(figure.slice.at_place(to))},
                  {ink, page.hair()});
    for_each_error(map.outcomes, [&](int x, int y, Outcome outcome) {
        const auto number = map.outcomes.index(x, y);
        body.dot(at(Vec<double>(figure.slice.point(number))), page.mm(0.25),
                 row_of(outcome).colour);
    });
    return body;
}

/// The least power of two of which at most `count` make the length.
double binary_step(double length, int count) {
    const double step = std::ldexp(1, std::ilogb(length / count));
    return step * count < length ? 2 * step : step;
}

}  // namespace

PointGrid make_slice(const Box& box, int axis, float at, int width, int height) {
    PointGrid slice{{}, {}, at, axis};
    const int u = slice.right(), v = slice.up();
    const Vec<double> lo(box.lo), hi(box.hi);
    const double across = 1.1 * (hi[u] - lo[u]), up = 1.1 * (hi[v] - lo[v]);
    const double step =
        std::max({binary_step(across, width), binary_step(up, height), double(FLT_MIN)});
    const auto samples = [&](int along, double length) {
        const double middle = 0.5 * (lo[along] + hi[along]);
        const double first = std::floor((middle - 0.5 * length) / step) * step;
        return even_coordinates(first, step, int(std::ceil(length / step)) + 2);
    };
    slice.columns = samples(u, across), slice.rows = samples(v, up);
    std::ranges::reverse(slice.rows);
    return slice;
}

void InsideMap::begin(const PointGrid& grid) {
    outcomes = OutcomeMap(int(grid.columns.size()), int(grid.rows.size()));
    said.assign(grid.points(), 0);
}

void InsideMap::mark(std::size_t number, const ExactInside& exact, bool inside) {
    said[number] = std::uint8_t(exact.on_surface ? 2 : inside);
    if (!exact.on_surface && inside != exact.parity)
        outcomes.pixels[number] = exact.parity ? Outcome::leak : Outcome::false_hit;
}

ExactMaps map_slice(const PointGrid& slice, const std::vector<Insider>& rules,
                    const Geometry& geometry, bool judged, std::vector<InsideMap>& maps) {
    ExactMaps truth;
    for (InsideMap& map : maps) map.begin(slice);
    truth.parity.begin(slice), truth.winding.begin(slice);
    const auto keep = [&](std::uint64_t number, const ExactInside& exact,
                          const std::vector<bool>& said) {
        const auto mark = [&](InsideMap& map, bool inside) {
            map.mark(number, judged ? exact : ExactInside{false, inside}, inside);
        };
        for (std::size_t r = 0; r < maps.size(); ++r) mark(maps[r], said[r]);
        mark(truth.parity, exact.parity), mark(truth.winding, exact.wound());
    };
    const auto tallies = judge_points([&](std::uint64_t k) { return slice.point(k); },
                                      slice.points(), rules, geometry, keep);
    truth.on_surface = tallies.winding.on_surface;
    if (!judged) return truth;
    for (std::size_t r = 0; r < maps.size(); ++r) maps[r].tally = tallies.rules[r];
    truth.winding.tally = tallies.winding;
    return truth;
}

Picture picture_of(const InsideMap& map, Rgb outside) {
    const Rgb colours[]{outside, palette::silhouette, palette::area};
    Picture picture(map.outcomes.width, map.outcomes.height);
    for (std::size_t k = 0; k < picture.pixels.size(); ++k) {
        const Outcome outcome = map.outcomes.pixels[k];
        picture.pixels[k] =
            outcome != Outcome::right ? row_of(outcome).colour : colours[map.said[k]];
    }
    return picture;
}

std::vector<Drawing> draw_inside(const InsideFigure& figure,
                                 std::span<const Triangle<float>> triangles, const Page& page) {
    const PointGrid& slice = figure.slice;
    // Maps of rules that get no point wrong are alike: where others do, their names are enough.
    std::vector<const InsideMap*> shown;
    std::vector<std::string> right;
    InsideTally sum;
    for (const InsideMap& map : figure.exact) shown.push_back(&map);
    for (const InsideMap& map : figure.maps)
        if (!figure.judged || map.errors() > 0)
            shown.push_back(&map);
        else
            right.push_back(joined_texts(map.caption));
    if (shown.empty()) shown.push_back(&figure.maps.front());
    for (const InsideMap* map : shown) sum += map->tally;
    const bool along =
        figure.one_ray && figure.one_ray->first->errors() > 0 && triangles.size() <= most_lines;
    const int width = int(slice.columns.size());
    const Grid grid(page, shown.size() + along, page.columns(), no_margin, width);
    const int size = grid.factor(width);
    const auto lines = section(slice, triangles);
    const auto at_pixel = [&](const Point& p) {
        return double(size) *
               Point(position_among(slice.columns, p.x), position_among(slice.rows, p.y));
    };
    Composition sheet{figure.title, figure.subtitle, {{"", {}}}, {}};
    auto& cells = sheet.rows[0].cells;
    for (const InsideMap* map : shown) {
        Cell& cell =
            cells.emplace_back(Cell{map->caption, framed(picture_of(*map), size, grid.page)});
        const bool right_by_itself = !figure.exact.empty() && map == &figure.exact.front();
        if (sum.missing > 0 && !right_by_itself) cell.counts.push_back(map->tally.missing);
        if (sum.added > 0 && !right_by_itself) cell.counts.push_back(map->tally.added);
        for (const auto& [from, to] : lines)
            cell.body.line_within(at_pixel(from), at_pixel(to), {ink, grid.page.hair()});
        add_rings(cell.body, map->outcomes, size, grid.page);
        if (along && map == figure.one_ray->first)
            cells.push_back({{"the mesh seen along the ray", "the same points; black: the slice"},
                             seen_along(figure, triangles, lines, size * width, grid.page)});
    }
    if (!right.empty()) sheet.foot = fmt::format("no wrong points: {}", fmt::join(right, "; "));
    if (sum.missing > 0) sheet.legend.push_back({palette::leak, "inside, called outside"});
    if (sum.added > 0) sheet.legend.push_back({palette::false_hit, "outside, called inside"});
    sheet.legend.push_back(
        {palette::silhouette, figure.judged ? "correctly inside" : "called inside"});
    if (figure.judged && figure.points < slice.points())
        sheet.legend.push_back({palette::area, "on the surface, not judged"});
    return compose_pages(sheet, grid);
}

}  // namespace hitmiss
