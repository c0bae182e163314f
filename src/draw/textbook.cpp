#include "draw/textbook.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "draw/compose.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

struct Sketch {
    std::string_view method, rule;
};
constexpr Sketch decisions[]{
    {"angle-sum", "2π ± 0.1"},
    {"angle-sum-walking", "2π ± 10⁻⁴"},
    {"signed-angle-sum", "> π"},
    {"same-side", "normals on one side"},
    {"moller-trumbore", "weights: u, v ≥ 0, u + v ≤ 1"},
    {"collision-matrix:length=8", "weights: x, y ≥ 0, x + y ≤ 1"},
    {"baldwin-weber", "weights: u, v ≥ 0, u + v < 1, not ≤"},
    {"signed-volume", "volumes of ray and edge: one sign"},
    {"watertight", "projected areas of one sign"},
};

/// The numbers by which a method decides, for the regions of P with the edges bc, ca and ab: the
/// last value noted for each. A weight that the kernel does not compute is 1 less the others.
std::array<NotedValue, 3> numbers_of_regions(const Method& method, const Ray<float>& ray,
                                             const Triangle<float>& tri) {
    constexpr Meaning edges[]{Meaning::edge_bc, Meaning::edge_ca, Meaning::edge_ab};
    constexpr Meaning angles[]{Meaning::angle_bc, Meaning::angle_ca, Meaning::angle_ab};
    Notes notes;
    method.kernel({}).explain(ray, tri, notes);
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

/// The corner's or region's name and number, in the middle of a place.
void label(Drawing& target, Point at, std::string_view text, double size, Rgb colour = ink) {
    target.text(at.x, at.y + 0.35 * size, 0.5, text, size, colour);
}

Cell draw_sketch(const Sketch& decision, double width, const Page& page) {
    const Triangle<float> tri{{-0.30f, 0.96f, 0}, {-0.77f, -0.66f, 0}, {0.94f, -0.32f, 0}};
    const Ray<float> ray(Vec<float>(0, 0, 4),
                         Vec<float>(glm::normalize(Vec<double>(-0.02, -0.02, -4))));
    const Method method = parse_method(decision.method);
    const auto numbers = numbers_of_regions(method, ray, tri);
    const bool angles = is_angle(numbers[0].meaning);
    const double font = page.font(), small = 0.9 * font, scale = width / 1.95;
    Drawing body{width, 0.97 * width};
    const auto place = [&](const Vec<float>& p) {
        return Point(0.48 * width + scale * p.x, 0.58 * width - scale * p.y);
    };
    const Vec<double> hit = Vec<double>(ray.o) + Vec<double>(ray.d) * (4 / -double(ray.d.z));
    const Point P = place(Vec<float>(hit));
    const Point corners[]{place(tri.a), place(tri.b), place(tri.c)};
    const auto way = [&](Point corner) { return glm::normalize(corner - P); };
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Point from = corners[(k + 1) % 3], to = corners[(k + 2) % 3];
        body.add({{{{P, from, to}}}, palette::light_area, Pen{ink, page.hair()}});
        const double number = numbers[k].value;
        const auto value = fmt::format("{}{:.2f}", number < 0 ? "−" : "", std::abs(number));
        sum += number;
        const Point inside = P + 0.62 * (0.5 * (from + to) - P);
        if (angles) {
            label(body, inside, value, small);
            std::vector<Point> arc;
            for (int step = 0; step <= 24; ++step)  // along the sector, by halving its angle
                arc.push_back(P + page.mm(3.2 + 0.4 * double(k)) *
                                      glm::normalize(glm::mix(way(from), way(to), step / 24.0)));
            body.line(std::move(arc), {palette::ray, page.mm(0.25)});
        } else {
            label(body, inside - Point(0, 0.6 * small), numbers[k].name, small, pale_ink);
            label(body, inside + Point(0, 0.6 * small), value, small);
        }
    }
    body.add({{{{corners[0], corners[1], corners[2]}}}, {}, Pen{ink, page.mm(0.25)}});
    body.dot(P, page.mm(0.5), palette::ray);
    label(body, P + page.mm(1.7) * glm::normalize(way(corners[2]) + way(corners[0])), "P", font,
          palette::ray);
    const Point middle_point = (corners[0] + corners[1] + corners[2]) / 3.0;
    for (std::size_t k = 0; k < 3; ++k)
        label(body, corners[k] + 0.8 * font * glm::normalize(corners[k] - middle_point),
              std::string_view("abc").substr(k, 1), font);
    return {{method.name(), angles ? fmt::format("angles (rad): sum {:.2f}; {}", sum, decision.rule)
                                   : std::string(decision.rule)},
            std::move(body)};
}

}  // namespace

