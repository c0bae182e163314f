#pragma once
// Boxes as rays from one origin see them.
//
// Rays of similar direction are described by two slopes: along the axis nearest to their direction
// (`ahead`), s = d.right / d.ahead and r = d.up / d.ahead, right and up being the other two axes. A
// bundle of rays lies in a rectangle of slopes, and so does a box: a point p has the slopes of the
// ray that hits it, (p - o).right / (p - o).ahead and (p - o).up / (p - o).ahead, and over a box
// the extremes of a quotient are at the extremes of its numerator and denominator.
//
// A box that extends far in depth, such as a moulding along a wall, fills little of its rectangle.
// It also lies between two sides: the lines, from the middle of the view, to the two corners
// between which all of it is seen, whatever the depth. A ray passes beside it if (s, r) is to the
// left of the line to the left corner, or to the right of the other.
//
// Why no hit is lost. A point p of the ray, in front of o, lies in the box of the triangle, at
// least box_margin from each of its faces, and the hit is o + t d = p, or nearer by no more than
// the box allows (growth.hpp). A box may be skipped only if no ray has its slopes, or if all of it
// is behind the origin or, even as near as it allows, behind every hit.
// - The box's faces, and their distances from o, are rounded by at most 2^-24 of |o| and of the
//   distance to the box; the margin contains 2^-22 and 2^-18 of these.
// - Slopes of rays and of boxes are off by two roundings each. No ray has a slope beyond 2, so all
//   four are at most 2^-21, and the remaining margin is 2^-19 of any depth in the box.
// - Sides: with the margin, p is to the right of the left corner c by 2^-19 |p| |c| or more; the
//   products that decide are off by 2^-21 |p| |c|. If they underflow, no ray is beside the box.
// - A node's box contains its children's, also as computed, because rounding keeps the order.
// - Depths up to `least_depth` count as 0, where slopes are infinite, so 1 / depth never overflows.
// - NaN compares false and so keeps the box.

#include <algorithm>

#include "methods/growth.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

inline constexpr float least_depth = 0x1p-100f;

/// Largest of the numbers. A NaN may win or lose: either way it drops no box.
inline float largest(float a, float b) {
    return a > b ? a : b;
}
inline float largest(float a, float b, float c, float d, float e) {
    return largest(largest(largest(a, b), largest(c, d)), e);
}

/// A rectangle of slopes, both ends included.
struct Window {
    float s_lo, s_hi, r_lo, r_hi;

    static Window empty() { return {Box::inf, -Box::inf, Box::inf, -Box::inf}; }
    /// Whether all of it is to the left of the line to (x, y), by more than underflow can cause.
    bool left_of(float x, float y) const {
        return (x > 0 ? r_lo : r_hi) * x - (y > 0 ? s_hi : s_lo) * y > least_depth;
    }
    void include(const Window& other) {
        s_lo = std::min(s_lo, other.s_lo), s_hi = std::max(s_hi, other.s_hi);
        r_lo = std::min(r_lo, other.r_lo), r_hi = std::max(r_hi, other.r_hi);
    }
};

/// An upper bound of |d| / |d.ahead| for rays in the window.
inline float longest_in(const Window& window) {
    const float s = largest(window.s_hi, -window.s_lo), r = largest(window.r_hi, -window.r_lo);
    return std::sqrt(1 + s * s + r * r) * (1 + 0x1p-20f);
}

/// The slopes of one ray; whether they are at most 2 and the margins of triangles hold for it.
inline bool slopes_of(float right, float up, float ahead, float& s, float& r) {
    const float inverse = 1 / ahead;
    s = right * inverse, r = up * inverse;
    return (ahead >= shortest_ray) & (ahead <= longest_ray / 3) & (std::abs(right) <= 2 * ahead) &
           (std::abs(up) <= 2 * ahead);
}

/// The origin of rays, and the axis along which they go.
struct View {
    std::size_t right, up, ahead;  ///< axes
    float sign;                    ///< of d.ahead
    Vec<float> origin;

    /// `direction`: that of the rays, roughly.
    View(const Vec<float>& o, const Vec<float>& direction) : origin(o) {
        ahead = std::size_t(widest_axis(glm::abs(direction)));
        right = (ahead + 1) % 3, up = (ahead + 2) % 3;
        sign = direction[int(ahead)] < 0 ? -1.0f : 1.0f;
    }
};

/// v . d over |d.ahead|, which is linear in the slopes.
class LinearInSlopes {
public:
    LinearInSlopes(const View& view, const Vec<float>& v)
        : x_(v[int(view.right)]), y_(v[int(view.up)]), ahead_(view.sign * v[int(view.ahead)]) {}

    struct Ends {
        float lo, hi;
    };
    /// Its least and its largest value in a window, given by its sides: a Window by reference would
    /// be written to memory in each iteration of a vectorised loop.
    Ends over(float s_lo, float s_hi, float r_lo, float r_hi) const {
        const float xs_lo = x_ * s_lo, xs_hi = x_ * s_hi, yr_lo = y_ * r_lo, yr_hi = y_ * r_hi;
        return {(xs_lo < xs_hi ? xs_lo : xs_hi) + (yr_lo < yr_hi ? yr_lo : yr_hi) + ahead_,
                (xs_lo < xs_hi ? xs_hi : xs_lo) + (yr_lo < yr_hi ? yr_hi : yr_lo) + ahead_};
    }

private:
    float x_, y_, ahead_;
};

