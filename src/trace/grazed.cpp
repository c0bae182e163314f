#include "trace/grazed.hpp"

#include <cmath>

#include "methods/grown_line.hpp"

namespace hitmiss {
namespace {

/// Of length 1, or NaN.
Vec<double> unit_normal(const Triangle<float>& tri) {
    const Vec<double> n = normal(Triangle<double>(tri));
    return n / glm::length(n);
}

Box with_margin(const Box& box, const Vec<double>& margin) {
    return {Vec<float>(Vec<double>(box.lo) - margin), Vec<float>(Vec<double>(box.hi) + margin)};
}

/// Its growth seen from one origin, and the margin of its box; none where there is no bound for its
/// line either.
struct GrownBox {
    GrownTriangle grown;
    Margin margin;

    GrownBox(const Kernel& kernel, const Growth& growth, const Triangle<float>& tri,
             const SeenTriangle& seen)
        : grown(growth, seen, kernel.reach(tri), kernel.precision()), margin(grown.best()) {
        if (growth.line && !GrownLine(tri, Vec<float>(seen.first), kernel.precision()).bounded)
            margin = no_margin;
    }
};

Grazed grazed_of(const GrownBox& own, const Triangle<float>& tri, const Vec<float>& origin,
                 std::uint32_t place) {
    const Margin& margin = own.margin;
    const Box& reach = own.grown.reach();
    const Vec<double> half = (Vec<double>(reach.hi) - Vec<double>(reach.lo)) / 2.0;
    const Vec<double> way = Vec<double>(reach.lo) + half - Vec<double>(origin);
    const double distance = glm::length(way);
    // The margin is one along each axis: sqrt(3) times as far, and a little for rounding.
    const double radius = glm::length(half) + 2 * margin.off;
    return {Vec<float>(unit_normal(tri)),         float(margin.steepness),
            Vec<float>(way / distance),           float(radius / distance),
            float(1.74 * margin.fall / distance), place};
}

/// A box that holds one point at least of each ray that is accepted.
Box box_of(const GrownBox& own, const Vec<float>& origin) {
    const Box& reach = own.grown.reach();
    const Box of_hits = with_margin(reach, own.margin.size);
    return with_margin(reach, own.margin.size + double(box_margin(origin, of_hits)));
}

/// The same of several methods, and 1 where any has rays to be tested apart. Flattened: numbers
/// that are stored one by one, and then loaded together, are waited for.
[[gnu::flatten]] Bound bound_of(std::span<const Kernel> kernels, std::span<const Growth> growth,
                                const Triangle<float>& tri, const Box& origin,
                                std::uint8_t& is_grazed) {
    const SeenTriangle seen(tri, origin);
    Bound bound;
    for (std::size_t m = 0; m < kernels.size(); ++m) {
        const GrownBox own(kernels[m], growth[m], tri, seen);
        is_grazed |= own.margin.steepness > 0;
        if (own.margin.steepness == no_margin.steepness) continue;
        const bool nearer = own.margin.nearer < 1 - depth_slack / 2;
        bound.include(
            {box_of(own, origin.lo), nearer ? Part::of(float(own.margin.nearer)) : Part{}});
    }
    return bound;
}

}  // namespace

double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin) {
    constexpr std::size_t sample_size = 1024;
    const Growth growth = kernel.growth();
    const std::size_t step = (triangles.size() + sample_size - 1) / sample_size;
    double area = 0;
    for (std::size_t k = 0; k < triangles.size(); k += step) {
        const GrownBox own(kernel, growth, triangles[k], {triangles[k], {origin, origin}});
        if (own.margin.steepness != no_margin.steepness) area += box_of(own, origin).half_area();
    }
    return area;
}

std::pair<WideTree, std::vector<std::vector<Grazed>>> grown(
    const WideTree& tree, std::span<const Kernel> kernels,
    std::span<const Triangle<float>> triangles, const Vec<float>& origin) {
    std::vector<Growth> growth;
    for (const Kernel& kernel : kernels) growth.push_back(kernel.growth());
    const Box at{origin, origin};
    std::vector<std::uint8_t> is_grazed(tree.triangle.size());
    WideTree other = refitted(tree, [&](std::uint32_t place) {
        return bound_of(kernels, growth, triangle_at(tree, triangles, place), at, is_grazed[place]);
    });
    std::vector<std::vector<Grazed>> grazed(kernels.size());
    for (std::uint32_t place = 0; place < is_grazed.size(); ++place) {
        if (is_grazed[place] == 0) continue;
        const Triangle<float>& tri = triangles[tree.triangle[place]];
        for (std::size_t m = 0; m < kernels.size(); ++m) {
            const GrownBox own(kernels[m], growth[m], tri, {tri, {origin, origin}});
            if (own.margin.steepness > 0) grazed[m].push_back(grazed_of(own, tri, origin, place));
        }
    }
    return {std::move(other), std::move(grazed)};
}

std::pair<WideTree, float> grown(const WideTree& tree, const Kernel& kernel,
                                 std::span<const Triangle<float>> triangles, const Box& origins) {
    std::vector<float> height(tree.triangle.size());
    WideTree other = refitted(tree, [&](std::uint32_t place) {
        const GrownTriangle tri = kernel.grown(triangle_at(tree, triangles, place), origins);
        double margin = tri.margin(0);
        if (std::isinf(margin)) {
            margin = tri.margin(grazing_steepness);
            height[place] = float(grazing_steepness * tri.farthest());
        }
        return Bound{std::isfinite(margin) ? with_margin(tri.reach(), Vec<double>(margin))
                                           : Box::everything()};
    });
    float highest = 0;
    for (const float own : height) highest = std::max(highest, own);
    if (highest > 0 && kernel.growth().horizon) highest = Box::inf;
    return {std::move(other), highest};
}

}  // namespace hitmiss
