#pragma once
// From the parameters of a method's struct to those of its entry in the catalogue, and from a
// user's Method to a value of the struct.

#include "methods/method.hpp"

namespace hitmiss {

/// Calls visit(key, member, allowed, meaning) for each of its parameters.
template <typename Test>
constexpr void for_each_parameter(auto&& visit) {
    if constexpr (requires { Test::parameters(visit); }) Test::parameters(visit);
}

/// The rows of the catalogue: the parameters, then precision and variant.
template <typename Test>
inline constexpr auto parameters = [] {
    constexpr MethodInfo info = Test::info;
    constexpr std::size_t count = [] {
        std::size_t n = 0;
        for_each_parameter<Test>([&](auto&&...) { ++n; });
        return n;
    }();
    std::array<Parameter, count + info.rounds() + 1> rows{};
    static_assert(rows.size() <= Method::most_parameters);
    std::size_t k = 0;
    for_each_parameter<Test>(
        [&](std::string_view key, auto member, const auto& allowed, std::string_view meaning) {
            Parameter& row = rows[k++];
            row.key = key, row.meaning = meaning;
            row.fallback = double(Test{}.*member);
            if constexpr (requires { row.allowed = allowed; })
                row.allowed = allowed;
            else
                row.choices = allowed, row.allowed = {0, double(allowed.size() - 1)};
        });
    if (info.rounds()) rows[k++] = precision_parameter(info.precision);
    static_assert(!info.atan2 || !info.corrected.empty());
    const auto variants = std::span(variant_names).first(1 + !info.corrected.empty() + info.atan2);
    rows[k] = {variant_key, 0, {0, double(variants.size() - 1)}, variants, info.corrected};
    return rows;
}();

/// The struct with the user's numbers, and with the settings that depend on the scene resolved.
template <typename Test>
Test test_of(const Method& method, const Surroundings& scene) {
    Test test;
    std::size_t k = 0;
    for_each_parameter<Test>([&](auto&&, auto member, auto&&...) {
        test.*member = static_cast<std::decay_t<decltype(test.*member)>>(method.number[k++]);
    });
    if constexpr (requires { test.fit(scene.eye, scene.box); }) test.fit(scene.eye, scene.box);
    return test;
}

/// The method with those settings written out. Fitting does not depend on precision and variant.
template <typename Test>
Method fitted(const Method& method, const Surroundings& scene) {
    Method result = method;
    const Test test = test_of<Test>(method, scene);
    std::size_t k = 0;
    for_each_parameter<Test>(
        [&](auto&&, auto member, auto&&...) { result.number[k++] = double(test.*member); });
    for (k = 0; k < method.number.size(); ++k)
        if (result.number[k] != method.number[k]) result.said = std::uint8_t(result.said | 1u << k);
    return result;
}

}  // namespace hitmiss
