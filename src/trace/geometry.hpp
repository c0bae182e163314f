#pragma once
// A scene's triangles, and the trees over them that all methods share.

#include <memory>
#include <mutex>
#include <optional>

#include "methods/method.hpp"
#include "trace/corner_leaves.hpp"
#include "trace/plane_tree.hpp"

namespace hitmiss {

/// The triangles of a scene, the BVH that is built over them, and the origin of rays that is the
/// farthest from them, mostly the camera. The triangles must outlive it.
struct Geometry {
    std::span<const Triangle<float>> triangles;
    Vec<double> eye;
    Box box;
    std::optional<Box> starts = {};  ///< where all rays start, if that is known

    Geometry(std::span<const Triangle<float>> all, const Vec<double>& eye_)
        : triangles(all), eye(eye_), late_(std::make_shared<Late>(widen(build_tree(all)))) {
        box = late_->tree.box;
    }
    Surroundings surroundings() const { return {eye, box}; }
    /// For what needs no boxes of leaves, as making a grown tree from it. Only nodes and triangles
    /// may be read: another thread may be adding leaves.
    const WideTree& bare_tree() const { return late_->tree; }
    /// The tree with all boxes; made when first asked for.
    const WideTree& tree() const;
    std::shared_ptr<const WideTree> shared_tree() const { return {late_, &tree()}; }
    /// The triangles' planes; made when first asked for.
    std::shared_ptr<const PlaneTree> planes() const;
    /// The triangles' corners by leaf of the tree; made when first asked for.
    std::shared_ptr<const CornerLeaves> corners() const;
    /// Origins of rays that are traced one by one: `starts` if known, because the nearer they are
    /// the less boxes grow. Else up to two diagonals from the box, or only the eye if it is farther
    /// away.
    Box origins() const;

private:
    struct Late {
        explicit Late(WideTree bare) : tree(std::move(bare)) {}
        WideTree tree;
        std::once_flag once_leaves, once_planes, once_corners;
        PlaneTree planes;
        CornerLeaves corners;
    };
    std::shared_ptr<Late> late_;
};

}  // namespace hitmiss
