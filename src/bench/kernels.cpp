#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/random.hpp"
#include "bench/measurement.hpp"
#include "fast/packet_kernel.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t triangle_count = 512, passes = 8;
constexpr std::size_t rays_each = std::tuple_size_v<decltype(Aimed::rays)>;
constexpr std::array hit_rates{0, 25, 50, 75, 100};  // percent

/// Outside the cube of the triangles, off its planes of symmetry.
const Vec<float> viewpoint{2, 1, 3};

/// A triangle in the cube from -1 to 1. No slivers, because rays would miss them by far.
Triangle<float> random_triangle(Random& random) {
    const auto point = [&] {
        const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
        return Vec<float>(Vec<double>(x, y, random.uniform(-1, 1)));
    };
    for (;;) {
        const Vec<float> a = point(), b = point(), c = point();
        const Triangle<float> tri(a, b, c);
        if (glm::length(normal(tri)) > 0.5f) return tri;
    }
}

Ray<float> aim(Random& random, const Triangle<float>& tri, bool hit) {
    for (;;) {
        const double u = hit ? random.uniform() : random.uniform(-1, 2);
        const double v = hit ? random.uniform() : random.uniform(-1, 2);
        const auto P =
            (1 - u - v) * Vec<double>(tri.a) + u * Vec<double>(tri.b) + v * Vec<double>(tri.c);
        const Ray<float> ray{viewpoint, Vec<float>(glm::normalize(P - Vec<double>(viewpoint)))};
        if (exact_hit(ray, tri).hit == hit) return ray;
    }
}

}  // namespace

std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate) {
    Random random(1);
    std::vector<bool> hits(triangles * rays_each);
    std::fill_n(hits.begin(), std::lround(hit_rate * double(hits.size())), true);
    for (std::size_t k = hits.size(); k > 1; --k)
        std::vector<bool>::swap(hits[k - 1], hits[random.below(std::uint32_t(k))]);
    std::vector<Aimed> all(triangles);
    for (std::size_t k = 0; k < hits.size(); ++k) {
        auto& [triangle, rays] = all[k / rays_each];
        if (k % rays_each == 0) triangle = random_triangle(random);
        rays[k % rays_each] = aim(random, triangle, hits[k]);
    }
    return all;
}

std::function<std::uint64_t()> aimed_tests(const Method& method, std::span<const Aimed> aimed) {
    struct alignas(64) CacheLine : std::array<std::byte, 64> {};
    // What a method may adapt to: the eye and the box of the triangles.
    Surroundings scene{Vec<double>(viewpoint)};
    for (const auto& [triangle, rays] : aimed) scene.box.include(bounds(triangle));
    const Kernel kernel = method.kernel(scene);
    const std::size_t lines = kernel.leaf_bytes / sizeof(CacheLine);
    std::vector<CacheLine> leaves(aimed.size() * lines);
    for (std::size_t k = 0; k < aimed.size(); ++k)
        kernel.prepare(aimed[k].triangle, std::uint32_t(k), leaves[k * lines].data(), 0);
    return [=, leaves = std::move(leaves)] {
        std::uint64_t hits = 0;
        for (std::size_t k = 0; k < aimed.size(); ++k)
            hits += kernel.packets->count_hits(kernel.method.get(), leaves[k * lines].data(),
                                               aimed[k].rays);
        return hits;
    };
}

Measurements kernel_costs(std::span<const Method> methods, int rounds, const Watch& watch) {
    std::vector<std::vector<Aimed>> by_rate;
    for (const int percent : hit_rates)
        by_rate.push_back(aim_rays(triangle_count, percent / 100.0));

    Measurements rows;
    std::vector<Task> tasks;
    for (const Method& method : methods)
        for (std::size_t k = 0; k < by_rate.size(); ++k) {
            rows.push_back({.part = "kernels",
                            .subject = to_string(method),
                            .setting = fmt::format("{} %", hit_rates[k]),
                            .unit = "ns",
                            .value = {}});
            tasks.push_back({[tests = aimed_tests(method, by_rate[k])] {
                for (std::size_t pass = 0; pass < passes; ++pass) tests();
            }});
        }
    auto seconds = take_turns(tasks, rounds, CLOCK_THREAD_CPUTIME_ID, watch);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (double& time : seconds[k]) time *= 1e9 / double(passes * triangle_count * rays_each);
        rows[k].value = quartiles(std::move(seconds[k]));
    }
    return rows;
}

}  // namespace hitmiss
