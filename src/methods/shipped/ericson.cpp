#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Christer Ericson, Real-Time Collision Detection (2005), section 5.3.6; two-sided in parry,
/// src/query/ray/ray_triangle.rs. NVIDIA Warp's older test is alike.
///
/// Idea: the same determinants as Möller & Trumbore's, ordered so that the normal can be computed
/// beforehand: volumes of d, o - a and an edge, compared with |n . d| before any division.
/// Fails: each triangle rounds its own volumes, so shared edges leak.
/// Open: which sides are hit. The book's text hits the front only, see cull; parry hits both.
/// Changed: the ray has no end, where the book has a segment. t = 0 is a miss, as for all methods.
///
/// Contracted, clang fuses another product: see Separate and fused arithmetic in README.md.
///
/// Growth: the determinants are Cramer's: n . d is off by a cross and a dot product, 5.83 u times
/// its factors, the others by o - a, too: 6.83 u. So the bounds are those of moller-trumbore.
template <typename Real, Variant variant = Variant::published>
struct Ericson {
    static constexpr MethodInfo info{
        .name = "ericson",
        .source =
            "Ericson, Real-Time Collision Detection (2005), section 5.3.6; parry, "
            "src/query/ray/ray_triangle.rs (2025)",
        .idea = "volumes of the ray with two edges, compared with |n . d| before any division",
        .open = "which sides are hit: both, as in parry; cull=back: the front, as in the book",
        .changed =
            "the ray has no end, where the book has a segment; fused is not parry's, because "
            "Rust never fuses",
        .shipped = true};
    static constexpr bool scalar = true;

    Cull cull = Cull::none;

    static constexpr void parameters(auto&& visit) {
        visit("cull", &Ericson::cull, cull_names, "back: triangles seen from behind are missed");
    }

    struct Prepared {
        Vec<Real> a, ab, ac, n;
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        const auto ab = tri.b - tri.a, ac = tri.c - tri.a;
        return {tri.a, ab, ac, glm::cross(ab, ac)};
    }

    Candidate<Real> test(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        // Denominator: positive for a triangle seen from the front, 0 for one that is parallel.
        const Vec<Real> back = -ray.d;
        const auto d = note("d", glm::dot(back, tri.n), Meaning::guard);
        if (d == 0) return miss<Real>;
        if (cull == Cull::back && d <= 0) return miss<Real>;
        // Seen from behind everything changes its sign.
        const Real sign = d > 0 ? Real(1) : Real(-1);
        const Real size = sign * d;
        // Height of the origin over the plane: the plane must lie ahead.
        const auto ap = note("ap", ray.o - tri.a);
        const auto t = note("t d", Real(sign * glm::dot(ap, tri.n)), Meaning::guard);
        if (t < 0) return miss<Real>;
        // Weights of b and c, times d.
        const auto e = note("e", glm::cross(back, ap));
        const auto v = note("v", Real(sign * glm::dot(tri.ac, e)), Meaning::edge_ca);
        if (v < 0 || v > size) return miss<Real>;
        const auto w = note("w", Real(sign * -glm::dot(tri.ab, e)), Meaning::edge_ab);
        if (w < 0 || v + w > size) return miss<Real>;
        const Real ood = 1 / size;
        return {true, note("t", Real(t * ood))};
    }

    Growth growth() const { return growth_of_determinants; }
};

}  // namespace

extern constinit const Entry ericson = entry<Ericson>();

}  // namespace hitmiss
