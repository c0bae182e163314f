// The fast traversal: a square of rays finds the boxes of the tree that it may meet and passes them
// to its quarters, which find theirs among them, down to squares of 16 x 16; these go on as
// packets. Fast if each run of 16, 256 or 4,096 rays is coherent, as in for_each_pixel's order.

#include <algorithm>
#include <array>
#include <bit>

#include "fast/packet_traversal.hpp"

namespace hitmiss {
namespace {

/// The boxes of `above` that the window may meet; nodes become their children while there is room.
void narrow(const View& view, const Window& window, const BoxList& above, const WideTree& tree,
            BoxList& here) {
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
        WideNode room;
        const WideNode& node = tree.at(child, room);
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

/// Up to 64 x 64 rays, in groups of 256, each a square of 16 x 16 if the rays are in
/// for_each_pixel's order.
class Tile64 {
    static constexpr std::size_t group = Slopes::most;
    static constexpr std::size_t levels = 2;  ///< of halving both sides, down to a group

public:
    static constexpr std::size_t most = group << 2 * levels;

    Tile64(std::span<const Ray<float>> rays, const View& view) : rays_(rays), view_(view) {
        for (std::size_t g = 0; g < groups() && suits_; ++g)
            suits_ = slopes_[g].take(view, part(g));
    }
    /// Whether the view suits all rays.
    bool suits() const { return suits_; }

    /// Traces the rays.
    void trace(const PacketScene& scene, std::span<Hit> hits) const {
        const WideTree& tree = *scene.tree;
        const WideNode& root = tree.nodes[0];
        std::array<BoxList, levels + 2> seen;  // by level; the last is of the whole scene
        for (std::size_t k = 0; k < root.count; ++k) seen.back().add(root, k);
        const auto grazed = by_groups(scene.grazed);
        const auto lines = by_groups(scene.line_bands);
        for (std::size_t g = 0; g < groups(); ++g) {
            for (std::size_t level = levels + 1; level-- > 0;)
                if (g % (std::size_t(1) << 2 * level) == 0)
                    narrow(view_, window(g, level), seen[level + 1], tree, seen[level]);
            const auto rays = part(g);
            const auto out = hits.subspan(g * group, rays.size());
            if (seen[0].size() == 0 && grazed[g].empty() && lines[g].empty()) {
                std::fill(out.begin(), out.end(), Hit{});
                continue;
            }
            Packets packets(scene, view_, rays, slopes_[g]);
            PacketTraversal(tree, view_, packets).run(seen[0]);
            if (!grazed[g].empty()) packets.test_grazed(grazed[g]);
            if (!lines[g].empty()) packets.test_lines(lines[g]);
            packets.finish(out);
        }
    }

private:
    /// For each group, the triangles that its rays may meet.
    template <typename T>
    std::array<std::vector<const T*>, lanes> by_groups(const std::vector<T>& triangles) const {
        std::array<std::vector<const T*>, lanes> met;
        static_assert(most / group == lanes);
        const float longest = longest_in(window(0, levels));
        Windows windows;
        for (std::size_t g = 0; g < groups(); ++g) windows.set(g, slopes_[g].window);
        for (const T& triangle : triangles)
            for (auto g = windows.meeting(in_view(view_, triangle, longest)); g != 0; g &= g - 1)
                met[std::size_t(std::countr_zero(g))].push_back(&triangle);
        return met;
    }

    std::size_t groups() const { return (rays_.size() + group - 1) / group; }
    std::span<const Ray<float>> part(std::size_t g) const {
        return rays_.subspan(g * group, std::min(group, rays_.size() - g * group));
    }
    /// The window of the square of 4^level groups that begins at g.
    Window window(std::size_t g, std::size_t level) const {
        Window all = Window::empty();
        const std::size_t end = std::min(groups(), g + (std::size_t(1) << 2 * level));
        for (std::size_t k = g; k < end; ++k) all.include(slopes_[k].window);
        return all;
    }

    std::span<const Ray<float>> rays_;
    View view_;
    std::array<Slopes, most / group> slopes_;
    bool suits_ = true;
};

/// Every ray against every triangle: the plain loop, in lanes. The only way for a method without
/// bounds, and for a ray whose direction is NaN, or too long or short for any margin.
void all_pairs(const PacketScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    for (std::size_t begin = 0; begin < rays.size(); begin += Slopes::most) {
        const auto part = rays.subspan(begin, std::min(Slopes::most, rays.size() - begin));
        const View view(part[0].o, part[0].d);
        Slopes slopes;
        slopes.take(view, part);
        Packets packets(scene, view, part, slopes);
        for (std::size_t leaf = 0; leaf < scene.tree->leaves.size(); ++leaf) packets.test_all(leaf);
        packets.finish(hits.subspan(begin, part.size()));
    }
}

/// The same at the scene's width: called, because inlined wherever it is used it would be compiled
/// as often.
void trace_all_pairs(const PacketScene& scene, std::span<const Ray<float>> rays,
                     std::span<Hit> hits) {
    at_width<all_pairs>(scene.width)(scene, rays, hits);
}

/// Rays from the eye, in the largest squares that suit one view.
void trace_tiles(const PacketScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    std::size_t most = Tile64::most;
    for (std::size_t begin = 0; begin < rays.size();) {
        const std::size_t size = std::min(most, rays.size() - begin);
        const auto part = rays.subspan(begin, size);
        const View view(part[0].o, part[0].d + part[size - 1].d);
        const auto out = hits.subspan(begin, size);
        const Tile64 tile(part, view);
        if (!tile.suits() && size > 1) {
            most /= 4;
            continue;
        }
        if (tile.suits())
            tile.trace(scene, out);
        else  // A direction that suits no view.
            trace_all_pairs(scene, part, out);
        begin += size;
        // Back to the largest square that begins here.
        while (most < Tile64::most && begin % (4 * most) == 0) most *= 4;
    }
}

/// Where the rays end that have the origin of the first one, bit by bit: that takes fewer branches
/// than comparing floats. Stored rays come from memory here, so they are asked for early.
std::size_t end_of_run(std::span<const Ray<float>> rays, std::size_t first) {
    constexpr std::ptrdiff_t ahead = 160;
    const auto o = bits_of(rays[first].o);
    const Ray<float>*next = &rays[first], *const end = rays.data() + rays.size();
    for (; next < end && bits_of(next->o) == o; ++next)
        __builtin_prefetch(next + std::min(ahead, end - next));
    return std::size_t(next - rays.data());
}

/// Rays from anywhere, in runs from one origin.
void trace_runs(const PacketScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    if (scene.tree->nodes.empty()) return std::fill(hits.begin(), hits.end(), Hit{});
    for (std::size_t first = 0, end; first < rays.size(); first = end) {
        end = end_of_run(rays, first);
        const auto run = rays.subspan(first, end - first);
        const auto out = hits.subspan(first, run.size());
        scene.holds(run[0].o) ? trace_tiles(scene, run, out) : trace_all_pairs(scene, run, out);
    }
}

}  // namespace

std::vector<FastTrace> fast_traces(std::span<const Kernel> kernels, const Geometry& geometry,
                                   Traversal how, VectorWidth width) {
    const auto runs = [&](const Kernel& kernel) {
        return kernel.packets->at[std::size_t(width)].test_packets != nullptr;
    };
    std::vector<Kernel> in_lanes;
    std::ranges::copy_if(kernels, std::back_inserter(in_lanes), runs);
    auto scenes = packet_scenes(in_lanes, geometry);
    auto next = scenes.begin();
    std::vector<FastTrace> all(kernels.size());
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        if (!runs(kernels[k])) continue;
        next->how = how, next->width = width;
        all[k] = {std::make_shared<const PacketScene>(std::move(*next++)),
                  at_width<trace_runs>(width)};
    }
    return all;
}

}  // namespace hitmiss
