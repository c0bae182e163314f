#pragma once
// What rays from one origin o see, as on a plane.
//
// A view has three linear forms: the point o + q is seen at s = (across . q) / (ahead . q) and
// r = (up . q) / (ahead . q), at the depth ahead . q; `ahead` has length 1. All points of a ray are
// seen at one place (s, r), so a bundle of rays lies in a rectangle, and so does a box: over a box
// the extremes of a quotient are at the extremes of its numerator and denominator. Any three forms
// do. Where rays go through the pixels of a grid, those are chosen for which s and r count pixels
// from its middle (grid.hpp); elsewhere s and r are slopes along the axes.
//
// Why no hit is lost. A point o + q of the ray lies in the box of the triangle, at least box_margin
// from each of its faces, and the hit is this point, or nearer by no more than the box allows
// (growth.hpp). A box may be skipped only if no ray is seen in its rectangle, or if all of it is
// behind the origin or, even as near as it allows, behind every hit. Let u be 2^-24, and F the
// length of the longer one of `across` and `up`.
// - A ray has |d| <= 3 ahead . d. Slopes are two roundings off, as is all else along axes. For a
//   grid, |s|, |r| <= F/2, and s is off by at most 9 u F of its numerator, 4.5 u F of its
//   denominator and u F of the quotient: 14.5 u F.
// - In a form of a corner of the box, each coordinate of q is off by u of it, and its product with
//   the form's by four roundings in all; so is |o| by 2^-24 of it. Either that is at most 8 u of
//   the same coordinate of the point, or the face is much farther from the point than that. The
//   margin is at least 2^-18 |q| + 2^-22 |o|: 64 u |q| less 8 u |q| is more than what s is off.
// - A node's box contains its children's, also as computed, because rounding keeps the order.
// - Depths up to `least_depth` count as 0, where quotients are infinite, so 1 / depth never
//   overflows.
// - NaN compares false and so keeps the box.

#include <algorithm>

#include "base/vector_width.hpp"
#include "methods/growth.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

inline constexpr float least_depth = 0x1p-100f;

/// Largest of the numbers. A NaN may win or lose: either way it drops no box.
inline float largest(float a, float b) {
    return a > b ? a : b;
}
inline float largest(float a, float b, float c) {
    return largest(largest(a, b), c);
}
inline float largest(float a, float b, float c, float d, float e) {
    return largest(largest(a, b, c), largest(d, e));
}

/// The same for the smallest.
inline float least(float a, float b) {
    return a < b ? a : b;
}

/// A rectangle in the view, its border included.
struct Window {
    float s_lo, s_hi, r_lo, r_hi;

    /// The largest |s| or |r| in it.
    float widest() const { return largest(largest(-s_lo, s_hi), largest(-r_lo, r_hi)); }
    float area() const { return (s_hi - s_lo) * (r_hi - r_lo); }
    static Window empty() { return {Box::inf, -Box::inf, Box::inf, -Box::inf}; }
    void include(const Window& other) {
        s_lo = std::min(s_lo, other.s_lo), s_hi = std::max(s_hi, other.s_hi);
        r_lo = std::min(r_lo, other.r_lo), r_hi = std::max(r_hi, other.r_hi);
    }
};

/// How rays from one origin see points, see above.
struct View {
    Vec<float> origin;
    Vec<float> across, up, ahead;  ///< forms
    /// The ray that is seen at (s, r) goes along s to_side + r to_top + to_middle, of which `ahead`
    /// is 1.
    Vec<float> to_side, to_top, to_middle;
    float scale;     ///< F
    float skew;      ///< a point at depth z that is seen within m F of the middle is m skew z away
    float rounding;  ///< how far a form_in_view is off for |v| = 1

    /// Along axes: the one nearest to the direction, which is that of the rays, roughly, and the
    /// other two.
    View(const Vec<float>& o, const Vec<float>& direction)
        : origin(o), across(0), up(0), ahead(0), scale(1), skew(3) {
        const int axis = widest_axis(glm::abs(direction));
        across[(axis + 1) % 3] = up[(axis + 2) % 3] = 1;
        ahead[axis] = direction[axis] < 0 ? -1.0f : 1.0f;
        to_side = across, to_top = up, to_middle = ahead;
        rounding = rounding_of_linear();
    }
    /// Let S be scale (|to_side| + |to_top|). Where a ray is seen is off by 46.5 u F (14.5 u F, and
    /// in a grid 32 u F more) as computed and 4.5 u F by the forms' own rounding, which adds up to
    /// 51 u S. form_in_view rounds v and the three directions by 10 u; s and r are at most F/2 in a
    /// grid, where the directions are at most 4/F long, and 2.9 elsewhere: its products with v are
    /// off by 26 u, and what is made of them by 40 u.
    float rounding_of_linear() const {
        return 0x1p-24f * (52 * scale * (glm::length(to_side) + glm::length(to_top)) + 96);
    }

