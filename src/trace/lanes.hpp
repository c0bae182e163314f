#pragma once
// What happens in one vector lane: one ray, one triangle.
//
// These functions are the bodies of `omp simd` loops and take and return numbers only, for that
// is what g++ 12 vectorises: an object made in the loop's body gets an array of its own in memory,
// and a bool chosen between is no vector type. The method's text and the hit rule are two loops for
// the same reason.

#include <bit>

#include "trace/prepared_scene.hpp"

namespace hitmiss {

/// Rays that are tested against one triangle at once.
inline constexpr std::size_t lanes = 16;
template <typename T>
struct alignas(64) Lanes : std::array<T, lanes> {};

/// The t at which the method sees a hit, -1 if it sees none.
template <typename Method, typename Prepared, typename Real>
Real tested(const Method& method, const Prepared& prepared, Real ox, Real oy, Real oz, Real dx,
            Real dy, Real dz) {
    const Ray<Real> ray({ox, oy, oz}, {dx, dy, dz});
    const Candidate<Real> candidate = method.test(ray, prepared, no_notes);
    return candidate.hit ? candidate.t : Real(-1);
}

/// Sixteen prepared triangles, number by number, so that each lane can have its own.
template <typename Prepared, typename Number>
struct Transposed {
    static constexpr std::size_t size = sizeof(Prepared) / sizeof(Number);
    using Numbers = std::array<Number, size>;
    std::array<Lanes<Number>, size> number;

    void put(std::size_t k, const Prepared& prepared) {
        const auto numbers = std::bit_cast<Numbers>(prepared);
        for (std::size_t i = 0; i < size; ++i) number[i][k] = numbers[i];
    }
    Prepared get(std::size_t k) const {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return std::bit_cast<Prepared>(Numbers{number[i][k]...});
        }
        (std::make_index_sequence<size>{});
    }
};
template <typename Method, typename Prepared, typename Number, typename Real>
Real tested_at(const Method& method, const Transposed<Prepared, Number>& prepared, std::size_t k,
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
