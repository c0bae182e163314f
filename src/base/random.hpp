#pragma once
// Random numbers with the same bits everywhere. The distributions of <random> differ between
// standard libraries.

#include <bit>
#include <cstdint>

#include "base/geometry.hpp"
#include "base/math.hpp"

namespace hitmiss {

/// PCG32, the XSH-RR generator of O'Neill, "PCG: A Family of Simple Fast Space-Efficient
/// Statistically Good Algorithms for Random Number Generation", 2014: a 64-bit linear congruential
/// state whose high bits are folded, then rotated by its top five bits.
/// Beware: the compiler chooses the order of the calls in f(random.uniform(), random.uniform()); in
/// braces, {random.uniform(), random.uniform()}, the first comes first.
class Random {
public:
    /// Different streams are different sequences, whatever their seeds. The k-th numbers of
    /// consecutive streams spread more evenly than random ones, or less: see random_of().
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : increment_(2 * stream + 1) {
        next();
        state_ += seed;
        next();
    }

    /// 32 random bits.
    std::uint32_t next() {
        const std::uint64_t old = state_;
        state_ = old * 6364136223846793005u + increment_;
        const auto folded = static_cast<std::uint32_t>((old >> 18 ^ old) >> 27);
        return std::rotr(folded, static_cast<int>(old >> 59));
    }

    /// A multiple of 2^-32 in [0, 1).
    double uniform() { return next() * 0x1p-32; }
    double uniform(double lo, double hi) { return lo + (hi - lo) * uniform(); }

    /// A uniform direction, of length 1.
    Vec<double> direction() {
        const double z = uniform(-1, 1), turn = uniform(0, 2 * pi<double>);
        const auto [sine, cosine] = sine_cosine(turn);
        const double radius = std::sqrt(1 - z * z);
        return {radius * cosine, radius * sine, z};
    }

    /// An integer in [0, count), count > 0; biased by less than count / 2^32.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(std::uint64_t{next()} * count >> 32);
    }

private:
    std::uint64_t state_ = 0, increment_;
};

/// Stafford's finalizer of 64 bits: each bit of x changes about half of the others.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/// The generator of one of many items, with numbers as independent of the others' as if all came
/// from one sequence: its seed is that item of a sequence of SplitMix64 (Steele, Lea & Flood, Fast
/// Splittable Pseudorandom Number Generators, 2014).
inline Random random_of(std::uint64_t seed, std::uint64_t item) {
    return Random(mixed(seed + (item + 1) * 0x9e3779b97f4a7c15));
}

/// A uniform random point of the triangle.
inline Vec<double> random_point(const Triangle<double>& tri, Random& random) {
    double u = random.uniform(), v = random.uniform();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    return tri.a + u * (tri.b - tri.a) + v * (tri.c - tri.a);
}

/// A uniform random point of the box, larger by a tenth on every side.
inline Vec<float> random_point_around(const Box& box, Random& random) {
    const Vec<double> lo(box.lo), hi(box.hi), margin = 0.1 * (hi - lo);
    Vec<float> p;
    for (int k = 0; k < 3; ++k) p[k] = float(random.uniform(lo[k] - margin[k], hi[k] + margin[k]));
    return p;
}

}  // namespace hitmiss
