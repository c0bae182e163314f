#pragma once
// Triangles that rays may hit on a whole line beside them.
//
// The published same-side test accepts a line beside its triangle. Which rays from one origin may
// hit that line? A bound on its rounding, like those of growth.hpp.
//
// Let s be the distance along the ray to the plane and d its direction, of length 1; o, h, D, L, n,
// c, u as in growth.hpp, T = L^2/|n|, and m the unit normal of the plane through o, b and c.
//
// P lies at most eta = k (s + D + |o|) off the plane, with k = 11 u T: n is off by 4.83 u L^2, the
// height above it and n . d by their dot products, P by its own rounding. Its projection has the
// signed distances A, B, C from the lines BC, CA, AB; A |bc| + B |ca| + C |ab| = |n|. The normal of
// PBC, as computed, is |bc| ((A + p) n/|n| + w): the cross product adds p <= y = 4.88 u (s +
// D)^2/|bc| along n, and with P's distance from the plane w <= z = eta + y across it. So the dot
// product of two of them has the sign of (A + p)(B + q) if these outweigh w: |A + p| |B + q| > 1.02
// z z'. The test then accepts P only
// - near the triangle: A > 0, and neither B nor C is below -(1.02 eta + 2.02 y);
// - or near the line: |A + p| <= K z. Elsewhere with A < 0 one of the other weights, say that of b,
//   is at least 1/2 and r/2L, r being P's distance from a. Up to r = |n|/(188 u L) B is four times
//   y, and B + q is at least z'/K', K' = 1/3 + 3.1 k (L + 2 D + |o|) T/L; K = 1.02 max(1, K').
//
// For the first, the margin is 104 u T^2 (D + |o|) + 58 u T (D + |o|): out of the triangle by its
// negative weights times L, and out of the plane. The second is a band that widens with the
// distance. P is s (m . d) from the plane through o, b and c, so a ray that hits has
//
//     s |m . d| <= K z + y + 1.2 eta = (K + 1.2) k (s + D + |o|) + (K + 1) 4.88 u (s + D)^2/|bc|
//
// where 0.81 h/c <= s <= 1.22 h/c, or c < 16 k. This eliminates s:
//
//     |m . d| <= by_tilt/c + always + by_steepness c

#include "fast/view.hpp"

namespace hitmiss {

/// The bound of a triangle's line for rays from one origin. The triangle is tested against every
/// ray that passes this near the line.
struct GrownLine {
    GrownLine(const Triangle<float>& tri, const Vec<float>& origin, Precision precision,
              std::uint32_t at = 0)
        : place(at) {
        const Vec<double> o(origin), a(tri.a), b(tri.b), c(tri.c);
        const Vec<double> across = glm::cross(b - a, c - a), past = glm::cross(b - o, c - o);
        const double area = glm::length(across), bc = glm::length(c - b), turn = glm::length(past);
        const double L = std::max({bc, glm::length(b - a), glm::length(c - a)});
        const double D = std::max({glm::length(a - o), glm::length(b - o), glm::length(c - o)});
        const Vec<double> unit = across / area;
        const double h = std::abs(glm::dot(unit, o - a));
        const bool single = precision == Precision::single;
        const double u = single ? 0x1p-24 : 0x1p-53;
        const double T = L * L / area, k = 11 * u * T, range = D + glm::length(o);
        const double widened = 1.02 * std::max(1.0, 1 / 3.0 + 3.1 * k * (L + D + range) * T / L);
        const double at_plane = (widened + 1.2) * k, at_line = (widened + 1) * 4.88 * u / bc;
        normal = unit, side = past / turn;
        by_tilt = up(1.22 * at_line * h);
        always = up(at_plane + 2 * D * at_line);
        by_steepness = up(1.24 * (range * at_plane + D * D * at_line) / h);
        // Products of four distances must stay in the range of floats.
        const double farthest = std::min(area / (200 * u * L), single ? 0x1p30 : 0x1p120) - D;
        steepness = up(std::max(1.22 * h / farthest, 16 * k));
        const bool in_range = !single || (area >= 0x1p-45 && range <= 0x1p29);
        bounded = in_range && k * T <= 1.0 / 16 && widened <= 8 && k * (L + D + range) <= L / 8 &&
                  32 * k * range <= h && farthest > 0 && turn >= 0x1p-26 * D * D;
    }

    std::uint32_t place;
    /// Whether there is a bound. If not, the members below have no meaning.
    bool bounded;
    /// Unit normals of the triangle's plane, and of the one through the origin and the line.
    Vec<float> normal, side;
    /// A ray that meets the triangle's plane with a smaller c may hit anywhere.
    float steepness;
    /// The band, as above, rounded up.
    float by_tilt, always, by_steepness;

private:
    static float up(double number) { return float(number) * (1 + 0x1p-20f); }
};

/// Whether rays in a window may hit the line; NaN counts as yes. Divided by ahead . d, the length
/// of d is at most `longest`.
inline auto in_view(const View& view, const GrownLine& line, float longest) {
    return [normal = form_in_view(view, line.normal), side = form_in_view(view, line.side),
            rounding = view.rounding, steepness = line.steepness * longest,
            by_tilt = line.by_tilt * longest * longest, always = line.always * longest,
            by_steepness = line.by_steepness](float s_lo, float s_hi, float r_lo, float r_hi) {
        const float lo = normal.lo(s_lo, s_hi, r_lo, r_hi, 1, 1),
                    hi = normal.hi(s_lo, s_hi, r_lo, r_hi, 1, 1);
        const float least = largest(lo, -hi) - rounding, most = largest(hi, -lo) + rounding;
        const float off =
            largest(side.lo(s_lo, s_hi, r_lo, r_hi, 1, 1), -side.hi(s_lo, s_hi, r_lo, r_hi, 1, 1)) -
            rounding;
        return !(bool(least > steepness) &
                 bool(off * least > by_tilt + least * (always + by_steepness * most)));
    };
}

}  // namespace hitmiss
