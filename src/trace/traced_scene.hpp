#pragma once
// A scene's triangles in their BVH, and what a method prepares of them for single rays.

#include <memory>
#include <mutex>
#include <vector>

#include "methods/catalogue.hpp"
#include "trace/plane_tree.hpp"

namespace hitmiss {

/// The triangles of a scene, their BVH, which it builds, and where the camera stands. The triangles
/// must outlive it.
struct Geometry {
    std::span<const Triangle<float>> triangles;
    Vec<double> eye;
    std::shared_ptr<const WideTree> tree;
    Box box;

    Geometry(std::span<const Triangle<float>> all, const Vec<double>& eye_)
        : triangles(all),
          eye(eye_),
          tree(std::make_shared<const WideTree>(widen(build_tree(all), all))),
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

    /// The prepared triangles of a node that is a leaf.
    const std::byte* operator[](std::size_t node) const {
        return lines_[std::ptrdiff_t(node * lines_per_leaf_)].data();
    }
    void prefetch(std::size_t node) const {
        hitmiss::prefetch((*this)[node], lines_per_leaf_ * sizeof(CacheLine));
    }

private:
    struct alignas(64) CacheLine : std::array<std::byte, 64> {};

    std::size_t lines_per_leaf_ = 0;
    std::shared_ptr<const CacheLine[]> lines_;
};

/// A method's kernel, its prepared triangles, and a tree whose boxes hold the points that it
/// accepts for single rays from anywhere in a box.
class TracedScene {
public:
    TracedScene(const Kernel& kernel, const Geometry& geometry, const Box& origins);
    /// The same for rays from elsewhere; shares the prepared triangles.
    TracedScene from(const Geometry& geometry, const Box& origins) const;

    /// Whether the tree is of any use to a method with that growth.
    static bool bounds(const Growth& growth) { return growth.bounded && !growth.line; }
    /// Whether the boxes hold for the ray. If not, it is to be tested against all triangles.
    bool holds(const Ray<float>& ray) const {
        return bounds(kernel_.growth) && origins_.holds(ray.o) && margin_holds(ray.d);
    }
    const Box& origins() const { return origins_; }
    const Kernel& kernel() const { return kernel_; }
    const WideTree& tree() const { return *tree_; }
    /// The prepared triangles of a node that is a leaf.
    const std::byte* leaf(std::size_t node) const { return leaves_[node]; }
    /// The places of triangles that the ray may graze: to be tested though their boxes may not be
    /// met.
    std::vector<std::uint32_t> grazed_by(const Ray<float>& ray) const {
        if (grazing_height_ == 0) return {};
        return planes_->near(ray, grazing_steepness, grazing_height_);
    }

private:
    /// A ray that meets a triangle's plane with |normal . d| < grazing_steepness |d|, from near it,
    /// is tested with the triangle whatever its box.
    static constexpr float grazing_steepness = 0x1p-8f;

    void grow_tree(const Geometry& geometry, const Box& origins);

    Kernel kernel_;
    LeafStore leaves_;
    Box origins_;
    std::shared_ptr<const WideTree> tree_;
    std::shared_ptr<const PlaneTree> planes_;
    float grazing_height_ = 0;  ///< from how near to a plane rays may graze it; 0: none does
};

}  // namespace hitmiss
