#include "draw/inside_map.hpp"

#include <cfloat>
#include <cmath>

#include "judge/acceptance.hpp"

namespace hitmiss {
namespace {

/// More lines than these would hide the map.
constexpr std::size_t most_lines = 600;

/// Where the plane cuts the triangles, in the coordinates of the picture's axes.
std::vector<Segment> section(const Slice& slice, std::span<const Triangle<float>> triangles) {
    std::vector<Segment> lines;
    const int u = (slice.axis + 1) % 3, v = (slice.axis + 2) % 3;
    for (const auto& tri : triangles) {
        std::vector<Point> cuts;
        for (const auto& [p, q] : edges(Triangle<double>(tri))) {
            const double a = p[slice.axis] - slice.at, b = q[slice.axis] - slice.at;
            if ((a < 0) == (b < 0)) continue;
            const Vec<double> cut = p + a / (a - b) * (q - p);
            cuts.emplace_back(cut[u], cut[v]);
        }
        if (cuts.size() == 2) lines.emplace_back(cuts[0], cuts[1]);
        if (lines.size() > most_lines) return {};
    }
    return lines;
}

/// The least power of two of which at most `count` make the length.
double binary_step(double length, int count) {
    const double step = std::ldexp(1, std::ilogb(length / count));
    return step * count < length ? 2 * step : step;
}

}  // namespace

Vec<float> Slice::point(std::uint64_t number) const {
    Vec<float> p;
    p[axis] = at;
    p[(axis + 1) % 3] = columns[number % columns.size()];
    p[(axis + 2) % 3] = rows[number / columns.size()];
    return p;
}

Slice make_slice(const Box& box, int axis, float at, int width, int height) {
    Slice slice{axis, at, {}, {}};
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
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

ExactMaps map_slice(const Slice& slice, const std::vector<Insider>& rules, const Geometry& geometry,
                    bool judged, std::vector<InsideMap>& maps) {
    ExactMaps truth;
    const auto begin = [&](InsideMap& map) {
        map.outcomes = OutcomeMap(int(slice.columns.size()), int(slice.rows.size()));
        map.said.resize(slice.points());
    };
    std::ranges::for_each(maps, begin), begin(truth.parity), begin(truth.winding);
    const auto keep = [&](std::uint64_t number, const ExactInside& exact,
                          const std::vector<bool>& said) {
        const auto mark = [&](InsideMap& map, bool inside) {
            map.said[number] = inside;
            if (judged && !exact.on_surface && inside != exact.parity)
                map.outcomes.pixels[number] = exact.parity ? Outcome::leak : Outcome::false_hit;
        };
        for (std::size_t r = 0; r < maps.size(); ++r) mark(maps[r], said[r]);
        mark(truth.parity, exact.parity), mark(truth.winding, exact.wound());
    };
    const auto tallies = judge_points([&](std::uint64_t k) { return slice.point(k); },
                                      slice.points(), rules, geometry, keep);
    const auto count = [](InsideMap& map, const InsideTally& tally) {
        map.missing = tally.missing, map.added = tally.added;
    };
    for (std::size_t r = 0; r < maps.size(); ++r) count(maps[r], tallies.rules[r]);
    count(truth.winding, tallies.winding);
    return truth;
}

Picture picture_of(const InsideMap& map) {
    Picture picture(map.outcomes.width, map.outcomes.height);
    for (std::size_t k = 0; k < picture.pixels.size(); ++k) {
        const Outcome outcome = map.outcomes.pixels[k];
        picture.pixels[k] = outcome != Outcome::right ? row_of(outcome).colour
                            : map.said[k] != 0        ? palette::silhouette
                                                      : palette::background;
    }
    return picture;
}

Drawing draw_inside(const InsideFigure& figure, std::span<const Triangle<float>> triangles,
                    const Page& page) {
    const auto& [axis, at, columns, rows] = figure.slice;
    const int width = int(columns.size());
    std::vector<InsideMap> maps = figure.exact;
    maps.insert(maps.end(), figure.maps.begin(), figure.maps.end());
    const Grid grid(page, maps.size(), page.columns(), no_margin, width);
    const int size = grid.factor(width);
    const auto lines = section(figure.slice, triangles);
    const auto place = [size](double value, const std::vector<float>& samples) {
        return size * ((value - samples[0]) / (double(samples[1]) - samples[0]) + 0.5);
    };
    std::vector<Cell> cells;
    for (const InsideMap& map : maps) {
        Cell& cell =
            cells.emplace_back(Cell{map.caption, framed(picture_of(map), size, grid.page)});
        if (figure.judged) cell.counts = {map.missing, map.added};
        for (const auto& [from, to] : lines)
            cell.body.line_within({place(from.x, columns), place(from.y, rows)},
                                  {place(to.x, columns), place(to.y, rows)},
                                  {ink, grid.page.hair()});
        add_rings(cell.body, map.outcomes, size, grid.page);
    }
    Composition sheet{figure.title, figure.subtitle, {{"", std::move(cells)}}, {}};
    const auto& leak = row_of(Outcome::leak);
    const auto& false_hit = row_of(Outcome::false_hit);
    if (figure.judged)
        sheet.legend = {{leak.colour, "inside, called outside"},
                        {false_hit.colour, "outside, called inside"}};
    sheet.legend.push_back(
        {palette::silhouette, figure.judged ? "correctly inside" : "called inside"});
    return compose(std::move(sheet), grid);
}

}  // namespace hitmiss
