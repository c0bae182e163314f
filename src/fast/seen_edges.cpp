#include "fast/seen_edges.hpp"

#include <algorithm>
#include <cmath>

#include "trace/near.hpp"

namespace hitmiss {
namespace {

/// Whether a box looks large from the origin. The others are many, and cover about a packet each.
bool is_large(const Vec<double>& origin, const Box& box) {
    constexpr double least_size = 1.0 / 64;
    return glm::length(Vec<double>(box.extent())) > least_size * box.distance(origin);
}

}  // namespace

// A point of a ray inside the box is at most `off` from the triangle (growth.hpp and the reach), so
// at most as far outside the planes: seen from the origin, a sine of at most off / distance.
// Rounding adds: a double normal is good to 2^-30 if the edge subtends more than 2^-20, which moves
// the corners out of the planes by as much of the largest distance; its floats are good to 2^-23,
// and a sum of products of slopes that are good to 2^-22, to 2^-19 |d.ahead|.
Edges edges_of(const Kernel& kernel, const Triangle<float>& tri, const Vec<float>& from,
               bool separate) {
    const Vec<double> origin(from);
    const Box box = bounds(tri);
    const GrownTriangle grown = hitmiss::grown(kernel, tri, {from, from});
    const Margin margin = best_margin(grown);
    const Vec<double> more = glm::max(Vec<double>(box.lo) - Vec<double>(grown.reach.lo),
                                      Vec<double>(grown.reach.hi) - Vec<double>(box.hi));
    const double off = std::max({more.x, more.y, more.z}) + glm::length(margin.size);
    const double distance = box.distance(origin) - off;
    Edges edges{{}, Box::inf};
    if (!(off < distance) || (margin.steepness > 0 && !separate)) return edges;
    const std::array corners{Vec<double>(tri.a) - origin, Vec<double>(tri.b) - origin,
                             Vec<double>(tri.c) - origin};
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec<double>&a = corners[k], &b = corners[(k + 1) % 3], &c = corners[(k + 2) % 3];
        const Vec<double> n = glm::cross(a, b);
        const double size = glm::length(n), lengths = glm::length(a) * glm::length(b);
        if (!(size > 0x1p-20 * lengths && lengths > 0x1p-200)) return edges;
        edges.normal[k] = Vec<float>((glm::dot(n, c) < 0 ? -n : n) / size);
    }
    edges.slack = float((off + 0x1p-30 * grown.farthest) / distance + 0x1p-18);
    return edges;
}

SeenEdges::SeenEdges(const WideTree& tree, const Kernel& kernel,
                     std::span<const Triangle<float>> triangles, const Vec<float>& origin,
                     std::span<const Grazed> grazed) {
    if (kernel.growth.line) return;
    std::vector<std::uint32_t> places;
    for_each_place_in(
        tree, [&](const Box& box) { return is_large(Vec<double>(origin), box); },
        [&](std::uint32_t place) { places.push_back(place); });
    if (places.empty()) return;
    std::ranges::sort(places);
    large_.resize(tree.leaf_count());
    first_.resize(tree.leaf_count());
    edges_.resize(places.size());
    for (std::size_t k = places.size(); k-- > 0;) {
        const std::size_t leaf = places[k] / WideNode::width;
        large_[leaf] |= std::uint8_t(1u << places[k] % WideNode::width);
        first_[leaf] = std::uint32_t(k);
    }
#pragma omp parallel for if (places.size() > worth_threads)
    for (std::size_t k = 0; k < places.size(); ++k)
        edges_[k] = edges_of(kernel, triangles[tree.triangle(places[k])], origin,
                             std::ranges::binary_search(grazed, places[k], {}, &Grazed::place));
}

}  // namespace hitmiss
