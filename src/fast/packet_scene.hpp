#pragma once
// A scene's triangles as a method prepares them for packets of rays from the eye.

#include "fast/grazed.hpp"
#include "fast/line_band.hpp"
#include "fast/packet_kernel.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// The tree's boxes contain what the method accepts, except for triangles in the separate lists. It
/// has no boxes of triangles.
struct PacketScene {
    Kernel kernel;
    Vec<float> eye;
    std::shared_ptr<const WideTree> tree;
    LeafStore leaves;
    std::vector<Grazed> grazed{};
    std::vector<GrownLine> lines{};
    std::shared_ptr<const Unfilled<OffOfLeaf>> off{};  ///< by leaf
    /// The corners of the triangles, if the method's leaves do not begin with them.
    std::shared_ptr<const CornerLeaves> corners{};
    Traversal how = Traversal::tiles;
    VectorWidth width = VectorWidth::baseline;

    /// Nine rows of eight floats: the corners of a leaf's triangles, or one and the edges from it.
    const float* rows(std::size_t leaf) const {
        return corners ? corners->rows(leaf) : reinterpret_cast<const float*>(leaves[leaf]);
    }
    bool by_edges() const { return kernel.packets->first_rows == FirstRows::edges; }
    /// Whether the tree is valid for rays from there. Others are tested against all triangles.
    bool holds(const Vec<float>& origin) const {
        return how == Traversal::tiles && kernel.growth.bounded && origin == eye;
    }
};

/// One for each kernel. Those with boxes of similar size share a tree, and leaves if they can.
std::vector<PacketScene> packet_scenes(std::span<const Kernel> kernels, const Geometry& geometry);

}  // namespace hitmiss
