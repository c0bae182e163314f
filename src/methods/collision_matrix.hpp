#pragma once
#include "methods/calling.hpp"
#include "methods/growth.hpp"

namespace hitmiss {

/// Collision matrix (GPWiki, Ray Triangle Collision, c. 2007).
///
/// Idea: an affine map, computed once per triangle, takes a to the origin, e1 to x, e2 to y and the
/// normal to z. Map both ends J, K of a segment. It crosses the plane when their z differ in sign,
/// and hits when the crossing has x >= 0, y >= 0 and x + y <= 1.
/// Fails: each triangle rounds its own map, so shared edges leak. The map of a triangle without
/// area is NaN, and no comparison rejects it. A segment that ends on the plane is a miss in the
/// text's code, but not in its prose.
/// Open: the length of the segment; ours is twice the distance to the scene's farthest corner. The
/// text computes no t; ours is the fraction of the segment before the crossing, times its length.
/// Changed: each triangle keeps a matrix of its own. The text's code writes all of them to one
/// static array.
/// Types: double throughout.
/// Contracted, g++ at -O3 fuses another product, and clang's vector code rounds some sums once more
/// than `fused`: see Separate and fused arithmetic in README.md.
///
/// Growth: the computed normal is off by 4.83 u L^2, but x and y are exact inverses of e1, e2 and
/// that normal, to 4 u. The weights (1 - s) J + s K at s = t / length are off by
/// u L/|n| (7 |o| + 27 D), however long the segment, because s |K| <= |o| + |t d|. Three times that
/// times L, with P off its plane by 7 u |o| + 11 u D, gives u L^2/|n| (29 |o| + 117 D).
template <typename Real, Variant variant = Variant::published>
struct CollisionMatrix {
    static constexpr MethodInfo info{
        .name = "collision-matrix",
        .source = "GPWiki, Ray Triangle Collision (c. 2007)",
        .idea = "maps the triangle to the unit one, and both ends of a segment with it",
        .kind = Kind::segment_map,
        .open =
            "how long the segment is: see length; t: the part of the segment before the crossing",
        .changed = "each triangle has its own matrix, where the code has one static array for all",
        .precision = Precision::twice,
        .corrected = "a triangle of zero area is a miss; a segment may end on the plane"};

    double length = 0;

    static constexpr void parameters(auto&& visit) {
        length_parameter(&CollisionMatrix::length, visit);
    }

    /// The map to the triangle's frame: the rows of its linear part, and its translation.
    struct Prepared {
        Vec<Real> x, y, z, origin;

        Vec<Real> operator()(const Vec<Real>& p) const {
            return Vec<Real>(glm::dot(x, p), glm::dot(y, p), glm::dot(z, p)) + origin;
        }
    };
    static Prepared prepare(const Triangle<Real>& tri) {
        // Edges from a, and the normal.
        const auto e1 = tri.b - tri.a, e2 = tri.c - tri.a, n = glm::cross(e1, e2);
        // Inverse of the matrix [e1 e2 n], by its adjugate; its determinant is n . n.
        const Real in_det = 1 / glm::dot(n, n);
        const auto x = glm::cross(e2, n) * in_det, y = glm::cross(n, e1) * in_det, z = n * in_det;
        // Translation: a goes to the origin.
        return {x, y, z, -Vec<Real>(glm::dot(x, tri.a), glm::dot(y, tri.a), glm::dot(z, tri.a))};
    }

    Candidate<Real> test(const Ray<Real>& ray, const Prepared& tri, auto note) const {
        // Both ends of the segment in the triangle's frame.
        const auto J = note("J", tri(ray.o));
        const auto K = note("K", tri(ray.o + Real(length) * ray.d));
        // The segment crosses the plane z = 0 if its ends lie on two sides of it.
        const auto Jz = note("J.z", J.z), Kz = note("K.z", K.z);
        if constexpr (variant == Variant::corrected) {
            const bool same_side = (Jz > 0 && Kz > 0) || (Jz < 0 && Kz < 0);
            if (same_side || (Jz == 0 && Kz == 0)) return miss<Real>;
            const bool has_area = Jz == Jz;
            if (!has_area) return miss<Real>;
        } else {
            if (Jz * Kz >= 0) return miss<Real>;
        }
        // Where it crosses: x and y are the barycentric weights of b and c.
        const auto x = note("x", J.x + J.z * ((K.x - J.x) / (J.z - K.z)), Meaning::edge_ca);
        if (x < 0 || x > 1) return miss<Real>;
        const auto y = note("y", J.y + J.z * ((K.y - J.y) / (J.z - K.z)), Meaning::edge_ab);
        if (y < 0 || y > 1 || x + y > 1) return miss<Real>;
        // t: the fraction of the segment before the crossing, times its length.
        return {true, note("t", Real(length) * (J.z / (J.z - K.z)))};
    }

    Growth growth() const {
        return {.bounded = length <= 0x1p50, .flat = 128, .squares_normal = true};
    }
};

}  // namespace hitmiss
