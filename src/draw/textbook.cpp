// What each method decides by: one sketch for each idea, with the numbers of its own code.

#include "draw/textbook.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "draw/compose.hpp"
#include "draw/notation.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

const Triangle<float> shown_triangle{{-0.30f, 0.96f, 0}, {-0.77f, -0.66f, 0}, {0.94f, -0.32f, 0}};

Vec<double> P_of_weights(const Vec<double>& a, const Vec<double>& b, const Vec<double>& c) {
    return 0.45 * a + 0.25 * b + 0.3 * c;
}

/// From above, to the point with the weights 0.45, 0.25 and 0.3.
Ray<float> shown_ray() {
    const auto& [a, b, c] = Triangle<double>(shown_triangle);
    const Vec<double> o(0, 0, 4);
    return {Vec<float>(o), Vec<float>(glm::normalize(P_of_weights(a, b, c) - o))};
}

/// "−0.75"
std::string hundredths(double number) {
    return fmt::format("{}{:.2f}", number < 0 ? "−" : "", std::abs(number));
}

/// A cell of the figure while it is drawn.
struct Sketch {
    const Page& page;
    std::array<NotedValue, 3> numbers;  ///< of the regions of P with the edges bc, ca and ab
    Drawing& body;
    double width = body.width, font = page.font(), small = 0.9 * font;

    /// From the plane of the triangle to the cell.
    Point place(const Vec<double>& p) const {
        const double scale = width / 2.35;
        return {0.48 * width + scale * p.x, 0.53 * width - scale * p.y};
    }
    std::array<Point, 3> corners() const {
        return {place(Vec<double>(shown_triangle.a)), place(Vec<double>(shown_triangle.b)),
                place(Vec<double>(shown_triangle.c))};
    }
    Pen line(double mm = 0.25) const { return {ink, page.mm(mm)}; }
    Pen thin() const { return {pale_ink, page.hair()}; }
    Pen dashed() const { return {pale_ink, page.hair(), {page.mm(0.8), page.mm(0.8)}}; }

    /// What stands above the number of a part.
    enum class Above { nothing, name, arrow };
    /// The parts that P cuts the triangle into, each with its number. In the part of edge ab number
    /// and name are moved by so much.
    void regions(const std::array<Point, 3>& corner, Point P, Above above, Point number = Point(0),
                 Point name = Point(0)) const {
        for (std::size_t k = 0; k < 3; ++k) {
            const Point from = corner[(k + 1) % 3], to = corner[(k + 2) % 3];
            body.polygon({P, from, to}, palette::light_area, Pen{ink, page.hair()});
            const Point inside = P + (above == Above::name ? 0.62 : 0.66) * (0.5 * (from + to) - P);
            const Point down(0, above == Above::nothing ? 0 : 0.6 * small);
            const Point minus(k == 1 && numbers[k].value < 0 ? 0.3 * small : 0, 0);
            const double of_ab = k == 2 ? small : 0;
            body.label(inside + down + minus + of_ab * number, hundredths(numbers[k].value), small);
            if (above == Above::name)
                body.label(inside - down + of_ab * name, numbers[k].name, small, pale_ink);
            if (above == Above::arrow) body.arrow_end_on(inside - down, true, line(0.2));
        }
        body.polygon({corner[0], corner[1], corner[2]}, {}, line());
    }
    void name_corners(const std::array<Point, 3>& corner, Point apart_of_a = Point(0)) const {
        const Point middle = (corner[0] + corner[1] + corner[2]) / 3.0;
        for (std::size_t k = 0; k < 3; ++k)
            body.label(corner[k] + font * (k == 0 ? apart_of_a : Point(0)) +
                           0.8 * font * glm::normalize(corner[k] - middle),
                       std::array{"𝑎", "𝑏", "𝑐"}[k], font);
    }
    void mark(Point P, Point name) const {
        body.dot(P, page.mm(0.6), ink);
        body.label(P + font * name, "𝑃", font);
    }
};

