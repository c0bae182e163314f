#pragma once
// What a trace answers, and what counts as a hit.

#include <cstdint>
#include <limits>

namespace hitmiss {

inline constexpr std::uint32_t no_triangle = std::numeric_limits<std::uint32_t>::max();
/// The triangle of a hit whose source gave only t.
inline constexpr std::uint32_t unknown_triangle = no_triangle - 1;
/// The triangle of a hit whose source gave a number that stands for none.
inline constexpr std::uint32_t no_such_triangle = no_triangle - 2;

/// The nearest hit of a ray: the one with the smallest t, among equals the lowest triangle index.
struct Hit {
    double t = std::numeric_limits<double>::infinity();  ///< in lengths of d
    std::uint32_t triangle = no_triangle;

    explicit operator bool() const { return triangle != no_triangle; }
    /// Takes the other hit if it is nearer, or as near and its index lower.
    void keep_nearer(const Hit& other) {
        if (other.t < t || (other.t == t && other.triangle < triangle)) *this = other;
    }
};

/// Which hits of a ray count, where not all do.
struct HitFilter {
    double t_min = 0;                                        ///< those at greater t
    std::uint32_t without = no_triangle;                     ///< none of this triangle
    double t_max = std::numeric_limits<double>::infinity();  ///< those at smaller t

    bool lets(double t, std::uint32_t triangle) const {
        return t > t_min && t < t_max && triangle != without;
    }
};

/// Whether a t at which a method sees a hit could be one: finite and positive. The operator does
/// not short-circuit, so that this runs in vector lanes.
template <typename Real>
bool in_front(Real t) {
    return bool((t > 0) & (t < std::numeric_limits<Real>::infinity()));
}

}  // namespace hitmiss
