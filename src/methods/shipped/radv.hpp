#pragma once
#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/notes.hpp"

namespace hitmiss {

/// Mesa, src/amd/vulkan/nir/radv_nir_rt_common.c (2025): the test of its Vulkan driver RADV for
/// processors that have none in hardware.
///
/// Idea: Woop's watertight test, without its fallback to double. An edge function of 0 is decided
/// by a rule instead, so that a ray through a shared edge hits one of its two triangles: the one
/// whose edge runs to smaller x, or at the same x to smaller y, in the ray's frame. Its neighbour
/// runs through the edge backwards. At a vertex of a closed fan, where two are 0, one edge must
/// pass, and the next corner must lie at dx <= 0 and the one before at dx > 0. Fails: at
/// silhouettes, where one of a front and a back is hit, so that the parity is wrong. An edge
/// function may also round to 0 beside an edge, where the rule may reject both triangles. Changed:
/// Mesa's shader computes in float and never contracts; precision and arithmetic
/// are ours. The processor may round 1 / d.z in another way, and takes denormals for 0.
///
/// Growth: the shear is a product with 1 / d.z, rounded once more than a quotient, so a sheared
/// vertex is off by 7.4 u D; t is a quotient, off by 9 u D/|d.z|. Together that is less than what
/// the watertight test has (watertight.cpp). The sign of an edge function may be wrong, because one
/// of 0 is not computed again: so the second of its two bounds holds, in float too. Vertices make
/// |det| wrong by 30 y of itself, and with y <= 1/128 the 3/4 remain that it needs.
template <typename Real, Variant variant>
struct Radv {
    static constexpr MethodInfo info{
        .name = "watertight",
        .source = "Mesa, src/amd/vulkan/nir/radv_nir_rt_common.c (2025)",
        .idea = "2D edge functions in the ray's sheared frame, and a rule where one is 0"};
    static constexpr bool scalar = true;

    Cull cull;
    EdgeForm edges;

    Candidate<Real> test(const Ray<Real>& ray, const Triangle<Real>& tri, auto note) const {
        // The axis along which d is longest becomes z, of two equal ones x or else y. The other two
        // are exchanged if the ray points backwards.
        const int kz = widest_axis(glm::abs(ray.d));
        const int next = ray.d[kz] < 0 ? 2 : 1, kx = (kz + next) % 3, ky = (kx + next) % 3;
        // Shear that takes d to that axis.
        const Real Sz = 1 / ray.d[kz];
        const Real Sx = note("Sx", Real(ray.d[kx] * Sz)), Sy = note("Sy", Real(ray.d[ky] * Sz));
        // Vertices in the ray's frame: the ray is the z axis.
        const auto sheared = [&](const Vec<Real>& corner) {
            const auto v = corner - ray.o;
            return Vec<Real>(v[kx] - Sx * v[kz], v[ky] - Sy * v[kz], Sz * v[kz]);
        };
        const auto A = note("A", sheared(tri.a));
        const auto B = note("B", sheared(tri.b));
        const auto C = note("C", sheared(tri.c));
        // 2D edge functions: twice the signed areas of BC, CA and AB with the origin.
        const auto U = note("U", edge_function<Real>(edges, C, B), Meaning::edge_bc);
        const auto V = note("V", edge_function<Real>(edges, A, C), Meaning::edge_ca);
        const auto W = note("W", edge_function<Real>(edges, B, A), Meaning::edge_ab);
        // Inside: no two have opposite signs.
        if ((U < 0 || V < 0 || W < 0) && (cull == Cull::back || U > 0 || V > 0 || W > 0))
            return miss<Real>;
        // The ray meets an edge, or a vertex: the rule says whether this triangle takes it.
        const bool bc = U == 0, ca = V == 0, ab = W == 0;
        if (bc || ca || ab) {
            const bool edge = (bc && passes(B, C)) || (ca && passes(C, A)) || (ab && passes(A, B));
            const bool corner = (ca && ab && holds(A, B, C)) || (bc && ab && holds(B, C, A)) ||
                                (bc && ca && holds(C, A, B));
            const bool at_corner = int(bc) + int(ca) + int(ab) > 1;
            const auto takes =
                note("takes the edge", Real(edge && (corner || !at_corner)), Meaning::guard);
            if (!(takes > 0)) return miss<Real>;
        }
        // t: the mean of the vertices' depths, weighted by U, V and W.
        const Real det = note("det", Real(Real(U) + Real(Real(V) + Real(W))), Meaning::guard);
        const Real T = Real(Real(U) * A.z + Real(V) * B.z) + Real(W) * C.z;
        return {true, note("t", Real((det < 0 ? -T : T) / std::abs(det)))};
    }

    /// Whether an edge that the ray meets belongs to the triangle that runs through it so: to
    /// smaller x, or at the same x to smaller y.
    static bool passes(const Vec<Real>& from, const Vec<Real>& to) {
        const Real dx = to.x - from.x, dy = to.y - from.y;
        return dx == 0 ? dy < 0 : dx < 0;
    }
    /// Whether a corner that the ray meets belongs to the triangle with these other two.
    static bool holds(const Vec<Real>& corner, const Vec<Real>& next, const Vec<Real>& before) {
        const Real to_next = next.x - corner.x, to_before = before.x - corner.x;
        return to_next <= 0 && to_before > 0;
    }

    Growth growth() const { return {.bounded = true, .steep = 64, .thinnest = 128}; }
};

}  // namespace hitmiss
