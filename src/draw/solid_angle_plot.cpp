#include "draw/solid_angle_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "judge/acceptance.hpp"
#include "judge/sweep.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr double full_turn = 2 * pi<double>, full_sphere = 4 * pi<double>;

/// A triangle of side 1 around the origin in the plane z = 0, and its edge at y = 0.
const Triangle<float> flat{{0.5f, 0.8660254f, 0}, {0, 0, 0}, {1, 0, 0}};

/// What the angle sum lacks of a full turn at a point beyond the middle of an edge, at a distance
/// `out` of edge lengths. The angle pi at the edge loses 4 out for small distances.
double missing_beside_edge(double out) {
    const Vec<double> p(0.5, -out, 0);
    double sum = 0;
    for (const auto& [a, b] : edges(Triangle<double>(flat))) {
        const auto u = a - p, v = b - p;
        sum += arc_tangent(glm::length(glm::cross(u, v)), glm::dot(u, v));
    }
    return full_turn - sum;
}

/// Points of the triangle's plane that the angle sum gets wrong, per million, by epsilon.
std::vector<double> wrong_in_plane(Precision precision, const std::vector<double>& epsilons,
                                   std::uint64_t count) {
    std::vector<Vec<float>> points;
    Random random(1);
    for (std::uint64_t k = 0; k < count; ++k)
        points.push_back(Vec<float>{random.uniform(-0.1, 1.1), random.uniform(-0.1, 1), 0});
    const Method method = make_method("angle-sum")
                              .with(precision_key, double(precision == Precision::single ? 0 : 1));
    std::vector<double> wrong;
    for (const double epsilon : epsilons) {
        if (epsilon >= full_turn) break;  // no such tolerance
        const Kernel kernel = method.with("epsilon", epsilon).kernel({});
        wrong.push_back(double(std::ranges::count_if(points,
                                                     [&](const Vec<float>& p) {
                                                         return kernel.inside(Vec<double>(p),
                                                                              flat) !=
                                                                exactly_inside(p, flat);
                                                     })) *
                        1e6 / double(count));
    }
    return wrong;
}

}  // namespace

std::vector<SolidAngleCurve> sweep_solid_angle(const std::vector<double>& epsilons,
                                               std::uint64_t count, std::uint64_t seed,
                                               const Geometry& geometry) {
    struct Sample {
        std::string name;
        PointSource points;
        std::vector<ExactInside> exact;
    };
    std::array<Sample, 2> samples{
        {{"random points", random_points(geometry, seed), std::vector<ExactInside>(count)},
         {"near the surface", points_near_surface(geometry, seed),
          std::vector<ExactInside>(count)}}};
    for (auto& sample : samples)
        parallel_for(std::size_t(count), [&](std::size_t k) {
            sample.exact[k] = exact_inside(sample.points(k), geometry);
        });
    std::vector<SolidAngleCurve> curves;
    for (const Precision precision : {Precision::single, Precision::twice}) {
        const auto sum = solid_angle_sum(geometry.triangles, precision);
        for (const auto& sample : samples) {
            SolidAngleCurve& curve = curves.emplace_back(SolidAngleCurve{
                fmt::format("{}, {}", sample.name, to_string(precision)), precision});
            curve.wrong.resize(epsilons.size());
            std::vector<double> sums(count);
            parallel_for(std::size_t(count),
                         [&](std::size_t k) { sums[k] = sum(sample.points(k)); });
            for (std::size_t k = 0; k < count; ++k) {
                if (sample.exact[k].on_surface) continue;
                ++curve.points;
                for (std::size_t e = 0; e < epsilons.size(); ++e)
                    curve.wrong[e] +=
                        inside_by_solid_angle(sums[k], epsilons[e]) != sample.exact[k].parity;
            }
        }
    }
    return curves;
}

Drawing draw_solid_angle(const std::string& title, const std::vector<double>& epsilons,
                         const std::vector<SolidAngleCurve>& curves, std::uint64_t count,
                         const Page& page) {
    std::vector<Plot> panels(2);
    Plot& beside = panels[0];
    beside.title = "missing from the full sum, outside";
    beside.x = {"distance outside (edge lengths)", 6e-8, 1};
    beside.y = {"missing (radians, steradians)", 3e-8, 30};
    PlotSeries edge{
        "angle sum beside a triangle's edge", {}, palette::curves[0], PlotMarker::circle};
    PlotSeries surface{
        "solid-angle sum beside a surface: 4π", {}, palette::curves[1], PlotMarker::square};
    for (const double out : decimal_steps(1e-7, 1, 1)) {
        if (const double missing = missing_beside_edge(out); missing >= beside.y.lo)
            edge.points.push_back({out, missing});
        surface.points.push_back({out, full_sphere});
    }
    beside.series = {edge, surface};

    Plot& valley = panels[1];
    valley.title = "wrong points against the tolerance";
    valley.x = {"tolerance ε (radians, steradians)", epsilons.front() / 1.3, epsilons.back() * 1.3};
    valley.y = {"wrong points per million", 1e6 / double(count), 1.5e6, true};
    constexpr PlotMarker markers[]{PlotMarker::square, PlotMarker::triangle};
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const SolidAngleCurve& curve = curves[c];
        PlotSeries& series = valley.series.emplace_back();
        series = {"solid angle: " + curve.label, {}, palette::curves[1 + c / 2], markers[c % 2]};
        series.hollow = c >= 2;
        for (std::size_t e = 0; e < epsilons.size(); ++e)
            series.points.push_back(
                {epsilons[e],
                 double(curve.wrong[e]) * 1e6 / double(std::max<std::uint64_t>(curve.points, 1))});
    }
    for (const Precision precision : {Precision::single, Precision::twice}) {
        PlotSeries& series = valley.series.emplace_back();
        series = {fmt::format("angle sum in a plane, {}", to_string(precision)),
                  {},
                  palette::curves[0],
                  PlotMarker::circle};
        series.hollow = precision == Precision::twice;
        const auto wrong = wrong_in_plane(precision, epsilons, count);
        for (std::size_t e = 0; e < wrong.size(); ++e)
            series.points.push_back({epsilons[e], wrong[e]});
    }
    return draw_plots(title,
                      fmt::format("{} points of each kind; near: within 10⁻⁶ of the box's diagonal",
                                  with_separators(count)),
                      panels, page, 2);
}

}  // namespace hitmiss
