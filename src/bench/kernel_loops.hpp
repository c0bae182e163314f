#pragma once
// The loops whose time is the cost of a test. They see a method as the tracers do: prepared or
// not, one ray at a time or sixteen in the lanes of trace/brute_force.hpp.

#include "bench/aimed_rays.hpp"
#include "trace/lanes.hpp"

namespace hitmiss {

/// What is asked of a test. The weights u and v are what the method notes as u and v, or as x and
/// y in the triangle's frame; methods without such values have no weights to give.
enum class Output { boolean, t, weights };
/// each_time: the triangle is prepared anew for each test, or for each sixteen in lanes.
enum class Preparation { once, each_time };

/// Triangles and their rays in a method's arithmetic, and the random order they are visited in.
template <typename Real>
struct KernelRays {
    struct LaneRays {
        Lanes<Real> ox, oy, oz, dx, dy, dz;
    };
    std::vector<Triangle<Real>> triangles;
    std::vector<std::array<Ray<Real>, lanes>> rays;
    std::vector<LaneRays> in_lanes;

    explicit KernelRays(const std::vector<Aimed>& all) {
        for (const auto& [triangle, stored] : all) {
            triangles.emplace_back(triangle);
            auto& own = rays.emplace_back();
            auto& lane = in_lanes.emplace_back();
            for (std::size_t k = 0; k < lanes; ++k) {
                const Ray<Real> ray = own[k] = Ray<Real>(stored[k]);
                lane.ox[k] = ray.o.x, lane.oy[k] = ray.o.y, lane.oz[k] = ray.o.z;
                lane.dx[k] = ray.d.x, lane.dy[k] = ray.d.y, lane.dz[k] = ray.d.z;
            }
        }
    }
};

/// What a loop found. It is read later, so that no compiler may skip the work.
template <typename Real>
struct Found {
    std::uint32_t hits = 0;
    Real t = std::numeric_limits<Real>::infinity(), u = 0, v = 0;
};

template <typename Real, Output output>
void take(Found<Real>& found, const Candidate<Real>& candidate, Real u, Real v) {
    const bool hit = in_front(candidate);
    found.hits += hit;
    if constexpr (output == Output::boolean) return;
    const bool nearer = hit & (candidate.t < found.t);
    found.t = nearer ? candidate.t : found.t;
    if constexpr (output == Output::weights) {
        found.u = nearer ? u : found.u;
        found.v = nearer ? v : found.v;
    }
}

/// A test that also gives the weights the method notes.
template <typename Method, typename Prepared, typename Real>
Candidate<Real> with_weights(const Method& method, const Prepared& prepared, const Ray<Real>& ray,
                             Real& u, Real& v) {
    return method.test(ray, prepared, [&](std::string_view name, auto value) {
        if constexpr (std::is_same_v<decltype(value), Real>) {
            if (name == "u" || name == "x") u = value;
            if (name == "v" || name == "y") v = value;
        }
        return value;
    });
}

/// One test, its result taken.
template <Output output, typename Method, typename Real, typename Prepared>
void test_one(const Method& method, const Ray<Real>& ray, const Prepared& tri, Found<Real>& found) {
    if constexpr (output == Output::weights) {
        Real u = 0, v = 0;
        const auto candidate = with_weights(method, tri, ray, u, v);
        take<Real, output>(found, candidate, u, v);
    } else {
        take<Real, output>(found, method.test(ray, tri, no_notes), Real(0), Real(0));
    }
}

/// One ray at a time; `rays_each` of each triangle's rays.
template <Output output, Preparation preparation, typename Method, typename Real, typename Prepared>
Found<Real> scalar_loop(const Method& method, const KernelRays<Real>& data,
                        const std::vector<Prepared>& prepared, std::size_t rays_each) {
    Found<Real> found;
    // Rays outside, triangles inside: else the preparation would be hoisted.
    for (std::size_t k = 0; k < rays_each; ++k)
        for (std::size_t index = 0; index < prepared.size(); ++index) {
            if constexpr (preparation == Preparation::each_time)
                test_one<output>(method, data.rays[index][k], method.prepare(data.triangles[index]),
                                 found);
            else
                test_one<output>(method, data.rays[index][k], prepared[index], found);
        }
    return found;
}

/// tested(), and the weights.
template <typename Method, typename Prepared, typename Real>
Real tested_with_weights(const Method& method, const Prepared& prepared, const Ray<Real>& ray,
                         Real& u, Real& v) {
    const auto candidate = with_weights(method, prepared, ray, u, v);
    return candidate.hit ? candidate.t : Real(-1);
}

/// Sixteen rays at a time against one triangle, in loops as those of the tracers.
template <Output output, Preparation preparation, typename Method, typename Real, typename Prepared>
Found<Real> lane_loop(const Method& by_reference, const KernelRays<Real>& data,
                      const std::vector<Prepared>& all_prepared) {
    Found<Real> all;
    with_known_cull(by_reference, [&](const Method& method) {
        Lanes<std::uint32_t> hits{};
        Lanes<Real> t, nearest, u{}, v{}, nearest_u{}, nearest_v{};
        nearest.fill(std::numeric_limits<Real>::infinity());
        for (std::size_t index = 0; index < all_prepared.size(); ++index) {
            const auto prepared = preparation == Preparation::each_time
                                      ? method.prepare(data.triangles[index])
                                      : all_prepared[index];
            const auto& ray = data.in_lanes[index];
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k) {
                if constexpr (output == Output::weights)
                    t[k] = tested_with_weights(
                        method, prepared,
                        {{ray.ox[k], ray.oy[k], ray.oz[k]}, {ray.dx[k], ray.dy[k], ray.dz[k]}},
                        u[k], v[k]);
                else
                    t[k] = tested(method, prepared, ray.ox[k], ray.oy[k], ray.oz[k], ray.dx[k],
                                  ray.dy[k], ray.dz[k]);
            }
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k) {
                hits[k] += t[k] > 0 && t[k] < std::numeric_limits<Real>::infinity() ? 1 : 0;
                if constexpr (output == Output::boolean) continue;
                const bool nearer = t[k] > 0 && t[k] < nearest[k];
                nearest[k] = nearer ? t[k] : nearest[k];
                if constexpr (output == Output::weights) {
                    nearest_u[k] = nearer ? u[k] : nearest_u[k];
                    nearest_v[k] = nearer ? v[k] : nearest_v[k];
                }
            }
        }
        for (std::size_t k = 0; k < lanes; ++k) {
            all.hits += hits[k], all.t += nearest[k];
            all.u += nearest_u[k], all.v += nearest_v[k];
        }
    });
    return all;
}

}  // namespace hitmiss
