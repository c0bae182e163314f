#pragma once
// Vectors, rays, triangles and axis-aligned boxes.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitmiss {

template <typename Real>
using Vec = glm::vec<3, Real>;

/// The points o + t d with t > 0; d need not be of length 1. Rays are stored in float; methods
/// convert them to their Real.
template <typename Real>
struct Ray {
    Vec<Real> o, d;

    Ray() = default;
    Ray(const Vec<Real>& origin, const Vec<Real>& direction) : o(origin), d(direction) {}
    template <typename Other>
    explicit(sizeof(Other) > sizeof(Real)) Ray(const Ray<Other>& ray) : o(ray.o), d(ray.d) {}
};

template <typename Real>
struct Triangle {
    Vec<Real> a, b, c;

    Triangle() = default;
    Triangle(const Vec<Real>& a_, const Vec<Real>& b_, const Vec<Real>& c_) : a(a_), b(b_), c(c_) {}
    template <typename Other>
    explicit Triangle(const Triangle<Other>& tri) : a(tri.a), b(tri.b), c(tri.c) {}
};

/// The bits of a point's or a triangle's floats, for finding copies: 0 and -0 differ, and NaN
/// equals itself.
template <typename Floats>
std::array<std::uint32_t, sizeof(Floats) / sizeof(float)> bits_of(const Floats& floats) {
    return std::bit_cast<std::array<std::uint32_t, sizeof(Floats) / sizeof(float)>>(floats);
}

/// Normal of the triangle's plane, not normalised: its length is twice the area.
template <typename Real>
Vec<Real> normal(const Triangle<Real>& tri) {
    return glm::cross(tri.b - tri.a, tri.c - tri.a);
}

/// Whether the triangle has an area, in double.
template <typename Real>
bool has_area(const Triangle<Real>& tri) {
    return normal(Triangle<double>(tri)) != Vec<double>(0);
}

/// Unit normal; a triangle without area gets a null vector, never NaN.
inline Vec<double> unit_normal(const Triangle<double>& tri) {
    const auto n = normal(tri);
    const double length = glm::length(n);
    return length > 0 ? n / length : Vec<double>(0);
}

/// The edges ab, bc and ca, each as its two end points.
template <typename Real>
std::array<std::pair<Vec<Real>, Vec<Real>>, 3> edges(const Triangle<Real>& tri) {
    return {{{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}}};
}

/// The first triangle other than number `index` that has the edge pq; nothing if there is none.
inline std::optional<std::uint32_t> other_with_edge(std::span<const Triangle<float>> triangles,
                                                    std::uint32_t index, const Vec<float>& p,
                                                    const Vec<float>& q) {
    for (std::uint32_t other = 0; other < triangles.size(); ++other)
        for (const auto& [a, b] : edges(triangles[other]))
            if (other != index && ((a == p && b == q) || (b == p && a == q))) return other;
    return {};
}

/// The largest size of a coordinate.
template <typename Real>
Real largest_size(const Vec<Real>& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// The axis (0, 1, 2) of the largest of three sizes; the first of equal ones.
template <typename Real>
int widest_axis(const Vec<Real>& size) {
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

/// An axis-aligned box; the default one is empty.
struct Box {
    static constexpr float inf = std::numeric_limits<float>::infinity();
    Vec<float> lo{inf}, hi{-inf};

    /// All of space.
    static Box everything() { return {Vec<float>{-inf}, Vec<float>{inf}}; }
    void include(const Vec<float>& p) { include({p, p}); }
    // Component by component: glm::min calls a function for each component.
    void include(const Box& box) {
        lo = {std::min(lo.x, box.lo.x), std::min(lo.y, box.lo.y), std::min(lo.z, box.lo.z)};
        hi = {std::max(hi.x, box.hi.x), std::max(hi.y, box.hi.y), std::max(hi.z, box.hi.z)};
    }
    bool holds(const Vec<float>& p) const { return glm::min(lo, p) == lo && glm::max(hi, p) == hi; }
    Vec<float> centre() const { return 0.5f * lo + 0.5f * hi; }
    Vec<float> extent() const { return hi - lo; }
    /// Length of the diagonal.
    double diagonal() const { return glm::length(Vec<double>(hi) - Vec<double>(lo)); }
    /// Distance from p to the box; 0 inside.
    double distance(const Vec<double>& p) const {
        const auto out = glm::max(Vec<double>(lo) - p, p - Vec<double>(hi));
        return glm::length(glm::max(out, Vec<double>(0)));
    }
    /// Half the surface area, in double because squares of floats may overflow.
    double half_area() const {
        const Vec<double> e = Vec<double>(hi) - Vec<double>(lo);
        return e.x * e.y + e.y * e.z + e.z * e.x;
    }
    bool operator==(const Box&) const = default;
};

inline Box bounds(const Triangle<float>& tri) {
    Box box;
    box.include(tri.a), box.include(tri.b), box.include(tri.c);
    return box;
}
/// Bounds of all triangles together, on one thread.
inline Box bounds_serial(std::span<const Triangle<float>> triangles) {
    std::array<float, 9> lo, hi;  // of each of the nine coordinates, in vector lanes
    lo.fill(Box::inf), hi.fill(-Box::inf);
    for (const Triangle<float>& tri : triangles) {
        std::array<float, 9> numbers;
        std::memcpy(numbers.data(), &tri, sizeof numbers);
#pragma omp simd
        for (std::size_t i = 0; i < 9; ++i) {
            lo[i] = std::min(lo[i], numbers[i]);
            hi[i] = std::max(hi[i], numbers[i]);
        }
    }
    Box box;
    for (std::size_t i = 0; i < 9; i += 3)
        box.include({{lo[i], lo[i + 1], lo[i + 2]}, {hi[i], hi[i + 1], hi[i + 2]}});
    // Adding 0 turns -0 into 0: which of the two was kept depends on their order.
    return {box.lo + 0.0f, box.hi + 0.0f};
}
/// Block number b if `size` triangles form a block; the last block may have fewer.
inline std::span<const Triangle<float>> block_of(std::span<const Triangle<float>> triangles,
                                                 std::size_t size, std::size_t b) {
    return triangles.subspan(b * size, std::min(size, triangles.size() - b * size));
}
/// The bounds of each block of `size` triangles.
inline std::vector<Box> bounds_of_blocks(std::span<const Triangle<float>> triangles,
                                         std::size_t size) {
    std::vector<Box> boxes((triangles.size() + size - 1) / size);
#pragma omp parallel for if (triangles.size() > 100'000)
    for (std::size_t b = 0; b < boxes.size(); ++b)
        boxes[b] = bounds_serial(block_of(triangles, size, b));
    return boxes;
}
/// Bounds of all triangles together; the same bits for any number of threads.
inline Box bounds(std::span<const Triangle<float>> triangles) {
    Box all;
    for (const Box& box : bounds_of_blocks(triangles, 1024)) all.include(box);
    return all;
}

}  // namespace hitmiss
