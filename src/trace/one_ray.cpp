#include "trace/one_ray.hpp"

#include "base/vector_width.hpp"

namespace hitmiss {

std::uint32_t BoxTest::operator()(const EightBoxes& boxes, float limit,
                                  std::array<float, WideNode::width>& entry) const {
    const auto near = [&](std::size_t axis) { return boxes[near_[axis]].data(); };
    const auto far = [&](std::size_t axis) { return boxes[2 * axis + 3 - near_[axis]].data(); };
    const float *xn = near(0), *yn = near(1), *zn = near(2);
    const float *xf = far(0), *yf = far(1), *zf = far(2);
    const float xi = inverse_.x, yi = inverse_.y, zi = inverse_.z;
    const float xo = to_near_.x, yo = to_near_.y, zo = to_near_.z;
    const float xp = to_far_.x, yp = to_far_.y, zp = to_far_.z;
    float* const all_enter = entry.data();
    std::uint32_t met = 0;
#pragma omp simd reduction(| : met)
    for (std::size_t k = 0; k < WideNode::width; ++k) {
        float enter = 0, leave = limit;
        // Slab test: the ray is between an axis's near and far planes from t = `in` to `out`.
        const auto cut = [&](float near_k, float far_k, float to_near, float to_far,
                             float inverse) {
            const float in = (near_k - to_near) * inverse, out = (far_k - to_far) * inverse;
            enter = in > enter ? in : enter;
            leave = out < leave ? out : leave;
        };
        cut(xn[k], xf[k], xo, xp, xi);
        cut(yn[k], yf[k], yo, yp, yi);
        cut(zn[k], zf[k], zo, zp, zi);
        all_enter[k] = enter;
        met |= enter <= leave ? 1u << k : 0u;
    }
    return met;
}

LeavesAlong::LeavesAlong(const WideTree& tree, const Ray<float>& ray, float margin)
    : tree_(tree), test_(ray, margin) {
    if (!tree.nodes.empty()) stack_[size_++] = {0, 0};
}

PartOfLeaf LeavesAlong::next(double limit) {
    static const auto at_widest = at_width<next_in_lanes>(widest());
    return at_widest(*this, limit);
}

PartOfLeaf LeavesAlong::next_in_lanes(LeavesAlong& leaves, double limit) {
    auto& [tree, test, size, stack] = leaves;
    while (size > 0) {
        const Pending next = stack[--size];
        if (double(next.entry) > limit) continue;
        const WideNode& node = tree.nodes[next.node];
        std::array<float, WideNode::width> entry;
        // Slightly more than the limit, because the conversion may round down.
        auto met = test(node.bound, float(limit) * (1 + 0x1p-22f), entry) & node.present();
        if (node.is_leaf()) {
            if (met != 0) return {next.node, met};
            continue;
        }
        // Insertion sort: the nearest child on top.
        const std::size_t bottom = size;
        for (; met != 0; met &= met - 1) {
            const auto k = std::size_t(std::countr_zero(met));
            std::size_t place = size++;
            for (; place > bottom && stack[place - 1].entry < entry[k]; --place)
                stack[place] = stack[place - 1];
            stack[place] = {node.child[k].index(), entry[k]};
        }
    }
    return {};
}

}  // namespace hitmiss
