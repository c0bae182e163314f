#pragma once
// What happens in one vector lane: one ray, one triangle.
//
// These functions are the bodies of `omp simd` loops and take and return numbers only, for that
// is what g++ 12 vectorises: an object made in the loop's body gets an array of its own in memory,
// and a bool chosen between is no vector type. The method's text and the choice of the nearest hit
// are two loops for the same reason.

#include <cstring>
#include <utility>

#include "methods/packet.hpp"
#include "methods/plane.hpp"

namespace hitmiss {

/// Calls loop(method) with a copy whose culling and plane the compiler knows, so that no lane asks
/// for them.
template <typename Form, typename Loop>
void with_known_switches(const Form& method, Loop&& loop) {
    Form known = method;
    const auto either = [&](auto member, auto one, auto other) {
        if (method.*member == one) {
            known.*member = one;
            loop(known);
        } else {
            known.*member = other;
            loop(known);
        }
    };
    if constexpr (requires { known.cull; })
        either(&Form::cull, Cull::back, Cull::none);
    else if constexpr (requires { known.plane; })
        either(&Form::plane, PlaneForm::constant, PlaneForm::difference);
    else
        loop(known);
}

/// The t at which the method sees a hit, -1 if it sees none.
template <typename Form, typename Prepared, typename Real>
Real tested(const Form& method, const Prepared& prepared, Real ox, Real oy, Real oz, Real dx,
            Real dy, Real dz) {
    const Ray<Real> ray({ox, oy, oz}, {dx, dy, dz});
    const Candidate<Real> candidate = tested_by(method, ray, prepared, no_notes);
    return candidate.hit ? candidate.t : Real(-1);
}

/// A leaf's prepared triangles as a structure of arrays, so that each lane can load its own.
template <typename Prepared, typename Number>
class Columns {
    static constexpr std::size_t count = sizeof(Prepared) / sizeof(Number);
    static_assert(std::is_trivially_copyable_v<Prepared> && sizeof(Prepared) % sizeof(Number) == 0);

public:
    void put(std::size_t k, const Prepared& prepared) {
        std::array<Number, count> numbers;
        std::memcpy(&numbers, &prepared, sizeof prepared);
        for (std::size_t i = 0; i < count; ++i) row_[i][k] = numbers[i];
    }
    Prepared get(std::size_t k) const {
        // Number by number: of the copy of a whole object g++ 12 makes no vector code.
        Prepared prepared;
        Number* numbers = reinterpret_cast<Number*>(&prepared);
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            ((numbers[i] = row_[i][k]), ...);
        }
        (std::make_index_sequence<count>{});
        return prepared;
    }

private:
    std::array<std::array<Number, leaf_size>, count> row_{};
};

/// The k-th triangle tested.
template <typename Form, typename Prepared, typename Number, typename Real>
Real tested_at(const Form& method, const Columns<Prepared, Number>& prepared, std::size_t k,
               Real ox, Real oy, Real oz, Real dx, Real dy, Real dz) {
    return tested(method, prepared.get(k), ox, oy, oz, dx, dy, dz);
}

/// One ray against all triangles of a leaf.
template <typename Form, typename Prepared, typename Number, typename Real>
void test_leaf(const Form& method, const Columns<Prepared, Number>& prepared, const Ray<Real>& ray,
               std::array<Real, leaf_size>& all_t) {
    const Real ox = ray.o.x, oy = ray.o.y, oz = ray.o.z;
    const Real dx = ray.d.x, dy = ray.d.y, dz = ray.d.z;
    Real* const t = all_t.data();
#pragma omp simd
    for (std::size_t k = 0; k < leaf_size; ++k)
        t[k] = tested_at(method, prepared, k, ox, oy, oz, dx, dy, dz);
}

/// Keeps a tested t as the best one if it is a hit's and nearer, or as near and of a lower
/// triangle.
template <typename Real>
void keep(Real t, std::uint32_t index, Real& best, std::uint32_t& triangle) {
    const bool nearer = in_front(t) & ((t < best) | ((t == best) & (index < triangle)));
    best = nearer ? t : best;
    triangle = nearer ? index : triangle;
}

}  // namespace hitmiss
