#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Angle sum, "Vertex-in-triangle check" (Games++, collision detection tutorial, before 2007).
///
/// Idea: inside the triangle, P is surrounded by the three vertices: the angles between the unit
/// vectors from the vertices to P add up to 2 pi. Outside they add up to less.
/// Fails: every tolerance adds a halo of circular segments (see halo.hpp). A small one leaves
/// holes: near pi the arc cosine of a rounded cosine takes only a few values, and it is NaN if the
/// cosine rounds to less than -1. If P is a vertex, the test divides by a zero length.
/// Open: how Normalize rounds. Ours multiplies by an inverse square root, as GLM does. Dividing by
/// the length would give 28 % fewer NaN on edges, and another answer for 4 % of the rays of
/// tests/fidelity_test.cpp, half of which are aimed at edges and vertices. Also how P is found; see
/// `plane`.
/// Changed: the arc cosine is that of base/math.hpp, good to 5e-7 in float and to 1e-15 in double,
/// as libm's differ from machine to machine. Fewer than one verdict in ten thousand depends on it.
/// Contracted, g++ fuses another product in double: see Separate and fused arithmetic in README.md.
/// Types: the sum is a double. The type of vectors is open, so acos and the additions are in float.
///
/// Growth: P is off its plane by p <= 7 u |o| + 11 u D, and the plane is off the triangle by
/// 4.83 u L^2/|n| (L + r). The halo lies in that plane. Near a vertex v, p adds up to p/|P - v| to
/// an angle, as much as moving P by p within the plane would, so P may be some p beyond the halo.
/// (This is first order only; the search in tests/growth_test.cpp checks it.)
/// In float, normalize() turns vectors longer than 1.8e19 into null vectors. Far along a grazing
/// ray the sum is then 3 pi/2 (but not with arc tangents), which an epsilon above pi/2 accepts.
template <typename Real, Variant variant = Variant::published>
struct AngleSum {
    static constexpr MethodInfo info{
        .name = "angle-sum",
        .source = "Games++, Collision Detection: Vertex-in-Triangle Check (1998-2007)",
        .idea = "the angles under which P sees the edges add up to 2 pi, to within epsilon",
        .kind = Kind::point_test,
        .open = "Normalize: times an inverse square root; the vector: float; P: see plane",
        .changed = "arc cosines are our own, good to 5e-7 in float, the same on every machine",
        .corrected = "cosines clamped to [-1, 1]; P on a vertex is a hit",
        .atan2 = true,
        .halo = Halo::arcs};

    double epsilon = 0.1;
    PlaneForm plane = PlaneForm::difference;

    static constexpr bool fused_in_lanes = variant == Variant::published;

    static constexpr void parameters(auto&& visit) {
        visit("epsilon", &AngleSum::epsilon, Range{0, 2 * pi<double>, true, "rad"},
              "largest distance of the sum from 2 pi");
        plane_parameter(&AngleSum::plane, visit);
    }

    bool inside(const Vec<Real>& P, const PlaneTriangle<Real>& tri, auto note) const {
        // Vectors from the vertices to P.
        const auto v0 = P - tri.a, v1 = P - tri.b, v2 = P - tri.c;
        // P on a vertex is inside.
        if constexpr (variant == Variant::corrected) {
            if (note("v0.v0", glm::dot(v0, v0)) == 0 || note("v1.v1", glm::dot(v1, v1)) == 0 ||
                note("v2.v2", glm::dot(v2, v2)) == 0)
                return true;
        }
        // The same as unit vectors.
        const auto vec0 = note("vec0", glm::normalize(v0));
        const auto vec1 = note("vec1", glm::normalize(v1));
        const auto vec2 = note("vec2", glm::normalize(v2));
        // Angle between two of them.
        const auto angle = [&](const char* name, const Vec<Real>& v, const Vec<Real>& w) {
            const Real cosine = note(name, glm::dot(v, w));
            if constexpr (variant == Variant::atan2)
                return arc_tangent(glm::length(glm::cross(v, w)), cosine);
            else if constexpr (variant == Variant::corrected)
                return arc_cosine(clamped_cosine(cosine));
            else
                return arc_cosine(cosine);
        };
        // Angles under which P sees the edges.
        const Real a01 = note("angle01", angle("cos01", vec0, vec1), Meaning::angle_ab);
        const Real a12 = note("angle12", angle("cos12", vec1, vec2), Meaning::angle_bc);
        const Real a20 = note("angle20", angle("cos20", vec2, vec0), Meaning::angle_ca);
        // Inside: they add up to 2 pi, to within epsilon.
        const double sum = note("sum", double(a01 + a12 + a20), Meaning::angle_sum);
        return note("|sum - 2 pi|", std::abs(sum - 2 * pi<double>)) < epsilon;
    }

    Reach reach() const { return Reach::halo<Real>(epsilon); }

    Growth growth() const {
        const bool far_is_miss = !in_single<Real> || epsilon < 1.5;
        return {.bounded = true, .point = 32, .turned = 10, .horizon = !far_is_miss};
    }
};

}  // namespace

extern constinit const Entry angle_sum = entry<AngleSum>();

}  // namespace hitmiss
