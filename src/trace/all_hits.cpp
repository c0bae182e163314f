#include "trace/all_hits.hpp"

#include <algorithm>
#include <numeric>

#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

void sort(std::vector<Hit>& hits) {
    std::ranges::sort(hits, {}, [](const Hit& hit) { return std::pair(hit.t, hit.triangle); });
}

}  // namespace

Duplicates::Duplicates(std::span<const Triangle<float>> triangles) {
    std::vector<std::uint32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t index) {
        return std::pair(bits_of(triangles[index]), index);
    });
    std::size_t first = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (bits_of(triangles[order[k]]) == bits_of(triangles[order[first]]))
            others_[order[first]].push_back(order[k]);
        else
            first = k;
    }
}

AllHits::AllHits(const Kernel& kernel, const Geometry& geometry,
                 std::shared_ptr<const Duplicates> copies)
    : scene_(kernel, geometry), copies_(std::move(copies)) {}

std::vector<Hit> AllHits::operator()(const Ray<float>& ray) const {
    std::vector<Hit> hits;
    const double everywhere = std::numeric_limits<double>::infinity();
    for_each_hit(scene_.of(ray), ray, everywhere, [&](double t, std::uint32_t triangle) {
        hits.push_back({t, triangle});
        for (const std::uint32_t copy : copies_->of(triangle)) hits.push_back({t, copy});
    });
    sort(hits);
    return hits;
}

std::vector<Hit> all_hits(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                          const Ray<float>& ray) {
    std::vector<Hit> hits;
    for (std::uint32_t index = 0; index < triangles.size(); ++index)
        if (const Verdict verdict = kernel.test(Ray<double>(ray), triangles[index]); verdict.hit())
            hits.push_back({verdict.t, index});
    sort(hits);
    return hits;
}

}  // namespace hitmiss
