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

/// A triangle of about the size of the unit sphere, and a point around it.
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

/// Adds how far points lie off their planes, in u (|o| + |t d|).
void add_errors(const Seen& seen, const Vec<double>& eye, std::uint64_t seed, const Method& method,
                PointBy by, std::vector<double>& errors) {
    const Geometry geometry({&seen.tri, 1}, eye);
    const auto pairs = spawned_pairs({rays_each, seed, Vec<float>(eye)}, geometry, "a triangle");
    const auto hits = first_hits(pairs, make_aimed_answerer(method, geometry));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto& [first, met, second, right] = pairs[k];
        if (!hits[k]) continue;
        const Met found{first, hits[k], seen.tri, method.precision(), second.start.point, second.d};
        errors.push_back(off_plane(point_of(found, by), second.start));
    }
}

struct ErrorPanel {
    std::string title;
    Method method;
    PointBy by;
};

/// The median, the 99th percent and the largest, against what `eye` does with x.
Plot panel(const ErrorPanel& how, const PlotAxis& x, const std::vector<double>& steps,
           double lowest, const auto& eye) {
    Plot plot;
    plot.title = how.title;
    plot.x = x;
    plot.y = {"off the plane, in u (|o| + |t d|)", lowest, 10};
    plot.series = {{"half of the points", {}, palette::curves[1], PlotMarker::square},
                   {"99 % of them", {}, palette::curves[0], PlotMarker::circle},
                   {"the farthest", {}, palette::curves[2], PlotMarker::triangle}};
    for (const double at : steps) {
        std::vector<double> errors;
        Random random(1);
        for (int k = 0; k < triangles_tried; ++k) {
            const Seen seen = random_triangle(random);
            const Vec<double> middle =
                (Vec<double>(seen.tri.a) + Vec<double>(seen.tri.b) + Vec<double>(seen.tri.c)) / 3.0;
            add_errors(seen, middle + eye(seen, at, random), std::uint64_t(k), how.method, how.by,
                       errors);
        }
        std::ranges::sort(errors);
        const std::size_t last = errors.size() - 1;
        const std::size_t places[]{last / 2, last * 99 / 100, last};
        for (std::size_t k = 0; k < 3; ++k)
            plot.series[k].points.push_back({at, std::max(errors[places[k]], lowest)});
    }
    return plot;
}

/// From the middle of the triangle, at an angle of that sine to its plane.
Vec<double> way(const Seen& seen, double distance, double sine) {
    return distance * (sine * seen.n + std::sqrt(1 - sine * sine) * seen.along);
}

}  // namespace

Drawing draw_point_errors() {
    const ErrorPanel panels[]{
        {"o + t d by Möller-Trumbore", parse_method("moller-trumbore"), PointBy::along_ray},
        {"o + t d by watertight", parse_method("watertight"), PointBy::along_ray},
        {"a + u e₁ + v e₂", parse_method("moller-trumbore"), PointBy::barycentric}};
    std::vector<Plot> plots;
    for (const ErrorPanel& how : panels)
        plots.push_back(panel(how, {"distance of o", 0.9, 1.1e5}, decimal_steps(1, 1.0001e5, 1),
                              4e-8, [](const Seen& seen, double distance, Random& random) {
                                  return way(seen, distance, random.uniform(0.1, 1));
                              }));
    for (const ErrorPanel& how : panels)
        plots.push_back(panel(how, {"angle of d and plane (°)", 0.009, 100},
                              {0.01, 0.1, 1, 10, 30, 90}, 5e-4,
                              [](const Seen& seen, double angle, Random&) {
                                  const double sine = sine_cosine(angle * pi<double> / 180).sin;
                                  return way(seen, usual_distance, std::min(sine, 1.0));
                              }));
    return draw_plots(
        "o + t d errs by a share of its way, interpolation by a share of the triangle",
        "points computed in float on random triangles about 1 unit wide at the "
        "origin; u = 2⁻²⁴",
        plots, {}, 3);
}

}  // namespace hitmiss
