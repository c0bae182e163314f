#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Embree's robust mode, kernels/geometry/triangle_intersector_pluecker.h (master of August 2026;
/// alike since 2020); Blender Cycles, src/util/math_intersect.h. Open3D asks Embree for
/// it, Mitsuba 3 only on request.
///
/// Idea: signed volumes with the corners seen from o, each by the edge and by the sum of its ends:
/// (p - q) x (p + q) is 2 p x q. From one triangle to its neighbour the edge only changes its sign
/// and the sum stays, so a volume is negated exactly, even where products are contracted. They may
/// have the wrong sign by 2^-23 of their sum.
/// Fails: at silhouettes. The tolerance closes most vertices, and opens a halo of about an ulp.
/// Open: the products are contracted where the instruction set has fused multiply-add; ours round
/// separately. A dot product adds x to the sum of y and z.
/// Changed: 1/den is rounded to nearest, where Embree refines an estimate of 12 or 14 bits on x86.
/// tnear is 0 and tfar infinite. Cycles takes e1 x e0 for the normal, and divides by n . d.
///
/// Growth: corners seen from o are off by u D, which is like a triangle that is off by as much.
/// From this one's edges and sums a volume is off by 7.83 u |e| 2 D |d|, and the sum of all is 2 c
/// |n| |d|. So a weight is off by 7.83 u |e| D/|n| / c, and at most two are negative by that and 2
/// u: they move the point by 15.7 u D L L'/|n| / c and 4 u L. The normal is off by 4.83 u L L', so
/// t moves it as far. With u L D/|n| / c <= 1/128 the sum keeps three quarters of its size: steep
/// = 48.
template <typename Real, Variant variant = Variant::published>
struct EmbreeRobust {
    static constexpr MethodInfo info{
        .name = "embree-robust",
        .source =
            "Embree, kernels/geometry/triangle_intersector_pluecker.h (August 2026); Blender "
            "Cycles, src/util/math_intersect.h",
        .idea =
            "volumes by each edge and the sum of its ends; wrong signs up to 2^-23 of their sum",
        .open = "contraction: none; Embree's depends on the instruction set",
        .changed =
            "1/(n . d) is rounded to nearest, where Embree refines an estimate; Cycles computes "
            "another t: it divides by n . d, and takes e1 x e0 for n",
        .halo = Halo::larger,
        .shipped = true};
    static constexpr bool scalar = true;

    Candidate<Real> test(const Ray<Real>& ray, const Triangle<Real>& tri, auto note) const {
        // Corners seen from the ray's origin, and the edges between them.
        const auto v0 = tri.a - ray.o, v1 = tri.b - ray.o, v2 = tri.c - ray.o;
        const auto e0 = v2 - v0, e1 = v0 - v1, e2 = v1 - v2;
        // Twice the volumes of d with each edge.
        const auto volume = [&](const Vec<Real>& edge, const Vec<Real>& p, const Vec<Real>& q) {
            return embree_dot(glm::cross(edge, p + q), ray.d);
        };
        const auto U = note("U", volume(e0, v2, v0), Meaning::edge_ca);
        const auto V = note("V", volume(e1, v0, v1), Meaning::edge_ab);
        const auto W = note("W", volume(e2, v1, v2), Meaning::edge_bc);
        // Inside: all have the same sign, to an ulp of their sum. A NaN is a miss.
        const Real sum = note("U + V + W", Real(U + V + W), Meaning::guard);
        const Real eps = note("eps", Real(std::numeric_limits<Real>::epsilon() * std::abs(sum)));
        const bool positive = U >= -eps && V >= -eps && W >= -eps;
        const bool negative = U <= eps && V <= eps && W <= eps;
        if (!positive && !negative) return miss<Real>;
        // Normal, and twice n . d; 0 if the ray is parallel to the plane.
        const auto n = note("n", stable_normal(e0, e1, e2));
        const auto den = note("den", 2 * embree_dot(n, ray.d), Meaning::guard);
        if (den == 0) return miss<Real>;
        // t: where the ray meets the plane.
        const Real T = note("T", 2 * embree_dot(v0, n));
        const Real inverse = 1 / den;
        return {true, note("t", Real(inverse * T))};
    }

    /// Each component is that of a x b or of b x c, whichever has the smaller second product.
    static Vec<Real> stable_normal(const Vec<Real>& a, const Vec<Real>& b, const Vec<Real>& c) {
        const auto component = [&](int i, int j) -> Real {
            const Real ab = a[j] * b[i], bc = b[j] * c[i];
            return std::abs(ab) < std::abs(bc) ? Real(a[i] * b[j] - ab) : Real(b[i] * c[j] - bc);
        };
        return {component(1, 2), component(2, 0), component(0, 1)};
    }

    Reach reach() const { return {.beyond = 0x1p-22}; }

    Growth growth() const { return {.bounded = true, .flat = 8, .steep = 48, .thinnest = 128}; }
};

}  // namespace

extern constinit const Entry embree_robust = entry<EmbreeRobust>();

}  // namespace hitmiss
