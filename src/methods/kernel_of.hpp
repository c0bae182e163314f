#pragma once
// From a method's struct to its kernel and its entry in the catalogue. Templates end here: each
// method includes this file and is compiled once, in each precision and variant.

#include "methods/catalogue.hpp"
#include "methods/leaf.hpp"
#include "methods/parameters.hpp"

// The one place where the wing fast/ is plugged into the methods.
#ifdef HITMISS_WINGS
#include "fast/packet_kernel_of.hpp"
#else
namespace hitmiss {
template <typename Test, Cull cull>
void add_fast_tests(Kernel&) {}
}  // namespace hitmiss
#endif

namespace hitmiss {

/// One ray against one triangle, which is prepared for it alone.
template <typename Test, typename Real>
Verdict test_once(const Test& method, const Ray<Real>& ray, const Triangle<float>& stored,
                  auto note) {
    const auto tri = prepare_triangle<Test>(Triangle<Real>(stored));
    Candidate<Real> candidate;
    if constexpr (TestsPoints<Test>)
        candidate = test_point(method, ray, height_of(method.plane, ray.o, tri, note), tri, note);
    else if constexpr (PreparesRays<Test>)
        candidate = method.test(ray, method.prepare_ray(ray, note), tri, note);
    else
        candidate = method.test(ray, tri, note);
    return {candidate.accepted != 0, double(candidate.t)};
}

template <typename Test>
Kernel kernel_of(const Test& method) {
    using Real = typename MethodTraits<Test>::Real;
    using Tri = Triangle<float>;
    Kernel kernel;
    kernel.precision = std::is_same_v<Real, float> ? Precision::single : Precision::twice;
    if constexpr (requires { method.growth(); }) kernel.growth = method.growth();
    kernel.test = [method](const Ray<float>& ray, const Tri& tri) {
        return test_once(method, Ray<Real>(ray), tri, no_notes);
    };
    kernel.test_double = [method](const Ray<double>& ray, const Tri& tri) {
        return test_once(method, Ray<Real>(ray), tri, no_notes);
    };
    kernel.explain = [method](const Ray<float>& ray, const Tri& tri, Notes& notes) {
        const Verdict verdict = test_once(method, Ray<Real>(ray), tri, NoteTaker{notes});
        const Noted<double> t{verdict.t, "t", &notes, Meaning::guard};
        constexpr double inf = std::numeric_limits<double>::infinity();
        if (verdict.accepted && t > 0 && verdict.t == inf) static_cast<void>(t < inf);
        return verdict;
    };
    kernel.meets_nan = [method](const Ray<float>& ray, const Tri& tri) {
        bool nan = false;
        test_once(method, Ray<Real>(ray), tri, [&](std::string_view, auto value, Meaning = {}) {
            nan |= value != value;
            return value;
        });
        return nan;
    };
    if constexpr (TestsPoints<Test>)
        kernel.inside = [method](const Vec<double>& P, const Tri& tri) {
            return method.inside(Vec<Real>(P), prepare_triangle<Test>(Triangle<Real>(tri)),
                                 no_notes);
        };
    kernel.reach = [](const Tri& tri) { return bounds(tri); };
    if constexpr (requires(const Tri& tri) { method.reach(tri); })
        kernel.reach = [method](const Tri& tri) { return method.reach(tri); };
    kernel.method = std::make_shared<const Test>(method);
    kernel.leaf_bytes = sizeof(Leaf<Test>);
    kernel.prepare = Leaf<Test>::prepare;
    with_culling(method, [&](auto cull) {
        kernel.test_leaf = test_leaf_once<Test, cull()>;
        add_fast_tests<Test, cull()>(kernel);
    });
    return kernel;
}

/// The kernel of a user's method, in the variant that was chosen.
template <template <typename, Variant> class Name, typename Real>
Kernel kernel_in(const Method& method, const Surroundings& scene) {
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
    static_assert(TestsPoints<Test> == (Test::info.kind == Kind::point_test));
    return {Test::info, parameters<Test>,
            [](const Method& method, const Surroundings& scene) {
                return method.precision() == Precision::single
                           ? kernel_in<Name, float>(method, scene)
                           : kernel_in<Name, double>(method, scene);
            },
            fitted<Test>};
}

}  // namespace hitmiss
