#include "bench/aimed_rays.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "truth/exact.hpp"

namespace hitmiss {
namespace {

Vec<double> in_cube(Random& random, double half) {
    const double x = random.uniform(-half, half), y = random.uniform(-half, half);
    return {x, y, random.uniform(-half, half)};
}

/// No slivers: a side of the others would hardly matter to the cost, but their misses would be far.
Triangle<float> random_triangle(Random& random) {
    for (;;) {
        const Vec<float> a(in_cube(random, 1)), b(in_cube(random, 1)), c(in_cube(random, 1));
        const Triangle<float> tri(a, b, c);
        if (glm::length(normal(tri)) > 0.5f) return tri;
    }
}

Ray<float> aim(Random& random, const Triangle<float>& tri, bool hit) {
    for (;;) {
        const Vec<double> eye = in_cube(random, 4);
        const double u = hit ? random.uniform() : random.uniform(-1, 2);
        const double v = hit ? random.uniform() : random.uniform(-1, 2);
        const auto P =
            (1 - u - v) * Vec<double>(tri.a) + u * Vec<double>(tri.b) + v * Vec<double>(tri.c);
        const Ray<float> ray{Vec<float>(eye), Vec<float>(glm::normalize(P - eye))};
        if (exact_hit(ray, tri).hit == hit) return ray;
    }
}

}  // namespace

std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate) {
    Random random(1);
    std::vector<bool> hits(triangles * lane_count);
    std::fill_n(hits.begin(), std::lround(hit_rate * double(hits.size())), true);
    for (std::size_t k = hits.size(); k > 1; --k) {
        const std::size_t other = random.below(std::uint32_t(k));
        const bool moved = hits[k - 1];
        hits[k - 1] = hits[other], hits[other] = moved;
    }
    std::vector<Aimed> all(triangles);
    for (std::size_t k = 0; k < hits.size(); ++k) {
        auto& [triangle, rays] = all[k / lane_count];
        if (k % lane_count == 0) triangle = random_triangle(random);
        rays[k % lane_count] = aim(random, triangle, hits[k]);
    }
    return all;
}

}  // namespace hitmiss
