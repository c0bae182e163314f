#include <optional>

#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"
#include "methods/shipped/radv.hpp"

namespace hitmiss {
namespace {

/// Which of the triangles at an edge or vertex that the ray meets take the hit: all; one, by the
/// direction of the edge (radv); or those that a point moved aside would be in (dxr).
enum class Once { none, radv, dxr };
constexpr std::array<std::string_view, 3> once_names{"none", "radv", "dxr"};

template <typename Real, Variant variant>
struct WatertightOnce;

/// Woop, Benthin & Wald, Watertight Ray/Triangle Intersection, Journal of Computer Graphics
/// Techniques 2(1), 2013.
///
/// Idea: shear and scale space so that the ray becomes the z axis. What remains are 2D edge
/// functions, whose signs two triangles compute alike for the edge they share. A float edge
/// function of 0 is computed again in double, where its products are exact; if it is still 0, both
/// triangles are hit.
/// Fails: at a silhouette edge, where one triangle faces the ray and the other faces away, both may
/// be missed. A hit near the origin is lost if t rounds to 0 or less.
/// Changed: t = 0 is a miss and, of equal t, the triangle of the lower index is hit: so the tracer
/// defines a hit. The paper's code accepts T = 0, and a later triangle takes the place of an equal
/// one: it compares T with det times the nearest t, whose product is rounded, where ours compares
/// the two t. In double there is no wider type to fall back to. A NaN edge function is a miss.
/// Contraction: exchanging the corners of an edge changes only the sign of a b - c d, if both
/// products are rounded. A fused fma(a, b, -(c d)) rounds one, so two triangles may both reject a
/// ray at their edge, or both accept it; and the fallback hardly ever runs. `edges` has two forms
/// that survive. Types: float, and double where an edge function is 0.
///
/// Growth: a sheared vertex is off by 6 u D, t by 10 u D/|d.z|. With the computed U, V, W as
/// weights there is a point of the triangle at a distance of at most 24 u D and |U A + V B + W C| /
/// |det| from o + t d. For exact products the latter is 0.
/// In float, the signs of U, V, W are those of the sheared vertices, because rounding keeps the
/// order of two products, and equal products are computed again. So the ray meets a triangle whose
/// vertices are off by 6 u D, however it is tilted, and t is a mean of their depths, up to 7
/// roundings of its own: vertices = 24. U is off by 2 u |B| |C|. With P the point that is met,
/// |A| <= sqrt(3) |a - P|, and |a - P| |b - P| |c - P| <= L^3/4, largest on an edge. So the weights
/// move the mean by at most 4.5 u L^3/|det|, and |det| by 18 u L^2, the vertices by 44 u D L. With
/// u L max(L, D)/|n| / c <= 1/128 half of it remains, and L is at most 13 % longer: mean = 13.
/// Contracted, this holds with `edges`: Kahan's difference has the sign of the exact one, and
/// compared products keep their order.
/// Else signs may be wrong: in double, and contracted in float too, where the fallback for 0 does
/// not help. Let q = |d|/|d.z|, x = u L^2/|n| / c and y = x D/L <= 1/100. The shear stretches by q,
/// so |det| is q c |n|; vertices make it wrong by 24 y of itself, and 3/4 remain. Let R be the
/// largest of |A|, |B|, |C|, at most 1.8 D. Before the difference is rounded, which changes no
/// sign, U, V and W are off by u R^2, contracted or not. If all have the wrong sign, none is larger
/// than 2 u R^2, so the edges at the farthest corner are within 2 u R of the line to it, |det| is
/// at most 4 u R q L, and y at least 1/10. If not, at most two weights are negative, and the ray
/// passes the sheared triangle at a distance r <= 2.7 x/L (r + q L)^2: more than 9 D, or, because
/// x <= 1/128, less than 0.04 q L. So |A| |B| |C| is at most 0.31 (q L)^3, 0.7 of |det| remains,
/// and |U A + V B + W C| is at most 3 u |A| |B| |C| + u R |det|: in all 32 x D, and L is at most
/// twice the next edge. Without the bound on y, a ray far from a triangle may be accepted where
/// U, V and W are nothing but rounding errors, for example on the line of one seen edge-on.
template <typename Real, Variant variant = Variant::published>
struct Watertight {
    static constexpr MethodInfo info{
        .name = "watertight",
        .source = "Woop, Benthin & Wald, Watertight Ray/Triangle Intersection (2013)",
        .idea = "2D edge functions in the ray's sheared frame, in double where a float one is 0",
        .kind = Kind::ray_test,
        .changed =
            "t = 0 is a miss, and of triangles at the same t the first one is hit: the code "
            "accepts T = 0, and takes the last one, since it compares T with det times the "
            "nearest t; precision=double has no wider type to fall back to"};

