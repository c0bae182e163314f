#include <optional>

#include "base/math.hpp"
#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"
#include "methods/scaling.hpp"
#include "methods/shipped/moller_trumbore_presets.hpp"

namespace hitmiss {
namespace {

template <typename Real, Variant variant>
struct MollerTrumboreAsShipped;

/// Möller & Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, Journal of Graphics Tools
/// 2(1), 1997; as copied by Maurice, OpenGL ES 17.5, 2009.
///
/// Idea: solve o + t d = a + u e1 + v e2 by Cramer's rule. The determinant det = e1 . (d x e2) is a
/// volume; the signs of u, v and 1 - u - v decide. The culling branch decides before the division,
/// the two-sided one after it.
/// Fails: two triangles round differently at the edge they share, so a few rays slip through. An
/// epsilon on det is not an angle but a volume, so small triangles vanish altogether.
/// Open: EPSILON, which Maurice leaves undefined and the paper sets to 0.000001; our default is 0.
/// Changed: cull is none by default. Maurice has the culling branch only; the other one is the
/// paper's. Neither looks at t; what the tracer takes for a hit has a finite t > 0.
/// Types: float in Maurice, whose code float follows, double in the paper's. C compares a float det
/// with EPSILON, a constant like 0.000001, in double. Ours compares it with the float above: no
/// float lies between the two, so both say the same of every det.
/// Contracted, clang's vector code rounds some sums once more than `fused`, and g++ fuses another
/// product in some programs' forms: see Separate and fused arithmetic in README.md.
///
/// Growth, in the symbols of growth.hpp, except that w is the unit roundoff here: let s = o - a,
/// and T, U, V be the numerators of t, u, v. If they were exact, det s + T d - U e1 - V e2 = 0.
/// Each computed one is off by a cross product, a dot product and, except for det, by s: 5.83 or
/// 6.83 w times its four factors. So o + t d leaves the point (u, v) of the triangle by at most
/// 26.3 w |e1| |e2| |s| |d| / |det|, and |det| is c |n| |d|, good to 5.83 w |e1| |e2| |d|. Let
/// x = w |e1| |e2| / |n| / c <= 1/140; if it is more, the margin exceeds D/4 and there is none.
/// Then the distance is at most 27.5 x |t d|: steep = 28. Divisions and edges add
/// 2 w (|t d| + 2 L) + 2 w L. Because D >= L/2, and more where L^2/|n| is near its least, 1.155,
/// that is at most 12 w D L^2/|n|: flat = 12. The numbers for Cramer's rule are 5.83 and 6.83.
template <typename Real, Variant variant = Variant::published>
struct MollerTrumbore {
    static constexpr MethodInfo info{
        .name = "moller-trumbore",
        .source =
            "Möller & Trumbore, Fast, Minimum Storage Ray/Triangle Intersection (1997), in "
            "doubles; in float as in the copy of its C code by Simon Maurice, OpenGL ES 17.5 "
            "(2009), whose det is a float and EPSILON a double",
        .idea = "barycentric coordinates by Cramer's rule, from the vertices alone",
        .kind = Kind::ray_test,
        .open = "EPSILON: 0; the paper has 0.000001",
        .changed =
            "cull is none by default, where the copy has the culling branch only; t, which "
            "the code does not look at, is finite and positive",
        .corrected = "|det| is compared with epsilon |n| |d|, so that the tolerance is an angle"};

    std::size_t as = 0;  ///< the choice of a program; 0: none
    Cull cull = Cull::none;
    double epsilon = 0, inflate = 0, t_min = 0;

    static constexpr bool fused_in_lanes = variant == Variant::published;

    static constexpr void parameters(auto&& visit) {
        visit(preset_key, &MollerTrumbore::as, moller_trumbore_presets.choices,
              "decides as that program's code does, with its constants");
        visit("cull", &MollerTrumbore::cull, cull_names,
              "back: triangles seen from behind are missed");
        visit("epsilon", &MollerTrumbore::epsilon,
              Range{0, std::numeric_limits<double>::max(), false, "units of det"},
              "a smaller det is a miss");
        visit("inflate", &MollerTrumbore::inflate, Range{0, 1},
              "by how much a barycentric weight may be negative");
        visit("t_min", &MollerTrumbore::t_min,
              Range{0, std::numeric_limits<double>::max(), false, "lengths of d"},
              "a hit's t is larger");
    }
    /// Other code than the paper's is not in the fast loops.
    std::optional<MollerTrumboreAsShipped<Real, variant>> slower() const {
        if (as == 0 && inflate == 0 && t_min == 0) return {};
        return MollerTrumboreAsShipped<Real, variant>{*this};
    }

