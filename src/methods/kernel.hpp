#pragma once
// A method made ready for a scene, as the rest of the program sees it: a handful of plain
// functions. Nobody else knows which type is behind them; kernel_of.hpp makes them from a method's
// struct.

#include <memory>

#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/hit.hpp"
#include "methods/notes.hpp"

namespace hitmiss {

/// Most triangles of a leaf of the BVH: one ray is tested against all of them at once, in lanes.
inline constexpr std::size_t leaf_size = 8;

/// A method's answer for one ray and one triangle.
struct Verdict {
    bool accepted;  ///< the method's own answer
    double t;

    /// Whether it counts as a hit: t is also finite and positive (hit.hpp).
    bool hit() const { return accepted && in_front(t); }
};

/// A function of a kernel, which must outlive it: a plain one that gets the kernel's method first.
template <typename Signature>
struct OfMethod;
template <typename Result, typename... Args>
struct OfMethod<Result(Args...)> {
    const void* method = nullptr;
    Result (*function)(const void* method, Args...) = nullptr;

    Result operator()(Args... args) const { return function(method, args...); }
    explicit operator bool() const { return function != nullptr; }
};

struct PacketKernel;

/// For a first reading test and test_leaf suffice: the plain loop calls the one, the BVH the other.
struct Kernel {
    Precision precision;
    /// How far rounding throws accepted points out of the reach.
    Growth growth;

    /// One ray against one triangle. The ray is in double for the walker's steps
    /// (demos/collider).
    OfMethod<Verdict(const Ray<double>&, const Triangle<float>&)> test;
    /// The same, with the values and comparisons noted, and those of t that make an
    /// accepted ray a hit.
    OfMethod<Verdict(const Ray<float>&, const Triangle<float>&, Notes&)> explain;
    /// Whether a value that the kernel notes is NaN.
    OfMethod<bool(const Ray<float>&, const Triangle<float>&)> meets_nan;
    /// Whether a point of the triangle's plane, rounded to the method's precision, is inside.
    /// Empty: the method tests no points.
    OfMethod<bool(const Vec<double>&, const Triangle<float>&)> inside;
    /// What the method accepts around a triangle by design.
    Reach reach;

    // For the hot loops plain functions. They get the method itself, and a leaf: `leaf_bytes` of
    // memory, aligned to 64, that only they read and write.
    std::shared_ptr<const void> method;
    std::size_t leaf_bytes;
    /// Prepares a triangle, number `index` of the scene, at a place in a leaf. Kernels that have
    /// the same function can share leaves.
    void (*prepare)(const Triangle<float>&, std::uint32_t index, std::byte* leaf,
                    std::size_t place);
    /// One ray against these triangles of a leaf (bit k: triangle k): those that it hits, at t[k].
    std::uint32_t (*test_leaf)(const void* method, const std::byte* leaf, std::uint32_t triangles,
                               const Ray<float>&, std::array<double, leaf_size>& t);
    /// The same for packets of rays; null without the wing fast/.
    const PacketKernel* packets = nullptr;
};

/// The growth of a triangle by the kernel, for rays from anywhere in a box.
inline GrownTriangle grown(const Kernel& kernel, const Triangle<float>& tri, const Box& origins) {
    return {kernel.growth, tri, Origins(origins), kernel.reach(tri), kernel.precision};
}

}  // namespace hitmiss
