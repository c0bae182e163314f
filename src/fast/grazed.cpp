#include "fast/grazed.hpp"

#include <algorithm>
#include <cmath>

#include "base/vector_width.hpp"
#include "fast/line_band.hpp"

namespace hitmiss {
namespace {

/// What a method accepts of a triangle, for rays from one origin, lies in a box.
struct GrownBox {
    Vec<float> origin;
    Box reach;
    Margin margin;  ///< of the box
    bool line;      ///< whether rays that hit beside the box are near a line

    bool bounded() const { return margin.steepness != no_bound.steepness; }
    /// A box that contains at least one point of each accepted ray.
    Box box() const {
        const Box of_hits = padded(reach, margin.size);
        return padded(reach, margin.size + double(box_margin(origin, of_hits)));
    }
    /// How much nearer its hits may be.
    float nearer() const {
        return margin.nearer < 1 - depth_slack / 2 ? float(margin.nearer) : 1.0f;
    }
    /// How far along each axis a point of an accepted ray may be from the triangle: the reaches of
    /// methods in lanes extend as far on all sides. Nothing is known of a line's.
    Vec<float> off(const Box& of_triangle) const {
        if (line) return Vec<float>(Box::inf);
        const Vec<double> more = glm::max(Vec<double>(of_triangle.lo) - Vec<double>(reach.lo),
                                          Vec<double>(reach.hi) - Vec<double>(of_triangle.hi));
        const double most = std::max(more.x, std::max(more.y, more.z));
        return Vec<float>(most + margin.size) * (1 + 0x1p-20f);
    }
};

/// The box of a method and a triangle. There is none if the line has no bound either.
GrownBox grown_box(const Kernel& of, const Triangle<float>& tri, const Origins& from) {
    const GrownTriangle grown(of.growth, tri, from, of.reach(tri), of.precision);
    const Vec<float> origin(from.first);
    const bool bounded = !of.growth.line || GrownLine(tri, origin, of.precision).bounded;
    return {origin, grown.reach, bounded ? best_margin(grown) : no_bound, of.growth.line};
}

/// A leaf's triangles, and what GrownBox says of them where the margin for all rays costs least.
struct LeafInLanes {
    using Row = std::array<float, leaf_size>;
    std::array<Row, 9> corner;
    EightBoxes box;
    std::array<Row, 3> off;
    Row nearer, steepness;

    /// Lanes without a triangle have the last one again.
    explicit LeafInLanes(std::span<const Triangle<float>> triangles) {
        for (std::size_t k = 0; k < leaf_size; ++k) {
            const auto& tri = triangles[std::min(k, triangles.size() - 1)];
            const auto numbers = std::bit_cast<std::array<float, 9>>(tri);
            for (std::size_t row = 0; row < corner.size(); ++row) corner[row][k] = numbers[row];
        }
    }
    // Without const: g++ 12 keeps a constant struct in memory, where no lanes are.
    template <auto margin_of>
    HITMISS_FLATTENED void bound(std::size_t k, const Growth& growth, const Reach& reach,
                                 const Origins& from) {
        const auto& c = corner;
        Triangle<float> tri{
            {c[0][k], c[1][k], c[2][k]}, {c[3][k], c[4][k], c[5][k]}, {c[6][k], c[7][k], c[8][k]}};
        Box held = reach(tri);
        GrownTriangle grown(growth, tri, from, held, Precision::single);
        GrownBox own{Vec<float>(from.first), held, margin_of(grown), false};
        Box padded = own.box();
        Vec<float> own_off = own.off(bounds(tri));
        box[0][k] = padded.lo.x, box[1][k] = padded.lo.y, box[2][k] = padded.lo.z;
        box[3][k] = padded.hi.x, box[4][k] = padded.hi.y, box[5][k] = padded.hi.z;
        off[0][k] = own_off.x, off[1][k] = own_off.y, off[2][k] = own_off.z;
        nearer[k] = own.nearer(), steepness[k] = float(own.margin.steepness);
    }
};

template <auto margin_of>
void bound_in_lanes(const Kernel& kernel, const Vec<float>& origin, LeafInLanes& leaf) {
    // As bounding_in_lanes found it: lanes do not choose by what is the same for all of them.
    Growth simple = kernel.growth;
    simple.bounded = true, simple.squares_normal = simple.horizon = false;
    if (margin_of != margin_by_vertices) simple.vertices = 0;
    Reach reach = kernel.reach;
    Origins from(origin);
#pragma omp simd
    for (std::size_t k = 0; k < leaf_size; ++k) leaf.bound<margin_of>(k, simple, reach, from);
}

using BoundInLanes = void (*)(const Kernel&, const Vec<float>& origin, LeafInLanes&);
/// How lanes bound what a method accepts; null if they cannot.
BoundInLanes bounding_in_lanes(const Kernel& kernel) {
    static const VectorWidth width = widest();
    const Growth& growth = kernel.growth;
    if (kernel.precision != Precision::single || !growth.bounded || growth.line ||
        growth.squares_normal || growth.horizon)
        return nullptr;
    if (growth.det > 0) return at_width<bound_in_lanes<margin_by_weights>>(width);
    if (growth.vertices > 0) return at_width<bound_in_lanes<margin_by_vertices>>(width);
    return at_width<bound_in_lanes<margin_of_others>>(width);
}

/// Bounds the triangles of leaves for several methods.
class LeafBounds {
public:
    LeafBounds(std::span<const Kernel> kernels, const Vec<float>& origin)
        : kernels_(kernels), origin_(origin), from_(origin) {
        for (const Kernel& kernel : kernels) in_lanes_.push_back(bounding_in_lanes(kernel));
    }