/// A node's eight boxes as seen: their windows, and the depths (p - o).ahead where they begin.
struct Outlines {
    template <typename T>
    struct alignas(64) Row : std::array<T, WideNode::width> {};
    Row<float> s_lo, s_hi, r_lo, r_hi, depth;
    /// Which of the visible boxes have sides.
    std::uint32_t deep = 0;
    /// The left corner, and the right one mirrored at the middle of the view, so that a ray to the
    /// left of either one is beside the box.
    struct Side {
        Row<float> x, y;
    };
    std::array<Side, 2> side;

    Window window(std::size_t k) const { return {s_lo[k], s_hi[k], r_lo[k], r_hi[k]}; }

    /// Computes the outlines. Bit k of the result is set if rays in the window may meet box k, no
    /// deeper than the limit.
    std::uint32_t look(const View& view, const WideNode& node, const Window& window, float limit) {
        const float *left = node.bound[view.right].data(),
                    *right = node.bound[view.right + 3].data();
        const float *down = node.bound[view.up].data(), *up = node.bound[view.up + 3].data();
        const float *near = node.bound[view.ahead].data(), *far = node.bound[view.ahead + 3].data();
        if (view.sign < 0) std::swap(near, far);
        const Vec<float>& o = view.origin;
        const float x = o[int(view.right)], y = o[int(view.up)];
        const float sign = view.sign, z = sign * o[int(view.ahead)];
        const Part* const nearer = node.nearer.data();
        std::uint32_t seen = 0, all_deep = 0;
#pragma omp simd reduction(| : seen, all_deep)
        for (std::size_t k = 0; k < WideNode::width; ++k) {
            const float x_lo = left[k] - x, x_hi = right[k] - x;
            const float y_lo = down[k] - y, y_hi = up[k] - y;
            const float begin = sign * near[k] - z, end = sign * far[k] - z;
            // At the eye's own depth slopes are infinite.
            const float by_near = begin > least_depth ? 1 / begin : Box::inf;
            const float by_far = end > least_depth ? 1 / end : 0;
            s_lo[k] = x_lo * (x_lo >= 0 ? by_far : by_near);
            s_hi[k] = x_hi * (x_hi >= 0 ? by_near : by_far);
            r_lo[k] = y_lo * (y_lo >= 0 ? by_far : by_near);
            r_hi[k] = y_hi * (y_hi >= 0 ? by_near : by_far);
            const float hits = begin * nearer[k].value();
            depth[k] = hits;
            const float apart =
                largest(s_lo[k] - window.s_hi, window.s_lo - s_hi[k], r_lo[k] - window.r_hi,
                        window.r_lo - r_hi[k], largest(hits - limit, -end));
            seen |= apart > 0 ? 0u : 1u << k;
            all_deep |= end > 2 * begin ? 1u << k : 0u;
        }
        seen &= node.present();
        deep = all_deep & seen;
        if (deep != 0) seen &= ~(deep & beside({left, right, down, up}, x, y, window));
        return seen;
    }

private:
    /// Computes the sides of boxes from four rows of bounds; returns which boxes the whole window
    /// is beside.
    std::uint32_t beside(const std::array<const float*, 4>& bounds, float x, float y,
                         const Window& window) {
        const float *left = bounds[0], *right = bounds[1], *down = bounds[2], *up = bounds[3];
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t k = 0; k < WideNode::width; ++k) {
            const float x_lo = left[k] - x, x_hi = right[k] - x;
            const float y_lo = down[k] - y, y_hi = up[k] - y;
            const bool off_x = (x_lo > 0) | (x_hi < 0), off_y = (y_lo > 0) | (y_hi < 0);
            const float near_x = x_lo > 0 ? x_lo : x_hi, near_y = y_lo > 0 ? y_lo : y_hi;
            // A box around the middle has none: nothing is to the left of 0, 0.
            const float has_sides = (off_x | off_y) ? 1.0f : 0.0f;
            side[0].x[k] = has_sides * (!off_y ? near_x : y_lo > 0 ? x_lo : x_hi);
            side[0].y[k] = has_sides * (!off_x ? near_y : x_lo > 0 ? y_hi : y_lo);
            side[1].x[k] = -has_sides * (!off_y ? near_x : y_lo > 0 ? x_hi : x_lo);
            side[1].y[k] = -has_sides * (!off_x ? near_y : x_lo > 0 ? y_lo : y_hi);
            const bool is_beside = window.left_of(side[0].x[k], side[0].y[k]) |
                                   window.left_of(side[1].x[k], side[1].y[k]);
            set |= is_beside ? 1u << k : 0u;
        }
        return set;
    }
};

/// Which of eight boxes meet which of sixteen lanes: bit 8 (lane % 8) + box of word[lane / 8].
class Meetings {
public:
    /// All lanes meet the same boxes.
    static Meetings all(std::uint32_t boxes) { return {{boxes * column, boxes * column}}; }

    std::uint32_t lanes(std::size_t box) const {
        // The product moves the lowest bit of byte i to bit 56 + i.
        const auto eight = [box](std::uint64_t bits) {
            return std::uint32_t((bits >> box & column) * 0x0102040810204080 >> 56);
        };
        return eight(word[0]) | eight(word[1]) << 8;
    }

    std::array<std::uint64_t, 2> word;

private:
    static constexpr std::uint64_t column = 0x0101010101010101;
};

}  // namespace hitmiss
