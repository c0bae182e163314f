#pragma once
// A leaf of the BVH, as a method's kernel sees it: up to eight prepared triangles, which one ray is
// tested against at once, in vector lanes.

#include "methods/kernel.hpp"
#include "methods/lanes.hpp"

namespace hitmiss {

template <typename Test>
struct alignas(64) Leaf {
    using Real = typename MethodTraits<Test>::Real;
    static constexpr bool scalar = requires { Test::scalar; };

    SoA<PreparedTriangle<Test>, std::conditional_t<scalar, float, Real>, leaf_size> triangles;
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

/// A ray in each lane of a leaf. A copy each: g++ 12 makes no vector code of a loop with a choice
/// that is the same for all lanes.
template <typename Real, typename PreparedRay>
auto in_leaf_lanes(const PreparedRay& ray) {
    SoA<PreparedRay, Real, leaf_size> rays;
    for (std::size_t k = 0; k < leaf_size; ++k) rays.put(k, ray);
    return rays;
}

/// The height of the point over the plane of the triangle in a lane.
template <typename Real>
HITMISS_FLATTENED Real height_lane(PlaneForm plane, const auto& triangles, std::size_t k, Real x,
                                   Real y, Real z) {
    const auto tri = triangles.get(k);
    return height_of(plane, Vec<Real>(x, y, z), tri, no_notes);
}
/// prepare_for_rays of the triangle in a lane.
template <typename Test, typename Real>
HITMISS_FLATTENED void prepare_lane_for_rays(const Test& method, const auto& triangles,
                                             const auto& rays, auto& all, std::size_t k, Real x,
                                             Real y, Real z) {
    all.put(k, prepare_for_rays(method, Vec<Real>(x, y, z), rays.get(k), triangles.get(k)));
}

/// prepare_for_rays of each triangle of a leaf, as a structure of arrays.
template <typename Test, typename Real>
auto prepare_leaf_for_rays(const Test& method, const Vec<Real>& o, const PreparedRay<Test>& ray,
                           const Leaf<Test>& leaf) {
    SoA<decltype(prepare_for_rays(method, o, ray, leaf.triangles.get(0))), Real, leaf_size> all;
    const Real x = o.x, y = o.y, z = o.z;
    if constexpr (TestsPoints<Test>) {
        const auto fill = [&](auto plane) {
#pragma omp simd
            for (std::size_t k = 0; k < leaf_size; ++k)
                all.put(k, height_lane(plane(), leaf.triangles, k, x, y, z));
        };
        if (method.plane == PlaneForm::constant)
            fill(std::integral_constant<PlaneForm, PlaneForm::constant>{});
        else
            fill(std::integral_constant<PlaneForm, PlaneForm::difference>{});
    } else {
        const auto rays = in_leaf_lanes<Real>(ray);
#pragma omp simd
        for (std::size_t k = 0; k < leaf_size; ++k)
            prepare_lane_for_rays(method, leaf.triangles, rays, all, k, x, y, z);
    }
    return all;
}

/// One ray against the triangles of a leaf that are present (bit k: triangle k): those that it
/// hits, at t[k]. `for_rays`: from prepare_leaf_for_rays, for rays like this one.
template <typename Test, typename Real>
std::uint32_t test_leaf(const Test& method, const Leaf<Test>& leaf, const auto& for_rays,
                        const Ray<Real>& ray, const PreparedRay<Test>& prepared_ray,
                        std::uint32_t present, std::array<Real, leaf_size>& t) {
    const Real ox = ray.o.x, oy = ray.o.y, oz = ray.o.z;
    const Real dx = ray.d.x, dy = ray.d.y, dz = ray.d.z;
    const auto rays = in_leaf_lanes<Real>(prepared_ray);
    const auto test_triangle = [&](auto quick, std::size_t k) {
        return test_lane<quick()>(method, rays.get(k), for_rays.get(k), leaf.triangles.get(k), ox,
                                  oy, oz, dx, dy, dz);
    };
    std::uint32_t hit = 0;
    if constexpr (HasQuickTest<Test>) {
#pragma omp simd
        for (std::size_t k = 0; k < leaf_size; ++k) t[k] = test_triangle(std::true_type{}, k);
            // Hit and undecided lanes in one loop: going through the lanes takes a third as long as
            // the test. A place without a triangle is undecided, and does not matter.
#pragma omp simd reduction(| : hit)
        for (std::size_t k = 0; k < leaf_size; ++k)
            hit |= t[k] > 0 ? 1u << k : t[k] <= 0 ? 0u : 1u << leaf_size << k;
        if ((hit >> leaf_size & present) == 0) return hit & present;
        hit = 0;
    }
#pragma omp simd
    for (std::size_t k = 0; k < leaf_size; ++k) t[k] = test_triangle(std::false_type{}, k);
#pragma omp simd reduction(| : hit)
    for (std::size_t k = 0; k < leaf_size; ++k) hit |= t[k] > 0 ? 1u << k : 0u;
    return hit & present;
}

}  // namespace hitmiss
