#include "judge/crossings.hpp"

#include <algorithm>
#include <numeric>

#include "base/crossing.hpp"
#include "base/exact.hpp"
#include "judge/ties.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// The group to which an accepted triangle belongs; groups.size() if there is none.
std::size_t group_of(const Hit& hit, const std::vector<Group>& groups, const auto& ties_to) {
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (std::ranges::binary_search(groups[g].met.triangles, hit.triangle)) return g;
    std::vector<std::size_t> nearest(groups.size());
    std::iota(nearest.begin(), nearest.end(), std::size_t{0});
    std::ranges::sort(nearest, {},
                      [&](std::size_t g) { return std::abs(groups[g].met.t - hit.t); });
    for (const std::size_t g : nearest)
        if (ties_to(hit.triangle, groups[g])) return g;
    return groups.size();
}

/// For each group the first of those that ties join to it.
std::vector<std::size_t> joined(const std::vector<Group>& groups, const auto& ties_to) {
    std::vector<std::size_t> first(groups.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t h = g + 1; h < groups.size(); ++h) {
            const auto& others = groups[h].met.triangles;
            const auto ties = [&](std::uint32_t triangle) { return ties_to(triangle, groups[g]); };
            if (first[h] == first[g] || std::ranges::none_of(others, ties)) continue;
            const auto [low, high] = std::minmax(first[g], first[h]);
            std::ranges::replace(first, std::size_t(high), std::size_t(low));
        }
    return first;
}

}  // namespace

std::uint64_t WholeRay::crossings() const {
    std::uint64_t sum = 0;
    for (const Group& group : groups) sum += group.crossed;
    return sum;
}

WholeRay whole_ray(const Ray<float>& ray, const Geometry& geometry, const Duplicates& copies) {
    WholeRay whole;
    whole.starts_on_surface = any_along(geometry.tree(), ray, 0, [&](std::uint32_t index) {
        return contains_origin(ray, geometry.triangles[index]);
    });
    std::vector<MetTriangle> met;
    for_each_box(geometry.tree(), scaled_for_boxes(ray), Box::inf, [&](std::uint32_t index) {
        const ExactHit exact = exact_hit(ray, geometry.triangles[index]);
        if (exact.hit) met.push_back({index, exact});
    });
    std::ranges::sort(met, [&](const MetTriangle& a, const MetTriangle& b) {
        return exact_order(a, b, ray, geometry) < 0;
    });
    for (std::size_t k = 0; k < met.size(); ++k) {
        const auto& [index, exact] = met[k];
        if (k == 0 || exact_order(met[k - 1], met[k], ray, geometry) < 0)
            whole.groups.push_back({{t_of(met[k], ray, geometry), {}}, 0});
        Group& group = whole.groups.back();
        group.met.triangles.push_back(index);
        const auto others = copies.of(index);
        group.met.triangles.insert(group.met.triangles.end(), others.begin(), others.end());
        // In the inside of a triangle an infinitesimal changes nothing.
        if (exact.position == Position::inside || crossing(ray, geometry.triangles[index]) != 0)
            group.crossed += 1 + others.size();
    }
    for (Group& group : whole.groups) std::ranges::sort(group.met.triangles);
    return whole;
}

std::vector<std::size_t> groups_of(const WholeRay& right, std::span<const Hit> accepted,
                                   const Ray<float>& ray, const Geometry& geometry,
                                   Precision precision) {
    std::vector<std::size_t> numbers;
    for (const Hit& hit : accepted)
        numbers.push_back(
            group_of(hit, right.groups, [&](std::uint32_t triangle, const Group& group) {
                return is_tie(triangle, {ray, group.met, geometry, precision});
            }));
    return numbers;
}

void WholeRays::add(const WholeRay& right, std::span<const Hit> accepted, const Ray<float>& ray,
                    const Geometry& geometry, Precision precision, std::uint64_t number) {
    if (!begin(right, accepted.size())) return;
    // By group: how many more of its triangles are accepted than it is crossed.
    std::vector<std::int64_t> more;
    for (const Group& group : right.groups) more.push_back(-std::int64_t(group.crossed));
    bool has_extra = false;
    for (const std::size_t g : groups_of(right, accepted, ray, geometry, precision)) {
        if (g < more.size())
            ++more[g];
        else
            has_extra = true;
    }
    extra += has_extra;
    const bool all_right = std::ranges::all_of(more, [](std::int64_t m) { return m == 0; });
    if (has_extra || !all_right) add_miscounted(number);
    if (all_right) return;
    missed += std::ranges::any_of(more, [](std::int64_t m) { return m < 0; });
    doubled += std::ranges::any_of(more, [](std::int64_t m) { return m > 0; });
    const auto first = joined(right.groups, [&](std::uint32_t triangle, const Group& group) {
        return is_tie(triangle, {ray, group.met, geometry, precision});
    });
    std::vector<std::int64_t> together(more.size());
    for (std::size_t g = 0; g < more.size(); ++g) together[first[g]] += more[g];
    for (std::size_t g = 0; g < more.size(); ++g)
        if (std::ranges::count(first, g) > 1 && together[g] != 0 && together[g] % 2 == 0) {
            ++outline;
            break;
        }
}

void WholeRays::add(const WholeRay& right, std::uint64_t accepted, std::uint64_t number) {
    if (!begin(right, accepted)) return;
    if (accepted != right.crossings()) add_miscounted(number);
    missed += accepted < right.crossings();
    doubled += accepted > right.crossings();
}

bool WholeRays::begin(const WholeRay& right, std::uint64_t accepted) {
    if (right.starts_on_surface) return ++on_surface, false;
    const std::uint64_t exact = right.crossings();
    ++rays, crossings += exact;
    parity += (accepted - exact) % 2;
    return true;
}

void WholeRays::add_miscounted(std::uint64_t number) {
    ++miscounted, first_miscounted = std::min(first_miscounted, number);
}

WholeRays& WholeRays::operator+=(const WholeRays& other) {
    rays += other.rays, on_surface += other.on_surface, crossings += other.crossings;
    missed += other.missed, doubled += other.doubled, extra += other.extra;
    miscounted += other.miscounted;
    first_miscounted = std::min(first_miscounted, other.first_miscounted);
    outline += other.outline, parity += other.parity;
    return *this;
}

}  // namespace hitmiss
