#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Signed angle sum (Haines, Point in Polygon Strategies, Graphics Gems IV, 1994).
///
/// Idea: give each angle a sign: positive if the edge runs counter-clockwise around P. The sum is
/// 2 pi inside and 0 outside, so comparing it with pi needs no tolerance. Without a halo it is the
/// fair opponent of AngleSum.
/// Fails: slow, like every angle sum. On an edge the sum jumps between its two values, so a shared
/// edge can leak. A cosine below -1 always adds +pi, whichever way the polygon turns, so the edges
/// of a clockwise polygon leak more. In float, a P at a distance of about 1e19 is inside: its
/// lengths are infinite, its unit vectors 0 and its three angles pi/2. A P off the plane is
/// accepted at any height above the triangle.
/// Open: how to project triangles to a plane. Ours drops the axis along which the normal is longest
/// and keeps the cyclic order of the others, so a triangle may turn either way. Angles in space,
/// with signs from the normal, would decide differently for 6 % of the rays of
/// tests/fidelity_test.cpp, half of which are aimed at edges and vertices. Also how P is found; see
/// `plane`.
/// Changed: float by default, where the code has double; `double` has the code's types. The arc
/// cosine is that of base/math.hpp, good to 1e-15 in double. The sum is not taken modulo 4 pi,
/// because three angles never add up to 3 pi. The projection is a dot product with unit axes, which
/// is exact, except that in float a P that overflows along the dropped axis alone gives 0 times
/// infinity, NaN, and is outside, where the code says inside. It takes a ray from about 1e29 that
/// grazes the plane.
///
/// Growth: P is off its plane by p <= 7 u |o| + 11 u D, which the projection stretches by at most
/// sqrt(3). The sum is wrong by pi if an angle near pi has the wrong sign, which happens near an
/// edge, or if a cosine is below -1, which happens within the noise of an angle sum; and beyond the
/// horizon.
template <typename Real, Variant variant = Variant::published>
struct SignedAngleSum {
    static constexpr MethodInfo info{
        .name = "signed-angle-sum",
        .source = "Eric Haines, Point in Polygon Strategies, Graphics Gems IV (1994)",
        .idea =
            "signed angles around P add up to 2 pi inside and 0 outside; more than pi is inside",
        .kind = Kind::point_test,
        .open = "from space to the plane: drops the normal's longest axis; P: see plane",
        .changed =
            "float by default, where the code has double; arc cosines are our own, the same "
            "on every machine; in float, a P that overflows along the dropped axis alone is "
            "outside"};

    PlaneForm plane = PlaneForm::difference;

    static constexpr void parameters(auto&& visit) {
        plane_parameter(&SignedAngleSum::plane, visit);
    }

    /// `right` and `up` are the rows of the projection: the unit axes that are kept.
    struct Prepared : PlaneTriangle<Real> {
        Vec<Real> right{0}, up{0};
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        Prepared prepared{PlaneTriangle<Real>(tri)};
        const int dropped = widest_axis(glm::abs(prepared.n));
        prepared.right[(dropped + 1) % 3] = prepared.up[(dropped + 2) % 3] = 1;
        return prepared;
    }

    bool inside(const Vec<Real>& P, const Prepared& tri, auto note) const {
        // Vectors from P to the vertices, projected to two dimensions, and their lengths.
        using Flat = glm::vec<2, Real>;
        const auto from_P = [&](const Vec<Real>& vertex) {
            const auto v = vertex - P;
            return Flat(glm::dot(tri.right, v), glm::dot(tri.up, v));
        };
        const Flat a = from_P(tri.a), b = from_P(tri.b), c = from_P(tri.c);
        const auto la = note("la", glm::length(a)), lb = note("lb", glm::length(b)),
                   lc = note("lc", glm::length(c));
        // P on a vertex is inside.
        if (la <= 0 || lb <= 0 || lc <= 0) return true;

        // Signed angle from v to w: from their dot product, with the sign of their cross product.
        const auto angle = [&](const Flat& v, const Flat& w) {
            const Real cosine = glm::dot(v, w), size = arc_cosine(cosine);
            const Real turn = v.x * w.y - w.x * v.y >= 0 ? size : -size;
            return cosine < -1 ? pi<Real> : cosine < 1 ? turn : Real(0);
        };
        // Signed angles under which P sees the edges.
        const Flat ua = a / Real(la), ub = b / Real(lb), uc = c / Real(lc);
        const Real ca = note("angle ca", angle(uc, ua), Meaning::angle_ca);
        const Real ab = note("angle ab", angle(ua, ub), Meaning::angle_ab);
        const Real bc = note("angle bc", angle(ub, uc), Meaning::angle_bc);
        // Inside: they add up to 2 pi or -2 pi, nearer to that than to 0.
        const Real sum = note("sum", ca + ab + bc, Meaning::angle_sum);
        return note("|sum| + pi", std::abs(double(sum)) + pi<double>) > 2 * pi<double>;
    }

    Reach reach() const { return Reach::halo<Real>(angle_sum_noise<Real>()); }

    Growth growth() const {
        return {.bounded = true, .point = 32, .turned = 20, .horizon = in_single<Real>};
    }
};

}  // namespace

extern constinit const Entry signed_angle_sum = entry<SignedAngleSum>();

}  // namespace hitmiss
