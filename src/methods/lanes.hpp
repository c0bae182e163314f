#pragma once
// What happens in one vector lane: one ray, one triangle.
//
// These functions are the bodies of `omp simd` loops and take and return numbers only, for that
// is what g++ 12 vectorises: an object made in the loop's body gets an array of its own in memory,
// and a bool chosen between is no vector type. The method's text and the choice of the nearest hit
// are two loops for the same reason.

#include <cmath>
#include <cstring>
#include <utility>

#include "fast/packet.hpp"
#include "methods/calling.hpp"

namespace hitmiss {

/// Calls loop(method) with a copy whose culling the compiler knows, so that no lane asks for it.
template <typename Test, typename Loop>
void with_known_culling(const Test& method, Loop&& loop) {
    Test known = method;
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

/// The t at which the method sees a hit, -1 if it sees none. quick: NaN if it is undecided.
template <bool quick, typename Test, typename PreparedRay, typename PreparedPacket,
          typename Prepared, typename Real>
HITMISS_FLATTENED Real tested(const Test& method, const PreparedRay& prepared_ray,
                              const PreparedPacket& prepared_packet, const Prepared& prepared,
                              Real ox, Real oy, Real oz, Real dx, Real dy, Real dz) {
    const Ray<Real> ray({ox, oy, oz}, {dx, dy, dz});
    Candidate<Real> candidate;
    if constexpr (quick)
        candidate = method.quick_test(prepared_ray, prepared_packet);
    else if constexpr (TestsPoints<Test>)
        candidate = tested_inside(method, ray, prepared_packet, prepared, no_notes);
    else
        candidate = tested_by(method, ray, prepared_ray, prepared, no_notes);
    return candidate.accepted ? candidate.t : Real(-1);
}

/// t[k] = test<quick>(k) for all lanes.
template <bool quick, typename Real>
HITMISS_FLATTENED void test_lanes(std::size_t n, Real* t, const auto& test) {
#pragma omp simd
    for (std::size_t k = 0; k < n; ++k) t[k] = test(std::bool_constant<quick>{}, k);
}

/// Prepared triangles of a leaf, or rays of a packet, as a structure of arrays, so that each lane
/// can load its own.
template <typename Prepared, typename Number, std::size_t size>
class Columns {
    static constexpr std::size_t count = [] {
        if constexpr (std::is_empty_v<Prepared>)
            return std::size_t(0);
        else
            return sizeof(Prepared) / sizeof(Number);
    }();
    static_assert(std::is_trivially_copyable_v<Prepared>);
    static_assert(count == 0 || sizeof(Prepared) % sizeof(Number) == 0);

public:
    // Number by number: of the copy of a whole object g++ 12 makes no vector code.
    void put(std::size_t k, const Prepared& prepared) {
        const Number* numbers = reinterpret_cast<const Number*>(&prepared);
        for_each_number([&](auto i) { row_[i][k] = numbers[i]; });
    }
    void fill(const Prepared& prepared) {
        const Number* numbers = reinterpret_cast<const Number*>(&prepared);
        for_each_number([&](auto i) { row_[i].fill(numbers[i]); });
    }
    Prepared get(std::size_t k) const {
        Prepared prepared;
        Number* numbers = reinterpret_cast<Number*>(&prepared);
        for_each_number([&](auto i) { numbers[i] = row_[i][k]; });
        return prepared;
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

/// Prepares the ray of a lane.
template <typename Test, typename PreparedRays, typename Real>
HITMISS_FLATTENED void prepare_lane(const Test& method, PreparedRays& rays, std::size_t k, Real ox,
                                    Real oy, Real oz, Real dx, Real dy, Real dz) {
    rays.put(k, ray_prepared_by(method, Ray<Real>({ox, oy, oz}, {dx, dy, dz}), no_notes));
}

/// The height of the triangle of a lane.
template <typename Leaf, typename Real>
HITMISS_FLATTENED Real height_lane(PlaneForm plane, const Leaf& prepared, std::size_t k, Real x,
                                   Real y, Real z) {
    const auto tri = prepared.get(k);
    return height_of(plane, Vec<Real>(x, y, z), tri, no_notes);
}

/// What a method prepares of the triangle of a lane for rays like that one.
template <typename Test, typename Leaf, typename Rays, typename PreparedLeaf, typename Real>
HITMISS_FLATTENED void prepare_triangle_lane(const Test& method, const Leaf& prepared,
                                             const Rays& rays, PreparedLeaf& all, std::size_t k,
                                             Real x, Real y, Real z) {
    all.put(k, packet_prepared_by(method, Vec<Real>(x, y, z), rays.get(k), prepared.get(k)));
}

/// The ray in each lane of a leaf: a copy each, for the same reason as two loops below.
template <typename Real, typename PreparedRay>
auto in_leaf_lanes(const PreparedRay& ray) {
    Columns<PreparedRay, Real, leaf_size> rays;
    for (std::size_t k = 0; k < leaf_size; ++k) rays.put(k, ray);
    return rays;
}

/// What is computed of a leaf's triangles for all rays from o that are like this one: their
/// heights, for a method that tests points.
template <typename Test, typename Leaf, typename PreparedRay, typename Real>
auto leaf_prepared_by(const Test& method, const Vec<Real>& o, const PreparedRay& prepared_ray,
                      const Leaf& prepared) {
    const Real x = o.x, y = o.y, z = o.z;
    if constexpr (TestsPoints<Test>) {
        std::array<Real, leaf_size> height;
        const auto fill = [&](auto plane) {
#pragma omp simd
            for (std::size_t k = 0; k < leaf_size; ++k)
                height[k] = height_lane(plane(), prepared, k, x, y, z);
        };
        // Two loops, for of a choice that is known before the loop g++ 12 makes no vector code.
        if (method.plane == PlaneForm::constant)
            fill(std::integral_constant<PlaneForm, PlaneForm::constant>{});
        else
            fill(std::integral_constant<PlaneForm, PlaneForm::difference>{});
        return height;
    } else {
        using PreparedPacket =
            decltype(packet_prepared_by(method, o, prepared_ray, prepared.get(0)));
        Columns<PreparedPacket, Real, leaf_size> all;
        const auto rays = in_leaf_lanes<Real>(prepared_ray);
#pragma omp simd
        for (std::size_t k = 0; k < leaf_size; ++k)
            prepare_triangle_lane(method, prepared, rays, all, k, x, y, z);
        return all;
    }
}

/// One ray against the triangles of a leaf that are present (bit k: triangle k), prepared for rays
/// like one from its origin: those that it hits, at t[k].
template <bool has_quick_test, typename Test, typename PreparedRay, typename Leaf,
          typename PreparedLeaf, typename Real>
std::uint32_t test_leaf(const Test& method, const Leaf& prepared, const PreparedLeaf& prepared_leaf,
                        const Ray<Real>& ray, const PreparedRay& prepared_ray,
                        std::uint32_t present, std::array<Real, leaf_size>& t) {
    const Real ox = ray.o.x, oy = ray.o.y, oz = ray.o.z;
    const Real dx = ray.d.x, dy = ray.d.y, dz = ray.d.z;
    const auto rays = in_leaf_lanes<Real>(prepared_ray);
    const auto test = [&](auto quick, std::size_t k) {
        const auto for_ray = [&] {
            if constexpr (TestsPoints<Test>)
                return prepared_leaf[k];
            else
                return prepared_leaf.get(k);
        }();
        return tested<quick>(method, rays.get(k), for_ray, prepared.get(k), ox, oy, oz, dx, dy, dz);
    };
    std::uint32_t hit = 0;
    if constexpr (has_quick_test) {
        test_lanes<true>(leaf_size, t.data(), test);
        // Both questions at once, for going through the lanes takes a third as long as the test.
        // A place without a triangle is undecided, and does not matter.
#pragma omp simd reduction(| : hit)
        for (std::size_t k = 0; k < leaf_size; ++k)
            hit |= t[k] > 0 ? 1u << k : t[k] <= 0 ? 0u : 1u << leaf_size << k;
        if ((hit >> leaf_size & present) == 0) return hit & present;
        hit = 0;
    }
    test_lanes<false>(leaf_size, t.data(), test);
#pragma omp simd reduction(| : hit)
    for (std::size_t k = 0; k < leaf_size; ++k) hit |= t[k] > 0 ? 1u << k : 0u;
    return hit & present;
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
