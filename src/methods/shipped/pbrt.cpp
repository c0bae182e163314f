#include "base/math.hpp"
#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Pharr, Jakob & Humphreys, Physically Based Rendering, 4th edition (2023), section 6.5.3:
/// pbrt-v4, src/pbrt/shapes.cpp (2023).
///
/// Idea: Woop's watertight test with each edge function by Kahan's difference of products, whose
/// sign is exact; and t must be larger than a bound of its own rounding error, so that no hit lies
/// at or behind the origin.
/// Fails: at silhouettes, as the watertight test does. A triangle whose squared area underflows is
/// missed: in float one with legs below 5e-12. A hit nearer to the origin than the bound is
/// lost. In double the bound is that of doubles, and there is no wider type to fall back to, as in
/// pbrt.
///
/// Growth: shear and mean are those of the watertight test, and the signs are exact, in double too:
/// its bounds in float hold for both. A weight is off by 2 u of itself, less than there.
template <typename Real, Variant variant = Variant::published>
struct Pbrt {
    static constexpr MethodInfo info{
        .name = "pbrt",
        .source =
            "pbrt-v4, src/pbrt/shapes.cpp (2023); Pharr, Jakob & Humphreys, Physically Based "
            "Rendering (4th edition, 2023), section 6.5.3",
        .idea = "2D edge functions with exact signs; t must exceed a bound of its rounding error",
        .open =
            "contraction: none; pbrt's depends on compiler and processor: by its CMake flags "
            "(read, not built) g++ contracts where the machine has FMA (fused), and clang from "
            "version 14 does not (separate)",
        .shipped = true};
    static constexpr bool scalar = true;

    Candidate<Real> test(const Ray<Real>& ray, const Triangle<Real>& tri, auto note) const {
        // A triangle without area, or whose squared area underflows.
        if (note("|n|^2", squared(kahan_cross<Real>(tri.c - tri.a, tri.b - tri.a)),
                 Meaning::guard) == 0)
            return miss<Real>;
        // Corners seen from the origin, the axis along which d is longest last.
        const auto size = glm::abs(ray.d);
        const int kz = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
        const auto turned = [&](const Vec<Real>& v) {
            return Vec<Real>(v[(kz + 1) % 3], v[(kz + 2) % 3], v[kz]);
        };
        // Shear that takes d to that axis.
        const auto d = turned(ray.d);
        const Real Sx = note("Sx", -d.x / d.z), Sy = note("Sy", -d.y / d.z), Sz = 1 / d.z;
        const auto sheared = [&](const Vec<Real>& corner) {
            const auto v = turned(corner - ray.o);
            return Vec<Real>(v.x + Sx * v.z, v.y + Sy * v.z, v.z);
        };
        auto p0 = sheared(tri.a), p1 = sheared(tri.b), p2 = sheared(tri.c);
        // Edge functions, in double where one is 0.
        Vec<Real> e(edge(p1, p2), edge(p2, p0), edge(p0, p1));
        if (in_single<Real> && (e.x == 0 || e.y == 0 || e.z == 0))
            e = Vec<Real>(edge_in_double(p1, p2), edge_in_double(p2, p0), edge_in_double(p0, p1));
        const auto e0 = note("e0", e.x, Meaning::edge_bc), e1 = note("e1", e.y, Meaning::edge_ca),
                   e2 = note("e2", e.z, Meaning::edge_ab);
        // Inside: no two have opposite signs.
        if ((e0 < 0 || e1 < 0 || e2 < 0) && (e0 > 0 || e1 > 0 || e2 > 0)) return miss<Real>;
        const auto det = note("det", Real(e.x + e.y + e.z), Meaning::guard);
        if (det == 0) return miss<Real>;
        // t, undivided, is in front of the origin and finite.
        p0.z *= Sz, p1.z *= Sz, p2.z *= Sz;
        const auto scaled = note("t det", Real(e.x * p0.z + e.y * p1.z + e.z * p2.z));
        const Real farthest = std::numeric_limits<Real>::infinity() * det;
        if (det < 0 && (scaled >= 0 || scaled < farthest)) return miss<Real>;
        if (det > 0 && (scaled <= 0 || scaled > farthest)) return miss<Real>;
        const Real invDet = 1 / det;
        const auto t = note("t", Real(scaled * invDet));
        // It is larger than a bound of its error.
        if (t <= note("delta t", error_of_t(p0, p1, p2, e, invDet), Meaning::guard))
            return miss<Real>;
        return {true, t};
    }

    static Real squared(const Vec<Real>& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
    static Real edge(const Vec<Real>& p, const Vec<Real>& q) {
        return difference_of_products<Real>(p.x, q.y, p.y, q.x);
    }
    static Real largest(Real x, Real y, Real z) {
        return std::max(std::max(std::abs(x), std::abs(y)), std::abs(z));
    }
    /// A bound of the rounding error of n operations, relative to the result.
    static Real gamma(int n) {
        const Real half = std::numeric_limits<Real>::epsilon() * Real(0.5);
        return (Real(n) * half) / (1 - Real(n) * half);
    }
    static Real error_of_t(const Vec<Real>& p0, const Vec<Real>& p1, const Vec<Real>& p2,
                           const Vec<Real>& e, Real invDet) {
        const Real Z = largest(p0.z, p1.z, p2.z), X = largest(p0.x, p1.x, p2.x),
                   Y = largest(p0.y, p1.y, p2.y), E = largest(e.x, e.y, e.z);
        const Real dZ = gamma(3) * Z, dX = gamma(5) * (X + Z), dY = gamma(5) * (Y + Z);
        const Real dE = 2 * (gamma(2) * X * Y + dY * X + dX * Y);
        return 3 * (gamma(3) * E * Z + dE * Z + dZ * E) * std::abs(invDet);
    }

    Growth growth() const { return {.bounded = true, .vertices = 24, .mean = 13}; }
};

}  // namespace

extern constinit const Entry pbrt = entry<Pbrt>();

}  // namespace hitmiss