    struct Prepared {
        Vec<Real> vert0, edge1, edge2;
    };
    struct WithArea : Prepared {
        Real area = 0;  ///< |n|
    };
    static auto prepare(const Triangle<Real>& tri) {
        const Prepared edges{tri.a, tri.b - tri.a, tri.c - tri.a};
        if constexpr (variant == Variant::corrected)
            return WithArea{edges, length_of(glm::cross(edges.edge1, edges.edge2))};
        else
            return edges;
    }
    /// The smallest determinant that is not taken for zero.
    Real tolerance([[maybe_unused]] const Ray<Real>& ray, [[maybe_unused]] const auto& tri) const {
        if constexpr (variant == Variant::corrected)
            return Real(epsilon) * tri.area * length_of(ray.d);
        else
            return rounded_up<Real>(epsilon);
    }

    Candidate<Real> test(const Ray<Real>& ray, const auto& tri, auto note) const {
        const auto least_det = note("tolerance", tolerance(ray, tri), Meaning::guard);
        // Determinant: the signed volume spanned by d, e2 and e1; 0 if the ray is parallel to the
        // plane.
        const auto pvec = note("pvec", glm::cross(ray.d, tri.edge2));
        const auto det = note("det", glm::dot(tri.edge1, pvec));
        // From vert0 to the ray's origin, and its cross product with e1: the numerators of u, v and
        // t are dot products with pvec and qvec.
        const auto tvec = note("tvec", ray.o - tri.vert0);
        const auto qvec = note("qvec", glm::cross(tvec, tri.edge1));
        // Culling branch: u det and v det are compared with det; only a hit divides.
        if (cull == Cull::back) {
            if (det < least_det) return miss<Real>;
            const auto u = note("u det", glm::dot(tvec, pvec));
            if (u < 0 || u > det) return miss<Real>;
            const auto v = note("v det", glm::dot(ray.d, qvec));
            if (v < 0 || u + v > det) return miss<Real>;
            const Real inv_det = note("inv_det", 1 / det);
            note("u", u * inv_det, Meaning::edge_ca), note("v", v * inv_det, Meaning::edge_ab);
            return {true, note("t", glm::dot(tri.edge2, qvec) * inv_det)};
        }
        // Two-sided branch. With epsilon 0, det = 0 passes: then t is infinite or NaN, which
        // in_front() rejects.
        if (note("|det|", std::abs(det)) < least_det) return miss<Real>;
        const Real inv_det = note("inv_det", 1 / det);
        // Barycentric weight u of b, then v of c.
        const auto u = note("u", glm::dot(tvec, pvec) * inv_det, Meaning::edge_ca);
        if (u < 0 || u > 1) return miss<Real>;
        const auto v = note("v", glm::dot(ray.d, qvec) * inv_det, Meaning::edge_ab);
        if (v < 0 || u + v > 1) return miss<Real>;
        // t: how far along the ray.
        return {true, note("t", glm::dot(tri.edge2, qvec) * inv_det)};
    }

    Growth growth() const { return growth_of_determinants; }
};

/// The same with the other settings, and as programs ship it: they differ in whether they divide,
/// and what they make of a NaN. See moller_trumbore_presets.hpp.
///
/// Growth: a weight of -inflate is in the reach. Divisions round a little more or less; three
/// corners' weights may be 1 + 3 inflate <= 4: flat = 24, steep = 32. With n = e1 x e2 (three-mesh-
/// bvh) the determinants have the same errors. A t stored as a float (libigl) is off by 2^-24 of
/// itself, 2^29 units of doubles. A Kahan cross product (Jolt) is off by 2 w of each component
/// (Jeannerod, Louvet & Muller 2013), so by 2 w of its length, less than the 2.83 w |v| |w| of
/// the plain one; underflow adds at most 2^-149 to a component of either.
template <typename Real, Variant variant>
struct MollerTrumboreAsShipped {
    static constexpr MethodInfo info = MollerTrumbore<Real, variant>::info;
    static constexpr bool scalar = true;

    MollerTrumbore<Real, variant> own;

    static auto prepare(const Triangle<Real>& tri) {
        return MollerTrumbore<Real, variant>::prepare(tri);
    }

    Candidate<Real> test(const Ray<Real>& ray, const auto& tri, auto note) const {
        const HowShipped how = how_shipped(own.as);
        return how.by_normal ? by_normal(ray, tri, note) : by_edges(how, ray, tri, note);
    }

