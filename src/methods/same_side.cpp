#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"
#include "methods/scaling.hpp"

namespace hitmiss {
namespace {

/// Same side, "triangle and point intersection" with OpenGL (after Szauer, Game Physics Cookbook).
///
/// Idea: P and the triangle form a pyramid. If P is inside, the normals of its faces PBC, PCA and
/// PAB point the same way. Two dot products are compared with zero.
/// Fails: if P is on the line through B and C, the normal of PBC is zero and so are both dot
/// products, so the whole infinite line is accepted. Points off the plane are accepted too, up to
/// sqrt(3)/4 = 0.433 edge lengths above an equilateral triangle (0.408 above its centroid).
/// Open: P, which is given; ours is found as `plane` says.
/// Contracted, g++ fuses another product where it moves part of a cross product behind a
/// comparison: see Separate and fused arithmetic in README.md.
/// Types: float. In float, both variants lose points on an edge: for points in the plane, use
/// double.
///
/// Growth: published, a box and a line, see fast/line_band.hpp. Corrected, with g = |P - a|: a
/// normal is off by 10 u (g + L)^2, so a weight is off by that over |n|, and an accepted P leaves
/// the triangle by 20 u (g + L)^2 L/|n|. That is either little or beyond the horizon, where the
/// vectors from P to the vertices round to one vector and all dot products are 0.
template <typename Real, Variant variant = Variant::published>
struct SameSide {
    static constexpr MethodInfo info{
        .name = "same-side",
        .source = "Triangle and point intersection in OpenGL, after Szauer, Game Physics Cookbook",
        .idea = "the faces of the pyramid over the triangle with apex P are turned the same way",
        .kind = Kind::point_test,
        .open = "where P comes from: see plane",
        .corrected = "all three face normals are compared with the triangle's, each dot >= 0"};

    PlaneForm plane = PlaneForm::difference;

    static constexpr void parameters(auto&& visit) { plane_parameter(&SameSide::plane, visit); }

    /// `m`: the triangle's normal, scaled so that products with it are no longer than PBC.
    struct Scaled : PlaneTriangle<Real> {
        Vec<Real> m{0};
    };
    static auto prepare(const Triangle<Real>& tri) {
        const PlaneTriangle<Real> plane(tri);
        if constexpr (variant == Variant::corrected)
            return Scaled{plane, scaled_to_one(plane.n)};
        else
            return plane;
    }

    bool inside(const Vec<Real>& P, const auto& tri, auto note) const {
        // Vectors from P to the vertices.
        const auto a = tri.a - P, b = tri.b - P, c = tri.c - P;
        // Normals of the three faces that meet in P.
        const auto PBC = note("PBC", glm::cross(b, c), Meaning::edge_bc);
        const auto PCA = note("PCA", glm::cross(c, a), Meaning::edge_ca);
        const auto PAB = note("PAB", glm::cross(a, b), Meaning::edge_ab);
        // Inside: they point the same way.
        if constexpr (variant == Variant::corrected) {
            return note("PBC.m", glm::dot(PBC, tri.m)) >= 0 &&
                   note("PCA.m", glm::dot(PCA, tri.m)) >= 0 &&
                   note("PAB.m", glm::dot(PAB, tri.m)) >= 0;
        } else {
            if (note("PBC.PCA", glm::dot(PBC, PCA)) < 0) return false;
            if (note("PBC.PAB", glm::dot(PBC, PAB)) < 0) return false;
            return true;
        }
    }

    Growth growth() const {
        if constexpr (variant == Variant::published)
            return {
                .bounded = true, .flat = 58, .tilted = 104, .line = true, .squares_normal = true};
        else
            return {.bounded = true, .flat = 128, .horizon = true};
    }
};

}  // namespace

extern constinit const Entry same_side = entry<SameSide>();

}  // namespace hitmiss
