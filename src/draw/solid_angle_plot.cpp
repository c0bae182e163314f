#include "draw/solid_angle_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "base/words.hpp"
#include "judge/acceptance.hpp"
#include "judge/halo_law.hpp"
#include "judge/sweep.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr double full_turn = 2 * pi<double>;

/// A triangle of side 1 around the origin in the plane z = 0, and its edge at y = 0.
const Triangle<float> flat{{0.5f, 0.8660254f, 0}, {0, 0, 0}, {1, 0, 0}};

/// The angle sum at a point `out` edge lengths beyond the middle of an edge; inside, a full turn.
double sum_beside_edge(double out) {
    const Vec<double> p(0.5, -out, 0);
    double sum = 0;
    for (const auto& [a, b] : edges(Triangle<double>(flat))) sum += angle_at(p, a, b);
    return sum;
}

}  // namespace

std::vector<SolidAngleCurve> sweep_solid_angle(const std::vector<double>& epsilons,
                                               std::uint64_t count, std::uint64_t seed,
                                               const Geometry& geometry) {
    struct Sample {
        std::string name;
        PointSource points;
        std::vector<ExactInside> exact = {};
    };
    Sample samples[]{{"random points", random_points(geometry, seed)},
                     {"near the surface", points_near_surface(geometry, seed)}};
    for (auto& sample : samples) {
        sample.exact.resize(count);
        parallel_for(std::size_t(count), [&](std::size_t k) {
            sample.exact[k] = exact_inside(sample.points(k), geometry);
        });
    }
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

SolidAngleCurve sweep_angle_sum(const std::vector<double>& epsilons, std::uint64_t count,
                                std::uint64_t seed) {
    std::vector<Vec<float>> points;
    Random random(seed);
    for (std::uint64_t k = 0; k < count; ++k)
        points.push_back(Vec<float>{random.uniform(-0.1, 1.1), random.uniform(-0.1, 1), 0});
    const Method method = make_method("angle-sum").with(precision_key, 0);
    SolidAngleCurve curve{"triangle's plane, float", Precision::single, count};
    for (const double epsilon : epsilons) {
        if (epsilon >= full_turn) break;  // no such tolerance
        const Kernel kernel = method.with("epsilon", epsilon).kernel({});
        curve.wrong.push_back(std::uint64_t(std::ranges::count_if(points, [&](const auto& p) {
            return kernel.inside(Vec<double>(p), flat) != exactly_inside(p, flat);
        })));
    }
    return curve;
}

Drawing draw_solid_angle(const std::string& title, const std::string& mesh,
                         const std::vector<double>& epsilons,
                         const std::vector<SolidAngleCurve>& curves,
                         const SolidAngleCurve& angle_sum, const Page& page) {
    std::vector<Plot> panels(2);
    Plot& border = panels[0];
    border.title = "the sum, as a share of the full one";
    border.x = {"inside   ←   edge lengths from the border   →   outside", -0.5, 0.5, false, true};
    border.y = {"full turn, or full sphere", -0.1, 1.2, false, true};
    PlotSeries edge{"angle sum", {}, palette::curves[0]};
    for (int k = -50; k <= 50; ++k)
        edge.points.push_back({k / 100.0, sum_beside_edge(k / 100.0) / full_turn});
    border.series = {edge,
                     {"solid angle",
                      {{-0.5, 1}, {0, 1}, {0, 0}, {0.5, 0}},
                      palette::curves[1],
                      PlotMarker::none,
                      curve_dashes[1]}};

    Plot& valley = panels[1];
    valley.title = "wrong points, in float";
    valley.x = {"tolerance ε (radians, steradians)", epsilons.front() / 1.3, epsilons.back() * 1.3};
    valley.y = {"% of the points", 100 / double(angle_sum.points), 150, true};
    const auto add = [&](const std::string& label, const SolidAngleCurve& curve, std::size_t k) {
        PlotSeries& series =
            valley.series.emplace_back(PlotSeries{label,
                                                  {},
                                                  palette::curves[k],
                                                  k == 0 ? PlotMarker::circle : PlotMarker::square,
                                                  curve_dashes[k]});
        const double points = double(std::max<std::uint64_t>(curve.points, 1));
        for (std::size_t e = 0; e < curve.wrong.size(); ++e)
            series.points.push_back({epsilons[e], 100 * double(curve.wrong[e]) / points});
    };
    // The first curve is that of random points in float.
    add("angle sum", angle_sum, 0), add("solid angle", curves.front(), 1);
    for (Plot& panel : panels) panel.direct = true;
    return draw_plots(title,
                      fmt::format("{} random points in a box around each; angle sum: a triangle of "
                                  "side 1; solid angle: {}",
                                  with_separators(angle_sum.points), mesh),
                      panels, page, 2);
}

}  // namespace hitmiss
