// The documentation's figure of the smallest triangles that programs' tests can hit.

#include <algorithm>
#include <cmath>

#include "draw/compose.hpp"
#include "draw/plot.hpp"
#include "draw/text.hpp"
#include "draw/textbook.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

/// Whether the method hits a right triangle with such legs, seen face-on by a ray of length 1.
bool sees(const Kernel& kernel, double leg) {
    const auto s = float(leg);
    return kernel
        .test(Ray<double>({0.25 * leg, 0.25 * leg, 0.5}, {0, 0, -1}),
              {{0, 0, 0}, {s, 0, 0}, {0, s, 0}})
        .hit();
}

/// The least of the legs' tenth powers of two, from 1 down, that is still seen with all above it.
double least_seen(const Kernel& kernel) {
    double least = 1;
    for (int k = 0; k >= -1200; --k) {
        const double leg = std::exp2(k / 10.0);
        if (!sees(kernel, leg)) break;
        least = leg;
    }
    return least;
}

}  // namespace

std::vector<SmallestSeen> smallest_triangles() {
    std::vector<SmallestSeen> rows;
    for (const auto& [program, method] :
         {std::pair{"Godot", "moller-trumbore:as=godot-2026-11"},
          {"tinybvh 1.6.7", "moller-trumbore:as=tinybvh-1.6.7"},
          {"libigl", "moller-trumbore:as=libigl-2026-08"},
          {"Bevy", "moller-trumbore:as=bevy-2026-11"},
          {"Jolt", "moller-trumbore:as=jolt-2026-06"},
          {"PhysX", "moller-trumbore:as=physx-2026"},
          {"DirectXMath", "moller-trumbore:as=directxmath-2026-04"},
          {"Blender", "moller-trumbore:as=blender-2026-11"},
          {"Mitsuba 3", "moller-trumbore:as=mitsuba-2026-08"},
          {"three-mesh-bvh", "moller-trumbore:as=three-mesh-bvh-2026-08"},
          {"Embree, fast", "embree-fast"},
          {"Embree, robust", "embree-robust"},
          {"pbrt-v4", "pbrt"},
          {"Bullet", "bullet:length=1"},
          {"XDG, DAGMC", "plucker"},
          {"trimesh", "trimesh"},
          {"watertight", "watertight"}})
        rows.push_back({program, method, least_seen(parse_method(method).kernel({}))});
    std::ranges::stable_sort(rows, std::ranges::greater{}, &SmallestSeen::leg);
    return rows;
}

Drawing draw_vanish() {
    const auto shown = smallest_triangles();
    const PlotAxis axis{"length of its legs (units)", 1e-20, 1};
    const Page page;
    const Grid grid(page, 1, 1, no_margin);
    const double font = page.font(), row = 1.9 * font;
    double left = font;
    for (const SmallestSeen& one : shown)
        left = std::max(left, text_width(one.program, font) + font);
    const double top = row, bottom = top + row * double(shown.size()),
                 width = grid.cell - left - font;
    const auto x = [&](double leg) {
        return left + font + (width - 2 * font) * axis.position(leg);
    };
    Drawing body{grid.cell, bottom + 3.2 * font};
    for (const auto& [leg, label] : ticks(axis)) {
        if (label.empty()) continue;
        body.line({{x(leg), top}, {x(leg), bottom}}, {palette::grid, page.hair()});
        body.text(x(leg), bottom + 1.2 * font, 0.5, label, 0.9 * font);
    }
    // A dot for each test, beside its name.
    for (std::size_t k = 0; k < shown.size(); ++k) {
        const double y = top + row * (double(k) + 0.5);
        body.text(left - font, y + 0.35 * font, 1, shown[k].program, font);
        body.dot({x(shown[k].leg), y}, page.mm(0.75), ink);
    }
    body.line({{left, bottom}, {left + width, bottom}}, {ink, page.hair()});
    body.text(left + 0.5 * width, bottom + 2.4 * font, 0.5, axis.label, font);
    return compose("Many programs' tests lose small triangles, even face-on",
                   "the smallest right triangle that each test can hit, seen from half a unit away",
                   std::move(body), grid);
}

}  // namespace hitmiss
