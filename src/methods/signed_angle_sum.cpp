#include "base/math.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Signed angle sum (Haines, Point in Polygon Strategies, Graphics Gems IV, 1994).
///
/// Idea: give each angle a sign, positive when the edge runs counter-clockwise around P. The sum
/// is 2 pi inside and 0 outside, so pi tells them apart and no tolerance is needed.
/// Fails: slow, as every angle sum; on an edge the sum jumps between its two values, so a shared
/// edge can leak. It has no halo: the fair opponent of AngleSum.
/// Changed: arc tangents in place of the arc cosines of unit vectors; P on a vertex is a miss,
/// which the source's code calls inside.
template <typename Real, Variant variant = Variant::published>
struct SignedAngleSum {
    static constexpr MethodInfo info{
        .name = "signed-angle-sum",
        .source = "Eric Haines, Point in Polygon Strategies, Graphics Gems IV (1994)",
        .idea =
            "signed angles around P add up to 2 pi inside and 0 outside; more than pi is inside"};

    PlaneForm plane = PlaneForm::difference;

    static constexpr void parameters(auto&& visit) {
        plane_parameter(&SignedAngleSum::plane, visit);
    }

    PlaneTriangle<Real> prepare(const Triangle<Real>& tri) const {
        PlaneTriangle prepared(tri);
        prepared.n = glm::normalize(prepared.n);
        return prepared;
    }

    template <typename Note>
    bool inside(const Vec<Real>& P, const PlaneTriangle<Real>& tri, Note note) const {
        const auto a = tri.a - P, b = tri.b - P, c = tri.c - P;
        const auto angle = [&](const Vec<Real>& v, const Vec<Real>& w) {
            return arc_tangent(glm::dot(tri.n, glm::cross(v, w)), glm::dot(v, w));
        };
        const Real ab = note("angle ab", angle(a, b));
        const Real bc = note("angle bc", angle(b, c));
        const Real ca = note("angle ca", angle(c, a));
        const Real sum = note("sum", ab + bc + ca);
        note("|sum| - pi", std::abs(sum) - pi<Real>);
        return std::abs(sum) > pi<Real>;
    }
};

}  // namespace

extern constinit const Entry signed_angle_sum = entry<SignedAngleSum>();

}  // namespace hitmiss
