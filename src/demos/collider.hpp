#pragma once
// Turns a method into the collision test of a walking tutorial.

#include <glm/matrix.hpp>

#include "methods/catalogue.hpp"
#include "methods/collision_matrix.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

/// Why a step of the walker, the segment o + t d of a ray with 0 < t <= 1, is blocked or not; later
/// ones say more.
enum class Reason { untested, misses, same_side, behind, beyond, touches, beside, collision };
inline constexpr std::array<std::string_view, 8> reasons{"not tested",
                                                         "ray misses the triangle",
                                                         "stays on one side of the plane",
                                                         "hit behind the walker",
                                                         "hit beyond the step",
                                                         "touches the plane",
                                                         "crosses the plane beside the triangle",
                                                         "collision"};

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Distances in scene units, as the test measures them, flaws included: those of plane tests have
/// the sign of the side, those of ray tests are along the ray. Unknown ones are NaN.
struct StepVerdict {
    Reason reason = Reason::untested;
    double before = unknown, after = unknown;  ///< distances from the wall at the step's ends
    double t = unknown;                        ///< of the plane or the hit, in lengths of `asked`
    Vec<double> asked{0};                      ///< the tested direction

    bool collides() const { return reason == Reason::collision; }
};

/// A triangle of a wall: as it stands now, and at rest with the W that moves it there.
struct Wall {
    Triangle<float> placed, rest;
    Affine W;
};

/// Whether the segment from o to o + d meets the triangle: a hit with 0 < t <= 1, decided exactly.
bool exact_step(const Ray<float>& ray, const Triangle<float>& tri);

/// The map T^-1 W^-1 of a triangle that W has moved, from the T^-1 of the triangle at rest (GPWiki,
/// Ray Triangle Collision), so that no triangle is prepared again when a wall turns.
/// Published: the transpose of W's linear part is taken for its inverse, which is wrong as soon as
/// W scales. Corrected: the inverse, by the adjugate.
template <typename Prepared>
Prepared moved(const Prepared& rest, const Affine& W, Variant variant) {
    using Real = std::decay_t<decltype(rest.x.x)>;
    const glm::mat<3, 3, Real> linear(W.linear);
    const auto inverse =
        variant == Variant::published ? glm::transpose(linear) : glm::inverse(linear);
    const Vec<Real> translation(W.translation);
    const Prepared map{rest.x * inverse, rest.y * inverse, rest.z * inverse, rest.origin};
    const auto shift = [&](const Vec<Real>& row) { return glm::dot(row, translation); };
    return {map.x, map.y, map.z, map.origin - Vec<Real>(shift(map.x), shift(map.y), shift(map.z))};
}

/// The collision matrix on the segment of the step. Corrected: t = 0, a start on the plane, is not
/// a collision.
template <typename Real, Variant own>
StepVerdict step_by_matrix(CollisionMatrix<Real, own> matrix,
                           const typename CollisionMatrix<Real, own>::Prepared& tri,
                           const Ray<Real>& step, Variant variant) {
    matrix.length = 1;
    const auto candidate = matrix.test(step, tri, no_notes);
    // The ends of the step, mapped.
    const auto map_z = [&](const Vec<Real>& p) { return glm::dot(tri.z, p) + tri.origin.z; };
    const Real Jz = map_z(step.o), Kz = map_z(step.o + step.d);
    // The map takes the normal to the z axis, so its z row is 1 / |n| long.
    const double unit = 1 / glm::length(Vec<double>(tri.z));
    StepVerdict verdict{Reason::beside, Jz * unit, Kz * unit, double(Jz / (Jz - Kz)),
                        Vec<double>(step.d)};
    const bool counts = variant == Variant::published || candidate.t > 0;
    if (candidate.accepted && counts)
        verdict.reason = Reason::collision;
    else if (Jz == 0 || Kz == 0)
        verdict.reason = Reason::touches;
    else if ((Jz > 0) == (Kz > 0))
        verdict.reason = Reason::same_side;
    return verdict;
}

/// How the tutorials use a method: after plane tests, with their ray, or on the step's segment.
enum class Construction { plane, ray, segment };

/// The demonstration of a method, published or corrected: a method that tests points behind the
/// plane tests, the collision matrix on the segment, any other with the tutorial's ray. The
/// method's own variant is the same one, unless the user said one or the method has none.
struct Collider {
    Method method;
    Variant variant;  ///< of the demonstration: published or corrected
    Kernel kernel;
    Construction construction = Construction::ray;

    Collider(const Method& method_, Variant variant_);
    StepVerdict test(const Ray<float>& step, const Wall& wall) const;
    /// The published walk of the tutorials, for plane and ray: only forward steps are tested, along
    /// the whole direction of view, although the walker keeps his height.
    bool as_text_walks() const {
        return variant == Variant::published && construction != Construction::segment;
    }
};

}  // namespace hitmiss
