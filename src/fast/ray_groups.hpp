#pragma once
// Up to 64 x 64 rays from one origin, in sixteen groups, and where they have hits so far.

#include <bit>
#include <memory>
#include <optional>

#include "fast/packets.hpp"
#include "fast/subtree_queue.hpp"

namespace hitmiss {

/// Up to 4,096 rays, in groups of 256, each a square of 16 x 16 if the rays are in
/// for_each_pixel's order.
class RayGroups {
public:
    static constexpr std::size_t group = SeenRays::most, most = group * lanes;
    static_assert(most == grid_side * grid_side);

    /// The rays and the scene must outlive this.
    RayGroups(const PacketScene& scene, std::span<const Ray<float>> rays)
        : scene_(scene), rays_(rays), view_(rays[0].o, rays[0].d + rays[rays.size() - 1].d) {
        bool together = true;
        for (std::size_t g = 0; g < count() && together; ++g)
            together = seen_[g].take(part(g), view_.origin);
        if (!together) return;
        if (const auto grid = rays.size() == most ? grid_view(rays) : std::nullopt)
            in_grid_ = suit_ = look(*grid, grid_tolerance(*grid));
        if (!in_grid_) suit_ = look(view_, Box::inf);
        limit_.fill(Box::inf);
    }

    /// Whether all rays have one origin, and a view suits them.
    bool suit() const { return suit_; }
    /// Whether they are seen at the pixels of a grid.
    bool in_grid() const { return in_grid_; }
    const View& view() const { return view_; }
    const Window& window() const { return window_; }     ///< of all rays
    const Windows& windows() const { return windows_; }  ///< of the groups

    std::size_t count() const { return (rays_.size() + group - 1) / group; }
    std::uint32_t all() const { return (1u << count()) - 1; }
    /// Where a group's rays begin, and how many it has.
    std::size_t begin(std::size_t g) const { return g * group; }
    std::size_t size(std::size_t g) const { return std::min(group, rays_.size() - begin(g)); }

    /// The packets of a group; made when first asked for.
    Packets& packets(std::size_t g) {
        if (!made(g)) {
            std::construct_at(&packets_[g].packets, scene_, view_, part(g), seen_[g]);
            made_ |= 1u << g;
        }
        return packets_[g].packets;
    }
    /// Those of a group that has been met.
    Packets& made_packets(std::size_t g) { return packets_[g].packets; }
    bool made(std::size_t g) const { return (made_ >> g & 1) != 0; }

    /// The groups (bit g: group g) that may have nearer hits there.
    std::uint32_t meeting(const Pending& there) const {
        return all() & windows_.meeting(there.window, there.depth, limit_);
    }
    /// Those with packets that may have nearer hits there.
    std::uint32_t meeting_in_packets(const Pending& there) {
        std::uint32_t nearer = 0;
        for (auto some = meeting(there); some != 0; some &= some - 1) {
            const auto g = std::size_t(std::countr_zero(some));
            const Packets& packets = lowered(g);
            nearer |= packets.meeting(there.window, there.depth) != 0 ? 1u << g : 0u;
        }
        return nearer;
    }

    /// Finds which groups may have nearer hits in each of the boxes of a node that has been met:
    /// one packet after another is compared with all boxes at once.
    void meet(const Pending& node, Outlines& boxes) {
        boxes.groups.fill(0);
        for (auto some = node.groups; some != 0; some &= some - 1) {
            const auto g = std::size_t(std::countr_zero(some));
            lowered(g).meet(node.window, node.depth, 1u << g, boxes);
        }
    }

private:
    /// The packets of a group, after its limit has been lowered to their hits.
    Packets& lowered(std::size_t g) {
        Packets& all = packets(g);
        if (all.changed()) limit_[g] = all.lower_limits();
        return all;
    }
    std::span<const Ray<float>> part(std::size_t g) const {
        return rays_.subspan(begin(g), size(g));
    }
    /// Looks at all groups of rays; returns whether the view suits them and they are that near to
    /// the pixels of a grid.
    bool look(const View& view, float tolerance) {
        for (std::size_t g = 0; g < count(); ++g) {
            const float column = column_of_ray[g] * float(lanes) - grid_middle,
                        row = row_of_ray[g] * float(lanes) - grid_middle;
            if (!seen_[g].look(view, column, row, tolerance)) return false;
            windows_.set(g, seen_[g].windows.around(seen_[g].packets));
        }
        window_ = windows_.around(count());
        view_ = view;
        return true;
    }

    /// Room for packets. The constructor of std::optional would write to all of it.
    union Unmade {
        Unmade() {}
        Packets packets;
    };

    const PacketScene& scene_;
    std::span<const Ray<float>> rays_;
    View view_;
    bool suit_ = false, in_grid_ = false;
    std::array<SeenRays, lanes> seen_;
    Windows windows_;
    Window window_;
    Lanes<float> limit_;  ///< of each group: beyond that depth it has no nearer hits
    std::array<Unmade, lanes> packets_;
    std::uint32_t made_ = 0;  ///< the groups (bit g: group g) with packets
};

}  // namespace hitmiss
