#pragma once
// The fast walk. A square of rays finds the boxes of the tree that it sees and hands them to its
// quarters, which find theirs among them, down to squares of 16 x 16; these walk on as packets.

#include "trace/vector_width.hpp"
#include "trace/walk_packets.hpp"

namespace hitmiss {

/// A method and what it has prepared of each triangle, in the order of the wide tree.
template <typename Method>
struct TileScene {
    Method method;
    std::shared_ptr<const WideTree> tree;  ///< boxes hold the reach
    Box box;
    PacketTriangles<Method> triangles;

    TileScene(const Method& unfitted, const Geometry& geometry)
        : method(fitted(unfitted, geometry)), tree(geometry.wide), box(geometry.box) {
        if constexpr (HasReach<Method>) {
            WideTree own = *tree;
            std::vector<Box> reach;
            reach.reserve(geometry.triangles.size());
            for (const auto& tri : geometry.triangles) reach.push_back(method.reach(tri));
            box = refit(own, reach);
            tree = std::make_shared<const WideTree>(std::move(own));
        }
        if (!bounded()) return;  // nobody will ask this to trace
        triangles.node.resize(tree->nodes.size());
#pragma omp parallel for
        for (std::size_t n = 0; n < tree->nodes.size(); ++n) {
            if (!tree->nodes[n].is_leaf()) continue;
            for (std::size_t k = 0; k < tree->nodes[n].count; ++k) {
                const auto index = tree->triangle[n * WideNode::width + k];
                const auto& tri = geometry.triangles[index];
                triangles.node[n].index[k] = index;
                triangles.node[n].prepared.put(
                    k, method.prepare(Triangle<typename MethodTraits<Method>::Real>(tri)));
            }
        }
    }
    bool bounded() const {
        return hitmiss::bounded(box);
    }
};

/// What of `above` is seen in the window, its nodes replaced by their children while there is room.
inline void narrow(const View& view, const Window& window, const BoxList& above,
                   const WideNode* nodes, BoxList& here) {
    here.clear();
    Outlines outlines;
    for (std::size_t b = 0; b < above.blocks(); ++b)
        for (auto seen = outlines.look(view, above.block(b), window, Box::inf); seen != 0;
             seen &= seen - 1)
            here.add(above.block(b), std::size_t(std::countr_zero(seen)));
    for (std::size_t k = 0; k < here.size() && here.size() + WideNode::width <= BoxList::most;) {
        const Child child = here.child(k);
        if (child.is_triangle()) {
            ++k;
            continue;
        }
        const WideNode& node = nodes[child.index()];
        auto seen = outlines.look(view, node, window, Box::inf);
        if (seen == 0) {
            here.remove(k);
            continue;
        }
        here.put(k++, node, std::size_t(std::countr_zero(seen)));
        for (seen &= seen - 1; seen != 0; seen &= seen - 1)
            here.add(node, std::size_t(std::countr_zero(seen)));
    }
}

/// Up to 64 x 64 rays, in groups of 256, each a square of 16 x 16 where they are in
/// for_each_pixel's order.
class Tile64 {
    static constexpr std::size_t group = Slopes::most;
    static constexpr std::size_t levels = 2;  ///< of halving both sides, down to a group

public:
    static constexpr std::size_t most = group << 2 * levels;

    Tile64(const Rays& rays, const View& view) : rays_(rays), view_(view) {
        for (std::size_t g = 0; g < groups() && suits_; ++g)
            suits_ = slopes_[g].take(view, part(g));
    }
    /// Whether the view suits all rays.
    bool suits() const { return suits_; }

    /// Traces the rays; returns how many candidates were refused.
    template <typename Method>
    std::uint64_t trace(const TileScene<Method>& scene, std::span<Hit> hits) const {
        const WideNode* nodes = scene.tree->nodes.data();
        std::array<BoxList, levels + 2> seen;  // by level; the last is of the whole scene
        for (std::size_t k = 0; k < nodes->count; ++k) seen.back().add(*nodes, k);
        std::uint64_t refused = 0;
        for (std::size_t g = 0; g < groups(); ++g) {
            for (std::size_t level = levels + 1; level-- > 0;)
                if (g % (std::size_t(1) << 2 * level) == 0)
                    narrow(view_, window(g, level), seen[level + 1], nodes, seen[level]);
            const Rays rays = part(g);
            const auto out = hits.subspan(g * group, rays.size());
            if (seen[0].size() == 0) {
                std::fill(out.begin(), out.end(), Hit{});
                continue;
            }
            Packets<Method> packets(scene.method, scene.triangles, view_, rays, slopes_[g]);
            PacketWalk<Method>(nodes, view_, packets).run(seen[0]);
            refused += packets.finish(out);
        }
        return refused;
    }

private:
    std::size_t groups() const { return (rays_.size() + group - 1) / group; }
    Rays part(std::size_t g) const {
        return rays_.subspan(g * group, std::min(group, rays_.size() - g * group));
    }
    /// Of the square of 4^level groups from g on.
    Window window(std::size_t g, std::size_t level) const {
        Window all = Window::empty();
        const std::size_t end = std::min(groups(), g + (std::size_t(1) << 2 * level));
        for (std::size_t k = g; k < end; ++k) all.include(slopes_[k].window);
        return all;
    }

    Rays rays_;
    View view_;
    std::array<Slopes, most / group> slopes_;
    bool suits_ = true;
};

/// A ray that no view suits, for its direction is NaN or its largest component outside
/// [2^-120, 2^120], against all triangles.
template <typename Method>
std::uint64_t trace_unsuited(const TileScene<Method>& scene, const Rays& ray, const View& view,
                             std::span<Hit> hits) {
    Slopes slopes;
    slopes.take(view, ray);
    Packets<Method> packets(scene.method, scene.triangles, view, ray, slopes);
    const Outlines outlines = Outlines::everywhere();
    for (const WideNode& node : scene.tree->nodes)
        if (node.is_leaf())
            packets.test_packets(node, outlines, (1u << node.count) - 1, Meetings::all(0xff), 1);
    return packets.finish(hits);
}

/// Fast where each 16, 256, 4,096 rays in a row are near each other, as in for_each_pixel's order.
/// Returns how many candidates the hit rule refused.
template <typename Method>
std::uint64_t trace_tiles(const TileScene<Method>& scene, const Rays& rays, std::span<Hit> hits) {
    if (scene.tree->triangle.empty()) {
        std::fill(hits.begin(), hits.end(), Hit{});
        return 0;
    }
    std::uint64_t refused = 0;
    std::size_t most = Tile64::most;
    for (std::size_t begin = 0; begin < rays.size();) {
        const std::size_t size = std::min(most, rays.size() - begin);
        const Rays part = rays.subspan(begin, size);
        const View view(rays.o, part[0].d + part[size - 1].d);
        const auto out = hits.subspan(begin, size);
        const Tile64 tile(part, view);
        if (!tile.suits() && size > 1) {
            most /= 4;
            continue;
        }
        refused += tile.suits() ? tile.trace(scene, out) : trace_unsuited(scene, part, view, out);
        begin += size;
        // Back to the largest square that begins here.
        while (most < Tile64::most && begin % (4 * most) == 0) most *= 4;
    }
    return refused;
}

}  // namespace hitmiss
