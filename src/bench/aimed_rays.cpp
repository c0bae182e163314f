#include "bench/aimed_rays.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/random.hpp"

namespace hitmiss {
namespace {

/// Outside the cube of the triangles, off its planes of symmetry.
const Vec<float> eye{2, 1, 3};

/// In the cube from -1 to 1. No slivers: a side of the others would hardly matter to the cost, but
/// their misses would be far.
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
        const Ray<float> ray{eye, Vec<float>(glm::normalize(P - Vec<double>(eye)))};
        if (exact_hit(ray, tri).hit == hit) return ray;
    }
}

}  // namespace

std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate) {
    Random random(1);
    std::vector<bool> hits(triangles * lanes);
    std::fill_n(hits.begin(), std::lround(hit_rate * double(hits.size())), true);
    for (std::size_t k = hits.size(); k > 1; --k) {
        const std::size_t other = random.below(std::uint32_t(k));
        const bool moved = hits[k - 1];
        hits[k - 1] = hits[other], hits[other] = moved;
    }
    std::vector<Aimed> all(triangles);
    for (std::size_t k = 0; k < hits.size(); ++k) {
        auto& [triangle, rays] = all[k / lanes];
        if (k % lanes == 0) triangle = random_triangle(random);
        rays[k % lanes] = aim(random, triangle, hits[k]);
    }
    return all;
}

Surroundings surroundings(std::span<const Aimed> aimed) {
    Surroundings scene{Vec<double>(eye)};
    for (const auto& [triangle, rays] : aimed) scene.box.include(bounds(triangle));
    return scene;
}

}  // namespace hitmiss
