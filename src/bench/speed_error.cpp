#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>

#include "bench/race.hpp"
#include "judge/judge.hpp"

namespace hitmiss {
namespace {

constexpr int longest_side = 256;
constexpr std::size_t few = 10;  // so many methods are all measured in all rounds

/// The tolerances worth measuring. The determinant's only makes small triangles vanish.
std::vector<double> tolerances(const Method& method) {
    if (method.name() == "moller-trumbore") return {0};
    return {0.0001, 0.001, 0.01, 0.1, 0.5};
}

/// What judges answerers, all on the same rays. `places`: where float errs is counted too.
std::function<Tally(const Answerer&)> judge_on(const RaySource& source, const Geometry& geometry,
                                               bool places) {
    const Round round =
        remembering({source, {}, make_reference(make_method("exact"), geometry), geometry});
    return [=](const Answerer& answerer) {
        Round one = round;
        one.answerers = {answerer};
        one.answerers[0].kernel.reset();  // nobody asks for NaN
        one.traits = places && answerer.precision == Precision::single;
        return judge_all(one)[0];
    };
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
        if (listed.entry->info.shipped) continue;
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
    const auto at_edges = judge_on(edge_rays(geometry), geometry, true);
    const auto in_picture = judge_on(pixels, geometry, false);
    const int threads = omp_get_max_threads();
    const bool all = racers.size() < few;
    std::vector<MethodCost> costs;
    const auto after_run = watch(racers.size());
    omp_set_num_threads(1);
    for (const Racer& racer : racers) {
        racer.prepare();
        const double seconds = seconds_of([&] { trace_all(racer, rays); }, CLOCK_THREAD_CPUTIME_ID);
        costs.push_back({*racer.method, 1e9 / double(pixels.count) * seconds, 1, 0});
        after_run();
    }
    omp_set_num_threads(threads);
    // The fastest first, until it is certain that nothing slower can be on the front.
    std::vector<MethodCost*> by_time;
    for (MethodCost& cost : costs) by_time.push_back(&cost);
    std::ranges::sort(by_time, {}, &MethodCost::ns);
    double sure = std::numeric_limits<double>::infinity();
    const auto after_method = watch(racers.size());
    const auto share = [](std::uint64_t count) { return double(count) / double(edge_ray_count); };
    for (MethodCost* const one : by_time) {
        MethodCost& cost = *one;
        cost.outdone = !all && cost.ns > 2 * sure;
        if (!cost.outdone) {
            const auto answerer =
                make_answerer(cost.method, Tracer(cost.method, geometry, how), geometry);
            const Tally edges = at_edges(answerer);
            cost.error_rate = share(edges.outcomes.errors());
            cost.outline_rate = share(edges.traits.errors_at[std::size_t(Place::outline)]);
            const OutcomeCounts picture = in_picture(answerer).outcomes;
            cost.picture_errors = picture.errors(), cost.empty_picture = picture.nothing_to_hit();
            if (cost.never_errs()) sure = std::min(sure, cost.ns);
        }
        after_method();
    }
    std::vector<Racer> contenders;
    std::vector<MethodCost*> measured;
    for (std::size_t k = 0; k < racers.size(); ++k)
        if (all || std::ranges::none_of(costs, [&](const MethodCost& other) {
                return 2 * other.ns < costs[k].ns && other.error_rate <= costs[k].error_rate;
            }))
            contenders.push_back(racers[k]), measured.push_back(&costs[k]);
    const auto seconds = race(contenders, rays, rounds, CLOCK_THREAD_CPUTIME_ID, watch);
    for (std::size_t k = 0; k < contenders.size(); ++k)
        measured[k]->ns = 1e9 / double(pixels.count) * quartiles(seconds[k]).median;
    mark_front(costs);
    rank(costs);
    return costs;
}

}  // namespace hitmiss
