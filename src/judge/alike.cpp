#include "judge/alike.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/words.hpp"

namespace hitmiss {
namespace {

double decimal(const std::string& text) {
    return parse_number<double>(text).value();
}

/// The method in that arithmetic, in every precision and variant; what is its default is not said.
std::vector<Method> in_all_forms(std::string_view name, bool culls,
                                 Arithmetic arithmetic = Arithmetic::separate) {
    std::vector<Method> forms;
    for (const Method& listed : all_methods(arithmetic)) {
        if (listed.entry->info.name != name) continue;
        Method method(*listed.entry);
        for (const auto key : {variant_key, precision_key, arithmetic_key})
            if (listed.get(key) != method.get(key))
                method = method.with(key, listed.get(key).value());
        const bool can_cull = method.get("cull").has_value();
        forms.push_back(can_cull && culls ? method.with("cull", double(Cull::back)) : method);
    }
    return forms;
}

/// Those forms at every epsilon m 10^k with that m, from the smallest k to the largest.
std::vector<Method> at_decades(const std::vector<Method>& forms, int from, int to,
                               std::initializer_list<int> mantissas) {
    std::vector<Method> all;
    for (int decade = from; decade <= to; ++decade)
        for (const int mantissa : mantissas)
            for (const Method& method : forms)
                all.push_back(
                    method.with("epsilon", decimal(fmt::format("{}e{}", mantissa, decade))));
    return all;
}

}  // namespace

bool is_same(const Hit& one, const Hit& other, const Answerer& tracer) {
    if (!one || !other || !tracer.tells_triangle) return bool(one) == bool(other);
    return (tracer.tells_t_alone || one.triangle == other.triangle) && is_close(other.t, one.t);
}

Round beside(const Round& round, const Answerer& answerer, std::span<const Method> methods) {
    Round both = round;
    both.answerers = make_answerers(methods, round.geometry, Traversal::one_ray);
    both.answerers.insert(both.answerers.begin(), answerer);
    return both;
}

std::vector<Alike> held_against(const Round& round, const Answerer& answerer,
                                std::span<const Method> methods) {
    std::vector<Alike> all;
    for (const Method& method : methods) all.push_back({method});
    std::mutex mutex;
    const auto compare = [&](const JudgedBatch& judged) {
        const auto& [theirs, outcomes, none] = judged.columns[0];
        const std::scoped_lock lock(mutex);
        for (std::size_t m = 0; m < all.size(); ++m)
            for (std::size_t k = 0; k < theirs.size(); ++k) {
                const bool same = is_same(theirs[k], judged.columns[m + 1].hits[k], answerer);
                all[m].same += same;
                all[m].same_errors += same && row_of(outcomes[k]).error;
                all[m].same_hits += same && theirs[k];
            }
    };
    const auto tallies = judge_all(beside(round, answerer, methods), compare);
    for (std::size_t m = 0; m < all.size(); ++m) all[m].errors = tallies[m + 1].outcomes.errors();
    return all;
}

std::vector<std::vector<Method>> candidates(bool culls) {
    const auto joined = [](std::initializer_list<std::string_view> names, bool cull,
                           Arithmetic arithmetic = Arithmetic::separate) {
        std::vector<Method> all;
        for (const auto name : names)
            std::ranges::copy(in_all_forms(name, cull, arithmetic), std::back_inserter(all));
        return all;
    };
    auto published = in_all_forms("moller-trumbore", culls), corrected = published;
    const auto is_published = [](const Method& m) { return m.variant() == Variant::published; };
    std::erase_if(published, std::not_fn(is_published));
    std::erase_if(corrected, is_published);
    return {joined({"moller-trumbore", "watertight"}, culls),
            at_decades(published, -12, -1, {1}),
            at_decades(published, -8, -1, {2, 5}),
            joined({"signed-volume", "baldwin-weber", "same-side", "signed-angle-sum"}, culls),
            joined({"moller-trumbore", "watertight", "signed-volume", "baldwin-weber"}, culls,
                   Arithmetic::fused),
            joined({"moller-trumbore", "watertight"}, !culls),
            at_decades(in_all_forms("angle-sum", culls), -6, -1, {1}),
            at_decades(corrected, -6, -1, {1, 2, 5}),
            joined({"angle-sum-walking", "collision-matrix", "embree-robust", "embree-fast", "pbrt",
                    "bullet", "plucker", "trimesh", "ericson", "area-sum"},
                   culls)};
}

std::vector<Method> refined(const Method& method) {
    std::vector<Method> all;
    const double epsilon = method.epsilon().value_or(0);
    if (epsilon > 0)
        for (const double factor : {0.2, 0.3, 0.5, 2.0, 3.0, 5.0})
            all.push_back(method.with("epsilon", decimal(number_text(factor * epsilon, 1))));
    return all;
}

}  // namespace hitmiss
