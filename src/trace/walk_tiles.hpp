#pragma once
// The fast walk: tiles of rays as beams. A tile finds the boxes that its beam meets and hands
// them to its quarters, down to packets of sixteen rays.

#include "trace/packet.hpp"
#include "trace/vector_width.hpp"

namespace hitmiss {

template <typename Method>
struct TileScene {
    Method method;
    WideTree tree;  ///< boxes hold the reach
    Box box;
    std::vector<Leaf<Method>> leaves;  ///< in the order of the tree

    TileScene(const Method& unfitted, const Geometry& geometry)
        : method(fitted(unfitted, geometry)), tree(geometry.wide) {
        using Real = typename MethodTraits<Method>::Real;
        std::vector<Box> reach;
        reach.reserve(geometry.triangles.size());
        for (const auto& tri : geometry.triangles) reach.push_back(reach_of(method, tri));
        box = refit(tree, reach);
        leaves.reserve(tree.order.size());
        for (const std::uint32_t index : tree.order) {
            const Triangle<Real> tri(geometry.triangles[index]);
            leaves.push_back({method.prepare(tri), reach[index], index});
        }
    }
    bool bounded() const { return leaves.empty() || size_of(box.extent()) < Box::inf; }
};

/// The boxes that a beam meets, eight to a block as in a node.
class Meeting {
public:
    static constexpr std::size_t full = 56;
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }
    std::size_t blocks() const { return (size_ + WideNode::width - 1) / WideNode::width; }
    const WideNode& block(std::size_t k) const { return block_[k]; }
    Child child(std::size_t k) const {
        return block_[k / WideNode::width].child[k % WideNode::width];
    }
    void put(std::size_t place, const WideNode& from, std::size_t k) {
        WideNode& to = block_[place / WideNode::width];
        const std::size_t lane = place % WideNode::width;
        for (std::size_t row = 0; row < from.bound.size(); ++row)
            to.bound[row][lane] = from.bound[row][k];
        to.child[lane] = from.child[k];
    }
    void add(const WideNode& from, std::size_t k) {
        put(size_, from, k);
        block_[size_ / WideNode::width].count = std::uint32_t(size_ % WideNode::width + 1);
        ++size_;
    }
    void remove(std::size_t k) {
        --size_;
        WideNode& last = block_[size_ / WideNode::width];
        put(k, last, size_ % WideNode::width);
        --last.count;
    }

private:
    std::array<WideNode, full / WideNode::width + 1> block_;
    std::size_t size_ = 0;
};

/// What of `above` the beam meets, its nodes replaced by their children while there is room.
inline void meet(const Beam& beam, const Meeting& above, const WideNode* nodes, Meeting& here) {
    here.clear();
    std::array<float, WideNode::width> depth;
    for (std::size_t b = 0; b < above.blocks(); ++b)
        for (auto mask = beam.meets(above.block(b), depth); mask != 0; mask &= mask - 1)
            here.add(above.block(b), std::size_t(std::countr_zero(mask)));
    for (std::size_t k = 0; k < here.size() && here.size() + WideNode::width <= Meeting::full;) {
        const Child child = here.child(k);
        if (child.is_leaf()) {
            ++k;
            continue;
        }
        const WideNode& node = nodes[child.index()];
        auto mask = beam.meets(node, depth);
        if (mask == 0) {
            here.remove(k);
            continue;
        }
        here.put(k++, node, std::size_t(std::countr_zero(mask)));
        for (mask &= mask - 1; mask != 0; mask &= mask - 1)
            here.add(node, std::size_t(std::countr_zero(mask)));
    }
}

/// A tile of rays from one origin, as find_slopes accepts them, or a single ray.
struct Bundle {
    static constexpr int levels = 4;  ///< of halving both sides, from 64 x 64 rays to 4 x 4
    static constexpr std::size_t most = lanes << 2 * levels;

    std::span<const Ray<float>> rays;
    Frame frame;
    std::array<Slopes, most / lanes> slopes;  ///< of each packet
    bool together;                            ///< whether the slopes are those of a bundle

    Bundle(std::span<const Ray<float>> all, const Box& box)
        : rays(all), frame(all, box), together(true) {
        for (std::size_t k = 0; k < packets() && together; ++k)
            together = find_slopes(packet(k), frame, slopes[k]);
    }
    std::size_t packets() const { return (rays.size() + lanes - 1) / lanes; }
    std::span<const Ray<float>> packet(std::size_t k) const {
        return rays.subspan(k * lanes, std::min(lanes, rays.size() - k * lanes));
    }
    /// Of the 4^level packets from `first` on.
    Beam beam(std::size_t first, int level) const {
        if (!together) return Beam(frame, Slopes::unknown());
        Slopes all;
        const std::size_t end = std::min(packets(), first + (std::size_t(1) << 2 * level));
        for (std::size_t k = first; k < end; ++k) all.include(slopes[k]);
        return Beam(frame, all);
    }
};

/// Packet by packet; what a larger tile meets is found when its first packet comes up.
template <typename Method>
std::uint64_t trace_bundle(const TileScene<Method>& scene, const Bundle& bundle,
                           std::span<Hit> hits) {
    const WideNode* nodes = scene.tree.nodes.data();
    std::array<Meeting, Bundle::levels + 1> meeting;  // by level; the last is the whole scene
    for (std::size_t k = 0; k < nodes->count; ++k) meeting.back().add(*nodes, k);
    std::uint64_t refused = 0;
    for (std::size_t k = 0; k < bundle.packets(); ++k) {
        for (int level = Bundle::levels; level > 0; --level)
            if (k % (std::size_t(1) << 2 * level) == 0)
                meet(bundle.beam(k, level), meeting[std::size_t(level)], nodes,
                     meeting[std::size_t(level) - 1]);
        const auto rays = bundle.packet(k);
        const auto out = hits.subspan(k * lanes, rays.size());
        if (meeting[0].size() == 0) {
            std::fill(out.begin(), out.end(), Hit{});
            continue;
        }
        const Beam beam = bundle.beam(k, 0);
        Packet<Method> packet(scene.method, scene.leaves.data(), nodes, rays, beam,
                              bundle.frame.margin);
        for (std::size_t b = 0; b < meeting[0].blocks(); ++b) packet.push(meeting[0].block(b), 0);
        refused += packet.walk(out);
    }
    return refused;
}

/// Rays in any number and order. Fast where they share an origin, and each 16, 64, 256, ... in a
/// row are near each other, as in for_each_pixel's order; others are walked one by one. Returns how
/// many candidates the hit rule refused.
template <typename Method>
std::uint64_t trace_tiles(const TileScene<Method>& scene, std::span<const Ray<float>> rays,
                          std::span<Hit> hits) {
    if (scene.leaves.empty()) {
        std::fill(hits.begin(), hits.end(), Hit{});
        return 0;
    }
    std::uint64_t refused = 0;
    std::size_t apart = 0;  // rays that are to be walked one by one
    for (std::size_t begin = 0, size; begin < rays.size(); begin += size) {
        size = apart > 0 ? 1 : std::min(Bundle::most, rays.size() - begin);
        const Bundle bundle(rays.subspan(begin, size), scene.box);
        if (apart > 0) --apart;
        if (!bundle.together && size > 1) {
            apart = size, size = 0;
            continue;
        }
        refused += trace_bundle(scene, bundle, hits.subspan(begin, size));
    }
    return refused;
}

}  // namespace hitmiss
