#include "judge/spawning.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/exact.hpp"
#include "base/math.hpp"
#include "base/parallel.hpp"

namespace hitmiss {
namespace {

constexpr int most_attempts = 1000;

/// The areas of the triangles up to each, that included.
std::vector<double> summed_areas(std::span<const Triangle<float>> triangles) {
    std::vector<double> sums;
    double sum = 0;
    for (const auto& tri : triangles) {
        sum += glm::length(normal(Triangle<double>(tri))) / 2;
        sums.push_back(sum);
    }
    return sums;
}

Vec<double> point_on(std::span<const Triangle<float>> triangles, const std::vector<double>& sums,
                     Random& random) {
    const double area = random.uniform(0, sums.back());
    const auto place = std::ranges::upper_bound(sums, area) - sums.begin();
    const Triangle<double> tri(triangles[std::min(std::size_t(place), triangles.size() - 1)]);
    return random_point(tri, random);
}

/// A direction of length 1 at an angle of that sine to the plane, on the side of n.
Vec<double> direction(const Vec<double>& n, double sine_to_plane, Random& random) {
    // Two axes in the plane.
    const int least = std::abs(n.x) < std::abs(n.y) ? (std::abs(n.x) < std::abs(n.z) ? 0 : 2)
                                                    : (std::abs(n.y) < std::abs(n.z) ? 1 : 2);
    Vec<double> axis(0);
    axis[least] = 1;
    const auto s = glm::normalize(glm::cross(n, axis)), t = glm::cross(n, s);
    const auto [sine, cosine] = sine_cosine(random.uniform(0, 2 * pi<double>));
    return sine_to_plane * n +
           std::sqrt(1 - sine_to_plane * sine_to_plane) * (cosine * s + sine * t);
}

/// The direction of the second ray: on the side from which the first came, exactly.
Vec<float> second_direction(const Ray<float>& first, const Triangle<float>& tri,
                            const std::optional<double>& grazing, Random& random) {
    const bool front = seen_from_front(first, tri);
    const auto n = (front ? 1.0 : -1.0) * glm::normalize(normal(Triangle<double>(tri)));
    for (;;) {
        const double sine =
            grazing ? sine_cosine(*grazing * pi<double> / 180).sin : random.uniform();
        const Vec<float> d(direction(n, sine, random));
        // Rounded, it must not go into the surface: seen against d, this side is not the front.
        if (seen_from_front({first.o, front ? -d : d}, tri)) return d;
    }
}

/// So many pairs, made on all threads.
std::vector<SpawnedPair> made_pairs(std::size_t count, const auto& make) {
    std::vector<SpawnedPair> pairs(count);
    parallel_for(count, [&](std::size_t k) { make(k, pairs[k]); });
    return pairs;
}

}  // namespace

void check_area(const Geometry& geometry, const std::string& name) {
    if (std::ranges::none_of(geometry.triangles, has_area<float>))
        throw bad_input(name, 0,
                        "no triangle has an area, so no ray meets one; a mesh with a surface would "
                        "be right");
}

std::vector<SpawnedPair> spawned_pairs(const Spawning& spawning, const Geometry& geometry,
                                       const std::string& name) {
    check_area(geometry, name);
    const auto sums = summed_areas(geometry.triangles);
    const auto& lamp = spawning.lamp;
    const Reference exact = make_reference(make_method("exact"), geometry);
    return made_pairs(spawning.rays, [&](std::size_t k, SpawnedPair& pair) {
        auto& [ray, met, second, right] = pair;
        Random random = random_of(spawning.seed, k);
        // At an outline the rounded direction may pass the mesh.
        for (int attempt = 0; met.empty(); ++attempt) {
            if (attempt == most_attempts)
                throw bad_input(name, 0, "{} rays to random points of the mesh meet none of it{}",
                                most_attempts,
                                lamp ? " that is turned to the lamp; a lamp on the side that is "
                                       "seen would be right"
                                     : "; an eye outside the planes of its triangles would be "
                                       "right");
            ray.o = spawning.eye ? *spawning.eye : random_point_around(geometry.box, random);
            const auto way = point_on(geometry.triangles, sums, random) - Vec<double>(ray.o);
            if (glm::length(way) == 0) continue;
            ray.d = Vec<float>(glm::normalize(way));
            met = exact(ray).triangles;
            if (!met.empty() && lamp && !turned_to(*lamp, ray, geometry.triangles[met.front()]))
                met.clear();
        }
        const Triangle<float>& tri = geometry.triangles[met.front()];
        second = lamp ? SpawnedRay{exact_start(ray, tri), *lamp, Goes::to_point}
                      : SpawnedRay{exact_start(ray, tri),
                                   second_direction(ray, tri, spawning.grazing, random)};
        right = exact_answer(second, geometry);
    });
}

std::vector<SpawnedPair> pairs_to_lamp(const PrimaryRays& rays, const Vec<float>& lamp,
                                       const Geometry& geometry) {
    const Reference exact = make_reference(make_method("exact"), geometry);
    const auto width = std::size_t(rays.width());
    return made_pairs(width * std::size_t(rays.height()), [&](std::size_t k, SpawnedPair& pair) {
        auto& [ray, met, second, right] = pair;
        ray = rays(int(k % width), int(k / width));
        met = exact(ray).triangles;
        if (met.empty()) return;
        const Triangle<float>& tri = geometry.triangles[met.front()];
        if (!turned_to(lamp, ray, tri)) return met.clear();
        second = {exact_start(ray, tri), lamp, Goes::to_point};
        right = exact_answer(second, geometry);
    });
}

}  // namespace hitmiss
