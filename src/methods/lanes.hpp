#pragma once
// What happens in one vector lane: one ray, one triangle.
//
// The bodies of `omp simd` loops take and return numbers only, because g++ 12 makes no vector code
// otherwise: an object made in the loop's body gets an array of its own in memory, and a choice
// between two bools is no vector type. The method's test and the choice of the nearest hit are two
// loops for the same reason.

#include <array>
#include <cmath>
#include <cstring>

#include "methods/calling.hpp"
#include "methods/hit.hpp"

namespace hitmiss {

/// Objects that consist of numbers of one type, as a structure of arrays: each lane loads its own.
template <typename Object, typename Number, std::size_t size>
class SoA {
    static constexpr std::size_t count = [] {
        if constexpr (std::is_empty_v<Object>)
            return std::size_t(0);
        else
            return sizeof(Object) / sizeof(Number);
    }();
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

/// Calls make(culling) with the method's culling as a constant, so that no lane asks for it.
template <typename Test>
auto with_culling(const Test& method, auto&& make) {
    if constexpr (requires { method.cull; })
        if (method.cull == Cull::back) return make(std::integral_constant<Cull, Cull::back>{});
    return make(std::integral_constant<Cull, Cull::none>{});
}
/// The method with this culling.
template <Cull cull, typename Test>
Test culling(Test method) {
    if constexpr (requires { method.cull; }) method.cull = cull;
    return method;
}

/// The t at which the method sees a hit, -1 if it sees none. quick: NaN if it is undecided.
template <bool quick, typename Test, typename Real>
HITMISS_FLATTENED Real test_lane(const Test& method, const PreparedRay<Test>& prepared_ray,
                                 const auto& for_rays, const PreparedTriangle<Test>& tri, Real ox,
                                 Real oy, Real oz, Real dx, Real dy, Real dz) {
    const Ray<Real> ray({ox, oy, oz}, {dx, dy, dz});
    Candidate<Real> candidate;
    if constexpr (quick)
        candidate = method.quick_test(prepared_ray, for_rays);
    else if constexpr (TestsPoints<Test>)
        candidate = test_point(method, ray, for_rays, tri, no_notes);
    else
        candidate = call_test(method, ray, prepared_ray, tri, no_notes);
    return candidate.accepted ? candidate.t : Real(-1);
}

}  // namespace hitmiss
