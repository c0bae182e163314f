#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

enum class Tolerance { zero, ulp };
constexpr std::array<std::string_view, 2> tolerance_names{"0", "ulp"};

/// Embree, kernels/geometry/triangle_intersector_moeller.h (master of August 2026, after 4.4.1;
/// alike since 2017): the default of Embree, and of Mitsuba 3. With a tolerance of one ulp, bvh v2,
/// src/bvh/v2/tri.h (June 2025).
///
/// Idea: Möller & Trumbore's determinants, ordered so that the normal can be computed beforehand:
/// the volumes of d, a - o and an edge are compared with |n . d|, undivided.
/// Fails: each triangle rounds its own volumes, so shared edges leak. No epsilon: no triangle is
/// too small.
/// Open: the products are contracted where the instruction set has fused multiply-add, so SSE2 and
/// AVX2 answer differently; ours round separately. A dot product adds x to the sum of y and z. The
/// form for packets compares |den| - U - V with 0 instead, which rounds differently.
/// Changed: 1/|den| is rounded to nearest, where Embree refines an estimate of 12 or 14 bits on
/// x86. tnear is 0 and tfar infinite. bvh v2 divides first, and adds x, y and z in this order.
///
/// Contracted, clang fuses another product: see Separate and fused arithmetic in README.md.
///
/// Growth: the determinants are Cramer's with errors like those of Möller and Trumbore: den is off
/// by a cross and a dot product, U, V and T by C, too: 5.83 and 6.83 u times their factors. So the
/// bounds are those of moller-trumbore, and with the tolerance of 2 u another 6 u L.
template <typename Real, Variant variant = Variant::published>
struct EmbreeFast {
    static constexpr MethodInfo info{
        .name = "embree-fast",
        .source =
            "Embree, kernels/geometry/triangle_intersector_moeller.h (August 2026); "
            "tolerance=ulp: bvh v2, src/bvh/v2/tri.h (June 2025)",
        .idea = "volumes of the ray with two edges, compared with |n . d| before any division",
        .open = "contraction: none; Embree's depends on the instruction set",
        .changed =
            "1/|n . d| is rounded to nearest, where Embree refines an estimate; built for FMA, "
            "bvh v2 fuses y and z of a dot product, where fused takes x and z",
        .shipped = true};
    static constexpr bool scalar = true;

    Tolerance tolerance = Tolerance::zero;

    static constexpr void parameters(auto&& visit) {
        visit("tolerance", &EmbreeFast::tolerance, tolerance_names,
              "by how much a weight may be negative: not at all, or 2^-23 (2^-52 in double)");
    }

    struct Prepared {
        Vec<Real> v0, e1, e2, n;
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        const auto e1 = tri.a - tri.b, e2 = tri.c - tri.a;
        return {tri.a, e1, e2, glm::cross(e2, e1)};
    }

    Candidate<Real> test(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        return tolerance == Tolerance::zero ? undivided(ray, tri, note) : divided(ray, tri, note);
    }

    /// Embree's comparisons.
    Candidate<Real> undivided(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        // From the origin to v0, and its cross product with d.
        const auto C = note("C", tri.v0 - ray.o);
        const auto R = note("R", glm::cross(C, ray.d));
        // Denominator: 0 if the ray is parallel to the plane. Its sign is taken from U, V and T.
        const auto den = note("den", embree_dot(tri.n, ray.d), Meaning::guard);
        const auto turned = [&](Real x) { return std::signbit(double(den)) ? -x : x; };
        const Real size = std::abs(den);
        // Weights of c and b, times |den|.
        const auto U = note("U", turned(embree_dot(R, tri.e2)), Meaning::edge_ca);
        const auto V = note("V", turned(embree_dot(R, tri.e1)), Meaning::edge_ab);
        if (den == 0 || !(U >= 0) || !(V >= 0)) return miss<Real>;
        if (!(note("U + V", Real(U + V)) <= note("|den|", size))) return miss<Real>;
        // T: t times |den|; between tnear |den| and tfar |den|.
        const auto T = note("T", turned(embree_dot(tri.n, C)), Meaning::guard);
        if (!(T > 0)) return miss<Real>;
        const Real inverse = 1 / size;
        return {true, note("t", Real(T * inverse))};
    }

    /// bvh v2's. Its cross products have their factors exchanged: contracted, not the negatives.
    Candidate<Real> divided(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        // From the origin to v0, its cross product with d, and the normal.
        const auto c = note("c", tri.v0 - ray.o);
        const auto r = note("r", glm::cross(ray.d, c));
        const auto n = note("n", glm::cross(tri.e1, tri.e2));
        const Real inv_det = note("inv_det", 1 / glm::dot(n, ray.d));
        // Barycentric weights; a NaN is a miss.
        const Real least = -std::numeric_limits<Real>::epsilon();
        const auto u = note("u", Real(glm::dot(r, tri.e2) * inv_det), Meaning::edge_ca);
        const auto v = note("v", Real(glm::dot(r, tri.e1) * inv_det), Meaning::edge_ab);
        const auto w = note("w", Real(1 - u - v), Meaning::edge_bc);
        if (!(u >= least) || !(v >= least) || !(w >= least)) return miss<Real>;
        return {true, note("t", Real(glm::dot(n, c) * inv_det))};
    }

    Growth growth() const {
        if (tolerance == Tolerance::zero) return growth_of_determinants;
        return {.bounded = true, .flat = 24, .steep = 28};
    }
};

}  // namespace

extern constinit const Entry embree_fast = entry<EmbreeFast>();

}  // namespace hitmiss
