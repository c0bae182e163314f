#include "fast/grazed.hpp"

#include <algorithm>
#include <cmath>

#include "fast/grown_line.hpp"

namespace hitmiss {
namespace {

/// Methods that round alike: a padded box around all their reaches holds what any of them accepts,
/// even where one method's own reach would be too small for a margin.
struct Alike {
    Growth growth;
    Precision precision;
    std::vector<Kernel> kernels;

    explicit Alike(const Kernel& kernel)
        : growth(kernel.growth), precision(kernel.precision), kernels{kernel} {}
    bool holds(const Kernel& kernel) const {
        return kernel.growth == growth && kernel.precision == precision;
    }
    Box reach(const Triangle<float>& tri) const {
        Box all;
        for (const Kernel& kernel : kernels) all.include(kernel.reach(tri));
        return all;
    }
};

std::vector<Alike> in_groups(std::span<const Kernel> kernels) {
    std::vector<Alike> groups;
    for (const Kernel& kernel : kernels) {
        const auto group =
            std::ranges::find_if(groups, [&](const Alike& alike) { return alike.holds(kernel); });
        if (group == groups.end())
            groups.emplace_back(kernel);
        else
            group->kernels.push_back(kernel);
    }
    return groups;
}

/// Of length 1, or NaN.
Vec<double> unit_normal(const Triangle<float>& tri) {
    const Vec<double> n = normal(Triangle<double>(tri));
    return n / glm::length(n);
}

/// A triangle's growth seen from one origin, and the margin of its box; none where there is no
/// bound for its line either.
struct GrownBox {
    GrownTriangle grown;
    Margin margin;

    GrownBox(const Growth& growth, Precision precision, const Box& reach,
             const Triangle<float>& tri, const SeenTriangle& seen)
        : grown(growth, seen, reach, precision), margin(best_margin(grown)) {
        if (growth.line && !GrownLine(tri, Vec<float>(seen.first), precision).bounded)
            margin = no_margin;
    }
    GrownBox(const Kernel& kernel, const Triangle<float>& tri, const SeenTriangle& seen)
        : GrownBox(kernel.growth, kernel.precision, kernel.reach(tri), tri, seen) {}
};

Grazed grazed_of(const GrownBox& own, const Triangle<float>& tri, const Vec<float>& origin,
                 std::uint32_t place) {
    const Margin& margin = own.margin;
    const Box& reach = own.grown.reach;
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
    const Box& reach = own.grown.reach;
    const Box of_hits = padded(reach, own.margin.size);
    return padded(reach, own.margin.size + double(box_margin(origin, of_hits)));
}

/// And how near these may be hit.
Bound bound_of(const GrownBox& own, const Vec<float>& origin) {
    const bool nearer = own.margin.nearer < 1 - depth_slack / 2;
    return {box_of(own, origin), nearer ? Part::of(float(own.margin.nearer)) : Part{}};
}

/// The same for several methods, and is_grazed = 1 where any may have rays to be tested apart.
/// Flattened: numbers that are stored one by one and then loaded together stall on store
/// forwarding.
[[gnu::flatten]] Bound bound_of(std::span<const Alike> groups, const Triangle<float>& tri,
                                const Vec<float>& origin, std::uint8_t& is_grazed) {
    const SeenTriangle seen(tri, {origin, origin});
    Bound bound;
    for (const Alike& alike : groups) {
        const GrownBox all(alike.growth, alike.precision, alike.reach(tri), tri, seen);
        if (all.margin.steepness == 0) {
            bound.include(bound_of(all, origin));
            continue;
        }
        // Each has its own such rays, whose lists name the triangle then; a common box that holds
        // for all rays needs none.
        is_grazed = 1;
        for (const Kernel& kernel : alike.kernels)
            if (const GrownBox own(kernel, tri, seen); own.margin.steepness != no_margin.steepness)
                bound.include(bound_of(own, origin));
    }
    return bound;
}

}  // namespace

double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin) {
    constexpr std::size_t sample_size = 1024;
    const std::size_t step = (triangles.size() + sample_size - 1) / sample_size;
    double area = 0;
    for (std::size_t k = 0; k < triangles.size(); k += step) {
        const GrownBox own(kernel, triangles[k], {triangles[k], {origin, origin}});
        if (own.margin.steepness != no_margin.steepness) area += box_of(own, origin).half_area();
    }
    return area;
}

std::pair<WideTree, std::vector<std::vector<Grazed>>> grow_tree_from(
    const WideTree& tree, std::span<const Kernel> kernels,
    std::span<const Triangle<float>> triangles, const Vec<float>& origin) {
    const std::vector<Alike> groups = in_groups(kernels);
    std::vector<std::uint8_t> is_grazed(tree.triangle.size());
    WideTree other = refitted(tree, [&](std::uint32_t place) {
        return bound_of(groups, triangle_at(tree, triangles, place), origin, is_grazed[place]);
    });
    std::vector<std::vector<Grazed>> grazed(kernels.size());
    for (std::uint32_t place = 0; place < is_grazed.size(); ++place) {
        if (is_grazed[place] == 0) continue;
        const Triangle<float>& tri = triangles[tree.triangle[place]];
        for (std::size_t m = 0; m < kernels.size(); ++m) {
            const GrownBox own(kernels[m], tri, {tri, {origin, origin}});
            if (own.margin.steepness > 0) grazed[m].push_back(grazed_of(own, tri, origin, place));
        }
    }
    return {std::move(other), std::move(grazed)};
}

}  // namespace hitmiss
