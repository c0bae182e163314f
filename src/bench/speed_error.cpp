#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "base/random.hpp"
#include "base/words.hpp"
#include "bench/race.hpp"
#include "judge/judge.hpp"

namespace hitmiss {
namespace {

constexpr int longest_side = 256;
constexpr std::size_t edge_ray_count = 49 * rays_of_block;  // about 100,000

/// The tolerances worth measuring.
std::vector<double> tolerances(const Method& method) {
    if (method.name() == "moller-trumbore") return {0, 1e-6};
    return {0.0001, 0.001, 0.01, 0.1, 0.5};
}

/// Rays from the eye at random points of random sides of triangles, each block from its own
/// random stream. Target and direction are computed in double and rounded once, as in AimedRays.
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
            const auto to_target = corners[side] + random.uniform() * along - Vec<double>(o);
            if (to_target != Vec<double>(0)) rays[k++] = {o, Vec<float>(glm::normalize(to_target))};
        }
    };
    return consecutive_rays(edge_ray_count, draw, geometry.eye);
}

/// Returns a function that counts a method's errors, always on the same rays.
std::function<std::uint64_t(const Method&)> error_count(const RaySource& source,
                                                        const Geometry& geometry, Traversal how) {
    const Round round =
        remembering({source, {}, make_reference(make_method("exact"), geometry), geometry});
    return [=](const Method& method) {
        return judge_all(with_method(round, method, how))[0].outcomes.errors();
    };
}

std::string errors_text(const MethodCost& cost) {
    if (cost.error_rate == 0 && cost.picture_errors == 0) return "no errors";
    return fmt::format("{} errors per million rays at edges and {} in the picture",
                       with_separators(number_text(1e6 * cost.error_rate, 3)),
                       with_separators(cost.picture_errors));
}

}  // namespace

void mark_front(std::span<MethodCost> costs) {
    for (MethodCost& cost : costs)
        cost.front = std::ranges::none_of(costs, [&](const MethodCost& other) {
            return other.ns <= cost.ns && other.error_rate <= cost.error_rate &&
                   (other.ns < cost.ns || other.error_rate < cost.error_rate);
        });
}

void rank(std::span<MethodCost> costs) {
    std::ranges::stable_sort(costs, {}, [](const MethodCost& cost) {
        return std::tuple(cost.error_rate, cost.picture_errors, cost.ns);
    });
}

std::vector<Method> all_settings() {
    std::vector<Method> all;
    for (const Method& listed : all_methods()) {
        // Named by the settings that are not the default.
        std::vector<std::pair<std::string, std::string>> settings;
        if (listed.precision() != listed.entry->info.precision)
            settings.emplace_back("precision", to_string(listed.precision()));
        if (listed.variant() != Variant::published)
            settings.emplace_back("variant", to_string(listed.variant()));
        const Method method = make_method(listed.name(), settings);
        if (!method.epsilon())
            all.push_back(method);
        else
            for (const double epsilon : tolerances(method))
                all.push_back(method.with("epsilon", epsilon));
    }
    return all;
}

std::vector<MethodCost> method_costs(const Scene& full, std::span<const Method> methods,
                                     const Geometry& geometry, Traversal how, int rounds,
                                     const Watch& watch, double most_tests) {
    Scene scene = full;
    const int side = std::max(scene.width, scene.height);
    const auto shorter = [&](int length) { return std::max(1, length * longest_side / side); };
    if (side > longest_side) resize(scene, shorter(scene.width), shorter(scene.height));
    const RaySource pixels = picture_rays(scene.camera, scene.width, scene.height);
    auto rays = store_rays(pixels);
    const auto racers = method_racers(methods, geometry, how, pixels.count, {1}, most_tests);
    const auto seconds = race(racers, rays, rounds, CLOCK_THREAD_CPUTIME_ID, watch);

    // Tiles are for neighbouring rays, which rays at random edges are not.
    const auto at_edges = error_count(edge_rays(geometry), geometry,
                                      how == Traversal::brute_force ? how : Traversal::one_ray);
    const auto in_picture = error_count(pixels, geometry, how);
    const auto after_method = watch(racers.size());
    std::vector<MethodCost> costs;
    for (std::size_t k = 0; k < racers.size(); ++k) {
        const Method& method = *racers[k].method;
        costs.push_back({method, 1e9 / double(pixels.count) * quartiles(seconds[k]).median,
                         double(at_edges(method)) / double(edge_ray_count), in_picture(method)});
        after_method();
    }
    mark_front(costs);
    rank(costs);
    return costs;
}

std::string advice(std::span<const MethodCost> costs) {
    const auto surest = std::ranges::find(costs, true, &MethodCost::front);
    if (surest == costs.end()) return {};
    const auto fastest = std::ranges::min_element(costs, {}, &MethodCost::ns);
    std::string text = fmt::format("take {}: {}, {} ns per ray", to_string(surest->method),
                                   errors_text(*surest), number_text(surest->ns, 2));
    // Less than a tenth is the noise of most machines.
    if (surest->ns < 1.1 * fastest->ns) return text + "; none is faster by more than a tenth";
    return text + fmt::format("; {} is {} times as fast, with {}", to_string(fastest->method),
                              number_text(surest->ns / fastest->ns, 2), errors_text(*fastest));
}

}  // namespace hitmiss