Drawing draw_ray_and_triangle() {
    const Page page;
    const Grid grid(page, 1, 1, false);
    const double font = page.font(), unit = page.mm(13);
    Drawing body{grid.cell, page.mm(66)};
    const auto at = [&](double x, double y, double z) {
        return Point(page.mm(36), page.mm(46)) +
               unit * Point(x + 0.55 * y, 0.16 * x - 0.42 * y - z);
    };
    const Pen thin{ink, page.hair()}, line{ink, page.mm(0.25)}, blue{palette::ray, page.mm(0.4)};
    const Point a = at(0, 0, 0), b = at(4.4, 0.2, 0), c = at(1, 3, 0);
    const double weights[]{0.3, 0.35, 0.35};
    const Point P = weights[0] * a + weights[1] * b + weights[2] * c, o = at(-1.2, 0.9, 2.6);
    body.add({{{{at(-1.6, -1.2, 0), at(6.4, -1.2, 0), at(6.4, 4.3, 0), at(-1.6, 4.3, 0)}}},
              palette::plane,
              Pen{palette::dark_area, page.hair()}});
    body.add({{{{P, b, c}}}, palette::dark_area, thin});
    body.add({{{{P, c, a}}}, palette::light_area, thin});
    body.add({{{{P, a, b}}}, palette::area, thin});
    body.add({{{{a, b, c}}}, {}, line});
    label(body, (P + 1.4 * b + 1.6 * c) / 4.0, "α", font);
    label(body, (P + c + a) / 3.0, "β", font);
    label(body, (P + a + b) / 3.0, "γ", font);
    const Point foot = at(3.4, 2.5, 0);
    body.arrow(foot, foot + unit * Point(0, -1.5), line);
    label(body, foot + unit * Point(-0.2, -1.3), "n", font);
    label(body, a + Point(-0.8 * font, 0.3 * font), "a", font);
    label(body, b + Point(0.8 * font, 0.3 * font), "b", font);
    label(body, c + Point(0.4 * font, -0.7 * font), "c", font);
    body.line({o, P}, blue);
    body.arrow(o, glm::mix(o, P, 0.3), {palette::ray, page.mm(0.6)});
    body.line({P, P + 0.28 * (P - o)}, {palette::ray, page.mm(0.3), {page.mm(1), page.mm(1)}});
    for (const Point& point : {o, P}) body.dot(point, page.mm(0.7), palette::ray);
    body.text(o.x + 0.7 * font, o.y, 0, "o, where the ray starts", font);
    const Point d = glm::mix(o, P, 0.2);
    body.text(d.x + 0.3 * font, d.y - 0.6 * font, 0, "d, its direction, of length 1", font);
    const Point t = glm::mix(o, P, 0.62);
    body.text(t.x + 0.5 * font, t.y - 0.4 * font, 0, "t, how far", font);
    body.text(P.x + 0.6 * font, P.y + 0.1 * font, 0, "P", font);
    const Point plane = at(3.75, 2.6, 0);
    body.text(plane.x, plane.y + font, 0, "plane of a, b, c; normal n", font, pale_ink);
    return compose(
        {"A ray meets the plane of a triangle in P; is P inside?",
         "P = o + t d = α a + β b + γ c: each weight is the share of the area opposite its corner, "
         "none negative where P is inside",
         {{"", {{{}, std::move(body)}}}}},
        grid);
}

Drawing draw_what_methods_decide_by() {
    const Page page;
    const Grid grid(page, std::size(decisions), 4, false);
    Composition figure{"The same P: angles, normals, weights or volumes say that it is inside",
                       "the numbers that each method computes for one ray and one triangle, by its "
                       "own code and under its names, and what it asks of them; one sign may "
                       "be + or −, as the method turns the triangle",
                       {{"", {}}}};
    for (const Sketch& decision : decisions)
        figure.rows[0].cells.push_back(draw_sketch(decision, grid.cell, page));
    return compose(figure, grid);
}

}  // namespace hitmiss