Point hit_point(const Sketch& sketch) {
    const Ray<float> ray = shown_ray();
    return sketch.place(Vec<double>(ray.o) + Vec<double>(ray.d) * (4 / -double(ray.d.z)));
}

void draw_angles(const Sketch& sketch) {
    const auto corner = sketch.corners();
    const Point P = hit_point(sketch);
    sketch.regions(corner, P, Sketch::Above::nothing);
    const auto way = [&](std::size_t k) { return glm::normalize(corner[k % 3] - P); };
    for (std::size_t k = 0; k < 3; ++k) {
        std::vector<Point> arc;
        for (int step = 0; step <= 24; ++step)
            arc.push_back(P + sketch.page.mm(2 + 0.4 * double(k)) *
                                  glm::normalize(glm::mix(way(k + 1), way(k + 2), step / 24.0)));
        sketch.body.line(std::move(arc), sketch.line());
    }
    sketch.mark(P, {0.3, -1.35});
    sketch.name_corners(corner);
}

/// The lines of the edges, and a normal on each part.
void draw_sides(const Sketch& sketch) {
    const auto corner = sketch.corners();
    const Point P = hit_point(sketch);
    for (std::size_t k = 0; k < 3; ++k) {
        const Point from = corner[k], along = corner[(k + 1) % 3] - from;
        for (const Point& side : {from - 0.1 * along, from + 1.1 * along})
            sketch.body.line({from, side}, sketch.dashed());
    }
    sketch.regions(corner, P, Sketch::Above::arrow);
    sketch.mark(P, {0.3, -1.35});
    const Point apart[]{{0.9, 0.2}, {-0.2, -1.1}, {-0.2, 1.0}};
    for (std::size_t k = 0; k < 3; ++k)
        sketch.body.label(corner[k] + sketch.font * apart[k], std::array{"𝑎", "𝑏", "𝑐"}[k],
                          sketch.font);
}

/// From a, u along the edge to b, then v along the edge to c.
void draw_steps(const Sketch& sketch) {
    const auto corner = sketch.corners();
    const auto& [a, b, c] = corner;
    const double u = sketch.numbers[1].value, v = sketch.numbers[2].value;
    sketch.body.polygon({a, b, c}, palette::light_area, sketch.line());
    const Point turn = a + u * (b - a), P = turn + v * (c - a);
    sketch.body.arrow(a, turn, sketch.line(0.4));
    sketch.body.arrow(turn, P, sketch.line(0.4));
    const double font = sketch.font, small = sketch.small;
    sketch.body.text(turn.x - 0.4 * font, 0.5 * (a + turn).y + 0.35 * small, 1,
                     fmt::format("𝑢 = {}", hundredths(u)), small);
    sketch.body.text(0.5 * (turn + P).x, P.y + 1.2 * font, 0.5,
                     fmt::format("𝑣 = {}", hundredths(v)), small);
    sketch.mark(P, {0.8, -0.2});
    sketch.name_corners(corner);
}

