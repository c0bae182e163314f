#pragma once
// The nouns of the subject: vector, ray, triangle, box.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <limits>
#include <span>
#include <vector>

namespace hitmiss {

template <typename Real>
using Vec = glm::vec<3, Real>;

/// The points o + t d for t > 0. Rays are stored in float; methods convert them to their Real.
template <typename Real>
struct Ray {
    Vec<Real> o, d;

    Ray() = default;
    Ray(const Vec<Real>& origin, const Vec<Real>& direction) : o(origin), d(direction) {}
    template <typename Other>
    explicit Ray(const Ray<Other>& ray) : o(ray.o), d(ray.d) {}
};

template <typename Real>
struct Triangle {
    Vec<Real> a, b, c;

    Triangle() = default;
    Triangle(const Vec<Real>& a_, const Vec<Real>& b_, const Vec<Real>& c_) : a(a_), b(b_), c(c_) {}
    template <typename Other>
    explicit Triangle(const Triangle<Other>& tri) : a(tri.a), b(tri.b), c(tri.c) {}
};

/// The floats' bits: copies have the same, while 0 and -0 are two, and NaN is itself.
inline std::array<std::uint32_t, 9> bits_of(const Triangle<float>& tri) {
    std::array<std::uint32_t, 9> bits;
    static_assert(sizeof bits == sizeof tri);
    std::memcpy(bits.data(), &tri, sizeof bits);
    return bits;
}

/// Normal of the triangle's plane, not normalised: its length is twice the area.
template <typename Real>
Vec<Real> normal(const Triangle<Real>& tri) {
    return glm::cross(tri.b - tri.a, tri.c - tri.a);
}

/// The axis of the largest of three sizes, the first of equals.
template <typename Real>
int widest_axis(const Vec<Real>& size) {
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

/// An axis-aligned box; the default one is empty.
struct Box {
    static constexpr float inf = std::numeric_limits<float>::infinity();
    Vec<float> lo{inf}, hi{-inf};

    /// All of space: it leaves no point out.
    static Box everything() { return {Vec<float>{-inf}, Vec<float>{inf}}; }
    void include(const Vec<float>& p) { include({p, p}); }
    // Number by number: glm's calls a function for each.
    void include(const Box& box) {
        lo = {std::min(lo.x, box.lo.x), std::min(lo.y, box.lo.y), std::min(lo.z, box.lo.z)};
        hi = {std::max(hi.x, box.hi.x), std::max(hi.y, box.hi.y), std::max(hi.z, box.hi.z)};
    }
    bool holds(const Vec<float>& p) const { return glm::min(lo, p) == lo && glm::max(hi, p) == hi; }
    Vec<float> centre() const { return 0.5f * lo + 0.5f * hi; }
    Vec<float> extent() const { return hi - lo; }
    /// From p; 0 if the box holds it.
    double distance(const Vec<double>& p) const {
        const auto out = glm::max(Vec<double>(lo) - p, p - Vec<double>(hi));
        return glm::length(glm::max(out, Vec<double>(0)));
    }
    /// Half the surface; in double, where squares of floats do not overflow.
    double half_area() const {
        const Vec<double> e = Vec<double>(hi) - Vec<double>(lo);
        return e.x * e.y + e.y * e.z + e.z * e.x;
    }
};

inline Box bounds(const Triangle<float>& tri) {
    Box box;
    box.include(tri.a), box.include(tri.b), box.include(tri.c);
    return box;
}
/// Of all of them together, by one thread.
inline Box bounds_by_one(std::span<const Triangle<float>> triangles) {
    std::array<float, 9> lo, hi;  // of a triangle's nine numbers, so that lanes compare them
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
    // 0 and -0 are equal: which of them was kept depends on their order, and on the threads.
    return {box.lo + 0.0f, box.hi + 0.0f};
}
/// Number b of the blocks of `size` triangles; the last one may have fewer.
inline std::span<const Triangle<float>> block_of(std::span<const Triangle<float>> triangles,
                                                 std::size_t size, std::size_t b) {
    return triangles.subspan(b * size, std::min(size, triangles.size() - b * size));
}
/// Of each block.
inline std::vector<Box> bounds_of_blocks(std::span<const Triangle<float>> triangles,
                                         std::size_t size) {
    std::vector<Box> boxes((triangles.size() + size - 1) / size);
#pragma omp parallel for if (triangles.size() > 100'000)
    for (std::size_t b = 0; b < boxes.size(); ++b)
        boxes[b] = bounds_by_one(block_of(triangles, size, b));
    return boxes;
}
/// Of all of them together.
inline Box bounds(std::span<const Triangle<float>> triangles) {
    Box all;
    for (const Box& box : bounds_of_blocks(triangles, 1024)) all.include(box);
    return all;
}

}  // namespace hitmiss
