#pragma once
// How often a method lets rays through, accepts one point twice, or meets NaN.

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "trace/walk_tree.hpp"
#include "truth/aimed_rays.hpp"
#include "truth/reference.hpp"

namespace hitmiss {

struct LeakCount {
    std::uint64_t rays = 0;      ///< whose exact answer is a hit; no others are counted
    std::uint64_t leaks = 0;     ///< no triangle at all is hit
    std::uint64_t multiple = 0;  ///< another triangle is hit within 1e-3 scene diagonals behind
                                 ///< the nearest hit
    std::uint64_t nan = 0;       ///< the kernel meets NaN on a triangle that is a right answer

    LeakCount& operator+=(const LeakCount& other);
};

/// Judges rays of unit direction, of which the right answers are given.
using LeakCounter = std::function<LeakCount(std::span<const Ray<float>>, std::span<const Answer>)>;

/// Whether a number, or a component of a vector, is NaN.
template <typename Value>
bool has_nan(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value>)
        return std::isnan(value);
    else
        return std::isnan(value.x) || std::isnan(value.y) || std::isnan(value.z);
}

/// A counter for any method value, also one that the catalogue does not list.
template <typename Method>
LeakCounter leak_counter_of(const Method& method, const Geometry& geometry) {
    const auto scene = std::make_shared<const PreparedScene<Method>>(method, geometry);
    const double same_point = 1e-3 * glm::length(Vec<double>(geometry.box.extent()));
    return [scene, same_point](std::span<const Ray<float>> rays, std::span<const Answer> answers) {
        using Real = typename MethodTraits<Method>::Real;
        LeakCount count;
        std::vector<double> accepted;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            if (answers[k].triangles.empty()) continue;
            const Ray<Real> ray(rays[k]);
            double limit = std::numeric_limits<double>::infinity();
            accepted.clear();
            walk(scene->tree, rays[k], limit, [&](std::uint32_t index) {
                const auto candidate = scene->method.test(ray, scene->prepared[index], no_notes);
                if (!counts(candidate, ray, scene->reach[index])) return;
                accepted.push_back(double(candidate.t));
                limit = std::min(limit, double(candidate.t) + same_point);
            });
            bool nan = false;
            const auto note = [&](std::string_view, auto value) {
                nan |= has_nan(value);
                return value;
            };
            for (const auto index : answers[k].triangles)
                scene->method.test(ray, scene->prepared[index], note);

            const auto nearest = std::count_if(accepted.begin(), accepted.end(),
                                               [&](double t) { return t <= limit; });
            ++count.rays;
            count.leaks += nearest == 0;
            count.multiple += nearest > 1;
            count.nan += nan;
        }
        return count;
    };
}

/// A counter for the method that the spec names.
LeakCounter make_leak_counter(const MethodSpec& spec, const Geometry& geometry);

/// Judges `rays` rays of one kind by all counters, the same rays for each. Rays are drawn in
/// blocks, each from a random stream of its own, so that no number depends on the threads. A
/// silhouette may be passed by: only there `LeakCount::rays` is less than `rays`.
std::vector<LeakCount> count_leaks(const std::vector<LeakCounter>& counters, const AimedRays& aimed,
                                   const Reference& exact, Aim aim, std::uint64_t rays,
                                   std::uint64_t seed);

}  // namespace hitmiss
