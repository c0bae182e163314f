#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "bench/race.hpp"

namespace hitmiss {
namespace {

/// Where a direction of length 1 lies along a curve through all directions, in which what is near
/// in number is near in direction: the bits of its coordinates in turn (Morton order).
std::uint64_t place_on_curve(const Vec<float>& d) {
    constexpr int bits = 16;
    std::uint64_t place = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto cell = std::uint64_t((d[axis] + 1) / 2 * ((1 << bits) - 1));
        for (int bit = 0; bit < bits; ++bit) place |= (cell >> bit & 1) << (3 * bit + axis);
    }
    return place;
}

/// A place on a side of length 1: half of them anywhere, half at any power of two from its start,
/// down to roundings of the corner, where tests err that are right along edges.
double place_on_side(Random& random) {
    const double anywhere = random.uniform();
    return random.below(2) == 0 ? anywhere : std::ldexp(1 + anywhere, -1 - int(random.below(25)));
}

}  // namespace

RaySource edge_rays(const Geometry& geometry) {
    std::vector<Ray<float>> rays;
    const Vec<float> o(geometry.eye);
    Random random(1);
    while (rays.size() < edge_ray_count) {
        const auto index = random.below(std::uint32_t(geometry.triangles.size()));
        const Triangle<double> tri(geometry.triangles[index]);
        const Vec<double> corners[]{tri.a, tri.b, tri.c};
        const auto side = random.below(3);
        const auto along = corners[(side + 1) % 3] - corners[side];
        const auto to_target = corners[side] + place_on_side(random) * along - Vec<double>(o);
        if (to_target != Vec<double>(0)) rays.push_back({o, Vec<float>(glm::normalize(to_target))});
    }
    std::ranges::sort(rays, {}, [](const Ray<float>& ray) { return place_on_curve(ray.d); });
    return listed_rays(std::move(rays), geometry.eye);
}

}  // namespace hitmiss
