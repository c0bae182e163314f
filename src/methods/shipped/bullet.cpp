#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Bullet, src/BulletCollision/NarrowPhaseCollision/btRaycastCallback.cpp (2021): the default for
/// triangle meshes.
///
/// Idea: the ends of a segment must lie on two sides of the plane. Where it crosses, the volume of
/// the normal with P and each edge may be negative by 1e-4 n . n: a weight of -1e-4.
/// Fails: the triangle is larger by 1e-4 of its heights on each side, whatever its size, so a ray
/// beside a silhouette hits. n . from and n . to cancel far from the origin. The product of the
/// two heights underflows for tiny triangles, which are missed.
/// Open: the length of the segment; ours is twice the distance to the scene's farthest corner, as
/// for collision-matrix. t is the fraction of the segment times its length.
///
/// Growth: P is s from + r to, s + r = 1, off by 6 u (|o| + D). n . from - n . a is off by
/// 8 u |n| (|o| + D), that of `to` by as much per |r to|, and the plane by n: point = 48,
/// turned = 10. The volumes are off by 10 u (g + L)^2 |n|, g = |P - a|: 20 u (g + L)^2 L/|n|, or P
/// lies beyond the horizon.
template <typename Real, Variant variant = Variant::published>
struct Bullet {
    static constexpr MethodInfo info{
        .name = "bullet",
        .source = "Bullet, src/BulletCollision/NarrowPhaseCollision/btRaycastCallback.cpp (2021)",
        .idea = "a segment crosses the plane where no barycentric weight is less than -1e-4",
        .kind = Kind::segment_map,
        .open = "how long the segment is: see length; t: the part of the segment before P",
        .halo = Halo::larger,
        .shipped = true};
    static constexpr bool scalar = true;

    double length = 0;

    static constexpr void parameters(auto&& visit) { length_parameter(&Bullet::length, visit); }

    static PlaneTriangle<Real> prepare(const Triangle<Real>& tri) {
        return PlaneTriangle<Real>(tri);
    }

    Candidate<Real> test(const Ray<Real>& ray, const PlaneTriangle<Real>& tri, auto note) const {
        // Heights of both ends over the plane, times |n|: they have different signs.
        const Vec<Real> from = ray.o, to = note("to", ray.o + Real(length) * ray.d);
        const Real dist = note("n.v0", glm::dot(tri.a, tri.n));
        const Real dist_a = note("dist_a", glm::dot(tri.n, from) - dist);
        const Real dist_b = note("dist_b", glm::dot(tri.n, to) - dist);
        if (note("dist_a dist_b", Real(dist_a * dist_b), Meaning::guard) >= 0) return miss<Real>;
        // Fraction of the segment before the plane.
        const auto fraction = note("fraction", dist_a / (dist_a - dist_b), Meaning::guard);
        if (!(fraction < 1)) return miss<Real>;
        // P, and volumes of the normal with P and each edge.
        const Real s = 1 - fraction, r = fraction;
        const Vec<Real> P = note("P", s * from + r * to);
        const auto a = tri.a - P, b = tri.b - P, c = tri.c - P;
        const Real least = note("edge_tolerance", glm::dot(tri.n, tri.n) * Real(-0.0001));
        const auto volume = [&](const char* name, const Vec<Real>& p, const Vec<Real>& q,
                                Meaning meaning) {
            return note(name, Real(glm::dot(glm::cross(p, q), tri.n)), meaning);
        };
        if (!(volume("cp0.n", a, b, Meaning::edge_ab) >= least)) return miss<Real>;
        if (!(volume("cp1.n", b, c, Meaning::edge_bc) >= least)) return miss<Real>;
        if (!(volume("cp2.n", c, a, Meaning::edge_ca) >= least)) return miss<Real>;
        return {true, note("t", Real(Real(length) * r))};
    }

    Reach reach() const { return {.beyond = 1.001e-4}; }

    Growth growth() const {
        // n . to is at most 2^126: growth.md.
        return {.bounded = length <= 0x1p46,
                .point = 48,
                .turned = 10,
                .flat = 128,
                .horizon = true,
                .squares_normal = true};
    }
};

}  // namespace

extern constinit const Entry bullet = entry<Bullet>();

}  // namespace hitmiss
