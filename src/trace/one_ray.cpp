#include "trace/one_ray.hpp"

#include "base/vector_width.hpp"

namespace hitmiss {
namespace {

/// Slab test: the ray is between an axis's near and far planes from t = `in` to `out`.
inline void cut(float& enter, float& leave, float in, float out) {
    enter = in > enter ? in : enter;
    leave = out < leave ? out : leave;
}

}  // namespace

BoxTest::BoxTest(const Ray<float>& ray, float margin) : inverse_(1.0f / ray.d) {
    const float x = std::abs(inverse_.x), y = std::abs(inverse_.y), z = std::abs(inverse_.z);
    const float least = std::min({x, y, z}), most = 0x1p40f * least;
    tells_leaves_ = margin * least < 0x1p66f;
    for (int axis = 0; axis < 3; ++axis) {
        const float inverse = inverse_[axis];
        leaf_inverse_[axis] = std::min(std::max(inverse, -most), most);
        const bool forward = inverse >= 0;
        near_[std::size_t(axis)] = std::size_t(forward ? axis : axis + 3);
        to_near_[axis] = forward ? ray.o[axis] + margin : ray.o[axis] - margin;
        to_far_[axis] = forward ? ray.o[axis] - margin : ray.o[axis] + margin;
    }
}

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
        cut(enter, leave, (xn[k] - xo) * xi, (xf[k] - xp) * xi);
        cut(enter, leave, (yn[k] - yo) * yi, (yf[k] - yp) * yi);
        cut(enter, leave, (zn[k] - zo) * zi, (zf[k] - zp) * zi);
        all_enter[k] = enter;
        met |= enter <= leave ? 1u << k : 0u;
    }
    return met;
}

std::uint32_t BoxTest::operator()(const WideLeaf& leaf, float limit) const {
    // t at a face: that at the least corner, plus steps; good to 2^-21 of the way, margins 2^-18.
    const Vec<float> from_near = (leaf.least() - to_near_) * leaf_inverse_;
    const Vec<float> from_far = (leaf.least() - to_far_) * leaf_inverse_;
    const Vec<float> by = leaf.step() * leaf_inverse_;
    const WideLeaf::Z z(leaf);
    const auto near = [&](std::size_t axis) { return leaf.steps(z, axis, near_[axis] != axis); };
    const auto far = [&](std::size_t axis) { return leaf.steps(z, axis, near_[axis] == axis); };
    const auto xn = near(0), yn = near(1), zn = near(2), xf = far(0), yf = far(1), zf = far(2);
    const float xo = from_near.x, yo = from_near.y, zo = from_near.z;
    const float xp = from_far.x, yp = from_far.y, zp = from_far.z;
    const float xi = by.x, yi = by.y, zi = by.z;
    std::uint32_t met = tells_leaves_ ? 0 : ~0u;
#pragma omp simd reduction(| : met)
    for (std::size_t k = 0; k < leaf_size; ++k) {
        float enter = 0, leave = limit;
        cut(enter, leave, xo + xn[k] * xi, xp + xf[k] * xi);
        cut(enter, leave, yo + yn[k] * yi, yp + yf[k] * yi);
        cut(enter, leave, zo + zn[k] * zi, zp + zf[k] * zi);
        met |= enter <= leave ? 1u << k : 0u;
    }
    return met;
}

LeavesAlong::LeavesAlong(const WideTree& tree, const Ray<float>& ray, float margin)
    : tree_(tree), test_(ray, margin) {
    if (!tree.nodes.empty()) stack_[size_++] = {tree.root(), 0};
}

PartOfLeaf LeavesAlong::next(double limit) {
    static const auto at_widest = at_width<next_in_lanes>(widest());
    return at_widest(*this, limit);
}

PartOfLeaf LeavesAlong::next_in_lanes(LeavesAlong& leaves, double limit) {
    auto& [tree, test, size, stack] = leaves;
    while (size > 0) {
        const Pending last = stack[--size];
        if (double(last.entry) > limit) continue;
        // Slightly more than the limit, because the conversion may round down.
        const float most = float(limit) * (1 + 0x1p-22f);
        // From child to child, always the nearest; the others wait on the stack.
        for (Pending next = last;;) {
            if (next.child.is_leaf()) {
                const auto met = test(tree.leaves[next.child.index()], most) & next.child.present();
                if (met != 0) return {next.child.index(), met, next.entry};
                break;
            }
            const WideNode& node = tree.nodes[next.child.index()];
            std::array<float, WideNode::width> entry;
            auto met = test(node.bound, most, entry) & node.present();
            if (met == 0) break;
            const auto child = [&] {
                const auto k = std::size_t(std::countr_zero(met));
                return Pending{node.child[k], entry[k]};
            };
            next = child();
            // Insertion sort: the nearest on top.
            const std::size_t bottom = size;
            for (met &= met - 1; met != 0; met &= met - 1) {
                Pending farther = child();
                if (farther.entry <= next.entry) std::swap(farther, next);
                std::size_t place = size++;
                for (; place > bottom && stack[place - 1].entry < farther.entry; --place)
                    stack[place] = stack[place - 1];
                stack[place] = farther;
            }
        }
    }
    return {};
}

}  // namespace hitmiss
