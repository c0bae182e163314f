#include "judge/candidates.hpp"

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
