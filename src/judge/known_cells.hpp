#pragma once
// Which parts of a closed mesh's box are known to lie inside it, so that not every point must be
// proved to.

#include <atomic>
#include <memory>
#include <optional>

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// Whether the ray passes through an odd number of triangles at t < `end`. Empty where that is not
/// how many it hits: at edges, and for a start on the surface.
std::optional<bool> passes_odd(const Ray<float>& ray, double end, const Geometry& geometry);

/// A grid over the mesh's box. The surface does not come near a cell whose surroundings no
/// triangle's box touches: such a cell lies inside or outside with its centre, and exact parity
/// decides the centre. A point of another cell is inside or outside by the number of triangles
/// between it and the centre of such a cell beside its own. Cells are decided when first asked for,
/// always alike, by any thread.
class KnownCells {
public:
    explicit KnownCells(const Geometry& geometry);

    /// Whether the point is inside. Empty: no cell that it is in or beside is known, or a point of
    /// the surface, or one from which the way there meets an edge.
    std::optional<bool> inside(const Vec<float>& point) const;

private:
    using Cell = Vec<int>;
    /// beside + k: its neighbour number k is known.
    enum State : std::uint8_t { unasked, unknown, outside, within, beside };
    static Cell neighbour(const Cell& cell, int number);
    bool exists(const Cell& cell) const;
    Vec<float> centre_of(const Cell& cell) const;
    /// Outside or within, unless the surface may come near the cell.
    State decide_alone(const Cell& cell) const;
    State decide(const Cell& cell) const;
    State state_of(const Cell& cell) const;

    Geometry geometry_;
    double size_;  ///< of a cell, a cube
    Cell count_;
    std::unique_ptr<std::atomic<State>[]> states_;
};

}  // namespace hitmiss
