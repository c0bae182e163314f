#pragma once
// A leaf of the BVH, as a method's kernel sees it: up to eight prepared triangles, which one ray is
// tested against at once, in vector lanes.
//
// The bodies of `omp simd` loops take and return numbers only, because g++ 12 makes no vector code
// otherwise: an object made in the loop's body gets an array of its own in memory, and a choice
// between two bools is not vectorised. The method's test and the question which lanes hit are two
// loops for the same reason.

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "methods/calling.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

/// Objects that consist of numbers of one type, as a structure of arrays: each lane loads its own.
template <typename Object, typename Number, std::size_t size>
class SoA {
    static constexpr std::size_t count =
        std::is_empty_v<Object> ? 0 : sizeof(Object) / sizeof(Number);
    static_assert(std::is_trivially_copyable_v<Object>);
    static_assert(count == 0 || sizeof(Object) % sizeof(Number) == 0);

public:
    // Number by number: g++ 12 makes no vector code of the copy of a whole object.
    void put(std::size_t k, const Object& object) {
        const Number* numbers = reinterpret_cast<const Number*>(&object);
        for_each_number([&](auto i) { row_[i][k] = numbers[i]; });
    }
    void fill(const Object& object) {
        const Number* numbers = reinterpret_cast<const Number*>(&object);
        for_each_number([&](auto i) { row_[i].fill(numbers[i]); });
    }
    Object get(std::size_t k) const {
        Object object;
        Number* numbers = reinterpret_cast<Number*>(&object);
        for_each_number([&](auto i) { numbers[i] = row_[i][k]; });
        return object;
    }

private:
    static void for_each_number(auto visit) {
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            (visit(std::integral_constant<std::size_t, i>{}), ...);
        }
        (std::make_index_sequence<count>{});
    }

    std::array<std::array<Number, size>, count> row_;
};

/// The method that a function of a kernel gets.
template <typename Test>
const Test& method_of(const void* given) {
    return *static_cast<const Test*>(given);
}
/// Calls make(culling) with the method's culling as a constant, so that no lane asks for it.
template <typename Test>
void with_culling(const Test& method, auto&& make) {
    if constexpr (requires { method.cull; })
        if (method.cull == Cull::back) return make(std::integral_constant<Cull, Cull::back>{});
    make(std::integral_constant<Cull, Cull::none>{});
}
/// A kernel's method with that culling and the choice that runs in vector lanes, both constants.
template <typename Test, Cull cull>
Test method_in_lanes(const void* given) {
    Test method = method_of<Test>(given);
    if constexpr (requires { method.cull; }) method.cull = cull;
    if constexpr (requires { Test::lanes_choice; }) method.*Test::lanes_choice = {};
    return method;
}
/// Whether any test of the method is compiled for vector lanes. Numbers that contract only run
/// there if the machine can fuse and the method asks for it.
template <typename Test>
concept RunsInLanes = [] {
    if constexpr (!is_fused<RealOf<Test>>)
        return true;
    else if constexpr (requires { Test::fused_in_lanes; })
        return fused_width && Test::fused_in_lanes;
    else
        return false;
}();
/// Whether one ray against a leaf is among these tests. Numbers that contract run in lanes in the
/// wing fast/ only, because the street's test would take long to compile.
template <typename Test>
inline constexpr bool leaf_in_lanes = RunsInLanes<Test> && !is_fused<RealOf<Test>>;
/// Whether some of the method's settings do not run in lanes: then one ray and one triangle are
/// tested at a time (test_leaf_in_turn).
template <typename Test>
inline constexpr bool runs_in_turn = !RunsInLanes<Test> || requires {
    Test::lanes_choice;
};
/// Whether these settings are those that run in vector lanes.
template <typename Test>
bool chose_lanes(const Test& method) {
    if constexpr (requires { Test::lanes_choice; })
        return int(method.*Test::lanes_choice) == 0;
    else
        return true;
}

/// One object for all lanes, read as a structure of arrays is.
template <typename Object>
struct InAllLanes {
    const Object& object;
    const Object& get(std::size_t) const { return object; }
};
template <typename Object>
InAllLanes(const Object&) -> InAllLanes<Object>;

