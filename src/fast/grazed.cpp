#include "fast/grazed.hpp"

#include <algorithm>
#include <cmath>

#include "fast/line_band.hpp"

namespace hitmiss {
namespace {

/// Methods that round alike: a padded box around all their reaches contains what any of them
/// accepts, even if one method's own reach would be too small for a margin.
using Alike = std::vector<Kernel>;

std::vector<Alike> in_groups(std::span<const Kernel> kernels) {
    std::vector<Alike> groups;
    for (const Kernel& kernel : kernels) {
        auto group = std::ranges::find_if(groups, [&](const Alike& alike) {
            return alike[0].growth == kernel.growth && alike[0].precision == kernel.precision;
        });
        if (group == groups.end()) group = groups.emplace(group);
        group->push_back(kernel);
    }
    return groups;
}

/// Bounds what methods that round alike accept of a triangle, for rays from one origin: as computed
/// for the first of them, with a reach that contains all their reaches.
struct GrownBox {
    Vec<float> origin;
    GrownTriangle grown;
    Margin margin;  ///< of the box; none if the line has no bound either

    GrownBox(std::span<const Kernel> alike, const Triangle<float>& tri, const SeenTriangle& seen)
        : origin(seen.first),
          grown(alike[0].growth, seen, reach_of(alike, tri), alike[0].precision),
          margin(best_margin(grown)) {
        if (grown.growth.line && !GrownLine(tri, origin, grown.precision).bounded)
            margin = no_bound;
    }
    GrownBox(const Kernel& kernel, const Triangle<float>& tri, const Vec<float>& from)
        : GrownBox({&kernel, 1}, tri, {tri, {from, from}}) {}

    bool bounded() const { return margin.steepness != no_bound.steepness; }
    /// A box that contains at least one point of each accepted ray.
    Box box() const {
        const Box of_hits = padded(grown.reach, margin.size);
        return padded(grown.reach, margin.size + double(box_margin(origin, of_hits)));
    }
    /// The box, and how much nearer its hits may be.
    Bound bound() const {
        const bool nearer = margin.nearer < 1 - depth_slack / 2;
        return {box(), nearer ? Part::of(float(margin.nearer)) : Part{}};
    }
    /// How far along each axis a point of an accepted ray may be from the triangle: the reaches of
    /// methods in lanes extend as far on all sides. Nothing is known of a line's.
    Vec<float> off(const Box& of_triangle) const {
        if (grown.growth.line) return Vec<float>(Box::inf);
        const Vec<double> more =
            glm::max(Vec<double>(of_triangle.lo) - Vec<double>(grown.reach.lo),
                     Vec<double>(grown.reach.hi) - Vec<double>(of_triangle.hi));
        return Vec<float>(std::max({more.x, more.y, more.z}) + margin.size) * (1 + 0x1p-20f);
    }

private:
    static Box reach_of(std::span<const Kernel> alike, const Triangle<float>& tri) {
        Box all;
        for (const Kernel& kernel : alike) all.include(kernel.reach(tri));
        return all;
    }
};

Grazed grazed_of(const GrownBox& own, const Triangle<float>& tri, std::uint32_t place) {
    const Margin& margin = own.margin;
    const Box& reach = own.grown.reach;
    const Vec<double> n = normal(Triangle<double>(tri));
    const Vec<double> half = (Vec<double>(reach.hi) - Vec<double>(reach.lo)) / 2.0;
    const Vec<double> to_middle = Vec<double>(reach.lo) + half - Vec<double>(own.origin);
    const double distance = glm::length(to_middle);
    // The margin is along each axis: sqrt(3) times as far in space, and a little for rounding.
    const double radius = glm::length(half) + 2 * margin.off;
    return {Vec<float>(n / glm::length(n)),       float(margin.steepness),
            Vec<float>(to_middle / distance),     float(radius / distance),
            float(1.74 * margin.fall / distance), place};
}

/// The bound of a triangle for several methods, and how far off points are accepted; is_grazed = 1
/// if any of them may have rays to be tested separately. Flattened: numbers stored one by one and
/// then loaded together would stall on store forwarding.
[[gnu::flatten]] std::pair<Bound, Vec<float>> bound_of(std::span<const Alike> groups,
                                                       const Triangle<float>& tri,
                                                       const Vec<float>& origin,
                                                       std::uint8_t& is_grazed) {
    const SeenTriangle seen(tri, {origin, origin});
    const Box of_triangle = bounds(tri);
    std::pair<Bound, Vec<float>> all{{}, Vec<float>(0)};
    const auto include = [&](const GrownBox& grown) {
        all.first.include(grown.bound());
        all.second = glm::max(all.second, grown.off(of_triangle));
    };
    for (const Alike& alike : groups) {
        const GrownBox together(alike, tri, seen);
        if (together.margin.steepness == 0) {
            include(together);
            continue;
        }
        // Each method has its own grazing rays, and the triangle in its own list; a common box that
        // is valid for all rays needs no lists.
        is_grazed = 1;
        for (const Kernel& kernel : alike)
            if (const GrownBox own({&kernel, 1}, tri, seen); own.bounded()) include(own);
    }
    return all;
}

}  // namespace

double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin) {
    constexpr std::size_t sample_size = 1024;
    const std::size_t step = (triangles.size() + sample_size - 1) / sample_size;
    double area = 0;
    for (std::size_t k = 0; k < triangles.size(); k += step)
        if (const GrownBox own(kernel, triangles[k], origin); own.bounded())
            area += own.box().half_area();
    return area;
}

GrownTree grow_tree_from(const WideTree& tree, std::span<const Kernel> kernels,
                         std::span<const Triangle<float>> triangles, const Vec<float>& origin) {
    const std::vector<Alike> groups = in_groups(kernels);
    std::vector<std::uint8_t> is_grazed(tree.places());
    GrownTree grown{{}, std::vector<OffOfLeaf>(tree.leaf_count()), {}};
    grown.tree = refitted_nodes(tree, [&](const Child& leaf) {
        Bound all;
        for (std::uint32_t k = 0; k < leaf.triangles(); ++k) {
            const auto place = std::uint32_t(leaf.index() * WideNode::width + k);
            const auto [bound, off] =
                bound_of(groups, triangle_at(tree, triangles, place), origin, is_grazed[place]);
            all.include(bound);
            grown.off[leaf.index()].set(k, off);
        }
        return all;
    });
    grown.grazed.resize(kernels.size());
    for (std::uint32_t place = 0; place < is_grazed.size(); ++place) {
        if (is_grazed[place] == 0) continue;
        const Triangle<float>& tri = triangles[tree.triangle(place)];
        for (std::size_t m = 0; m < kernels.size(); ++m)
            if (const GrownBox own(kernels[m], tri, origin); own.margin.steepness > 0)
                grown.grazed[m].push_back(grazed_of(own, tri, place));
    }
    return grown;
}

}  // namespace hitmiss
