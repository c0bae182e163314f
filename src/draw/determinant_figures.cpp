// The documentation's figure of a tolerance on a determinant: what it removes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "draw/compose.hpp"
#include "draw/plot.hpp"
#include "draw/textbook.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

/// Twice the areas of a mesh's triangles that most of them have: from the fifth to the
/// ninety-fifth percent.
PlotSpan areas_of(const Triangles& triangles, double scale) {
    std::vector<double> twice;
    for (const auto& tri : triangles)
        twice.push_back(scale * scale * glm::length(normal(Triangle<double>(tri))));
    std::ranges::sort(twice);
    return {twice[twice.size() / 20], twice[twice.size() * 19 / 20], ""};
}

/// Leaks in pale.
constexpr Rgb removed_tint{248, 224, 208};

}  // namespace

Drawing draw_determinant() {
    constexpr double epsilon = 1e-6, right_angle = 90;
    const PlotAxis areas{"2 × area of the triangle (scene units²)", 1e-8, 1};
    const Page page;
    const Grid grid(page, 1, 1, no_margin);
    const double font = page.font(), left = page.mm(16), top = font, high = page.mm(56),
                 across = grid.cell - left - page.mm(6);
    Drawing body{grid.cell, top + high + 3.6 * font};
    const auto at = [&](double area, double degrees) {
        return Point(left + across * areas.position(area), top + high * degrees / right_angle);
    };
    // Removed at an angle: all areas below epsilon / cosine.
    std::vector<Point> curve;
    for (int k = 0; k <= 180; ++k) {
        const double degrees = right_angle * k / 180;
        const double cosine = sine_cosine(degrees * pi<double> / 180).cos;
        if (epsilon > cosine * areas.hi) break;
        curve.push_back(at(epsilon / cosine, degrees));
    }
    curve.push_back(at(areas.hi, right_angle));
    auto removed = curve;
    removed.push_back(at(areas.lo, right_angle)), removed.push_back(at(areas.lo, 0));
    body.polygon(removed, removed_tint);
    const auto band = [&](const char* mesh, double scale, std::string_view name,
                          std::string_view fate, bool before) {
        const PlotSpan span = areas_of(make_mesh(mesh).triangles, scale);
        const Point from = at(span.from, 0), to = at(span.to, right_angle);
        const double wide = std::max(to.x - from.x, page.mm(0.7));
        body.box(from.x, from.y, wide, to.y - from.y, palette::background);
        // The part below the curve is removed.
        std::vector<Point> gone;
        for (const Point& p : curve)
            if (p.x > from.x && p.x < from.x + wide) gone.push_back(p);
        const auto border = [&](double x) {
            const auto beyond = std::ranges::find_if(curve, [&](Point p) { return p.x >= x; });
            return Point(x, beyond->y);
        };
        gone.insert(gone.begin(), border(from.x)), gone.push_back(border(from.x + wide));
        gone.emplace_back(from.x + wide, to.y), gone.emplace_back(from.x, to.y);
        body.polygon(std::move(gone), palette::leak);
        body.box(from.x, from.y, wide, to.y - from.y, {}, Pen{ink, page.hair()});
        const double beside = before ? from.x - 0.5 * font : from.x + wide + 0.5 * font;
        body.text(beside, top + 1.3 * font, before, name, font);
        body.text(beside, top + 2.6 * font, before, fate, font, pale_ink);
    };
    band("icosphere:faces=1280", 0.006, "sphere, 𝑟 = 0.006", "gone at any angle", true);
    band("torus-knot:faces=70000", 0.0238, "small knot", "gone at a slant", false);
    band("icosphere:faces=1280", 1, "unit sphere", "stays", true);
    // A floor of equal triangles, which is seen at a small angle.
    const PlotSpan floor = areas_of(make_mesh("grid:faces=12800").triangles, 0.4);
    body.line({at(floor.from, right_angle - 3), at(floor.from, right_angle - 0.1)},
              {ink, page.mm(0.9)});
    const Point above = at(floor.from, right_angle - 3);
    body.text(above.x - 0.5 * font, above.y - 1.9 * font, 0, "floor, seen at 87° to 89.9°", font);
    body.text(above.x - 0.5 * font, above.y - 0.6 * font, 0, "gone far away", font, pale_ink);
    body.line(curve, {palette::leak, page.mm(0.5)});
    body.text(at(1e-8, 0).x + font, at(1e-8, 70).y, 0, "removed:", font, palette::leak);
    body.text(at(1e-8, 0).x + font, at(1e-8, 70).y + 1.3 * font, 0, "|det| < 10⁻⁶", font,
              palette::leak);
    const Pen pen{ink, page.hair()};
    for (const auto& [value, label] : ticks(areas)) {
        if (label.empty()) continue;
        const Point tick = at(value, right_angle);
        body.line({tick, tick + Point(0, 0.3 * font)}, pen);
        body.text(tick.x, tick.y + 1.4 * font, 0.5, label, font);
    }
    for (const int degrees : {0, 30, 60, 90}) {
        const Point tick = at(areas.lo, degrees);
        body.line({tick, tick - Point(0.3 * font, 0)}, pen);
        body.text(tick.x - 0.6 * font, tick.y + 0.35 * font, 1, fmt::format("{}°", degrees), font);
    }
    body.line({at(areas.lo, 0), at(areas.lo, right_angle), at(areas.hi, right_angle)}, pen);
    body.text(left + across / 2, top + high + 2.9 * font, 0.5, areas.label, font);
    body.upright(left - 3 * font, top + high / 2, "angle of ray and normal: 0° is face-on", font);
    return compose(
        "|det| < 10⁻⁶ removes small triangles at any angle, and larger ones at a slant",
        "det is 2 × area × cosine; bars: nine in ten of a mesh's triangles, dark where removed",
        std::move(body), grid);
}

}  // namespace hitmiss
