#pragma once
// Rays from one origin, seen as a beam of four planes.
//
// In a frame right, up, forward a ray d has the slopes s = d.right / d.forward and
// r = d.up / d.forward. A bundle with slopes in [s_lo, s_hi] x [r_lo, r_hi] lies on the positive
// side of the plane through the origin o with normal n = right - s_lo forward, since
// n . (t d) = t d.forward (s - s_lo) >= 0; and likewise for the other three.
//
// What has to be held. By the hit rule, the point p = o + t d of a hit lies in its triangle's
// reach, grown by 2^-16 (|o| + |t d|), hence in the box grown by the margin of BoxTest. A box is
// left out only where all of the grown box has n . (p - o) < 0, or is farther than every hit.
// - Slopes: a dot product of floats is off by at most 3 x 2^-24 |d|, so where d.forward is at least
//   |d| / 2 a slope (at most 1.8) is off by less than 2^-19.8. They are widened by 2^-18; what is
//   left of it is twice the rounding of n itself.
// - Boxes: the sum n . p + (n . -o + margin) of floats is off by less than 2^-21 of the sizes of p
// and o
//   times |n|; the margin has 2^-19 of them to spare.
// - Overflow: infinities and NaN compare false and so keep the box.

#include <algorithm>

#include "trace/lanes.hpp"

namespace hitmiss {

/// The largest and smallest slopes of a bundle, and the largest d.forward.
struct Slopes {
    float s_lo = Box::inf, s_hi = -Box::inf, r_lo = Box::inf, r_hi = -Box::inf, forward = 0;

    /// Of a ray with no usable direction: NaN, so that its beam meets every box.
    static Slopes unknown() {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        return {nan, nan, nan, nan, nan};
    }

    void include(const Slopes& other) {
        s_lo = std::min(s_lo, other.s_lo), s_hi = std::max(s_hi, other.s_hi);
        r_lo = std::min(r_lo, other.r_lo), r_hi = std::max(r_hi, other.r_hi);
        forward = std::max(forward, other.forward);
    }
};

/// The side of a plane on which a box's farthest corner lies decides for the box.
struct Plane {
    Vec<float> n{0};
    float constant = 0;
    std::array<std::size_t, 3> corner{};  ///< rows of WideNode::bound with the largest n . p

    Plane() = default;
    Plane(const Vec<float>& normal, const Vec<float>& origin, float margin)
        : n(normal), constant(margin * size_of(normal) - glm::dot(normal, origin)) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            corner[axis] = axis + (normal[int(axis)] >= 0 ? 3 : 0);
    }
    /// Largest n . (p - o) in box k, grown by the margin.
    float farthest(const WideNode& node, std::size_t k) const {
        return n.x * node.bound[corner[0]][k] + n.y * node.bound[corner[1]][k] +
               n.z * node.bound[corner[2]][k] + constant;
    }
};

/// Where a bundle starts, and the frame of its slopes.
struct Frame {
    Vec<float> origin, right, up, forward;
    float margin;

    /// right points from the first ray to that at a quarter, which in a tile of pixels is along its
    /// rows, so that the beam fits tightly. Any other choice is as correct.
    Frame(std::span<const Ray<float>> rays, const Box& root)
        : origin(rays.front().o), margin(box_margin(origin, root)) {
        const auto first = rays.front().d, across = rays[rays.size() / 4].d;
        forward = glm::normalize(first + rays.back().d);
        right = across - first;
        right -= glm::dot(right, forward) * forward;
        if (!(glm::dot(right, right) > 0x1p-40f * glm::dot(first, first))) {
            const bool along_x = std::abs(forward.x) > 0.5f;
            right = glm::cross(forward, Vec<float>(!along_x, along_x, 0));
        }
        right = glm::normalize(right);
        up = glm::cross(right, forward);
    }
};

/// The slopes of one direction and d.forward; whether it is less than 60 degrees from forward.
inline bool slopes_of(float x, float y, float z, const Vec<float>& right, const Vec<float>& up,
                      const Vec<float>& ahead, float& s, float& r, float& forward) {
    forward = x * ahead.x + y * ahead.y + z * ahead.z;
    s = (x * right.x + y * right.y + z * right.z) / forward;
    r = (x * up.x + y * up.y + z * up.z) / forward;
    return (forward > 0) & (forward * forward >= 0.25f * (x * x + y * y + z * z));
}

/// The slopes of one to sixteen rays; false if they have other origins than the frame or do not go
/// its way.
inline bool find_slopes(std::span<const Ray<float>> rays, const Frame& frame, Slopes& slopes) {
    Lanes<float> x, y, z, s, r, forward;
    std::uint32_t good = 0;
    bool together = true;
    for (std::size_t k = 0; k < lanes; ++k) {
        const Ray<float>& ray = rays[std::min(k, rays.size() - 1)];
        x[k] = ray.d.x, y[k] = ray.d.y, z[k] = ray.d.z;
        together &= ray.o == frame.origin;
    }
#pragma omp simd reduction(+ : good)
    for (std::size_t k = 0; k < lanes; ++k)
        good += slopes_of(x[k], y[k], z[k], frame.right, frame.up, frame.forward, s[k], r[k],
                          forward[k])
                    ? 1u
                    : 0u;
    if (!together || good != lanes) return false;
    float s_lo = Box::inf, s_hi = -Box::inf, r_lo = Box::inf, r_hi = -Box::inf, most = 0;
#pragma omp simd reduction(min : s_lo, r_lo) reduction(max : s_hi, r_hi, most)
    for (std::size_t k = 0; k < lanes; ++k) {
        s_lo = s[k] < s_lo ? s[k] : s_lo, s_hi = s[k] > s_hi ? s[k] : s_hi;
        r_lo = r[k] < r_lo ? r[k] : r_lo, r_hi = r[k] > r_hi ? r[k] : r_hi;
        most = forward[k] > most ? forward[k] : most;
    }
    slopes = {s_lo, s_hi, r_lo, r_hi, most};
    return true;
}

struct Beam {
    std::array<Plane, 4> side;
    Plane near;   ///< -forward: its farthest() is minus the depth at which a box begins
    float scale;  ///< a ray reaches depth z not before t = z / scale

    Beam(const Frame& frame, const Slopes& slopes) : scale(slopes.forward * (1 + 0x1p-20f)) {
        constexpr float wider = 0x1p-18f;
        const auto plane = [&](const Vec<float>& n) {
            return Plane(n, frame.origin, frame.margin);
        };
        side = {plane(frame.right - (slopes.s_lo - wider) * frame.forward),
                plane((slopes.s_hi + wider) * frame.forward - frame.right),
                plane(frame.up - (slopes.r_lo - wider) * frame.forward),
                plane((slopes.r_hi + wider) * frame.forward - frame.up)};
        near = plane(-frame.forward);
    }

    /// Bit k is set where the beam meets box k; its depth goes to depth[k].
    std::uint32_t meets(const WideNode& node, std::array<float, WideNode::width>& depth) const {
        std::uint32_t mask = 0;
#pragma omp simd reduction(| : mask)
        for (std::size_t k = 0; k < WideNode::width; ++k) {
            const bool outside = (side[0].farthest(node, k) < 0) | (side[1].farthest(node, k) < 0) |
                                 (side[2].farthest(node, k) < 0) | (side[3].farthest(node, k) < 0);
            depth[k] = -near.farthest(node, k);
            mask |= outside ? 0u : 1u << k;
        }
        return mask & ((1u << node.count) - 1);
    }
};

}  // namespace hitmiss
