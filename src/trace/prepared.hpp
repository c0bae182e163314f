#pragma once
// A scene's triangles in their tree, and what a method prepares of them.

#include <memory>
#include <vector>

#include "methods/catalogue.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

/// The triangles of a scene, their tree, which it builds, and where the camera stands. The
/// triangles must outlive it.
struct Geometry {
    std::span<const Triangle<float>> triangles;
    Vec<double> eye;
    std::shared_ptr<const WideTree> tree;
    Box box;

    Geometry(std::span<const Triangle<float>> all, const Vec<double>& eye_)
        : triangles(all), eye(eye_), tree(std::make_shared<const WideTree>(build_wide_tree(all))) {
        for (const auto& tri : all) box.include(bounds(tri));
    }
    Surroundings surroundings() const { return {eye, box}; }
    /// Length of the box's diagonal.
    double diagonal() const { return glm::length(Vec<double>(box.hi) - Vec<double>(box.lo)); }
};

/// A method's kernel, a tree whose boxes hold its reach, and its prepared triangles, leaf by leaf.
class Prepared {
public:
    Prepared(const Kernel& kernel, const Geometry& geometry);

    /// Whether culling by boxes makes sense: a reach of all space leaves nothing to cull.
    bool bounded() const { return bounded_; }
    const Kernel& kernel() const { return kernel_; }
    const WideTree& tree() const { return *tree_; }
    /// The prepared triangles of a node that is a leaf.
    const std::byte* leaf(std::size_t node) const { return lines_[node * lines_per_leaf_].data(); }
    /// Prefetches them.
    void prefetch(std::size_t node) const {
        for (std::size_t k = 0; k < lines_per_leaf_; ++k)
            __builtin_prefetch(&lines_[node * lines_per_leaf_ + k]);
    }

private:
    struct alignas(64) CacheLine : std::array<std::byte, 64> {};

    Kernel kernel_;
    std::shared_ptr<const WideTree> tree_;
    bool bounded_;
    std::size_t lines_per_leaf_;
    std::vector<CacheLine> lines_;
};

}  // namespace hitmiss
