// The documentation's figures of where point tests say inside.

#include <fmt/format.h>

#include <cmath>

#include "draw/acceptance_map.hpp"
#include "draw/error_map.hpp"
#include "draw/textbook.hpp"

namespace hitmiss {
namespace {

/// Samples of the section through the equilateral triangle: 192 to a side.
constexpr double pitch = 1.0 / 192;
constexpr int map_across = 256, map_down = 214;
/// False hits, paler the higher they are, so that volumes look solid in grey too.
Rgb volume_tint(double height) {
    const auto mixed = [&](int low, int high) {
        return std::uint8_t(std::lround(low + (high - low) * std::min(2 * height, 1.0)));
    };
    return {mixed(130, 236), mixed(152, 241), mixed(200, 250)};
}

std::vector<Method> parsed(std::initializer_list<std::string_view> specs) {
    std::vector<Method> methods;
    for (const auto spec : specs) methods.push_back(parse_method(spec));
    return methods;
}

/// A triangle of side 1 with b and c on the x axis.
Triangle<float> equilateral_triangle() {
    return {{0.5f, std::sqrt(0.75f), 0}, {0, 0, 0}, {1, 0, 0}};
}

/// The border of the points that a test accepts at a height: the left ends of its rows downwards,
/// then the right ends upwards. Each row of the volumes that are drawn is one piece.
std::vector<Point> level(const Kernel& kernel, const Triangle<float>& tri, double height) {
    constexpr int rows = 320, columns = 140;
    const auto accepts = [&](double x, double y) {
        return kernel.inside(Vec<double>(x, y, height), tri);
    };
    const auto border = [&](double in, double out, double y) {
        for (int halving = 0; halving < 20; ++halving) {
            const double middle = (in + out) / 2;
            (accepts(middle, y) ? in : out) = middle;
        }
        return in;
    };
    std::vector<Point> left, right;
    for (int row = 0; row < rows; ++row) {
        const double y = -0.15 + 1.2 * (row + 0.37) / rows;  // not the line through b and c
        const auto x = [](int column) { return -0.2 + 1.4 * column / columns; };
        int first = 0, last = columns;
        while (first <= columns && !accepts(x(first), y)) ++first;
        if (first > columns) continue;
        while (!accepts(x(last), y)) --last;
        left.emplace_back(border(x(first), x(first - 1), y), y);
        right.emplace_back(border(x(last), x(last + 1), y), y);
    }
    left.insert(left.end(), right.rbegin(), right.rend());
    return left;
}

/// The half of the accepted volume above the triangle's plane, in slices, seen from above.
Drawing draw_volume(const Method& method, double width, const Page& page) {
    constexpr double step = 0.02, highest = 0.5;
    const Triangle<float> tri = equilateral_triangle();
    const Kernel kernel = method.kernel({});
    Drawing body{width, 0.8 * width};
    const auto seen = [&](Point p, double h) {
        return Point(0.2 * width, 0.71 * width) +
               width * Point(0.56 * p.x + 0.2 * p.y, 0.08 * p.x - 0.33 * p.y - 0.62 * h);
    };
    const auto outline = [&](const std::vector<Point>& points, double h) {
        std::vector<Point> at;
        for (const Point& p : points) at.push_back(seen(p, h));
        return Shape{{{std::move(at)}}};
    };
    std::vector<Point> corners;
    for (const auto& corner : {tri.a, tri.b, tri.c}) corners.emplace_back(corner.x, corner.y);
    Shape triangle = outline(corners, 0);
    triangle.fill = palette::area, triangle.pen = Pen{ink, page.mm(0.25)};
    body.add(triangle);
    bool endless = false;
    for (int slice = 1; slice * step <= highest; ++slice) {
        const auto border = level(kernel, tri, slice * step);
        endless = !border.empty();
        if (!endless) break;
        Shape shape = outline(border, slice * step);
        shape.fill = volume_tint(slice * step);
        shape.pen = Pen{palette::false_hit, slice % 5 == 0 ? page.mm(0.35) : page.mm(0.09)};
        body.add(shape);
    }
    triangle.fill.reset(), triangle.pen->dashes = {page.mm(0.8), page.mm(0.8)};
    body.add(triangle);  // what the volume hides of it
    if (endless)         // it goes on
        for (const Point& corner : corners)
            body.arrow(seen(corner, highest), seen(corner, highest + 0.12),
                       {palette::false_hit, page.hair()});
    const Pen axis{pale_ink, page.hair()};
    const auto beside = [&](double h) { return seen({-0.2, 0}, h); };
    body.arrow(beside(0), beside(0.55), axis);
    body.text(beside(0.55).x + 0.4 * page.font(), beside(0.55).y + 0.6 * page.font(), 0, "ℎ",
              page.font(), pale_ink);
    for (const auto& [h, text] : {std::pair{0.0, "0"}, {0.2, "0.2"}, {0.4, "0.4"}}) {
        body.line({beside(h), beside(h) + Point(0.3 * page.font(), 0)}, axis);
        body.text(beside(h).x - 0.3 * page.font(), beside(h).y + 0.35 * page.font(), 1, text,
                  0.85 * page.font(), pale_ink);
    }
    return body;
}

/// The height of the highest row that holds an error; nothing if it is the map's first.
std::optional<double> highest_error(const InsideMap& map, const PointGrid& points) {
    const auto& outcomes = map.outcomes.pixels;
    const auto found = std::ranges::find(outcomes, Outcome::false_hit);
    if (found == outcomes.end()) return {};
    const std::size_t row = std::size_t(found - outcomes.begin()) / points.columns.size();
    return row == 0 ? std::nullopt : std::optional(double(points.rows[row]));
}

}  // namespace

Drawing draw_acceptance_above() {
    const auto methods = parsed({"same-side", "same-side:variant=corrected", "angle-sum:0.5"});
    const Grid grid({}, methods.size(), methods.size(), upright_names, map_across);
    const Page& page = grid.page;
    Composition figure{
        "Point tests also accept points off the plane: a dome, an endless column, a cushion",
        "equilateral triangle of side 1; the half above its plane, and a section through the top "
        "corner; float",
        {{"volume", {}}, {"section", {}}},
        {{volume_tint(0), "false hits"}, {palette::background, rightly_outside}}};
    constexpr int middle = map_down / 2;  // the row of the triangle's plane
    constexpr int foot = 60;              // the column of y = 0, right of the axis
    const AcceptanceFigure section{{},
                                   {},
                                   equilateral_triangle(),
                                   {even_coordinates(-foot * pitch, pitch, map_across),
                                    even_coordinates(middle * pitch, -pitch, map_down), 0.5f, 0},
                                   methods};
    const auto maps = maps_of(section);
    figure.rows[1].cells = acceptance_cells(section, maps, grid);
    const double size = grid.factor(map_across), font = page.font();
    for (std::size_t m = 0; m < methods.size(); ++m) {
        Cell& cell = figure.rows[1].cells[m];
        figure.rows[0].cells.push_back(
            {std::move(cell.caption), draw_volume(methods[m], cell.body.width, page)});
        cell.caption.clear(), cell.counts.clear();
        Drawing& body = cell.body;
        for (Rgb& pixel : std::get<Raster>(body.elements.front()).picture.pixels)
            if (pixel == palette::false_hit) pixel = volume_tint(0);
        const Pen pen{pale_ink, page.hair()};
        const double x = 4 * size, zero = size * (middle + 0.5);
        body.arrow({x, body.height}, {x, 0.4 * font}, pen);
        body.text(x + 0.4 * font, font, 0, "ℎ", font, pale_ink);
        for (const auto& [h, text] : {std::pair{-0.4, "−0.4"}, {0.0, "0"}, {0.4, "0.4"}}) {
            const double y = zero - size * h / pitch;
            body.line({{x, y}, {x + 0.3 * font, y}}, pen);
            body.text(x + 0.4 * font, y + 0.3 * font, 0, text, 0.85 * font, pale_ink);
        }
        body.text(0.56 * body.width, zero + 1.3 * font, 0.5, "triangle", font);
        const double right = body.width - 0.5 * font;
        const auto top = highest_error(maps[m], section.points);
        if (top) {
            const double y = zero - size * *top / pitch;
            body.line({{0.52 * body.width, y}, {right, y}},
                      {pale_ink, page.hair(), {page.mm(0.8), page.mm(0.8)}});
            body.text(right, y - 0.4 * font, 1, fmt::format("up to {:.2f}", *top), font);
        } else {
            body.text(0.56 * body.width, 1.5 * font, 0.5, "endless", font);
        }
    }
    return compose(figure, grid);
}

Drawing draw_acceptance_by_ulps() {
    const Triangle<float> tri{{0.17f, 0.12f, 0}, {0.92f, 0.41f, 0}, {0.31f, 0.93f, 0}};
    const AcceptanceFigure figure{
        "Float by float, an edge frays, and neither double nor atan2 removes the angle sum's halo",
        "48 × 48 neighbouring floats, 2⁻²⁴ apart, around the middle of an edge; in float unless "
        "named",
        tri, float_grid(0.5f * (tri.b + tri.c), 48),
        parsed({"same-side", "signed-angle-sum", "angle-sum-walking",
                "angle-sum-walking:variant=corrected", "angle-sum:0.1",
                "angle-sum:epsilon=0.1,precision=double", "angle-sum:epsilon=5e-6,precision=double",
                "angle-sum:epsilon=5e-6,variant=atan2,precision=double"})};
    return draw_acceptance(figure, maps_of(figure)).front();
}

}  // namespace hitmiss
