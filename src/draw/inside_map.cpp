#include "draw/inside_map.hpp"

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

}  // namespace

Vec<float> Slice::point(std::uint64_t number) const {
    Vec<float> p;
    p[axis] = at;
    p[(axis + 1) % 3] = columns[number % columns.size()];
    p[(axis + 2) % 3] = rows[number / columns.size()];
    return p;
}

Drawing draw_inside(const InsideFigure& figure, std::span<const Triangle<float>> triangles,
                    const Page& page) {
    const auto& [axis, at, columns, rows] = figure.slice;
    const int width = int(columns.size()), height = int(rows.size());
    const Grid grid(page, figure.maps.size(), page.columns(), false, width);
    const int size = grid.factor(width);
    const auto lines = section(figure.slice, triangles);
    const auto place = [size](double value, const std::vector<float>& samples) {
        return size * ((value - samples[0]) / (double(samples[1]) - samples[0]) + 0.5);
    };
    std::vector<Cell> cells;
    for (const InsideMap& map : figure.maps) {
        Picture picture(width, height);
        for (std::size_t k = 0; k < picture.pixels.size(); ++k) {
            const Outcome outcome = map.outcomes.pixels[k];
            picture.pixels[k] = outcome != Outcome::right ? row_of(outcome).colour
                                : map.said[k]             ? palette::silhouette
                                                          : palette::background;
        }
        Cell& cell = cells.emplace_back(Cell{map.caption, framed(picture, size, grid.page)});
        if (figure.judged) cell.counts = {map.missing, map.added};
        for (const auto& [from, to] : lines)
            cell.body.line_within({place(from.x, columns), place(from.y, rows)},
                                  {place(to.x, columns), place(to.y, rows)},
                                  {ink, grid.page.hair()});
        add_marks(cell.body, map.outcomes, size, grid.page);
    }
    Composition sheet{figure.title, figure.subtitle, {{"", std::move(cells)}}, {}};
    const auto& leak = row_of(Outcome::leak);
    const auto& false_hit = row_of(Outcome::false_hit);
    if (figure.judged)
        sheet.legend = {{leak.colour, "inside, called outside", leak.marker},
                        {false_hit.colour, "outside, called inside", false_hit.marker}};
    sheet.legend.push_back(
        {palette::silhouette, figure.judged ? "correctly inside" : "called inside"});
    return compose(std::move(sheet), grid);
}

}  // namespace hitmiss
