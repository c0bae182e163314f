// Why no tolerance serves the angle sum: what an arc cosine rounds to near π, and what a halo is.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "base/math.hpp"
#include "draw/compose.hpp"
#include "draw/notation.hpp"
#include "draw/textbook.hpp"

namespace hitmiss {

Drawing draw_arc_cosine() {
    constexpr double unit = 1e-4, shown = 12, tolerance = 1;  // of the axes; in units
    constexpr double lift = 0.6;  // of a computed 0 above its axis, so that no line hides it
    const Page page;
    const Grid grid(page, 1, 1, no_margin);
    const double font = page.font(), side = page.mm(78), left = page.mm(16), top = page.mm(3);
    Drawing body{grid.cell, top + side + 3.6 * font};
    const auto at = [&](double truth, double computed) {
        return Point(left + side * truth / shown, top + side * (shown - computed) / (shown + lift));
    };
    // All that the tolerance accepts.
    body.polygon({at(0, 0), at(0, tolerance), at(shown - tolerance, shown), at(shown, shown),
                  at(shown, shown - tolerance), at(tolerance, 0)},
                 palette::range);
    for (const int tick : {0, 4, 8, 12}) {
        const double value = tick;
        body.line({at(value, -lift), at(value, -lift) + Point(0, 0.3 * font)}, {ink, page.hair()});
        body.line({at(0, value), at(0, value) - Point(0.3 * font, 0)}, {ink, page.hair()});
        body.text(at(value, 0).x, at(0, -lift).y + 1.4 * font, 0.5, fmt::format("{}", tick), font);
        body.text(at(0, 0).x - 0.6 * font, at(0, value).y + 0.35 * font, 1, fmt::format("{}", tick),
                  font);
    }
    body.text(left + side / 2, at(0, -lift).y + 2.9 * font, 0.5, "true π − θ (10⁻⁴ rad)", font);
    body.upright(left - 2.6 * font, top + side / 2, "computed π − θ (10⁻⁴ rad)", font);
    body.line({at(0, 0), at(shown, shown)}, {pale_ink, page.hair()});
    // The cosine -1 + k 2^-24 stands for all angles whose cosines round to it. Near π the cosine
    // is -1 + x^2 / 2, where x is what the angle lacks.
    for (int k = 0;; ++k) {
        const auto angle_of = [&](double steps) { return std::sqrt(2 * steps * 0x1p-24) / unit; };
        const double from = k == 0 ? 0 : angle_of(k - 0.5), to = std::min(angle_of(k + 0.5), shown);
        const float cosine = -1 + float(k) * 0x1p-24f;
        const double computed = (pi<double> - double(arc_cosine(cosine))) / unit;
        // The float nearest to π is not π.
        const double level = k == 0 ? 0 : computed;
        if (from >= shown || level > shown) break;
        const double good = std::clamp(level + tolerance, from, to);
        body.line({at(from, level), at(good, level)}, {ink, page.mm(0.7)});
        if (good < to) body.line({at(good, level), at(to, level)}, {palette::leak, page.mm(0.7)});
    }
    body.line({at(0, shown), at(0, -lift), at(shown, -lift)}, {ink, page.hair()});
    const double words = at(shown, 0).x + 1.5 * font;
    const auto note = [&](double level, std::string_view text, Rgb colour = ink) {
        body.text(words, at(0, level).y + 0.35 * font, 0, text, font, colour);
    };
    // Each beside what it names: the band's upper end, and the last of the steps that leave it.
    note(11.4, "the band: within 10⁻⁴, the tolerance", pale_ink);
    note(10.7, "of the walking variant", pale_ink);
    const double first = std::sqrt(2 * 0x1p-24) / unit;
    body.line({at(4.4, first), Point(words - 0.4 * font, at(0, first).y)},
              {pale_ink, page.hair(), {page.mm(1), page.mm(1)}});
    note(first, "first step: " + in_figure(std::round(100 * first) / 100 * unit));
    const double rounded = std::sqrt(0x1p-24) / unit;  // the last angle whose cosine is -1
    body.line({at(rounded + 0.1, 0.1), Point(words - 0.4 * font, at(0, 1.4).y)},
              {pale_ink, page.hair()});
    note(1.8, "farther off, so a point inside,", palette::leak);
    note(1.1, "near an edge, is called outside", palette::leak);
    note(-0.1, "a cosine of exactly −1");
    return compose(
        "In float, an arc cosine's first step below π is wider than the walking "
        "variant's tolerance",
        "the angle θ at a point near an edge, in float", std::move(body), grid);
}

Drawing draw_halo_proof() {
    constexpr double epsilon = 1;  // what is drawn
    const Page page;
    const Grid grid(page, 1, 1, no_margin);
    const double font = page.font(), length = page.mm(86);
    Drawing body{grid.cell, page.mm(64)};
    const Point a(page.mm(10), page.mm(24)), b = a + Point(length, 0),
                                             c = a + Point(0.58 * length, page.mm(32));
    // The circle that sees ab under π - ε/2.
    const auto [sine, cosine] = sine_cosine(epsilon / 2);
    const double radius = 0.5 * length / sine;
    const Point centre = a + Point(0.5 * length, radius * cosine);
    std::vector<Point> arc;
    const auto on_arc = [&](double share) {  // from a to b
        const auto [s, k] = sine_cosine(epsilon * (share - 0.5));
        return centre + radius * Point(s, -k);
    };
    for (int k = 0; k <= 64; ++k) arc.push_back(on_arc(k / 64.0));
    body.polygon({a, b, c}, palette::light_area, Pen{pale_ink, page.hair()});
    body.polygon(arc, palette::range);
    body.line(arc, {palette::false_hit, page.mm(0.5)});
    body.line({a, b}, {ink, page.mm(0.5)});
    const Point P = on_arc(0.3);
    body.line({a, P, b}, {ink, page.mm(0.25)});
    const Point to_a = glm::normalize(a - P), to_b = glm::normalize(b - P);
    std::vector<Point> angle;
    for (int k = 0; k <= 32; ++k) {  // by mixing through the direction into the triangle
        const double share = k / 32.0;
        const Point down(0, 1);
        const Point way =
            share < 0.5 ? glm::mix(to_a, down, 2 * share) : glm::mix(down, to_b, 2 * share - 1);
        angle.push_back(P + page.mm(5) * glm::normalize(way));
    }
    body.line(angle, {ink, page.mm(0.25)});
    body.dot(P, page.mm(0.8), ink);
    const Point top = on_arc(0.5), foot(top.x, a.y);
    body.line({top, foot}, {palette::false_hit, page.mm(0.25)});
    body.label(P - Point(0.2 * font, 0.9 * font), "𝑃", font);
    body.label(a - Point(0.9 * font, 0), "𝑎", font);
    body.label(b + Point(0.9 * font, 0), "𝑏", font);
    body.label(c + Point(0, 0.9 * font), "𝑐", font);
    body.text(P.x, P.y + page.mm(5) + 1.1 * font, 0.5, "π − ε/2", font);
    body.text(top.x + 0.5 * font, top.y - 0.6 * font, 0, "ℎ = (𝐿/2) tan(ε/4)", font,
              palette::false_hit);
    body.text(a.x + 0.3 * length, a.y + 1.6 * font, 0, "edge of length 𝐿", font);
    const double words = b.x + 3 * font;
    double y = page.mm(12);
    const auto note = [&](std::string_view text, Rgb colour = ink) {
        body.text(words, y, 0, text, font, colour), y += 1.5 * font;
    };
    note("Every point of the arc sees");
    note("𝑎𝑏 under the same angle");
    note("(inscribed-angle theorem).");
    y += font;
    note("Inside the segment the sum is", palette::false_hit);
    note("within ε of 2π: false hits.", palette::false_hit);
    y += font;
    note("Drawn for ε = 1. At ε = 0.1", pale_ink);
    note("the segment is 𝐿/80 high.", pale_ink);
    return compose("The halo of the angle sum is a circular segment on each edge",
                   "outside, the three angles add up to twice the largest one", std::move(body),
                   grid);
}

}  // namespace hitmiss
