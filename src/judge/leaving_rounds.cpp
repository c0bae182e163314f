// Rays that leave the surface where a method found it, and lamps that they see.

#include <algorithm>

#include "base/error.hpp"
#include "base/exact.hpp"
#include "base/parallel.hpp"
#include "judge/spawning.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

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
