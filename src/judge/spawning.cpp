#include "judge/spawning.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/exact.hpp"
#include "base/math.hpp"
#include "base/parallel.hpp"
#include "scene/mesh.hpp"

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
        const bool out =
            front ? seen_from_front({first.o, -d}, tri) : seen_from_front({first.o, d}, tri);
        if (out) return d;
    }
}

/// So many pairs, made on all threads.
std::vector<SpawnedPair> made_pairs(std::size_t count, const auto& make) {
    std::vector<SpawnedPair> pairs(count);
    parallel_for(blocks_of(count), [&](std::size_t block) {
        const std::size_t first = block * rays_of_block;
        for (std::size_t k = first; k < std::min(first + rays_of_block, count); ++k)
            make(k, pairs[k]);
    });
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

std::vector<Hit> first_hits(std::span<const SpawnedPair> pairs, const Answerer& answerer) {
    std::vector<Hit> hits(pairs.size());
    parallel_for(blocks_of(pairs.size()), [&](std::size_t block) {
        const std::size_t first = block * rays_of_block;
        const auto some = pairs.subspan(first, std::min(rays_of_block, pairs.size() - first));
        Batch batch;
        std::vector<ExactAnswer> right;
        for (const SpawnedPair& pair : some) {
            batch.numbers.push_back(first + batch.rays.size());
            batch.rays.push_back(pair.first);
            right.push_back({});
            if (!pair.met.empty())
                right.back() = {exact_t(pair.first, pair.second.start.triangle), pair.met};
        }
        answerer.trace(batch, right, std::span(hits).subspan(first, some.size()));
    });
    return hits;
}

Round leaving_round(std::span<const SpawnedPair> pairs, std::span<const Hit> hits,
                    const Answerer& answerer, Leaving rule, double epsilon, PointBy by,
                    const Geometry& geometry) {
    const auto block = [=, precision = answerer.precision, triangles = geometry.triangles,
                        copies = copies_for(rule, geometry.triangles)](std::size_t index) {
        const std::size_t first = index * rays_of_block;
        Batch batch;
        for (std::size_t k = first; k < std::min(first + rays_of_block, pairs.size()); ++k) {
            const auto& [ray, met, second, right] = pairs[k];
            if (met.empty()) continue;
            if (!std::ranges::binary_search(met, hits[k].triangle)) {
                ++batch.lost;
                continue;
            }
            const Left left =
                leave(rule, epsilon, by,
                      {ray, hits[k], triangles[hits[k].triangle], precision, second.start.point,
                       Vec<float>(second.direction()), !copies.of(hits[k].triangle).empty()});
            // Where its own point is not a number, the rule leads nowhere.
            if (!is_finite(left.o)) {
                ++batch.lost;
                continue;
            }
            const auto [traced, filter] =
                second.goes == Goes::to_point
                    ? ray_to_lamp(left, second.d)
                    : std::pair(Ray<float>(left.o, second.d), left.filter);
            batch.numbers.push_back(k);
            batch.rays.push_back(traced);
            batch.spawned.push_back({&second, &right, left.point, filter});
        }
        return batch;
    };
    return {{pairs.size(), blocks_of(pairs.size()), block, geometry.eye},
            {answerer},
            make_reference(make_method("exact"), geometry),
            geometry};
}

void check_lamp(const Vec<float>& at, const Geometry& geometry) {
    for (std::size_t k = 0; k < geometry.triangles.size(); ++k)
        if (contains_origin({at, {0, 0, 1}}, geometry.triangles[k]))
            throw Error(Exit::usage,
                        "--light {},{},{}: lies on triangle {}; a lamp beside the surface would be "
                        "right",
                        at.x, at.y, at.z, k);
}

bool turned_to(const Vec<float>& lamp, const Ray<float>& ray, const Triangle<float>& tri) {
    return side_of(lamp, tri) == (seen_from_front(ray, tri) ? 1 : -1);
}

SeesLamp sees_lamp(const Method& method, const Lamp& lamp, const Geometry& geometry) {
    if (method.kind() == Kind::exact)
        return [at = lamp.at, geometry](const Ray<float>& ray, const Hit& hit) {
            const Triangle<float>& tri = geometry.triangles[hit.triangle];
            return turned_to(at, ray, tri) &&
                   exact_answer({exact_start(ray, tri), at, Goes::to_point}, geometry)
                       .triangles.empty();
        };
    return [lamp, answerer = make_aimed_answerer(method, geometry), triangles = geometry.triangles,
            copies = copies_for(lamp.rule, geometry.triangles)](const Ray<float>& ray,
                                                                const Hit& hit) {
        const Triangle<float>& tri = triangles[hit.triangle];
        if (!turned_to(lamp.at, ray, tri)) return false;
        const Vec<double> point = Vec<double>(ray.o) + hit.t * Vec<double>(ray.d);
        const Left left =
            leave(lamp.rule, lamp.epsilon, info_of(lamp.rule).point,
                  {ray, hit, tri, answerer.precision, point,
                   Vec<float>(Vec<double>(lamp.at) - point), !copies.of(hit.triangle).empty()});
        if (!is_finite(left.o)) return false;  // as of a rule whose own point is not a number
        const auto [to_lamp, filter] = ray_to_lamp(left, lamp.at);
        const Batch batch{{0}, {to_lamp}, {{nullptr, nullptr, left.point, filter}}};
        const ExactAnswer unknown;
        Hit met;
        answerer.trace(batch, {&unknown, 1}, {&met, 1});
        return !met;
    };
}

}  // namespace hitmiss
