#include "judge/known_cells.hpp"

#include "judge/inside.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Cells along the longest side. More of them lie beside the surface, where they do not help.
constexpr int longest = 32;

}  // namespace

KnownCells::KnownCells(const Geometry& geometry) : geometry_(geometry) {
    const Vec<double> extent(geometry.box.extent());
    size_ = std::max({extent.x, extent.y, extent.z}) / longest;
    for (int axis = 0; axis < 3; ++axis)
        count_[axis] = size_ > 0 ? int(std::min(extent[axis] / size_, longest - 1.0)) + 1 : 0;
    states_ = std::make_unique<std::atomic<State>[]>(std::size_t(count_.x) * std::size_t(count_.y) *
                                                     std::size_t(count_.z));
}

std::optional<bool> KnownCells::inside(const Vec<float>& point) const {
    const Vec<double> place = (Vec<double>(point) - Vec<double>(geometry_.box.lo)) / size_;
    Vec<int> cell;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(place[axis] >= 0 && place[axis] < count_[axis])) return {};
        cell[axis] = int(place[axis]);
    }
    auto& state = states_[(std::size_t(cell.z) * std::size_t(count_.y) + std::size_t(cell.y)) *
                              std::size_t(count_.x) +
                          std::size_t(cell.x)];
    State known = state.load(std::memory_order_relaxed);
    if (known == unasked) state.store(known = decide(cell), std::memory_order_relaxed);
    if (known == mixed) return {};
    return known == within;
}

KnownCells::State KnownCells::decide(const Vec<int>& cell) const {
    const Vec<float> centre(Vec<double>(geometry_.box.lo) + size_ * (Vec<double>(cell) + 0.5));
    // Boxes that hold the centre once they are padded by a little more than half a cell.
    const float margin = 0.51f * float(size_) + box_margin(centre, geometry_.box);
    bool touched = false;
    const double limit = 0;
    for_each_box(geometry_.tree(), {centre, {1, 0, 0}}, margin, limit,
                 [&](std::uint32_t) { touched = true; });
    if (touched) return mixed;
    return exact_inside(centre, geometry_).parity ? within : outside;
}

}  // namespace hitmiss
