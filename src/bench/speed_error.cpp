#include "bench/speed_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/words.hpp"
#include "bench/race.hpp"
#include "draw/plot.hpp"
#include "judge/judge.hpp"

namespace hitmiss {
namespace {

constexpr int longest_side = 256;
constexpr std::size_t edge_ray_count = 49 * rays_of_block;  // about 100,000

Scene reduced(Scene scene) {
    const int side = std::max(scene.width, scene.height);
    if (side > longest_side) {
        const auto shorter = [&](int length) { return std::max(1, length * longest_side / side); };
        resize(scene, shorter(scene.width), shorter(scene.height));
    }
    return scene;
}

/// The method at each tolerance worth a point; as it is where it has none.
std::vector<Method> at_tolerances(const Method& method) {
    if (!method.epsilon()) return {method};
    std::vector<double> epsilons{0.0001, 0.001, 0.01, 0.1, 0.5};
    if (method.name() == "moller-trumbore") epsilons = {0, 1e-6};
    std::vector<Method> all;
    for (const double epsilon : epsilons) all.push_back(method.with("epsilon", epsilon));
    return all;
}

/// Rays from the eye at random points of random sides of triangles, each block from a random stream
/// of its own. Target and direction in double, rounded once, as AimedRays says.
RaySource edge_rays(const Geometry& geometry) {
    const auto draw = [&geometry](std::size_t first, std::span<Ray<float>> rays) {
        Random random(1, first / rays_of_block);
        const Vec<float> o(geometry.eye);
        for (std::size_t k = 0; k < rays.size();) {
            const auto index = random.below(std::uint32_t(geometry.triangles.size()));
            const Triangle<double> tri(geometry.triangles[index]);
            const Vec<double> corners[]{tri.a, tri.b, tri.c};
            const auto side = random.below(3);
            const auto along = corners[(side + 1) % 3] - corners[side];
            const auto way = corners[side] + random.uniform() * along - Vec<double>(o);
            if (way != Vec<double>(0)) rays[k++] = {o, Vec<float>(glm::normalize(way))};
        }
    };
    return consecutive_rays(edge_ray_count, draw, geometry.eye);
}

/// Errors of a method on the same rays as others.
class ErrorCount {
public:
    ErrorCount(RaySource source, const Geometry& geometry, Traversal how)
        : round_{remembering(std::move(source)),
                 {},
                 make_reference(make_method("exact"), geometry),
                 geometry},
          how_(how) {
        round_.reference = round_.reference.remembering(round_.source.batches);
    }
    std::uint64_t operator()(const Method& method) {
        round_.answerers = make_answerers({&method, 1}, round_.geometry, how_);
        return judge_all(round_)[0].outcomes.errors();
    }

private:
    Round round_;
    Traversal how_;
};

std::string errors_text(const Measurement& row) {
    const auto picture = *row.picture_errors;
    if (*row.error_rate == 0 && picture == 0) return "no errors";
    return fmt::format("{} errors per million rays at edges and {} in the picture",
                       with_separators(number_text(1e6 * *row.error_rate, 3)),
                       with_separators(picture));
}

/// Of Okabe and Ito (2008); four colours of three shapes tell more series apart than there are
/// methods.
constexpr std::array<Rgb, 4> colours{{{0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}}};
constexpr std::array markers{PlotMarker::circle, PlotMarker::square, PlotMarker::triangle};

Point point_of(const Measurement& row) {
    return {row.value.median, 1e6 * *row.error_rate};
}

/// A logarithmic axis over all values, from a power of ten on and beyond the next.
PlotAxis axis_over(const std::string& label, std::span<const Point> points, double Point::*which) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    bool zero = false;
    for (const auto& point : points) {
        const double value = point.*which;
        if (value > 0) least = std::min(least, value), most = std::max(most, value);
        zero |= value == 0;
    }
    const double lo = most > 0 ? std::pow(10, std::floor(std::log10(least))) : 1;
    return {label, lo, std::max(1.2 * most, 11 * lo), true, zero};
}

}  // namespace

std::vector<bool> pareto_front(std::span<const Cost> costs) {
    std::vector<bool> front;
    for (const Cost& own : costs)
        front.push_back(std::ranges::none_of(costs, [&](const Cost& other) {
            return other.time <= own.time && other.error <= own.error &&
                   (other.time < own.time || other.error < own.error);
        }));
    return front;
}

