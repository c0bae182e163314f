#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>

#include "base/random.hpp"
#include "base/words.hpp"
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

/// Where a direction of length 1 lies along a curve through all directions, in which what is near
/// in number is near in direction: the bits of its coordinates in turn (Morton order).
std::uint64_t place_on_curve(const Vec<float>& d) {
    constexpr int bits = 16;
    std::uint64_t place = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto cell = std::uint64_t((d[axis] + 1) / 2 * ((1 << bits) - 1));
        for (int bit = 0; bit < bits; ++bit) place |= (cell >> bit & 1) << (3 * bit + axis);
    }
    return place;
}

/// A place on a side of length 1: half of them anywhere, half at any power of two from its start,
/// down to roundings of the corner, where tests err that are right along edges.
double place_on_side(Random& random) {
    const double anywhere = random.uniform();
    return random.below(2) == 0 ? anywhere : std::ldexp(1 + anywhere, -1 - int(random.below(25)));
}

/// Rays from the eye at random points of random sides of triangles. Target and direction are
/// computed in double and rounded once, as in AimedRays. They are sorted by direction, because
/// tiles of neighbouring rays are traced many times as fast as single ones.
RaySource edge_rays(const Geometry& geometry) {
    std::vector<Ray<float>> rays;
    const Vec<float> o(geometry.eye);
    Random random(1);
    while (rays.size() < edge_ray_count) {
        const auto index = random.below(std::uint32_t(geometry.triangles.size()));
        const Triangle<double> tri(geometry.triangles[index]);
        const Vec<double> corners[]{tri.a, tri.b, tri.c};
        const auto side = random.below(3);
        const auto along = corners[(side + 1) % 3] - corners[side];
        const auto to_target = corners[side] + place_on_side(random) * along - Vec<double>(o);
        if (to_target != Vec<double>(0)) rays.push_back({o, Vec<float>(glm::normalize(to_target))});
    }
    std::ranges::sort(rays, {}, [](const Ray<float>& ray) { return place_on_curve(ray.d); });
    return listed_rays(std::move(rays), geometry.eye);
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

std::string millionths(double rate) {
    return with_separators(number_text(1e6 * rate, 3));
}

std::string errors_text(const MethodCost& cost) {
    if (cost.never_errs()) return "no errors";
    return fmt::format("{} errors per million rays at edges and outlines, {} in the picture",
                       millionths(cost.error_rate), with_separators(cost.picture_errors));
}

/// The first that no other beats; null if there are none. It errs least, as they are ranked.
const MethodCost* surest_of(std::span<const MethodCost> costs) {
    const auto surest = std::ranges::find(costs, true, &MethodCost::front);
    return surest == costs.end() ? nullptr : &*surest;
}

/// Whether it is of any use: one that is wrong more often than right is not, not even where only
/// outlines are hit.
bool serves(const MethodCost& cost) {
    return cost.error_rate <= 0.5;
}

/// The float method that errs least at inner edges, where that one is in double; else null. At
/// outlines a float test cannot be right about every ray, so that its errors there matter only
/// between methods that are equally right elsewhere. One that does not serve only if none does.
const MethodCost* surest_in_float(std::span<const MethodCost> costs) {
    const MethodCost* const surest = surest_of(costs);
    if (surest == nullptr || surest->method.precision() != Precision::twice) return nullptr;
    const MethodCost* single = nullptr;
    for (const MethodCost& cost : costs) {
        if (cost.outdone || !cost.method.entry->info.rounds() ||
            cost.method.precision() != Precision::single)
            continue;
        const auto rank_of = [](const MethodCost& one) {
            return std::pair(!serves(one), one.inner_rate());
        };
        if (single == nullptr || rank_of(cost) < rank_of(*single)) single = &cost;
    }
    return single;
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

std::string advice(std::span<const MethodCost> costs) {
    const MethodCost* const surest = surest_of(costs);
    if (surest == nullptr) return {};
    const auto fastest = std::ranges::min_element(costs, {}, &MethodCost::ns);
    std::string text = fmt::format("Use {}: {}, {} ns per ray", to_string(surest->method),
                                   errors_text(*surest), number_text(surest->ns, 2));
    // Less than a tenth is the noise of most machines.
    if (surest->ns < 1.1 * fastest->ns) return text + "; none is faster by more than a tenth";
    return text + fmt::format("; {} is {} times as fast, with {}", to_string(fastest->method),
                              number_text(surest->ns / fastest->ns, 2), errors_text(*fastest));
}

std::vector<Method> advised(std::span<const MethodCost> costs) {
    std::vector<Method> methods;
    if (const MethodCost* const surest = surest_of(costs)) methods.push_back(surest->method);
    if (const MethodCost* const single = surest_in_float(costs);
        single != nullptr && serves(*single))
        methods.push_back(single->method);
    return methods;
}

std::string float_advice(std::span<const MethodCost> costs) {
    const MethodCost* const single = surest_in_float(costs);
    if (single == nullptr) return {};
    if (!serves(*single))
        return fmt::format("In float no method serves: even {}, the best at inner edges, has {}",
                           to_string(single->method), errors_text(*single));
    return fmt::format(
        "In float, use {}: of a million rays at edges {} err at inner ones, and {} at outlines, "
        "where every float test errs; {} errors in the picture, {} ns per ray",
        to_string(single->method), millionths(single->inner_rate()),
        millionths(single->outline_rate), with_separators(single->picture_errors),
        number_text(single->ns, 2));
}

std::string reason(std::span<const MethodCost> costs) {
    const MethodCost* const surest = surest_of(costs);
    if (surest == nullptr) return {};
    if (costs.size() == 1) return "Why: no other setting was measured";
    const auto as_right = [&](const MethodCost& cost) {
        return cost.error_rate == surest->error_rate &&
               cost.picture_errors == surest->picture_errors;
    };
    const auto equals = std::ranges::count_if(costs, as_right);
    if (equals == 1) return fmt::format("Why: it errs least of {} settings", costs.size());
    return fmt::format("Why: it is the fastest of {} settings {}", equals,
                       surest->never_errs() ? "without errors" : "with equally few errors");
}

}  // namespace hitmiss
