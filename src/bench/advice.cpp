// What the costs of methods advise, in sentences.

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "bench/race.hpp"

namespace hitmiss {
namespace {

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
