#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Angle sum of the walking tutorial (Maurice, OpenGL ES 17 - Collision Detection, 2009).
///
/// Idea: the same as AngleSum, but each cosine is a dot product over a product of two lengths, and
/// the tolerance is 1e-4, both ends included. If a product of lengths is <= 0, P is a vertex,
/// which is inside.
/// Fails: in float an angle near pi changes in steps of 3.45e-4, more than the tolerance, so most
/// points on an edge are missed. A cosine below -1 gives NaN and a miss.
/// Changed: P comes from the triangle's true plane, see `plane`. The text's plane has the wrong
/// sign; `hitmiss walk` shows what follows. The arc cosine is that of base/math.hpp, good to 1e-15.
/// Types: floats, C's double acos, and a sum that is rounded to float after each angle.
///
/// Growth: that of AngleSum. In float, lengths above 1.8e19 are infinite. Far along a grazing ray
/// each angle is then pi/2, which an epsilon above pi/2 accepts. The arc tangent's cross product is
/// divided by both lengths before it is squared, so that no product is longer than a cosine's.
template <typename Real, Variant variant = Variant::published>
struct AngleSumWalking {
    static constexpr MethodInfo info{
        .name = "angle-sum-walking",
        .source = "Simon Maurice, OpenGL ES 17: Collision Detection (2009)",
        .idea = "the angle sum without unit vectors, at a tolerance of 1e-4; a vertex is a hit",
        .kind = Kind::point_test,
        .changed =
            "P is in the triangle's plane, where the text's plane constant has the wrong sign; "
            "arc cosines are our own, good to 1e-15, the same on every machine",
        .corrected = "cosines clamped to [-1, 1]",
        .atan2 = true,
        .halo = Halo::arcs};

    double epsilon = 1e-4;
    PlaneForm plane = PlaneForm::difference;

    static constexpr void parameters(auto&& visit) {
        visit("epsilon", &AngleSumWalking::epsilon, Range{0, 2 * pi<double>, true, "rad"},
              "largest distance of the sum from 2 pi");
        plane_parameter(&AngleSumWalking::plane, visit);
    }

    bool inside(const Vec<Real>& P, const PlaneTriangle<Real>& tri, auto note) const {
        // Vectors from P to the vertices, and their lengths.
        const auto s1 = tri.a - P, s2 = tri.b - P, s3 = tri.c - P;
        const auto l1 = note("l1", glm::length(s1)), l2 = note("l2", glm::length(s2)),
                   l3 = note("l3", glm::length(s3));
        // P on a vertex is inside.
        if (l1 * l2 <= 0 || l2 * l3 <= 0 || l3 * l1 <= 0) return true;

        // Angle between two of them, from its cosine.
        const auto angle = [&](const char* name, const Vec<Real>& v, const Vec<Real>& w,
                               Real lengths) {
            const Real cosine = note(name, glm::dot(v, w) / lengths);
            if constexpr (variant == Variant::atan2)
                return double(arc_tangent(glm::length(glm::cross(v, w) / lengths), cosine));
            else if constexpr (variant == Variant::corrected)
                return arc_cosine<double>(clamped_cosine(cosine));
            else
                return arc_cosine<double>(cosine);
        };
        // Angles under which P sees the edges, added up one by one.
        Real begun = note("angle12", Real(angle("cos12", s1, s2, l1 * l2)), Meaning::angle_ab);
        begun = Real(begun + note("angle23", angle("cos23", s2, s3, l2 * l3), Meaning::angle_bc));
        const auto sum =
            note("sum",
                 Real(begun + note("angle31", angle("cos31", s3, s1, l3 * l1), Meaning::angle_ca)),
                 Meaning::angle_sum);
        // Inside: they add up to 2 pi, to within epsilon.
        note("sum - 2 pi", sum - 2 * pi<double>);
        return sum >= note("2 pi - epsilon", 2 * pi<double> - epsilon) &&
               sum <= note("2 pi + epsilon", 2 * pi<double> + epsilon);
    }

    Reach reach() const { return Reach::halo<Real>(epsilon); }

    Growth growth() const {
        const bool far_is_miss = !in_single<Real> || epsilon < 1.5;
        return {.bounded = true, .point = 32, .turned = 10, .horizon = !far_is_miss};
    }
};

}  // namespace

extern constinit const Entry angle_sum_walking = entry<AngleSumWalking>();

}  // namespace hitmiss