    /// The bound of a leaf's triangles, and how far off points are accepted; is_grazed = 1 where
    /// any of the methods may have rays to be tested separately.
    Bound operator()(std::span<const Triangle<float>> triangles, OffOfLeaf& off,
                     std::uint8_t* is_grazed) const {
        Bound all;
        LeafInLanes leaf(triangles);
        for (std::size_t m = 0; m < kernels_.size(); ++m) {
            leaf.steepness.fill(Box::inf);
            if (const BoundInLanes bound = in_lanes_[m]) bound(kernels_[m], origin_, leaf);
            for (std::size_t k = 0; k < triangles.size(); ++k) {
                if (leaf.steepness[k] == 0) {
                    all.include({leaf.box.box(k), Part::of(leaf.nearer[k])});
                    off.include(k, {leaf.off[0][k], leaf.off[1][k], leaf.off[2][k]});
                    continue;
                }
                const GrownBox own = grown_box(kernels_[m], triangles[k], from_);
                if (own.margin.steepness > 0) is_grazed[k] = 1;
                if (!own.bounded()) continue;
                all.include({own.box(), Part::of(own.nearer())});
                off.include(k, own.off(bounds(triangles[k])));
            }
        }
        return all;
    }

private:
    std::span<const Kernel> kernels_;
    std::vector<BoundInLanes> in_lanes_;  ///< by kernel
    Vec<float> origin_;
    Origins from_;
};

}  // namespace

double grown_area(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                  const Vec<float>& origin) {
    constexpr std::size_t sample_size = 1024;
    const std::size_t step = (triangles.size() + sample_size - 1) / sample_size;
    const Origins from(origin);
    double area = 0;
    for (std::size_t k = 0; k < triangles.size(); k += step)
        if (const GrownBox own = grown_box(kernel, triangles[k], from); own.bounded())
            area += own.box().half_area();
    return area;
}

GrownTree grow_tree_from(const WideTree& tree, std::span<const Kernel> kernels,
                         std::span<const Triangle<float>> triangles, const Vec<float>& origin) {
    const LeafBounds bounds_of(kernels, origin);
    const Origins from(origin);
    std::vector<std::uint8_t> is_grazed(tree.places());
    GrownTree grown{{}, Unfilled<OffOfLeaf>(tree.leaf_count()), {}};
    grown.tree = refitted_nodes(tree, [&](const Child& leaf) {
        std::array<Triangle<float>, leaf_size> of_leaf;
        const std::size_t first = leaf.index() * leaf_size;
        for (std::size_t k = 0; k < leaf.triangles(); ++k)
            of_leaf[k] = triangle_at(tree, triangles, first + k);
        OffOfLeaf& off = grown.off[leaf.index()] = {};
        return bounds_of({of_leaf.data(), leaf.triangles()}, off, &is_grazed[first]);
    });
    grown.grazed.resize(kernels.size());
    for (std::uint32_t place = 0; place < is_grazed.size(); ++place) {
        if (is_grazed[place] == 0) continue;
        const Triangle<float>& tri = triangles[tree.triangle(place)];
        for (std::size_t m = 0; m < kernels.size(); ++m)
            if (const GrownBox own = grown_box(kernels[m], tri, from); own.margin.steepness > 0)
                grown.grazed[m].push_back({Vec<float>(unit_normal(Triangle<double>(tri))),
                                           float(own.margin.steepness), place});
    }
    return grown;
}

}  // namespace hitmiss