/// The t at which the method sees a hit in lane k, -1 if it sees none. quick: NaN if it is
/// undecided. What is prepared of rays and triangles is read here, not in the loop: see above.
template <bool quick, typename Test, typename Base>
HITMISS_FLATTENED Base test_lane(const Test& method, const auto& rays, const auto& for_rays,
                                 const auto& triangles, std::size_t k, Base ox, Base oy, Base oz,
                                 Base dx, Base dy, Base dz) {
    using Real = RealOf<Test>;
    const Ray<Real> ray({ox, oy, oz}, {dx, dy, dz});
    Candidate<Real> candidate;
    if constexpr (quick)
        candidate = method.quick_test(rays.get(k), for_rays.get(k));
    else
        candidate =
            test_pair(method, ray, rays.get(k), for_rays.get(k), triangles.get(k), no_notes);
    return candidate.accepted ? Base(candidate.t) : Base(-1);
}

template <typename Test>
struct alignas(64) Leaf {
    using Real = RealOf<Test>;

    SoA<PreparedTriangle<Test>, Real, leaf_size> triangles;
    std::array<std::uint32_t, leaf_size> index;  ///< in the scene

    static const Leaf& at(const std::byte* bytes) { return *reinterpret_cast<const Leaf*>(bytes); }
    /// Prepares a triangle, number `index` of the scene, at a place in the leaf.
    static void prepare(const Triangle<float>& tri, std::uint32_t index, std::byte* bytes,
                        std::size_t place) {
        Leaf& leaf = *reinterpret_cast<Leaf*>(bytes);
        leaf.triangles.put(place, prepare_triangle<Test>(Triangle<Real>(tri)));
        leaf.index[place] = index;
    }
};

/// prepare_for_rays of the triangle in a lane.
template <typename Test, typename Base>
HITMISS_FLATTENED void prepare_lane_for_rays(const Test& method, const auto& triangles,
                                             const auto& rays, auto& all, std::size_t k, Base x,
                                             Base y, Base z) {
    const Vec<RealOf<Test>> o(x, y, z);
    all.put(k, prepare_for_rays(method, o, rays.get(k), triangles.get(k), no_notes));
}

/// prepare_for_rays of each of these triangles and the ray in its lane, as structures of arrays.
template <std::size_t size, typename Test, typename Real>
auto prepare_lanes_for_rays(const Test& method, const Vec<Real>& o,
                            const SoA<PreparedRay<Test>, Real, size>& rays,
                            const SoA<PreparedTriangle<Test>, Real, size>& triangles) {
    using ForRays = decltype(prepare_for_rays(method, o, rays.get(0), triangles.get(0), no_notes));
    // g++ 12 makes no vector code of a loop with a choice that is the same for all lanes. So the
    // form of the plane is a constant.
    const auto fill = [&](auto plane) {
        SoA<ForRays, Real, size> all;
        Test chosen = method;
        if constexpr (TestsPoints<Test>) chosen.plane = plane();
        const BaseOf<Real> x = o.x, y = o.y, z = o.z;
#pragma omp simd
        for (std::size_t k = 0; k < size; ++k)
            prepare_lane_for_rays(chosen, triangles, rays, all, k, x, y, z);
        return all;
    };
    if constexpr (TestsPoints<Test>)
        if (method.plane == PlaneForm::constant)
            return fill(std::integral_constant<PlaneForm, PlaneForm::constant>{});
    return fill(std::integral_constant<PlaneForm, PlaneForm::difference>{});
}

/// The same of a leaf's triangles, for rays like this one.
template <typename Test, typename Real>
auto prepare_leaf_for_rays(const Test& method, const Vec<Real>& o, const PreparedRay<Test>& ray,
                           const Leaf<Test>& leaf) {
    SoA<PreparedRay<Test>, Real, leaf_size> rays;
    rays.fill(ray);
    return prepare_lanes_for_rays<leaf_size>(method, o, rays, leaf.triangles);
}

