#pragma once
// What happens in one vector lane: one ray, one triangle.
//
// These functions are the bodies of `omp simd` loops and take and return numbers only, for that
// is what g++ 12 vectorises: an object made in the loop's body gets an array of its own in memory,
// and a bool chosen between is no vector type. The method's text and the hit rule are two loops for
// the same reason.

#include <bit>
#include <cstring>

#include "trace/prepared_scene.hpp"

namespace hitmiss {

/// Rays that are tested against one triangle at once.
inline constexpr std::size_t lanes = 16;
template <typename T>
struct alignas(64) Lanes : std::array<T, lanes> {};

/// Calls loop(method) with a copy whose culling the compiler knows, so that no lane asks for it.
template <typename Method, typename Loop>
void with_known_cull(const Method& method, Loop&& loop) {
    Method known = method;
    if constexpr (requires { known.cull; }) {
        if (method.cull == Cull::back) {
            known.cull = Cull::back;
            loop(known);
        } else {
            known.cull = Cull::none;
            loop(known);
        }
    } else {
        loop(known);
    }
}

/// The t at which the method sees a hit, -1 if it sees none.
template <typename Method, typename Prepared, typename Real>
Real tested(const Method& method, const Prepared& prepared, Real ox, Real oy, Real oz, Real dx,
            Real dy, Real dz) {
    const Ray<Real> ray({ox, oy, oz}, {dx, dy, dz});
    const Candidate<Real> candidate = method.test(ray, prepared, no_notes);
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
    std::array<std::array<Number, WideNode::width>, count> row_{};
};

/// The k-th triangle tested.
template <typename Method, typename Prepared, typename Number, typename Real>
Real tested_at(const Method& method, const Columns<Prepared, Number>& prepared, std::size_t k,
               Real ox, Real oy, Real oz, Real dx, Real dy, Real dz) {
    return tested(method, prepared.get(k), ox, oy, oz, dx, dy, dz);
}

/// Keeps a tested t as the best one if the hit rule grants it and it is nearer, or as near and of
/// a lower triangle; counts it if the rule refuses it.
template <typename Real>
void keep(Real t, const Box& reach, std::uint32_t index, Real ox, Real oy, Real oz, Real dx,
          Real dy, Real dz, Real& best, std::uint32_t& triangle, std::uint32_t& refused) {
    const Candidate<Real> candidate{true, t};
    const bool counted = counts(candidate, Ray<Real>({ox, oy, oz}, {dx, dy, dz}), reach);
    const bool nearer = counted & ((t < best) | ((t == best) & (index < triangle)));
    best = nearer ? t : best;
    triangle = nearer ? index : triangle;
    refused += std::uint32_t(in_front(candidate) & !counted);
}

}  // namespace hitmiss
