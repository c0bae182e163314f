#pragma once
// A scene's triangles in their tree, and what a method prepares of them.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "fast/line_band.hpp"
#include "fast/seen_edges.hpp"
#include "methods/catalogue.hpp"
#include "trace/grazed.hpp"
#include "trace/plane_tree.hpp"

namespace hitmiss {

/// The triangles of a scene, their tree, which it builds, and where the camera stands. The
/// triangles must outlive it.
struct Geometry {
    std::span<const Triangle<float>> triangles;
    Vec<double> eye;
    std::shared_ptr<const WideTree> tree;
    Box box;

    Geometry(std::span<const Triangle<float>> all, const Vec<double>& eye_)
        : triangles(all),
          eye(eye_),
          tree(std::make_shared<const WideTree>(build_wide_tree(all))),
          box(tree->box) {}
    Surroundings surroundings() const { return {eye, box}; }
    /// The triangles' planes; made when first asked for.
    std::shared_ptr<const PlaneTree> planes() const;
    /// Length of the box's diagonal.
    double diagonal() const { return glm::length(Vec<double>(box.hi) - Vec<double>(box.lo)); }
    /// Where rays may start that are traced one by one: within two diagonals of the box, or, if it
    /// is not there, at the eye.
    Box origins() const;

private:
    struct Late {
        std::once_flag once;
        PlaneTree planes;
    };
    std::shared_ptr<Late> late_ = std::make_shared<Late>();
};

/// What a kernel prepares of the triangles, leaf by leaf; copies share it.
class LeafStore {
public:
    LeafStore() = default;
    LeafStore(const Kernel& kernel, const WideTree& tree,
              std::span<const Triangle<float>> triangles);

    /// Of a node that is a leaf.
    const std::byte* operator[](std::size_t node) const {
        return lines_[std::ptrdiff_t(node * lines_per_leaf_)].data();
    }
    void prefetch(std::size_t node) const {
        const std::byte* const first = (*this)[node];
        for (std::size_t k = 0; k < lines_per_leaf_; ++k)
            __builtin_prefetch(first + k * sizeof(CacheLine));
    }

private:
    struct alignas(64) CacheLine : std::array<std::byte, 64> {};

    std::size_t lines_per_leaf_ = 0;
    std::shared_ptr<const CacheLine[]> lines_;
};

/// A method's kernel, a tree whose boxes hold the points that it accepts, and its prepared
/// triangles, leaf by leaf.
class TracedScene {
public:
    /// For single rays from anywhere in that box.
    TracedScene(const Kernel& kernel, const Geometry& geometry, const Box& origins);
    /// The same for single rays from elsewhere; shares the prepared triangles.
    TracedScene from(const Geometry& geometry, const Box& origins) const;

    /// By kernel, for packets of rays from the eye. Those whose boxes are about as large share a
    /// tree, and leaves where they can.
    static std::vector<TracedScene> for_packets(std::span<const Kernel> kernels,
                                                const Geometry& geometry);

    /// Whether the tree is of use at all: it is not for a method that nothing bounds.
    bool bounded() const { return bounded_; }
    /// Whether it is for rays from there. Others are to be tested against all triangles.
    bool holds(const Vec<float>& origin) const { return bounded() && origins_.holds(origin); }
    const Kernel& kernel() const { return kernel_; }
    const WideTree& tree() const { return *tree_; }
    /// For packets: triangles to be tested apart.
    std::span<const Grazed> grazed() const { return grazed_; }
    /// And those that are to be tested with rays near their lines.
    std::span<const LineBand> line_bands() const { return bands_; }
    /// For packets: between which planes rays hit the triangle at that place where its box says so;
    /// null where nothing is known.
    const Edges* edges(std::size_t place) const { return edges_.of(place); }
    /// For single rays: the places of triangles that are to be tested though their boxes may not be
    /// met.
    std::vector<std::uint32_t> grazed_by(const Ray<float>& ray) const {
        if (grazing_height_ == 0) return {};
        return planes_->near(ray, grazing_steepness, grazing_height_);
    }
    /// The prepared triangles of a node that is a leaf.
    const std::byte* leaf(std::size_t node) const { return leaves_[node]; }
    /// Prefetches them.
    void prefetch(std::size_t node) const { leaves_.prefetch(node); }

private:
    explicit TracedScene(const Kernel& kernel) : kernel_(kernel) {}
    void grow_for(const Geometry& geometry, const Box& origins);

    Kernel kernel_;
    bool bounded_ = false;
    Box origins_;
    std::shared_ptr<const WideTree> tree_;
    std::vector<Grazed> grazed_;
    std::vector<LineBand> bands_;
    SeenEdges edges_;
    std::shared_ptr<const PlaneTree> planes_;
    float grazing_height_ = 0;
    LeafStore leaves_;
};

}  // namespace hitmiss
