// The documentation's figure of computed points: how far they lie from their planes.

#include <algorithm>
#include <cmath>

#include "draw/plot.hpp"
#include "draw/textbook.hpp"
#include "judge/spawning.hpp"
#include "judge/sweep.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr int triangles_tried = 48;
constexpr std::uint64_t rays_each = 100;
constexpr double usual_distance = 4;

/// A triangle of about the size of the unit sphere.
struct Seen {
    Triangle<float> tri;
    Vec<double> n, along;  ///< the normal, and a direction in the plane
};
Seen random_triangle(Random& random) {
    const auto corner = [&] {
        return Vec<double>{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    };
    for (;;) {
        const Triangle<double> tri{corner(), corner(), corner()};
        const auto n = normal(tri);
        if (glm::length(n) > 0.5)
            return {{Vec<float>(tri.a), Vec<float>(tri.b), Vec<float>(tri.c)},
                    glm::normalize(n),
                    glm::normalize(tri.b - tri.a)};
    }
}

/// Adds how far points lie off their planes, in scene units.
void add_errors(const Seen& seen, const Vec<double>& eye, std::uint64_t seed, const Method& method,
                PointBy by, std::vector<double>& errors) {
    const Geometry geometry({&seen.tri, 1}, eye);
    const auto pairs = spawned_pairs({rays_each, seed, Vec<float>(eye)}, geometry, "a triangle");
    const auto hits = first_hits(pairs, make_aimed_answerer(method, geometry));
    const Vec<double> n = glm::normalize(normal(Triangle<double>(seen.tri)));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto& [first, met, second, right] = pairs[k];
        if (!hits[k]) continue;
        const Met found{first, hits[k], seen.tri, method.precision(), second.start.point, second.d};
        const Vec<double> from_a = Vec<double>(point_of(found, by)) - Vec<double>(seen.tri.a);
        errors.push_back(std::abs(glm::dot(n, from_a)));
    }
}

/// The 99th percentile of the distances from the plane, against what `eye` does with x.
Plot panel(std::string_view title, const PlotAxis& x, const std::vector<double>& steps,
           const auto& eye) {
    Plot plot{std::string(title), x, {"off the plane (scene units)", 1e-9, 1}, {}};
    plot.direct = true;
    const Method method = parse_method("moller-trumbore");
    const std::pair<PointBy, PlotSeries> ways[]{
        {PointBy::along_ray, {"𝑜 + 𝑡 𝑑", {}, palette::curves[0], PlotMarker::circle}},
        {PointBy::barycentric,
         {"interpolated between corners", {}, palette::curves[1], PlotMarker::triangle}}};
    for (const auto& [by, style] : ways) {
        PlotSeries& series = plot.series.emplace_back(style);
        for (const double at : steps) {
            std::vector<double> errors;
            Random random(1);
            for (int k = 0; k < triangles_tried; ++k) {
                const Seen seen = random_triangle(random);
                const Triangle<double> tri(seen.tri);
                add_errors(seen, (tri.a + tri.b + tri.c) / 3.0 + eye(seen, at, random),
                           std::uint64_t(k), method, by, errors);
            }
            std::ranges::sort(errors);
            series.points.push_back({at, errors[(errors.size() - 1) * 99 / 100]});
        }
    }
    return plot;
}

/// From the middle of the triangle, at an angle of that sine to its plane.
Vec<double> way(const Seen& seen, double distance, double sine) {
    return distance * (sine * seen.n + std::sqrt(1 - sine * sine) * seen.along);
}

}  // namespace

Drawing draw_point_errors() {
    const Plot panels[]{
        panel("the distance matters", {"distance that the ray goes (scene units)", 0.7, 1.4e5},
              decimal_steps(1, 1.0001e5, 1),
              [](const Seen& seen, double distance, Random& random) {
                  return way(seen, distance, random.uniform(0.1, 1));
              }),
        panel("the angle hardly matters",
              {.label = "angle of ray and plane (°)", .lo = 0.007, .hi = 99, .last = 90},
              {0.01, 0.1, 1, 10, 30, 90}, [](const Seen& seen, double angle, Random&) {
                  const double sine = sine_cosine(angle * pi<double> / 180).sin;
                  return way(seen, usual_distance, std::min(sine, 1.0));
              })};
    return draw_plots(
        "The farther a ray goes, the farther 𝑜 + 𝑡 𝑑 lies off the plane; an interpolated point "
        "stays",
        "in float, by Möller-Trumbore, on triangles about 1 unit wide; 99th percentile of the "
        "distance; right: from 4 units away",
        panels, {}, 2);
}

}  // namespace hitmiss