/// The unit triangle that a matrix maps the triangle to, which stands small beside it.
void draw_unit_triangle(const Sketch& sketch) {
    const double x = sketch.numbers[1].value, y = sketch.numbers[2].value;
    const double font = sketch.font, small = sketch.small, unit = 0.62 * sketch.width;
    const Point origin(0.2 * sketch.width, 0.82 * sketch.width);
    const auto at = [&](double right, double up) { return origin + unit * Point(right, -up); };
    Drawing& body = sketch.body;
    body.polygon({at(0, 0), at(1, 0), at(0, 1)}, palette::light_area, sketch.line());
    body.arrow(origin, at(1.22, 0), sketch.thin());
    body.arrow(origin, at(0, 1.22), sketch.thin());
    const Point P = at(x, y);
    body.line({P, at(x, 0)}, sketch.dashed());
    body.line({P, at(0, y)}, sketch.dashed());
    sketch.mark(P, {0.6, -0.6});
    body.label(at(x, 0) + Point(0, 0.8 * font), hundredths(x), small);
    body.text(at(0, y).x - 0.4 * font, at(0, y).y + 0.35 * small, 1, hundredths(y), small);
    body.label(at(1, 0) + Point(0, 0.8 * font), "1", small);
    body.text(at(0, 1).x - 0.4 * font, at(0, 1).y + 0.35 * small, 1, "1", small);
    body.label(at(1.22, 0) + Point(0, 0.8 * font), "𝑥, 𝑢", font);
    body.text(at(0, 1.22).x - 0.4 * font, at(0, 1.22).y + 0.5 * font, 1, "𝑦, 𝑣", font);
    const Point corner(0.78 * sketch.width, 0.25 * sketch.width);
    std::vector<Point> small_triangle;
    for (const Point& p : sketch.corners())
        small_triangle.push_back(corner + 0.3 * (p - Point(0.47, 0.53) * sketch.width));
    body.polygon(small_triangle, palette::plane, sketch.thin());
    body.arrow(corner + Point(-3.4, 2.4) * font, corner + Point(-5.6, 4.6) * font, sketch.line());
}

/// Seen from the side: the volumes between the ray and the edges stand on the regions.
void draw_volumes(const Sketch& sketch) {
    const auto seen = [&](Vec<double> p) {
        return Point(0.54 * sketch.width, 0.57 * sketch.width) +
               sketch.width / 2.2 * Point(p.x + 0.45 * p.y, 0.1 * p.x - 0.62 * p.y - 0.9 * p.z);
    };
    const auto& [a, b, c] = Triangle<double>(shown_triangle);
    const Vec<double> P = P_of_weights(a, b, c), way(0.08, 0, -1);
    const Point o = seen(P - way), end = seen(P + 0.75 * way);
    const std::array<Point, 3> corner{seen(a), seen(b), seen(c)};
    sketch.body.line({end, seen(P)}, {ink, sketch.page.mm(0.5)});
    for (const Point& at : corner) sketch.body.line({end, at}, sketch.dashed());
    sketch.regions(corner, seen(P), Sketch::Above::name, {0.2, -0.55}, {1.15, -0.4});
    for (const Point& at : corner) sketch.body.line({o, at}, sketch.thin());
    sketch.body.arrow(o, seen(P), sketch.line(0.5));
    sketch.body.label(o + Point(0.9 * sketch.font, 0), "𝑜", sketch.font);
    sketch.mark(seen(P), {0.88, -0.75});
    sketch.name_corners(corner, {1.25, 0.6});
}

/// Along the ray, which is the origin.
void draw_along_ray(const Sketch& sketch) {
    const auto corner = sketch.corners();
    const Point P = hit_point(sketch);
    const double w = sketch.width;
    for (const Point& axis : {Point(1, 0), Point(0, -1)})
        sketch.body.arrow(P - 0.36 * w * axis, P + (axis.x > 0 ? 0.45 : 0.42) * w * axis,
                          sketch.thin());
    sketch.regions(corner, P, Sketch::Above::name);
    sketch.body.arrow_end_on(P, false, sketch.line(0.2));
    sketch.body.label(P + sketch.font * Point(0, 0.95), "ray", sketch.small);
    sketch.name_corners(corner);
}

