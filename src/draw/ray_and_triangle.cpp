// A textbook's first figure: how a ray meets a triangle.

#include <glm/common.hpp>

#include "draw/compose.hpp"
#include "draw/textbook.hpp"

namespace hitmiss {

Drawing draw_ray_and_triangle() {
    const Page page;
    const Grid grid(page, 1, 1, no_margin);
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
    body.polygon({at(-1.6, -1.2, 0), at(6.4, -1.2, 0), at(6.4, 4.3, 0), at(-1.6, 4.3, 0)},
                 palette::plane, Pen{palette::dark_area, page.hair()});
    body.polygon({P, b, c}, palette::dark_area, thin);
    body.polygon({P, c, a}, palette::light_area, thin);
    body.polygon({P, a, b}, palette::area, thin);
    body.polygon({a, b, c}, {}, line);
    body.label((P + 1.4 * b + 1.6 * c) / 4.0, "α", font);
    body.label((P + c + a) / 3.0, "β", font);
    body.label((P + a + b) / 3.0, "γ", font);
    const Point foot = at(3.4, 2.5, 0);
    body.arrow(foot, foot + unit * Point(0, -1.5), line);
    body.label(foot + unit * Point(-0.2, -1.3), "𝑛", font);
    body.label(a + Point(-0.8 * font, 0.3 * font), "𝑎", font);
    body.label(b + Point(0.8 * font, 0.3 * font), "𝑏", font);
    body.label(c + Point(0.4 * font, -0.7 * font), "𝑐", font);
    body.line({o, P}, blue);
    body.arrow(o, glm::mix(o, P, 0.3), {palette::ray, page.mm(0.6)});
    body.line({P, P + 0.28 * (P - o)}, {palette::ray, page.mm(0.3), {page.mm(1), page.mm(1)}});
    for (const Point& point : {o, P}) body.dot(point, page.mm(0.7), palette::ray);
    body.text(o.x + 0.7 * font, o.y, 0, "𝑜, where the ray starts", font);
    const Point d = glm::mix(o, P, 0.2);
    body.text(d.x + 0.3 * font, d.y - 0.6 * font, 0, "𝑑, its direction, of length 1", font);
    const Point t = glm::mix(o, P, 0.62);
    body.text(t.x + 0.5 * font, t.y - 0.4 * font, 0, "𝑡, the distance", font);
    body.text(P.x + 0.6 * font, P.y + 0.1 * font, 0, "𝑃", font);
    const Point plane = at(3.75, 2.6, 0);
    body.text(plane.x, plane.y + font, 0, "plane of 𝑎, 𝑏, 𝑐; normal 𝑛", font, pale_ink);
    return compose("A ray meets the plane of a triangle at 𝑃; is 𝑃 inside?",
                   "𝑃 = 𝑜 + 𝑡𝑑 = α𝑎 + β𝑏 + γ𝑐: each weight is the fraction of area opposite its "
                   "corner; inside, none is negative",
                   std::move(body), grid);
}

}  // namespace hitmiss
