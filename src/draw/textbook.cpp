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
    {"signed-volume", "ray-edge volumes: same sign"},
    {"watertight", "projected areas: same sign"},
};

/// The numbers by which a method decides, for the regions of P with the edges bc, ca and ab: the
/// last value noted for each. A weight that the kernel does not compute is 1 minus the others.
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

Cell draw_sketch(const Sketch& decision, double width, const Page& page) {
    const Triangle<float> tri{{-0.30f, 0.96f, 0}, {-0.77f, -0.66f, 0}, {0.94f, -0.32f, 0}};
    const Ray<float> ray(Vec<float>(0, 0, 4),
                         Vec<float>(glm::normalize(Vec<double>(-0.1, 0.06, -4))));
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
            body.label(inside, value, small);
            std::vector<Point> arc;
            for (int step = 0; step <= 24; ++step)  // along the sector, by halving its angle
                arc.push_back(P + page.mm(3.2 + 0.4 * double(k)) *
                                      glm::normalize(glm::mix(way(from), way(to), step / 24.0)));
            body.line(std::move(arc), {palette::ray, page.mm(0.25)});
        } else {
            body.label(inside - Point(0, 0.6 * small), numbers[k].name, small, pale_ink);
            body.label(inside + Point(0, 0.6 * small), value, small);
        }
    }
    body.add({{{{corners[0], corners[1], corners[2]}}}, {}, Pen{ink, page.mm(0.25)}});
    body.dot(P, page.mm(0.5), palette::ray);
    body.label(P + page.mm(1.7) * glm::normalize(way(corners[2]) + way(corners[0])), "𝑃", font,
               palette::ray);
    const Point middle_point = (corners[0] + corners[1] + corners[2]) / 3.0;
    for (std::size_t k = 0; k < 3; ++k)
        body.label(corners[k] + 0.8 * font * glm::normalize(corners[k] - middle_point),
                   std::array{"𝑎", "𝑏", "𝑐"}[k], font);
    return {{printed_name(method),
             angles ? fmt::format("angles (rad): sum {:.2f}; {}", sum, decision.rule)
                    : std::string(decision.rule)},
            std::move(body)};
}

}  // namespace

Drawing draw_what_methods_decide_by() {
    const Page page;
    const Grid grid(page, std::size(decisions), 4, no_margin);
    Composition figure{"The same 𝑃: angles, normals, weights or volumes say that it is inside",
                       "the numbers that each method computes for one ray and one triangle, by its "
                       "own code and under its names, and its condition; the common sign may "
                       "be + or −, depending on orientation",
                       {{"", {}}}};
    for (const Sketch& decision : decisions)
        figure.rows[0].cells.push_back(draw_sketch(decision, grid.cell, page));
    return compose(figure, grid);
}

}  // namespace hitmiss
