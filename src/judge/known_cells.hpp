#pragma once
// Which parts of a closed mesh's box are known to lie inside it, so that not every point must be
// proved to.

#include <atomic>
#include <memory>
#include <optional>

#include "trace/traced_scene.hpp"

namespace hitmiss {

/// A grid over the mesh's box. The surface does not come near a cell whose surroundings no
/// triangle's box touches: such a cell lies inside or outside with its centre, and exact parity
/// decides the centre. Cells are decided when first asked for, always alike, by any thread.
class KnownCells {
public:
    explicit KnownCells(const Geometry& geometry);

    /// Whether the point is inside. Empty: its cell is too near the surface, or none.
    std::optional<bool> inside(const Vec<float>& point) const;

private:
    enum State : std::uint8_t { unasked, mixed, outside, within };
    State decide(const Vec<int>& cell) const;

    Geometry geometry_;
    double size_;  ///< of a cell, a cube
    Vec<int> count_;
    std::unique_ptr<std::atomic<State>[]> states_;
};

}  // namespace hitmiss