    /// An upper bound of |d| / ahead . d for rays in the window: it is largest at a corner.
    float longest_in(const Window& window) const {
        float longest = 0;
        for (const float s : {window.s_lo, window.s_hi})
            for (const float r : {window.r_lo, window.r_hi})
                longest = largest(longest, glm::length(s * to_side + r * to_top + to_middle));
        return longest * (1 + 0x1p-16f);
    }
};

/// A linear form of a vector, given by its coordinates, as loops over lanes have them.
class Form {
public:
    explicit Form(const Vec<float>& form) : x_(form.x), y_(form.y), z_(form.z) {}
    float operator()(float x, float y, float z) const { return x_ * x + y_ * y + z_ * z; }
    /// Its least and its largest value over a box, given by its faces: a Box by reference would be
    /// written to memory in each iteration of a vectorised loop.
    float lo(float left, float right, float down, float up, float near, float far) const {
        return least(x_ * left, x_ * right) + least(y_ * down, y_ * up) +
               least(z_ * near, z_ * far);
    }
    float hi(float left, float right, float down, float up, float near, float far) const {
        return largest(x_ * left, x_ * right) + largest(y_ * down, y_ * up) +
               largest(z_ * near, z_ * far);
    }

private:
    float x_, y_, z_;
};

/// v . d over ahead . d, which is linear in s and r: a form of (s, r, 1).
inline Form form_in_view(const View& view, const Vec<float>& v) {
    return Form({glm::dot(v, view.to_side), glm::dot(v, view.to_top), glm::dot(v, view.to_middle)});
}

/// For each triangle of a leaf, how far from it points are accepted along each axis: the upper
/// halves of floats, rounded up.
struct alignas(16) OffOfLeaf : std::array<std::array<std::uint16_t, leaf_size>, 3> {
    /// Takes a distance if it is larger; the halves are in the order of the floats. NaN is larger.
    void include(std::size_t k, const Vec<float>& off) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto bits = std::bit_cast<std::uint32_t>(off[int(axis)] + 0.0f);
            auto& half = (*this)[axis][k];
            half = std::max(half, std::uint16_t((bits + 0xffff) >> 16));
        }
    }
};

/// The largest depth of a d that is taken for seen; d is at most three times as long.
inline constexpr float largest_depth = 0x1p10f / 3;

/// Where a ray is seen; whether the margins of triangles hold for it.
struct Look {
    Form across, up, ahead;
    explicit Look(const View& view) : across(view.across), up(view.up), ahead(view.ahead) {}

    bool operator()(float x, float y, float z, float& s, float& r) const {
        const float depth = ahead(x, y, z), inverse = 1 / depth;
        s = across(x, y, z) * inverse, r = up(x, y, z) * inverse;
        return bool(depth >= shortest_ray) & bool(depth <= largest_depth) &
               bool(x * x + y * y + z * z <= 9 * depth * depth);
    }
};

/// A node's eight boxes as seen: their windows, and the depths where they begin.
struct Outlines {
    struct alignas(64) Row : std::array<float, WideNode::width> {};
    Row s_lo, s_hi, r_lo, r_hi, depth;

    Window window(std::size_t k) const { return {s_lo[k], s_hi[k], r_lo[k], r_hi[k]}; }

    /// The boxes (bit k: box k) that rays in the window may meet.
    std::uint32_t seen;
    /// Groups of rays (bit g: group g) that may have nearer hits in each box.
    struct alignas(64) Groups : std::array<std::uint32_t, WideNode::width> {
    } groups;

    /// Adds a group to the boxes that meet a window and begin no deeper than a limit.
    void add(const Window& rays, float limit, std::uint32_t group) {
        const float left = rays.s_lo, right = rays.s_hi, down = rays.r_lo, up = rays.r_hi;
#pragma omp simd
        for (std::size_t k = 0; k < WideNode::width; ++k) {
            const float apart = largest(s_lo[k] - right, left - s_hi[k], r_lo[k] - up,
                                        down - r_hi[k], depth[k] - limit);
            groups[k] |= apart > 0 ? 0u : group;
        }
    }
};

/// Computes the outlines of a node's boxes.
using LookAtNode = void (*)(const View&, const WideNode&, const Window&, Outlines&);
LookAtNode looking_at_node(VectorWidth width);

}  // namespace hitmiss
