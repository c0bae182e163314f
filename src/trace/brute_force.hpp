#pragma once
#include <algorithm>

#include "trace/lanes.hpp"
#include "trace/rays.hpp"

namespace hitmiss {

/// Every ray against every triangle, sixteen rays at a time: the method's scalar text in vector
/// lanes. The oracle of every cleverer walk, and the only way for a method of unbounded reach.
/// Returns how many candidates the hit rule refused.
template <typename Method>
std::uint64_t trace_brute_force(const PreparedScene<Method>& scene, const Rays& rays,
                                std::span<Hit> hits) {
    using Real = typename MethodTraits<Method>::Real;
    std::uint64_t refused_in_all = 0;
    for (std::size_t start = 0; start < rays.size(); start += lanes) {
        const std::size_t count = std::min(lanes, rays.size() - start);
        Lanes<Real> ox, oy, oz, dx, dy, dz, t, best;
        Lanes<std::uint32_t> triangle, refused{};
        for (std::size_t k = 0; k < lanes; ++k) {
            const Ray<Real> ray(rays[start + std::min(k, count - 1)]);
            ox[k] = ray.o.x, oy[k] = ray.o.y, oz[k] = ray.o.z;
            dx[k] = ray.d.x, dy[k] = ray.d.y, dz[k] = ray.d.z;
            best[k] = std::numeric_limits<Real>::infinity(), triangle[k] = no_triangle;
        }
        const Method method = scene.method;
        for (std::uint32_t index = 0; index < scene.prepared.size(); ++index) {
            const auto prepared = scene.prepared[index];
            const Box reach = scene.reach[index];
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                t[k] = tested(method, prepared, ox[k], oy[k], oz[k], dx[k], dy[k], dz[k]);
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                keep(t[k], reach, index, ox[k], oy[k], oz[k], dx[k], dy[k], dz[k], best[k],
                     triangle[k], refused[k]);
        }
        for (std::size_t k = 0; k < count; ++k) {
            hits[start + k] = {double(best[k]), triangle[k]};
            refused_in_all += refused[k];
        }
    }
    return refused_in_all;
}

}  // namespace hitmiss
