#pragma once
// From a method's struct to its kernel and its entry in the catalogue. Templates end here: each
// method includes this file and is compiled once, in each precision, arithmetic and variant.

#include <cstring>

#include "methods/catalogue.hpp"
#include "methods/leaf.hpp"

// The one place where the wing fast/ is plugged into the methods.
#ifdef HITMISS_WINGS
#include "fast/packet_kernel_of.hpp"
#else
namespace hitmiss {
template <typename Test, Cull cull>
void add_fast_tests(Kernel& kernel) {
    if constexpr (leaf_in_lanes<Test>) kernel.test_leaf = test_leaf_once<Test, cull>;
}
template <typename Test>
void add_tests_in_turn(Kernel&) {}
}  // namespace hitmiss
#endif

namespace hitmiss {

/// A copy of an object by its bytes, whatever its type: one such function for all methods.
inline std::shared_ptr<const void> copied(const void* object, std::size_t size) {
    const std::shared_ptr<std::byte[]> copy(new std::byte[size]);
    std::memcpy(copy.get(), object, size);
    return copy;
}

/// One ray against one triangle, which is prepared for it alone.
template <typename Test>
Verdict test_once(const Test& method, const Ray<RealOf<Test>>& ray, const Triangle<float>& stored,
                  auto note) {
    const auto tri = prepare_triangle<Test>(Triangle<RealOf<Test>>(stored));
    constexpr bool in_turn = is_fused<RealOf<Test>> && std::is_same_v<decltype(note), NoNotes>;
    const auto [accepted, t] = [&] {
        if constexpr (in_turn)
            return test_in_turn(method, ray, tri);
        else
            return test_prepared(method, ray, tri, note);
    }();
    return {accepted != 0, double(t)};
}

/// The same with its values and comparisons noted. Cold: small code compiles sooner.
template <typename Test>
[[gnu::cold, gnu::noinline]] Verdict explain_once(const void* given, const Ray<float>& ray,
                                                  const Triangle<float>& tri, Notes& notes) {
    const Verdict verdict =
        test_once(method_of<Test>(given), Ray<RealOf<Test>>(ray), tri, NoteTaker{notes});
    const Noted<double> t{verdict.t, "t", &notes, Meaning::guard};
    if (verdict.accepted && t > 0 && verdict.t == Box::inf) static_cast<void>(t < Box::inf);
    return verdict;
}

/// Whether a noted value is NaN.
template <typename Test>
bool meets_nan(const void* given, const Ray<float>& ray, const Triangle<float>& tri) {
    bool nan = false;
    if constexpr (is_fused<RealOf<Test>>) {
        Notes notes;
        explain_once<Test>(given, ray, tri, notes);
        for (const auto& noted : notes.values) nan |= std::isnan(noted.value);
    } else {
        test_once(method_of<Test>(given), Ray<RealOf<Test>>(ray), tri,
                  [&](std::string_view, auto value, Meaning = {}) {
                      nan |= value != value;
                      return value;
                  });
    }
    return nan;
}

template <typename Test>
[[gnu::cold]] Kernel kernel_of(const Test& method) {
    if constexpr (requires { method.slower(); })
        if (const auto other = method.slower()) return kernel_of(*other);
    using Real = RealOf<Test>;
    using Tri = Triangle<float>;
    Kernel kernel{};
    kernel.precision = in_single<Real> ? Precision::single : Precision::twice;
    if constexpr (requires { method.growth(); }) kernel.growth = method.growth();
    static_assert(std::is_trivially_copyable_v<Test>);
    kernel.method = copied(&method, sizeof method);
    const void* const own = kernel.method.get();
    kernel.test = {own, [](const void* given, const Ray<double>& ray, const Tri& tri) {
                       return test_once(method_of<Test>(given), Ray<Real>(ray), tri, no_notes);
                   }};
    kernel.explain = {own, explain_once<Test>};
    kernel.meets_nan = {own, meets_nan<Test>};
    if constexpr (TestsPoints<Test>)
        kernel.inside = {own, [](const void* given, const Vec<double>& P, const Tri& tri) {
                             return method_of<Test>(given).inside(
                                 Vec<Real>(P), prepare_triangle<Test>(Triangle<Real>(tri)),
                                 no_notes);
                         }};
    if constexpr (requires { method.reach(); }) kernel.reach = method.reach();
    kernel.leaf_bytes = sizeof(Leaf<Test>);
    kernel.prepare = Leaf<Test>::prepare;
    if constexpr (!leaf_in_lanes<Test> || runs_in_turn<Test>)
        kernel.test_leaf = test_leaf_in_turn<Test>;
    if constexpr (runs_in_turn<Test>) add_tests_in_turn<Test>(kernel);
    if constexpr (RunsInLanes<Test>)
        if (chose_lanes(method))
            with_culling(method, [&](auto cull) { add_fast_tests<Test, cull()>(kernel); });
    return kernel;
}

/// Calls visit(key, member, allowed, meaning) for each of the struct's parameters.
template <typename Test>
constexpr void for_each_parameter(auto&& visit) {
    if constexpr (requires { Test::parameters(visit); }) Test::parameters(visit);
}

/// The rows of the catalogue: the parameters, then precision, arithmetic and variant.
template <typename Test>
inline constexpr auto parameters = [] {
    constexpr MethodInfo info = Test::info;
    struct {
        std::array<Parameter, Method::most_parameters> row{};
        std::size_t count = 0;
    } all;
    for_each_parameter<Test>(
        [&](std::string_view key, auto member, const auto& allowed, std::string_view meaning) {
            Parameter row{.key = key, .fallback = double(Test{}.*member), .meaning = meaning};
            if constexpr (requires { row.allowed = allowed; })
                row.allowed = allowed;
            else
                row.choices = allowed, row.allowed = {0, double(allowed.size() - 1)};
            all.row[all.count++] = row;
        });
    if (info.rounds()) {
        all.row[all.count++] = precision_parameter(info.precision);
        all.row[all.count++] = arithmetic_parameter;
    }
    static_assert(!info.atan2 || !info.corrected.empty());
    const auto variants = std::span(variant_names).first(1 + !info.corrected.empty() + info.atan2);
    all.row[all.count++] = {
        variant_key, 0, {0, double(variants.size() - 1)}, variants, info.corrected};
    return all;
}();

/// The struct with the user's numbers, and with the settings that depend on the scene resolved.
template <typename Test>
Test test_of(const Method& method, const Surroundings& scene) {
    Test test;
    for_each_parameter<Test>([&](std::string_view key, auto member, auto&&...) {
        test.*member = static_cast<std::decay_t<decltype(test.*member)>>(*method.get(key));
    });
    if constexpr (Test::info.kind == Kind::segment_map)
        if (test.length == 0) {
            const Vec<double> lo(scene.box.lo), hi(scene.box.hi);
            test.length =
                2 * glm::length(glm::max(glm::abs(lo - scene.eye), glm::abs(hi - scene.eye)));
        }
    return test;
}

/// The method with those settings written out. Fitting does not depend on precision, arithmetic
/// and variant.
template <typename Test>
Method fitted(const Method& method, const Surroundings& scene) {
    Method result = method;
    const Test test = test_of<Test>(method, scene);
    for_each_parameter<Test>([&](std::string_view key, auto member, auto&&...) {
        const auto number = double(test.*member);
        if (number != method.get(key)) result = result.with(key, number);
    });
    return result;
}

/// The kernel of a user's method, in the variant that was chosen.
template <template <typename, Variant> class Name, typename Real>
[[gnu::cold]] Kernel kernel_in(const Method& method, const Surroundings& scene) {
    constexpr MethodInfo info = Name<float, Variant::published>::info;
    if constexpr (info.has(Variant::corrected))
        if (method.variant() == Variant::corrected)
            return kernel_of(test_of<Name<Real, Variant::corrected>>(method, scene));
    if constexpr (info.has(Variant::atan2))
        if (method.variant() == Variant::atan2)
            return kernel_of(test_of<Name<Real, Variant::atan2>>(method, scene));
    return kernel_of(test_of<Name<Real, Variant::published>>(method, scene));
}

/// The method's entry in the catalogue.
template <template <typename, Variant> class Name>
constexpr Entry entry() {
    using Test = Name<float, Variant::published>;
    return {Test::info, std::span(parameters<Test>.row).first(parameters<Test>.count),
            [](const Method& method, const Surroundings& scene) {
                const bool single = method.precision() == Precision::single;
                if constexpr (Test::info.rounds())
                    if (method.arithmetic() == Arithmetic::fused)
                        return single ? kernel_in<Name, Fused<float>>(method, scene)
                                      : kernel_in<Name, Fused<double>>(method, scene);
                return single ? kernel_in<Name, float>(method, scene)
                              : kernel_in<Name, double>(method, scene);
            },
            fitted<Test>};
}

}  // namespace hitmiss
