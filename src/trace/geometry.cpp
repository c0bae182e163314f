#include "trace/geometry.hpp"

namespace hitmiss {

Box Geometry::origins() const {
    if (starts) return *starts;
    const auto far = float(2 * box.diagonal());
    const Box around{box.lo - far, box.hi + far};
    const Vec<float> at(eye);
    return around.holds(at) ? around : Box{at, at};
}

const WideTree& Geometry::tree() const {
    std::call_once(late_->once_leaves, [&] {
        fit_leaves(late_->tree, [&](std::uint32_t place) {
            return Bound{bounds(triangle_at(late_->tree, triangles, place))};
        });
        late_->tree.box = box;  // it holds triangles without bounds, too
    });
    return late_->tree;
}

std::shared_ptr<const PlaneTree> Geometry::planes() const {
    std::call_once(late_->once_planes,
                   [&] { late_->planes = PlaneTree(bare_tree(), triangles, box); });
    return {late_, &late_->planes};
}

std::shared_ptr<const CornerLeaves> Geometry::corners() const {
    std::call_once(late_->once_corners,
                   [&] { late_->corners = CornerLeaves(bare_tree(), triangles); });
    return {late_, &late_->corners};
}

}  // namespace hitmiss
