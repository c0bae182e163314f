// The documentation's figures of a tolerance on a determinant: what it removes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/plot.hpp"
#include "draw/textbook.hpp"
#include "judge/sweep.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"

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

/// Twice the areas of a mesh's triangles that most of them have: from the fifth to the
/// ninety-fifth percent.
PlotSpan areas(const Triangles& triangles, double scale, std::string label) {
    std::vector<double> twice;
    for (const auto& tri : triangles)
        twice.push_back(scale * scale * glm::length(normal(Triangle<double>(tri))));
    std::ranges::sort(twice);
    return {twice[twice.size() / 20], twice[twice.size() * 19 / 20], std::move(label)};
}

}  // namespace

std::vector<SmallestSeen> smallest_triangles() {
    std::vector<SmallestSeen> rows;
    for (const char* name : {"godot", "tinybvh-1.6.7", "libigl", "bevy", "jolt", "physx",
                             "directxmath", "blender", "mitsuba", "three-mesh-bvh"})
        rows.push_back({fmt::format("moller-trumbore:as={}", name), 0});
    for (const char* name :
         {"embree-fast", "embree-robust", "pbrt", "bullet", "plucker", "trimesh", "watertight"})
        rows.push_back({name, 0});
    for (SmallestSeen& row : rows) row.leg = least_seen(parse_method(row.method).kernel({}));
    return rows;
}

Drawing draw_vanish() {
    DotPlot plot;
    plot.title = "The smallest triangle that each program's test can hit";
    plot.subtitle =
        "a right triangle seen face-on from half a unit away by a ray of length 1: its legs where "
        "it vanishes";
    plot.axis = {"length of the legs (units)", 1e-20, 1, true};
    plot.panels.emplace_back("");
    for (const auto& [method, leg] : smallest_triangles())
        plot.rows.push_back({method, {{leg, leg, leg}}});
    return draw_dots(plot);
}

Drawing draw_determinant() {
    constexpr double epsilon = 1e-6;
    Plot plot;
    plot.title = "removed: left of the line and below it";
    plot.x = {"2 × area of the triangle (scene units²)", 1e-8, 1};
    plot.y = {"|cos| of the angle between ray and normal", 6e-6, 1};
    plot.series.push_back({"|det| = 10⁻⁶", {}, palette::curves[0]});
    for (const double area : decimal_steps(epsilon, 0.1, 4))
        plot.series[0].points.push_back({area, epsilon / area});
    plot.spans = {
        areas(make_mesh("torus-knot:faces=70000").triangles, 0.0238, "small knot"),
        areas(make_mesh("icosphere:faces=1280").triangles, 1, "unit sphere, 1,280 faces")};
    return draw_plots(
        "|det| < 10⁻⁶ asks how large a triangle looks, not how it is turned",
        "Möller and Trumbore's det is 2 × area × |cos|; bands: most triangles of a mesh",
        std::span(&plot, 1));
}

}  // namespace hitmiss