    Cull cull = Cull::none;
    EdgeForm edges = EdgeForm::plain;
    Once once = Once::none;

    static constexpr void parameters(auto&& visit) {
        visit("cull", &Watertight::cull, cull_names, "back: triangles seen from behind are missed");
        visit("edges", &Watertight::edges, edge_forms,
              "edge functions that survive contraction; kahan: with the rounding error of one "
              "product, as pbrt has them; compare: both products are rounded; in C++ compare the "
              "products (xy < yx), because a difference is contracted even across statements");
        visit("once", &Watertight::once, once_names,
              "where the ray meets an edge exactly: radv: Mesa's test as it ships "
              "(radv_nir_rt_common.c, 2025), in which an edge function of 0 is not computed again: "
              "one triangle is hit, by the edge's direction (Mesa computes in float, never "
              "contracts, takes denormals for 0, and the processor may round 1 / d.z in another "
              "way); dxr: this test with a top-left rule of ours, as DXR's specification suggests "
              "one: at a silhouette both or none");
    }
    /// The rules are not in the fast loops.
    std::optional<WatertightOnce<Real, variant>> slower() const {
        if (once == Once::none) return {};
        return WatertightOnce<Real, variant>{*this};
    }
    static constexpr bool fused_in_lanes = variant == Variant::published;
    static constexpr auto lanes_choice = &Watertight::edges;

    /// kz: the axis along which d is longest, which becomes z; 3 more if x and y are exchanged. Sx,
    /// Sy, Sz: the shear and scale that take d to the unit z axis.
    struct Shear {
        Real kz, Sx, Sy, Sz;
    };
    /// The coordinates in cyclic order, so that kz comes last. The choices are between plain
    /// numbers: g++ 12 makes no vector code of one between objects.
    static Vec<Real> turned(BaseOf<Real> kz, const Vec<Real>& v) {
        using Base = BaseOf<Real>;
        const bool swap = is_fused<Real> && kz > 2;
        const Base axis = swap ? kz - 3 : kz;
        const auto one_of = [&](Base x, Base y, Base z) {
            return axis == 0 ? x : axis == 1 ? y : z;
        };
        const Base x = one_of(v.y, v.z, v.x), y = one_of(v.z, v.x, v.y), z = one_of(v.x, v.y, v.z);
        return Vec<Real>(swap ? y : x, swap ? x : y, z);
    }
    Shear prepare_ray(const Ray<Real>& ray, auto note) const {
        // The axis along which d is longest.
        const auto size = glm::abs(ray.d);
        const BaseOf<Real> axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
        // The paper exchanges x and y if the ray points backwards. That changes
        // more than signs only where products contract, or in Kahan's difference; pbrt, whose
        // difference is Kahan's, does not exchange them.
        const bool swap = is_fused<Real> && turned(axis, ray.d).z < 0;
        const BaseOf<Real> kz = swap ? axis + 3 : axis;
        // Shear that takes d to the axis kz.
        const auto d = turned(kz, ray.d);
        return {kz, note("Sx", d.x / d.z), note("Sy", d.y / d.z), 1 / d.z};
    }

    /// The vertices relative to the origin of the rays, in the axis order of rays with this kz.
    struct Turned {
        Real kz;
        Vec<Real> a, b, c;
    };
    static Turned prepare_for_rays(const Vec<Real>& o, const Shear& shear,
                                   const Triangle<Real>& tri) {
        const Real kz = shear.kz;
        return {kz, turned(kz, tri.a - o), turned(kz, tri.b - o), turned(kz, tri.c - o)};
    }

    Candidate<Real> test(const Ray<Real>& ray, const Shear& shear, const Triangle<Real>& tri,
                         auto note) const {
        return test_turned<true>(shear, prepare_for_rays(ray.o, shear, tri), note);
    }
    /// For rays with the same kz, without the double-precision fallback.
    Candidate<Real> quick_test(const Shear& shear, const Turned& tri) const {
        if (shear.kz != tri.kz) return undecided<Real>;
        return test_turned<false>(shear, tri, no_notes);
    }

