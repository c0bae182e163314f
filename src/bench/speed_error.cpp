#include "bench/speed_error.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>

#include "bench/race.hpp"
#include "methods/catalogue.hpp"
#include "truth/confusion.hpp"

namespace hitmiss {
namespace {

constexpr int longest_side = 256;

Scene reduced(Scene scene) {
    const int side = std::max(scene.width, scene.height);
    if (side > longest_side) {
        const auto shorter = [&](int length) { return std::max(1, length * longest_side / side); };
        resize(scene, shorter(scene.width), shorter(scene.height));
    }
    return scene;
}

/// The tolerances worth a point each; none where a method has no epsilon.
std::vector<std::string> epsilons(const CatalogueEntry& entry) {
    const bool tolerant =
        std::ranges::any_of(entry.parameters, [](auto& p) { return p.key == "epsilon"; });
    if (!tolerant) return {""};
    if (entry.info.name == "moller-trumbore") return {"0", "1e-6"};
    return {"0.0001", "0.001", "0.01", "0.1", "0.5"};
}

std::string per_million(double rate) {
    return fmt::format("{:.4g} per million rays", rate * 1e6);
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

std::vector<MethodSpec> all_settings() {
    std::vector<MethodSpec> all;
    for (const auto& entry : describe_catalogue()) {
        std::vector<std::string> variants{"published"};
        if (!entry.info.corrected.empty()) variants.push_back("corrected");
        if (entry.info.atan2) variants.push_back("atan2");
        for (const auto& variant : variants)
            for (const auto& epsilon : epsilons(entry))
                for (const char* precision : {"float", "double"}) {
                    std::vector<std::pair<std::string, std::string>> settings;
                    if (!epsilon.empty()) settings.emplace_back("epsilon", epsilon);
                    if (variant != "published") settings.emplace_back("variant", variant);
                    if (precision == std::string("double"))
                        settings.emplace_back("precision", precision);
                    // Rounding its t only once less is all that double changes.
                    if (entry.info.name == "exact" && !settings.empty()) continue;
                    all.push_back(make_method(std::string(entry.info.name), std::move(settings)));
                }
    }
    return all;
}

Measurements speed_and_error(const Scene& full, std::span<const MethodSpec> methods,
                             const Geometry& geometry, Walk walk, int rounds, double most_tests) {
    const Scene scene = reduced(full);
    const PrimaryRays primary(scene.camera, scene.width, scene.height);
    const StoredRays rays = store_rays(primary);
    std::vector<Answer> answers(rays.rays.size());
    const auto reference = make_reference(make_method("exact", {}), geometry);
    for_each_tile(rays, [&](const Rays& tile, std::size_t first) {
        reference(tile, std::span(answers).subspan(first, tile.size()));
    });

    std::vector<Racer> racers;
    const int threads = omp_get_max_threads();
    add_methods(racers, methods, geometry, walk, rays, std::span(&threads, 1), most_tests);
    std::vector<double> error_rates;
    const double diagonal =
        glm::length(Vec<double>(geometry.box.hi) - Vec<double>(geometry.box.lo));
    auto rows =
        race(racers, rays.rays.size(), rounds, [&](std::size_t k, std::span<const Hit> hits) {
            const bool culling = summary(parse_method(racers[k].name)).cull == Cull::back;
            Confusion confusion;
            for (std::size_t ray = 0; ray < hits.size(); ++ray) {
                const bool culled =
                    culling && seen_from_behind(answers[ray], rays.rays[ray], geometry);
                confusion.add(judge(hits[ray], answers[ray], diagonal, culled));
            }
            error_rates.push_back(double(confusion.errors()) / double(hits.size()));
        });
    std::vector<Cost> costs;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        auto& row = rows[k];
        row.part = "chart", row.unit = "ns/ray";
        row.value = {1e3 / row.value.upper, 1e3 / row.value.median, 1e3 / row.value.lower};
        row.error_rate = error_rates[k];
        costs.push_back({row.value.median, *row.error_rate});
    }
    const auto front = pareto_front(costs);
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k].front = front[k];
    std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.value.median; });
    return rows;
}

std::string advice(const Measurements& measurements) {
    const Measurement *fastest = nullptr, *surest = nullptr;
    for (const auto& row : measurements) {
        if (row.part != "chart" || !row.front) continue;
        if (!fastest || row.value.median < fastest->value.median) fastest = &row;
        if (!surest || *row.error_rate < *surest->error_rate) surest = &row;
    }
    if (!fastest) return {};
    std::string text = fmt::format("on this scene and machine: {} errs least ({})", surest->subject,
                                   per_million(*surest->error_rate));
    // Less than a tenth is the noise of most machines.
    if (surest->value.median < 1.1 * fastest->value.median)
        return text + ", and none is faster by more than a tenth";
    return text + fmt::format("; {} is {:.3g} times as fast and errs on {}", fastest->subject,
                              surest->value.median / fastest->value.median,
                              per_million(*fastest->error_rate));
}

}  // namespace hitmiss
