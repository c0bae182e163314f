#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Baldwin & Weber, Fast Ray-Triangle Intersections by Coordinate Transformation, Journal of
/// Computer Graphics Techniques 5(3), 2016.
///
/// Idea: the collision matrix, but the third axis of the triangle's frame is not the normal: it is
/// the unit axis along which the normal is longest. That fixes one column of the map and leaves
/// nine numbers to store.
/// Fails: at shared edges, as the collision matrix does, and in two more ways. The translation is
/// rounded to the size of the vertices, not of the triangle; and u + v < 1 leaves points on the
/// side bc to the other triangle. The map of a triangle without area is NaN: our comparisons reject
/// it, as the paper's branch does.
/// Changed: the fixed column is stored with the nine numbers, so that the test has no branch on the
/// axis. The column only adds zeros and multiplies by one. The range of t is left to the tracer:
/// finite and positive, where the paper's code has bounds of the ray's.
/// Contracted, the code's branches fuse another product than our dot products do on two of three
/// axes: see Separate and fused arithmetic in README.md.
/// Types: float.
///
/// Growth: let M = |o| + D; no coordinate is larger. The constants of u and v are products of
/// vertices over the normal's longest component, which is at least |n|/sqrt(3), so they are off by
/// 5.2 u M^2/|n|; the rows and dot products are off by 10.4 u M L/|n|. A wrong normal scales both
/// alike. So a weight is off by the sum of these, and an accepted P leaves the triangle by three
/// times L times that, 15.6 u M^2 L/|n| and 31.2 u M L^2/|n|. It is off the plane by another 10 u M
/// and 8.4 u L^2/|n| (D + L).
template <typename Real, Variant variant = Variant::published>
struct BaldwinWeber {
    static constexpr MethodInfo info{
        .name = "baldwin-weber",
        .source =
            "Baldwin & Weber, Fast Ray-Triangle Intersections by Coordinate Transformation (2016)",
        .idea = "maps the ray into the triangle's frame, whose third axis is a unit axis",
        .kind = Kind::ray_test,
        .changed =
            "the column that is fixed is stored too, in place of a branch; t is finite and "
            "positive, where the code has bounds of the ray's"};

    /// Rows of the map's linear part, and its translation.
    struct Prepared {
        Vec<Real> u, v, w, origin;
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        // Edges from a, and the normal.
        const auto e1 = tri.b - tri.a, e2 = tri.c - tri.a, n = glm::cross(e1, e2);
        // f: the axis along which the normal is longest. Ties as in the source: the last of equals,
        // unlike widest_axis().
        const auto size = glm::abs(n);
        const int f = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
        const int g = (f + 1) % 3, h = (f + 2) % 3;
        // Rows of the map to the frame of e1, e2 and the unit axis f, from Cramer's rule.
        Prepared map{};
        map.u[g] = e2[h] / n[f], map.u[h] = -e2[g] / n[f];
        map.v[g] = -e1[h] / n[f], map.v[h] = e1[g] / n[f];
        map.w[f] = 1, map.w[g] = n[g] / n[f], map.w[h] = n[h] / n[f];
        // Translation: a goes to the origin.
        map.origin.x = (tri.c[g] * tri.a[h] - tri.c[h] * tri.a[g]) / n[f];
        map.origin.y = -(tri.b[g] * tri.a[h] - tri.b[h] * tri.a[g]) / n[f];
        map.origin.z = -glm::dot(tri.a, n) / n[f];
        return map;
    }

    Candidate<Real> test(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        // Height of the origin over the plane z = 0 of the triangle's frame, and where the ray
        // meets it.
        const Real height = note("height", glm::dot(tri.w, ray.o) + tri.origin.z);
        const Real t = note("t", -height / glm::dot(tri.w, ray.d));
        // P, and its barycentric weights of b and c: its coordinates in the triangle's frame.
        const auto P = note("P", ray.o + t * ray.d);
        const auto u = note("u", glm::dot(tri.u, P) + tri.origin.x, Meaning::edge_ca);
        const auto v = note("v", glm::dot(tri.v, P) + tri.origin.y, Meaning::edge_ab);
        return {u >= 0 && v >= 0 && u + v < 1, t};
    }

    Growth growth() const { return {.bounded = true, .flat = 64, .squared = 16}; }
};

}  // namespace

extern constinit const Entry baldwin_weber = entry<BaldwinWeber>();

}  // namespace hitmiss
