#include "fast/view.hpp"

namespace hitmiss {
namespace {

void look(const View& view, const WideNode& node, const Window& window, Outlines& seen) {
    const Form across(view.across), up(view.up), ahead(view.ahead);
    const float ox = view.origin.x, oy = view.origin.y, oz = view.origin.z;
    const float s_least = window.s_lo, s_most = window.s_hi, r_least = window.r_lo,
                r_most = window.r_hi;
    const auto& bound = node.bound;
    // Apart, because a loop over numbers of two sizes takes the vectors of the smaller one.
    Outlines::Row nearer;
#pragma omp simd
    for (std::size_t k = 0; k < WideNode::width; ++k) nearer[k] = node.nearer[k].value();
    std::uint32_t boxes = 0;
#pragma omp simd reduction(| : boxes)
    for (std::size_t k = 0; k < WideNode::width; ++k) {
        const float left = bound[0][k] - ox, right = bound[3][k] - ox;
        const float down = bound[1][k] - oy, top = bound[4][k] - oy;
        const float near = bound[2][k] - oz, far = bound[5][k] - oz;
        const float x_lo = across.lo(left, right, down, top, near, far),
                    x_hi = across.hi(left, right, down, top, near, far),
                    y_lo = up.lo(left, right, down, top, near, far),
                    y_hi = up.hi(left, right, down, top, near, far),
                    begin = ahead.lo(left, right, down, top, near, far),
                    end = ahead.hi(left, right, down, top, near, far);
        // At the eye's own depth quotients are infinite.
        const float by_near = begin > least_depth ? 1 / begin : Box::inf;
        const float by_far = end > least_depth ? 1 / end : 0;
        const float s_lo = x_lo * (x_lo >= 0 ? by_far : by_near),
                    s_hi = x_hi * (x_hi >= 0 ? by_near : by_far),
                    r_lo = y_lo * (y_lo >= 0 ? by_far : by_near),
                    r_hi = y_hi * (y_hi >= 0 ? by_near : by_far);
        const float apart =
            largest(s_lo - s_most, s_least - s_hi, r_lo - r_most, r_least - r_hi, -end);
        boxes |= apart > 0 ? 0u : 1u << k;
        seen.s_lo[k] = s_lo, seen.s_hi[k] = s_hi, seen.r_lo[k] = r_lo, seen.r_hi[k] = r_hi;
        seen.depth[k] = begin * nearer[k];
    }
    seen.seen = boxes & node.present();
}

}  // namespace

LookAtNode looking_at_node(VectorWidth width) {
    return at_width<look>(width);
}

}  // namespace hitmiss