std::vector<Method> all_settings() {
    std::vector<Method> all;
    for (const Method& listed : all_methods()) {
        // Named by what is not the default.
        std::vector<std::pair<std::string, std::string>> settings;
        if (listed.precision != listed.entry->info.precision)
            settings.emplace_back("precision", to_string(listed.precision));
        if (listed.variant != Variant::published)
            settings.emplace_back("variant", to_string(listed.variant));
        std::ranges::move(at_tolerances(make_method(listed.name(), settings)),
                          std::back_inserter(all));
    }
    return all;
}

Measurements speed_and_error(const Scene& full, std::span<const Method> methods,
                             const Geometry& geometry, Traversal how, int rounds,
                             const Watch& watch, double most_tests) {
    const Scene scene = reduced(full);
    const StoredRays rays = store_rays(PrimaryRays(scene.camera, scene.width, scene.height));
    std::vector<Racer> racers;
    const int threads = 1;
    add_methods(racers, methods, geometry, how, rays, std::span(&threads, 1), most_tests);
    auto rows = race(racers, rays.rays.size(), rounds, Clock::thread, watch);

    // Tiles are for neighbours, which rays at random edges are not.
    ErrorCount at_edges(edge_rays(geometry), geometry,
                        how == Traversal::brute_force ? how : Traversal::one_ray);
    ErrorCount in_picture(picture_rays(scene.camera, scene.width, scene.height), geometry, how);
    const auto after_method = watch(rows.size());
    std::vector<Cost> costs;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        auto& row = rows[k];
        row.part = "chart", row.unit = "ns/ray";
        row.value = {1e3 / row.value.upper, 1e3 / row.value.median, 1e3 / row.value.lower};
        row.error_rate = double(at_edges(*racers[k].method)) / double(edge_ray_count);
        row.picture_errors = in_picture(*racers[k].method);
        after_method();
        costs.push_back({row.value.median, *row.error_rate});
    }
    const auto front = pareto_front(costs);
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k].front = front[k];
    std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.value.median; });
    return rows;
}

Measurements ranked(Measurements chart) {
    const auto rank = [](const Measurement& row) {
        return std::tuple(*row.error_rate, *row.picture_errors, row.value.median);
    };
    std::ranges::stable_sort(chart, {}, rank);
    return chart;
}

std::string advice(const Measurements& measurements) {
    Measurements front;
    for (const auto& row : measurements)
        if (row.part == "chart" && row.front) front.push_back(row);
    if (front.empty()) return {};
    const Measurement surest = ranked(front)[0];
    const Measurement& fastest =
        *std::ranges::min_element(front, {}, [](const auto& row) { return row.value.median; });
    std::string text = fmt::format("take {}: {}, {} ns per ray", surest.subject,
                                   errors_text(surest), number_text(surest.value.median, 2));
    // Less than a tenth is the noise of most machines.
    if (surest.value.median < 1.1 * fastest.value.median)
        return text + "; none is faster by more than a tenth";
    return text + fmt::format("; {} is {} times as fast, with {}", fastest.subject,
                              number_text(surest.value.median / fastest.value.median, 2),
                              errors_text(fastest));
}

Drawing draw_chart(const Measurements& measurements, const std::string& title,
                   const Machine& machine) {
    std::vector<Point> all;
    std::vector<PlotSeries> series, front;
    PlotSeries joined{"Pareto front", {}, ink};
    for (const auto& row : measurements) {
        if (row.part != "chart") continue;
        const Point point = point_of(row);
        all.push_back(point);
        if (row.front) {
            front.push_back({row.subject, {point}, ink, PlotMarker::circle});
            joined.points.push_back(point);
            continue;
        }
        const std::string name =
            point.y > 0 ? row.subject.substr(0, row.subject.find(':')) : "no errors";
        auto found = std::ranges::find(series, name, &PlotSeries::label);
        if (found == series.end()) {
            const std::size_t k = series.size();
            series.push_back({name, {}, colours[k % colours.size()], markers[k % markers.size()]});
            series.back().width = 0;
            found = series.end() - 1;
        }
        found->points.push_back(point);
    }
    if (front.size() > 1) series.push_back(joined);
    std::ranges::move(front, std::back_inserter(series));
    const Plot plot{to_string(machine), axis_over("ns per ray", all, &Point::x),
                    axis_over("errors per million rays at edges", all, &Point::y),
                    std::move(series)};
    return draw_plots(title, {}, std::span(&plot, 1));
}

}  // namespace hitmiss
