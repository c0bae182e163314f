#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Particle transport: XDG, src/geometry/plucker.cpp (2025), after MOAB's for DAGMC and Platis &
/// Theoharis, Fast Ray-Tetrahedron Intersection Using Plücker Coordinates (2003).
///
/// Idea: Plücker coordinates of the ray and of each edge, whose ends are taken in the order of
/// their coordinates, so that both triangles at an edge compute the same bits. The three products
/// may not have opposite signs. P is the mean of the corners, with these products as weights.
/// Fails: the coordinates are absolute: they are products with the distance from the world's
/// origin, which cancel. Neighbours agree, and may be wrong alike. Products below 20 x 2^-52 are
/// taken for 0, whatever the size of the triangle, so all of a tiny one are: it is missed.
/// Changed: t = 0 is a miss, as for all methods. A bound of the distance is not asked for.
/// Types: double. The bound is the same number in float.
///
/// Growth: the product with an edge e is off by 16 u |e| M |d|, M = |o| + D, and their sum by that
/// of all three. P is a mean of the corners and so in the triangle. Seen from the corner opposite
/// the longest edge, it is off from where the ray meets the plane by 16 u M (2 L' L'' + 3 L L')/|n|
/// / c, and o + t d by sqrt(3) times as much more, along the longest axis of d: steep_by_origin =
/// 224. What is taken for 0 adds 14 x 20 x 2^-52 L/|n| / c, and 2^10 times that if d is 2^-10 long.
template <typename Real, Variant variant = Variant::published>
struct Plucker {
    static constexpr MethodInfo info{
        .name = "plucker",
        .source =
            "XDG, src/geometry/plucker.cpp (2025), after DAGMC and MOAB; Platis & Theoharis, "
            "Fast Ray-Tetrahedron Intersection Using Plücker Coordinates (2003)",
        .idea = "Plücker coordinates from the world's origin; both triangles at an edge agree",
        .changed = "precision=float keeps the bound below which a product is taken for 0",
        .precision = Precision::twice,
        .shipped = true};
    static constexpr bool scalar = true;
    static constexpr double zero = 20 * 0x1p-52;  ///< below this a product is taken for 0

    /// Product of the ray d, m and the edge from p to q, always computed from the lower end.
    static Real product(const Vec<Real>& p, const Vec<Real>& q, const Vec<Real>& d,
                        const Vec<Real>& m) {
        const bool in_order = comes_before(p, q);
        const Vec<Real>& from = in_order ? p : q;
        const Vec<Real> edge = (in_order ? q : p) - from;
        const Real sum = glm::dot(d, glm::cross(edge, from)) + glm::dot(m, edge);
        const Real sized = in_order ? sum : -sum;
        return Real(zero) > std::abs(sized) ? Real(0) : sized;
    }

    Candidate<Real> test(const Ray<Real>& ray, const Triangle<Real>& tri, auto note) const {
        // Moment of the ray.
        const Vec<Real> m = note("m", glm::cross(ray.d, ray.o));
        // Products with the edges: no two have opposite signs, and not all are 0.
        const auto p0 = note("p0", product(tri.a, tri.b, ray.d, m), Meaning::edge_ab);
        const auto p1 = note("p1", product(tri.b, tri.c, ray.d, m), Meaning::edge_bc);
        if ((p0 > 0 && p1 < 0) || (p0 < 0 && p1 > 0)) return miss<Real>;
        const auto p2 = note("p2", product(tri.c, tri.a, ray.d, m), Meaning::edge_ca);
        if ((p1 > 0 && p2 < 0) || (p1 < 0 && p2 > 0) || (p0 > 0 && p2 < 0) || (p0 < 0 && p2 > 0))
            return miss<Real>;
        if (p0 == 0 && p1 == 0 && p2 == 0) return miss<Real>;
        // P: the mean of the corners, weighted by the products of the opposite edges.
        const Real w0 = p0, w1 = p1, w2 = p2;
        const Real inverse = 1 / Real(w0 + w1 + w2);
        const Vec<Real> P =
            note("P", w0 * inverse * tri.c + w1 * inverse * tri.a + w2 * inverse * tri.b);
        // t: along the axis of d's largest component.
        const int axis = widest_axis(glm::abs(ray.d));
        const auto t = note("t", Real((P[axis] - ray.o[axis]) / ray.d[axis]), Meaning::guard);
        if (t < 0) return miss<Real>;
        return {true, t};
    }

    Growth growth() const {
        return {.bounded = true,
                .point = 24,
                .flat = 24,
                .steep_by_origin = 224,
                .taken_for_zero = 14 * 0x1p10 * zero};
    }
};

}  // namespace

extern constinit const Entry plucker = entry<Plucker>();

}  // namespace hitmiss
