#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Signed angle sum (Haines, Point in Polygon Strategies, Graphics Gems IV, 1994).
///
/// Idea: give each angle a sign, positive when the edge runs counter-clockwise around P. The sum
/// is 2 pi inside and 0 outside, so pi tells them apart and no tolerance is needed.
/// Fails: slow, as every angle sum; on an edge the sum jumps between its two values, so a shared
/// edge can leak. A cosine below -1 always adds pi, whichever way the polygon turns, so that the
/// edges of one that turns clockwise leak more. In float a P some 1e19 away is inside: its lengths
/// are infinite, its unit vectors 0, its three angles pi/2. P off the plane is accepted at any
/// height over the triangle. It has no halo: the fair opponent of AngleSum.
/// Open: how triangles in space become plane polygons; ours drop the axis along which the normal is
/// longest and keep the cyclic order of the others, so that a triangle may turn either way. Angles
/// in space, their signs from the normal, would decide otherwise on 6 % of rays aimed at edges and
/// vertices. How P is found; ours is cut as `plane` says.
/// Changed: float by default, where the code has double.
///
/// Growth: P is off its plane by p <= 7 u |o| + 11 u D, which the projection stretches by sqrt(3)
/// at most. The sum is wrong by pi where an angle near pi has the wrong sign, which is near an
/// edge, or a cosine below -1, which is within the noise of an angle sum of it; and beyond the
/// horizon.
template <typename Real, Variant variant = Variant::published>
struct SignedAngleSum {
    static constexpr MethodInfo info{
        .name = "signed-angle-sum",
        .source = "Eric Haines, Point in Polygon Strategies, Graphics Gems IV (1994)",
        .idea =
            "signed angles around P add up to 2 pi inside and 0 outside; more than pi is inside",
        .kind = Kind::point_test,
        .open = "from space to the plane: drops the normal's longest axis; P: see plane"};

    PlaneForm plane = PlaneForm::difference;

    static constexpr void parameters(auto&& visit) {
        plane_parameter(&SignedAngleSum::plane, visit);
    }

    /// With the plane's axes as rows of a projection.
    struct Prepared : PlaneTriangle<Real> {
        Vec<Real> right{0}, up{0};
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        Prepared prepared{PlaneTriangle<Real>(tri)};
        const int dropped = widest_axis(glm::abs(prepared.n));
        prepared.right[(dropped + 1) % 3] = prepared.up[(dropped + 2) % 3] = 1;
        return prepared;
    }

    template <typename Note>
    bool inside(const Vec<Real>& P, const Prepared& tri, Note note) const {
        using Flat = glm::vec<2, Real>;
        const auto from_P = [&](const Vec<Real>& vertex) {
            const auto v = vertex - P;
            return Flat(glm::dot(tri.right, v), glm::dot(tri.up, v));
        };
        const Flat a = from_P(tri.a), b = from_P(tri.b), c = from_P(tri.c);
        const auto la = note("la", glm::length(a)), lb = note("lb", glm::length(b)),
                   lc = note("lc", glm::length(c));
        if (la <= 0 || lb <= 0 || lc <= 0) return true;

        const auto angle = [&](const Flat& v, const Flat& w) {
            const Real cosine = glm::dot(v, w), size = arc_cosine(cosine);
            const Real turn = v.x * w.y - w.x * v.y >= 0 ? size : -size;
            return cosine < -1 ? pi<Real> : cosine < 1 ? turn : Real(0);
        };
        const Flat ua = a / Real(la), ub = b / Real(lb), uc = c / Real(lc);
        const Real ca = note("angle ca", angle(uc, ua), Meaning::angle_ca);
        const Real ab = note("angle ab", angle(ua, ub), Meaning::angle_ab);
        const Real bc = note("angle bc", angle(ub, uc), Meaning::angle_bc);
        const Real sum = note("sum", ca + ab + bc, Meaning::angle_sum);
        return note("|sum| + pi", std::abs(double(sum)) + pi<double>) > 2 * pi<double>;
    }

    Box reach(const Triangle<float>& tri) const {
        return halo_box<Real>(tri, angle_sum_noise<Real>());
    }

    Growth growth() const {
        return {.bounded = true, .point = 32, .turned = 20, .horizon = std::is_same_v<Real, float>};
    }
};

}  // namespace

extern constinit const Entry signed_angle_sum = entry<SignedAngleSum>();

}  // namespace hitmiss
