#include "base/math.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"
#include "methods/scaling.hpp"

namespace hitmiss {
namespace {

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
/// with EPSILON, a constant like 0.000001, in double. Ours compares it with the float above: a det
/// is less than either or than none of the two, whatever the sign.
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

    double epsilon = 0;
    Cull cull = Cull::none;

    static constexpr bool fused_in_lanes = variant == Variant::published;

    static constexpr void parameters(auto&& visit) {
        visit("cull", &MollerTrumbore::cull, cull_names,
              "back: triangles seen from behind are missed");
        visit("epsilon", &MollerTrumbore::epsilon,
              Range{0, std::numeric_limits<double>::max(), false, "units of det"},
              "a smaller det is a miss");
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

    template <typename Note>
    Candidate<Real> test(const Ray<Real>& ray, const auto& tri, Note note) const {
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

    Growth growth() const {
        return {.bounded = true, .flat = 12, .steep = 28, .det = 6, .weights = 7};
    }
};

}  // namespace

extern constinit const Entry moller_trumbore = entry<MollerTrumbore>();

}  // namespace hitmiss
