#include "judge/known_cells.hpp"

#include "base/exact.hpp"
#include "judge/inside.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

/// Cells along the longest side. More of them lie beside the surface, where they do not help.
constexpr int longest = 32;
/// Each cell has so many, itself among them.
constexpr int neighbours = 27;

}  // namespace

std::optional<bool> passes_odd(const Ray<float>& ray, double end, const Geometry& geometry) {
    const double limit = end * scale_for_boxes(ray.d);
    bool odd = false, sure = true;
    for_each_box(geometry.tree(), scaled_for_boxes(ray), limit, [&](std::uint32_t index) {
        const Triangle<float>& tri = geometry.triangles[index];
        const ExactHit hit = exact_hit(ray, tri);
        if (hit.position == Position::outside) return;
        sure = sure && hit.position == Position::inside && side_of(ray.o, tri) != 0;
        odd ^= hit.hit && hit.t < end;
    });
    return sure ? std::optional(odd) : std::nullopt;
}

KnownCells::KnownCells(const Geometry& geometry) : geometry_(geometry) {
    const Vec<double> extent(geometry.box.extent());
    size_ = std::max({extent.x, extent.y, extent.z}) / longest;
    count_ = size_ > 0 ? Cell(glm::min(extent / size_, longest - 1.0)) + 1 : Cell(0);
    states_ = std::make_unique<std::atomic<State>[]>(std::size_t(count_.x) * std::size_t(count_.y) *
                                                     std::size_t(count_.z));
}

std::optional<bool> KnownCells::inside(const Vec<float>& point) const {
    const Vec<double> place = (Vec<double>(point) - Vec<double>(geometry_.box.lo)) / size_;
    Cell cell;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(place[axis] >= 0 && place[axis] < count_[axis])) return {};
        cell[axis] = int(place[axis]);
    }
    const State state = state_of(cell);
    if (state == unknown) return {};
    if (state < beside) return state == within;
    const Cell known = neighbour(cell, state - beside);
    // Where t = 1 is rounded it stays near the centre, which no triangle does.
    const auto way = Vec<double>(centre_of(known)) - Vec<double>(point);
    const auto odd = passes_odd({point, Vec<float>(way)}, 1, geometry_);
    return odd ? std::optional(*odd != (state_of(known) == within)) : std::nullopt;
}

KnownCells::Cell KnownCells::neighbour(const Cell& cell, int number) {
    return cell + Cell(number / 9 - 1, number / 3 % 3 - 1, number % 3 - 1);
}

bool KnownCells::exists(const Cell& cell) const {
    for (int axis = 0; axis < 3; ++axis)
        if (cell[axis] < 0 || cell[axis] >= count_[axis]) return false;
    return true;
}

Vec<float> KnownCells::centre_of(const Cell& cell) const {
    return Vec<float>(Vec<double>(geometry_.box.lo) + size_ * (Vec<double>(cell) + 0.5));
}

KnownCells::State KnownCells::state_of(const Cell& cell) const {
    auto& state = states_[(std::size_t(cell.z) * std::size_t(count_.y) + std::size_t(cell.y)) *
                              std::size_t(count_.x) +
                          std::size_t(cell.x)];
    State known = state.load(std::memory_order_relaxed);
    if (known == unasked) state.store(known = decide(cell), std::memory_order_relaxed);
    return known;
}

KnownCells::State KnownCells::decide(const Cell& cell) const {
    if (const State alone = decide_alone(cell); alone != unknown) return alone;
    for (int k = 0; k < neighbours; ++k)
        if (const Cell other = neighbour(cell, k); exists(other) && decide_alone(other) != unknown)
            return State(beside + k);
    return unknown;
}

KnownCells::State KnownCells::decide_alone(const Cell& cell) const {
    const Vec<float> centre = centre_of(cell);
    // Boxes that hold the centre once they are padded by a little more than half a cell.
    const float margin = 0.51f * float(size_) + box_margin(centre, geometry_.box);
    LeavesAlong leaves(geometry_.tree(), {centre, {1, 0, 0}}, margin);
    if (leaves.next(0).triangles != 0) return unknown;
    return exact_inside(centre, geometry_).parity ? within : outside;
}

}  // namespace hitmiss