struct Rule {
    std::string_view method, condition;
};
struct Idea {
    std::string_view title;
    std::vector<Rule> methods;  ///< the drawn numbers are those of all of them
    void (*draw)(const Sketch&);
};
const std::vector<Idea>& ideas() {
    static const std::vector<Idea> all{
        {"angles at 𝑃: they add up to 2π",
         {{"angle-sum", "2π ± 0.1"},
          {"angle-sum-walking", "2π ± 10⁻⁴"},
          {"signed-angle-sum", "> π"}},
         draw_angles},
        {"𝑃 on the same side of all edges", {{"same-side", "normals point one way"}}, draw_sides},
        {"steps along two edges to 𝑃", {{"moller-trumbore", "𝑢, 𝑣 ≥ 0, 𝑢 + 𝑣 ≤ 1"}}, draw_steps},
        {"𝑃 in the unit triangle",
         {{"collision-matrix:length=8", "𝑥, 𝑦 ≥ 0, 𝑥 + 𝑦 ≤ 1"},
          {"baldwin-weber", "𝑢, 𝑣 ≥ 0, 𝑢 + 𝑣 < 1"}},
         draw_unit_triangle},
        {"volumes between ray and edges", {{"signed-volume", "one sign"}}, draw_volumes},
        {"areas, seen along the ray", {{"watertight", "one sign"}}, draw_along_ray}};
    return all;
}

/// The numbers by which a method decides, for the regions of P with the edges bc, ca and ab: the
/// last value noted for each. A weight that the kernel does not compute is 1 minus the others.
std::array<NotedValue, 3> numbers_of_regions(const Method& method) {
    constexpr Meaning edges[]{Meaning::edge_bc, Meaning::edge_ca, Meaning::edge_ab};
    constexpr Meaning angles[]{Meaning::angle_bc, Meaning::angle_ca, Meaning::angle_ab};
    Notes notes;
    method.kernel({}).explain(shown_ray(), shown_triangle, notes);
    std::array<NotedValue, 3> numbers;
    for (const NotedValue& noted : notes.values)
        for (std::size_t k = 0; k < 3; ++k)
            if (noted.meaning == edges[k] || noted.meaning == angles[k]) numbers[k] = noted;
    for (NotedValue& number : numbers)  // "volume bc" as "bc"
        number.name.erase(0, number.name.rfind(' ') + 1);
    auto& [bc, ca, ab] = numbers;
    if (bc.name.empty())
        bc = {fmt::format("1 − {} − {}", ca.name, ab.name), 1 - ca.value - ab.value};
    return numbers;
}

Cell draw_idea(const Idea& idea, double width, std::size_t lines, const Page& page) {
    const double font = page.font(), line = 1.3 * font;
    Drawing body{width, 0.93 * width + line * double(lines)};
    idea.draw({page, numbers_of_regions(parse_method(idea.methods[0].method)), body});
    double baseline = 0.93 * width + 0.8 * font;
    for (const Rule& rule : idea.methods) {
        body.text(0.5 * width, baseline, 0.5,
                  fmt::format("{}: {}", printed_name(parse_method(rule.method)), rule.condition),
                  font, pale_ink);
        baseline += line;
    }
    return {{std::string(idea.title)}, std::move(body)};
}

}  // namespace

std::vector<std::vector<DrawnNumbers>> drawn_numbers() {
    std::vector<std::vector<DrawnNumbers>> all;
    for (const Idea& idea : ideas()) {
        auto& same = all.emplace_back();
        for (const Rule& rule : idea.methods) {
            const Method method = parse_method(rule.method);
            const auto numbers = numbers_of_regions(method);
            same.push_back({method.name(), {numbers[0].value, numbers[1].value, numbers[2].value}});
        }
    }
    return all;
}

Drawing draw_what_methods_decide_by() {
    const Page page;
    const Grid grid(page, ideas().size(), 3, no_margin);
    Composition figure{
        "Nine tests ask in six ways whether 𝑃 is inside",
        "one ray and one triangle, with the numbers that the tests compute; arrows towards "
        "the reader have a ringed dot, away from the reader a ringed cross",
        {{"", {}}}};
    for (std::size_t k = 0; k < ideas().size(); ++k)
        figure.rows[0].cells.push_back(draw_idea(ideas()[k], grid.cell, k < 3 ? 3 : 2, page));
    return compose(figure, grid);
}

}  // namespace hitmiss