    static Vec<Real> sheared(const Shear& shear, const Vec<Real>& v) {
        return Vec<Real>(v.x - shear.Sx * v.z, v.y - shear.Sy * v.z, shear.Sz * v.z);
    }
    template <bool falls_back>
    Candidate<Real> test_turned(const Shear& shear, const Turned& tri, auto note) const {
        // Vertices in the ray's frame: the ray is the z axis.
        const auto A = note("A", sheared(shear, tri.a));
        const auto B = note("B", sheared(shear, tri.b));
        const auto C = note("C", sheared(shear, tri.c));
        // 2D edge functions: twice the signed areas of BC, CA and AB with the origin.
        auto U = note("U", edge_function<Real>(edges, C, B), Meaning::edge_bc);
        auto V = note("V", edge_function<Real>(edges, A, C), Meaning::edge_ca);
        auto W = note("W", edge_function<Real>(edges, B, A), Meaning::edge_ab);
        // One that is 0 is computed again in double, where its products are exact.
        if constexpr (in_single<Real>) {
            if (U == 0 || V == 0 || W == 0) {
                if constexpr (!falls_back) return undecided<Real>;
                U = note("U", Real(edge_in_double(C, B)), Meaning::edge_bc);
                V = note("V", Real(edge_in_double(A, C)), Meaning::edge_ca);
                W = note("W", Real(edge_in_double(B, A)), Meaning::edge_ab);
            }
        }
        // Inside: all have the same sign, or are 0. A triangle that faces the ray has U, V, W >= 0
        // if Sz > 0 or the axes were swapped, else <= 0.
        const bool ahead = is_fused<Real> || note("Sz", shear.Sz) > 0;
        const bool positive = U >= 0 && V >= 0 && W >= 0, negative = U <= 0 && V <= 0 && W <= 0;
        const bool front = ahead ? positive : negative, back = ahead ? negative : positive;
        if (!front && (cull == Cull::back || !back)) return miss<Real>;
        // Determinant: 0 if the ray is parallel to the plane.
        const auto det = note("det", U + V + W, Meaning::guard);
        if (det == 0) return miss<Real>;
        // t: the mean of the vertices' depths, weighted by U, V and W.
        const Real rcpDet = note("rcpDet", 1 / det);
        return {true, note("t", (U * A.z + V * B.z + W * C.z) * rcpDet)};
    }

    Growth growth() const {
        const bool exact_signs = in_single<Real> && !(is_fused<Real> && edges == EdgeForm::plain);
        if (exact_signs) return {.bounded = true, .vertices = 24, .mean = 13};
        return {.bounded = true, .steep = 64, .thinnest = 128};
    }
};

/// The same, and where the ray meets an edge or a vertex exactly the triangle takes it if it is on
/// the side to which a point is moved by as good as nothing, in the ray's frame: if each of its
/// edges there, run through with the interior on the right, runs to smaller x, or at the same x to
/// smaller y. No program ships this rule; DXR's specification has one like it as an example.
template <typename Real, Variant variant>
struct WatertightOnce {
    static constexpr MethodInfo info = Watertight<Real, variant>::info;
    static constexpr bool scalar = true;

    Watertight<Real, variant> own;

    std::optional<Radv<Real, variant>> slower() const {
        if (own.once == Once::dxr) return {};
        return Radv<Real, variant>{own.cull, own.edges};
    }

    auto prepare_ray(const Ray<Real>& ray, auto note) const { return own.prepare_ray(ray, note); }

    Candidate<Real> test(const Ray<Real>& ray, const auto& shear, const Triangle<Real>& tri,
                         auto note) const {
        const auto seen = own.prepare_for_rays(ray.o, shear, tri);
        const Candidate<Real> candidate = own.template test_turned<true>(shear, seen, note);
        if (!candidate.accepted) return candidate;
        // Corners in the ray's frame, and twice the area: negative if the interior is on the left.
        const std::array corner{own.sheared(shear, seen.a), own.sheared(shear, seen.b),
                                own.sheared(shear, seen.c)};
        const double area = edge_in_double(corner[2], corner[1]) +
                            edge_in_double(corner[0], corner[2]) +
                            edge_in_double(corner[1], corner[0]);
        // The edges that the ray meets.
        bool hit = true, met = false;
        for (std::size_t k = 0; k < 3; ++k) {  // the edge opposite corner k
            const auto &from = corner[(k + 1) % 3], &to = corner[(k + 2) % 3];
            if (edge_in_double(to, from) != 0) continue;
            using Rule = Radv<Real, variant>;
            met = true, hit = hit && (area < 0 ? Rule::passes(to, from) : Rule::passes(from, to));
        }
        if (!met) return candidate;
        const auto takes = note("takes the edge", Real(hit ? 1 : 0), Meaning::guard);
        return takes > 0 ? candidate : miss<Real>;
    }

    Growth growth() const { return own.growth(); }
};

}  // namespace

extern constinit const Entry watertight = entry<Watertight>();

}  // namespace hitmiss
