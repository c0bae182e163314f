#pragma once
// Clusters of neighbours among many triangles: a tree's upper levels are built over these.

#include "base/memory.hpp"
#include "trace/bins.hpp"

namespace hitmiss {

/// Triangles along a curve in Z-order (Morton, 1966), cut into clusters of neighbours.
struct Clusters {
    Unfilled<std::uint32_t> order;     ///< the triangles' indices, cluster by cluster
    std::vector<std::uint32_t> first;  ///< where each cluster begins in `order`; last, its end

    std::size_t size() const { return first.size() - 1; }
    /// The number of triangles of a cluster.
    std::size_t count(std::size_t cluster) const { return first[cluster + 1] - first[cluster]; }
    /// Calls visit(item) for each triangle of a cluster. Prefetches the one sixteen places
    /// later, because triangles lie in another order in memory.
    void for_each_item(std::size_t cluster, std::span<const Triangle<float>> triangles,
                       auto&& visit) const {
        for (std::size_t k = first[cluster]; k < first[cluster + 1]; ++k) {
            __builtin_prefetch(&triangles[order[std::min(k + 16, order.size() - 1)]]);
            visit(Bounds::of(bounds(triangles[order[k]]), order[k]));
        }
    }
};

/// Most triangles of a cluster, but for those whose centres are in one of 256 x 256 x 256 cells.
inline constexpr std::size_t cluster_size = 4;

/// Makes the clusters; `centres`: the bounds of the centres of the triangles' boxes. Any number of
/// threads makes the same ones.
Clusters clusters_of(std::span<const Triangle<float>> triangles, const Bounds& centres);

}  // namespace hitmiss
