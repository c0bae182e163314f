#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// trimesh, its own ray tester: trimesh/ray/ray_triangle.py, intersections.py and triangles.py
/// (June 2026).
///
/// Idea: P is where the ray meets the plane, and its barycentric weights come from the edges' dot
/// products: Cramer's rule with the Gram matrix of the edges. They must lie in (-1e-13, 1 + 1e-13).
/// Fails: a ray that meets the plane at less than 1e-5 is lost. The Gram matrix has the square of
/// the edges' condition number, so thin triangles leak. A triangle with |n| <= 1e-13 has no normal.
/// Open: in which order numpy adds; ours is x, y, z. t is the distance to the plane.
/// Changed: the source also accepts what lies up to 1e-6 behind the origin; the tracer's hits lie
/// in front. It then merges hits at the same rounded place.
/// Types: double.
/// Contracted, g++ fuses another product in vector code: see Separate and fused arithmetic in
/// README.md.
///
/// Growth: P = o + t d is off by 2 u (D + |o|), the plane by n and by 4 u D: point = 32,
/// turned = 10. A dot product with P - a is off by 4 u L |P - a|, so the numerators are off by
/// 18 u L^3 |P - a|, and their denominator, |n|^2, by 16 u L^4. With |P - a| <= L + r, a weight is
/// off by 34 u L^4/|n|^2, and P leaves the triangle by three times L that.
template <typename Real, Variant variant = Variant::published>
struct Trimesh {
    static constexpr MethodInfo info{
        .name = "trimesh",
        .source = "trimesh, trimesh/ray/ray_triangle.py (June 2026)",
        .idea = "P in the plane, and its weights by the Gram matrix of the edges, within 1e-13",
        .open = "the order of sums: x, y, z; t: the distance to the plane",
        .changed =
            "hits lie in front of the origin, where the code accepts 1e-6 behind it; equal "
            "hits are not merged; fused is ours, because numpy rounds each operation",
        .precision = Precision::twice,
        .halo = Halo::larger,
        .shipped = true};
    static constexpr bool scalar = true;

    /// `n`: of length 1, or 0.
    struct Prepared {
        Vec<Real> a, e0, e1, n;
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        const auto e0 = tri.b - tri.a, e1 = tri.c - tri.a, n = glm::cross(e0, tri.c - tri.b);
        const Real length = glm::length(n);
        const bool has_normal = length > Real(1e-13);
        return {tri.a, e0, e1, has_normal ? n * (1 / length) : Vec<Real>(0)};
    }

    Candidate<Real> test(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        // Steepness: a grazing ray is lost.
        const Real along = note("n.d", glm::dot(ray.d, tri.n));
        if (!(note("|n.d|", std::abs(along), Meaning::guard) > Real(1e-5))) return miss<Real>;
        // P: where the ray meets the plane.
        const Real t = note("t", glm::dot(tri.a - ray.o, tri.n) / along);
        const Vec<Real> P = note("P", t * ray.d + ray.o);
        // Weights of b and c by Cramer's rule, and of a.
        const Vec<Real> w = P - tri.a;
        const Real dot00 = glm::dot(tri.e0, tri.e0), dot01 = glm::dot(tri.e0, tri.e1),
                   dot11 = glm::dot(tri.e1, tri.e1), dot02 = glm::dot(tri.e0, w),
                   dot12 = glm::dot(tri.e1, w);
        const Real inverse = note("1/det", 1 / Real(dot00 * dot11 - dot01 * dot01));
        const Real to_c = (dot00 * dot12 - dot01 * dot02) * inverse;
        const Real to_b = (dot11 * dot02 - dot01 * dot12) * inverse;
        const auto c = note("c", to_c, Meaning::edge_ab), b = note("b", to_b, Meaning::edge_ca);
        const auto a = note("a", Real(1 - to_b - to_c), Meaning::edge_bc);
        // Inside: each lies between 0 and 1.
        const Real zero = Real(1e-13), one = 1 + zero;
        if (!(a > -zero && a < one && b > -zero && b < one && c > -zero && c < one))
            return miss<Real>;
        // P is in front of the origin, or hardly behind.
        if (!(note("(P - o).d", glm::dot(P - ray.o, ray.d), Meaning::guard) > Real(-1e-6)))
            return miss<Real>;
        return {true, t};
    }

    Reach reach() const { return {.beyond = 1.001e-13}; }

    Growth growth() const {
        return {.bounded = true, .point = 32, .turned = 10, .tilted = 128, .squares_normal = true};
    }
};

}  // namespace

extern constinit const Entry trimesh = entry<Trimesh>();

}  // namespace hitmiss