/// One ray against the triangles of a leaf that are present (bit k: triangle k): those that it
/// hits, at t[k]. `for_rays`: from prepare_leaf_for_rays, for rays like this one.
template <typename Test, typename Real>
std::uint32_t test_leaf(const Test& method, const Leaf<Test>& leaf, const auto& for_rays,
                        const Ray<Real>& ray, const PreparedRay<Test>& prepared_ray,
                        std::uint32_t present, std::array<BaseOf<Real>, leaf_size>& t) {
    using Base = BaseOf<Real>;
    const Base ox = ray.o.x, oy = ray.o.y, oz = ray.o.z;
    const Base dx = ray.d.x, dy = ray.d.y, dz = ray.d.z;
    SoA<PreparedRay<Test>, Real, leaf_size> rays;
    rays.fill(prepared_ray);
    std::uint32_t hit = 0;
    if constexpr (HasQuickTest<Test>) {
#pragma omp simd
        for (std::size_t k = 0; k < leaf_size; ++k) {
            t[k] =
                test_lane<true>(method, rays, for_rays, leaf.triangles, k, ox, oy, oz, dx, dy, dz);
        }
        // Hit and undecided lanes in one loop: going through the lanes takes a third as long as
        // the test. A place without a triangle is undecided, and does not matter.
#pragma omp simd reduction(| : hit)
        for (std::size_t k = 0; k < leaf_size; ++k)
            hit |= t[k] > 0 ? 1u << k : t[k] <= 0 ? 0u : 1u << leaf_size << k;
        if ((hit >> leaf_size & present) == 0) return hit & present;
        hit = 0;
    }
    if constexpr (requires { Test::scalar; }) {
        for (std::size_t k = 0; k < leaf_size; ++k)
            t[k] = (present >> k & 1) == 0
                       ? Base(-1)
                       : test_lane<false>(method, rays, for_rays, leaf.triangles, k, ox, oy, oz, dx,
                                          dy, dz);
    } else {
#pragma omp simd
        for (std::size_t k = 0; k < leaf_size; ++k)
            t[k] =
                test_lane<false>(method, rays, for_rays, leaf.triangles, k, ox, oy, oz, dx, dy, dz);
    }
#pragma omp simd reduction(| : hit)
    for (std::size_t k = 0; k < leaf_size; ++k) hit |= t[k] > 0 ? 1u << k : 0u;
    return hit & present;
}

/// One ray against some triangles of a leaf; see Kernel::test_leaf. Flattened: otherwise its loops
/// do not vectorise.
template <typename Test, Cull cull>
[[gnu::flatten]] std::uint32_t test_leaf_once(const void* given, const std::byte* bytes,
                                              std::uint32_t triangles, const Ray<float>& stored,
                                              std::array<double, leaf_size>& all_t) {
    using Real = RealOf<Test>;
    const Test method = method_in_lanes<Test, cull>(given);
    const auto& leaf = Leaf<Test>::at(bytes);
    const Ray<Real> ray(stored);
    const auto prepared_ray = prepare_ray(method, ray, no_notes);
    std::array<BaseOf<Real>, leaf_size> t{};
    triangles = test_leaf(method, leaf, prepare_leaf_for_rays(method, ray.o, prepared_ray, leaf),
                          ray, prepared_ray, triangles, t);
    std::uint32_t accepted = 0;
    for (std::size_t k = 0; k < leaf_size; ++k) {
        all_t[k] = double(t[k]);
        accepted |= std::uint32_t(in_front(t[k])) << k;
    }
    return accepted & triangles;
}

/// test_prepared without notes, compiled once for all that call it.
template <typename Test, typename Real>
[[gnu::noinline]] Candidate<Real> test_in_turn(const Test& method, const Ray<Real>& ray,
                                               const PreparedTriangle<Test>& tri) {
    return test_prepared(method, ray, tri, no_notes);
}
/// The same, one triangle after another: for a method whose numbers contract or whose settings do
/// not run in lanes, which is not worth the time that more would take to compile.
template <typename Test>
std::uint32_t test_leaf_in_turn(const void* given, const std::byte* bytes, std::uint32_t triangles,
                                const Ray<float>& stored, std::array<double, leaf_size>& all_t) {
    const Test& method = method_of<Test>(given);
    const auto& leaf = Leaf<Test>::at(bytes);
    const Ray<RealOf<Test>> ray(stored);
    std::uint32_t accepted = 0;
    for (; triangles != 0; triangles &= triangles - 1) {
        const auto k = std::size_t(std::countr_zero(triangles));
        const Candidate candidate = test_in_turn(method, ray, leaf.triangles.get(k));
        all_t[k] = double(candidate.t);
        if (candidate.accepted && in_front(candidate.t)) accepted |= 1u << k;
    }
    return accepted;
}

}  // namespace hitmiss