    Candidate<Real> by_edges(const HowShipped& how, const Ray<Real>& ray, const auto& tri,
                             auto note) const {
        const bool culls = own.cull == Cull::back;
        const bool undivided = how.undivided || (culls && how.culls_undivided);
        const Real least_det = note("tolerance", own.tolerance(ray, tri), Meaning::guard);
        // Products of vectors, as the program's compiler contracts them.
        const bool as_kahan = how.fuses_as_kahan && is_fused<Real>;
        const auto cross = [&](const Vec<Real>& v, const Vec<Real>& w) {
            return as_kahan ? kahan_cross(v, w) : glm::cross(v, w);
        };
        const auto dot = [&](const Vec<Real>& v, const Vec<Real>& w) -> Real {
            using Rounded = Vec<BaseOf<Real>>;
            return as_kahan ? Real(glm::dot(Rounded(v), Rounded(w))) : Real(glm::dot(v, w));
        };
        // Determinant, and the vectors whose products with others are the numerators.
        const auto pvec = note("pvec", cross(ray.d, tri.edge2));
        const Real signed_det = note("det", dot(tri.edge1, pvec));
        const auto tvec = note("tvec", ray.o - tri.vert0);
        const auto qvec = note("qvec", cross(tvec, tri.edge1));
        // A determinant near 0 is a miss.
        const auto size =
            culls ? note("det", signed_det) : note("|det|", Real(std::abs(signed_det)));
        if (how.strict ? !(size > least_det) : size < least_det) return miss<Real>;
        // Weights of b and c: divided, or times |det|.
        const Real inv_det = 1 / signed_det;
        const auto weight = [&](Real numerator) -> Real {
            return undivided      ? (signed_det < 0 ? -numerator : numerator)
                   : how.quotient ? numerator / signed_det
                                  : numerator * inv_det;
        };
        const auto u = note("u", weight(dot(tvec, pvec)), Meaning::edge_ca);
        const auto v = note("v", weight(dot(ray.d, qvec)), Meaning::edge_ab);
        const auto sum = note("u + v", Real(u + v));
        // Inside: no weight is less than -inflate.
        const Real one = undivided ? Real(size) : Real(1);
        const Real more = Real(own.inflate) * one;
        const Real lo = 0 - more, hi = one + more;
        if (how.nan == NaN::passes ? u < lo || (!how.only_sum && u > hi) : !(u >= lo && u <= hi))
            return miss<Real>;
        if (how.nan == NaN::fails ? !(v >= lo && sum <= hi) : v < lo || sum > hi) return miss<Real>;
        // t: how far along the ray.
        const Real numerator = dot(tri.edge2, qvec);
        const Real t = how.quotient ? numerator / signed_det : numerator * inv_det;
        return ahead(how, t, note);
    }

    /// The normal's volumes in place of pvec's and qvec's, and all four numbers are inflated.
    Candidate<Real> by_normal(const Ray<Real>& ray, const auto& tri, auto note) const {
        const auto normal = note("norm", glm::cross(tri.edge1, tri.edge2));
        const Real det = note("det", -glm::dot(ray.d, normal));
        if (own.epsilon > 0 &&
            note("|det|", std::abs(det), Meaning::guard) < own.tolerance(ray, tri))
            return miss<Real>;
        const Real inv_det = note("invdet", 1 / det);
        // From a to the origin, and its cross product with d.
        const auto AO = note("AO", ray.o - tri.vert0);
        const auto DAO = note("DAO", glm::cross(AO, ray.d));
        // Weights of b, c and a, and t; each may be less than 0 by `inflate`.
        const Real u = glm::dot(tri.edge2, DAO) * inv_det;
        const Real v = -glm::dot(tri.edge1, DAO) * inv_det;
        const Real t = glm::dot(AO, normal) * inv_det, w = 1 - u - v, more = Real(own.inflate);
        if (!(note("u", Real(u + more), Meaning::edge_ca) >= 0)) return miss<Real>;
        if (!(note("v", Real(v + more), Meaning::edge_ab) >= 0)) return miss<Real>;
        if (!(note("w", Real(w + more), Meaning::edge_bc) >= 0)) return miss<Real>;
        if (!(note("t + inflate", Real(t + more), Meaning::guard) >= 0)) return miss<Real>;
        return ahead({}, t, note);
    }

    Candidate<Real> ahead(const HowShipped& how, Real t, auto note) const {
        const auto stored = note("t", how.float_t ? Real(float(t)) : t);
        if (own.t_min > 0 && !(stored > Real(own.t_min))) return miss<Real>;
        return {true, stored};
    }

    Reach reach() const { return {.beyond = own.inflate}; }

    Growth growth() const {
        const bool in_float = how_shipped(own.as).float_t && !in_single<Real>;
        return {.bounded = true, .point = in_float ? 0x1p29 : 0, .flat = 24, .steep = 32};
    }
};

constexpr Entry with_presets() {
    Entry all = entry<MollerTrumbore>();
    all.presets = moller_trumbore_presets.all;
    return all;
}

}  // namespace

extern constinit const Entry moller_trumbore = with_presets();

}  // namespace hitmiss
