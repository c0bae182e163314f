#include "methods/growth.hpp"
#include "methods/halo.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// Area sum, the angle sum's sister in tutorials; as in the first versions of bevy_mod_picking,
/// src/lib.rs (August 2020), replaced in September 2020 (issue 6).
///
/// Idea: P and the edges make three triangles. If P is inside, their areas add up to that of the
/// triangle. Outside they add up to more, by twice the areas beyond the edges.
/// Fails: every tolerance adds a halo: beside an edge of length l a strip of constant width,
/// epsilon / (2 l) for twice the areas. An absolute epsilon is too small for large triangles,
/// whose sums round, and far too large for small ones.
/// Open: P; ours is found as `plane` says.
/// Changed: areas are those in the triangle's plane, where the source projects the triangle to the
/// screen.
///
/// Growth: P is off its plane by 7 u |o| + 11 u D, as for the angle sum. Twice an area is off by
/// 10 u (g + L)^2, g = |P - a|, all four by 40 u, and the excess is twice the negative weights: so
/// P leaves the reach by 60 u (g + L)^2 L/|n|, or lies beyond the horizon.
template <typename Real, Variant variant = Variant::published>
struct AreaSum {
    static constexpr MethodInfo info{
        .name = "area-sum",
        .source = "bevy_mod_picking, src/lib.rs (August 2020)",
        .idea = "the triangles of P with the edges add up to the triangle's area, within epsilon",
        .kind = Kind::point_test,
        .open = "where P comes from: see plane",
        .changed = "areas in the triangle's plane, where the source projects it to the screen",
        .halo = Halo::larger,
        .shipped = true};
    static constexpr bool scalar = true;

    double epsilon = 1e-6;
    PlaneForm plane = PlaneForm::difference;

    static constexpr void parameters(auto&& visit) {
        visit("epsilon", &AreaSum::epsilon,
              Range{0, std::numeric_limits<double>::max(), false, "units of area"},
              "largest difference of twice the areas");
        plane_parameter(&AreaSum::plane, visit);
    }

    bool inside(const Vec<Real>& P, const PlaneTriangle<Real>& tri, auto note) const {
        // Vectors from P to the corners.
        const auto a = tri.a - P, b = tri.b - P, c = tri.c - P;
        // Twice the areas of the triangle and of its parts.
        const Real area = note("area", glm::length(tri.n));
        const Real PBC = note("PBC", glm::length(glm::cross(b, c)));
        const Real PCA = note("PCA", glm::length(glm::cross(c, a)));
        const Real PAB = note("PAB", glm::length(glm::cross(a, b)));
        // Inside: they add up to the whole, to within epsilon.
        const Real sum = note("sum", PAB + PCA + PBC);
        return note("|area - sum|", std::abs(area - sum)) < Real(epsilon);
    }

    /// Sum of the negative weights: half of the excess, over twice the area.
    Reach reach() const { return {.by_area = epsilon / 2}; }

    Growth growth() const {
        return {.bounded = true,
                .point = 32,
                .turned = 10,
                .flat = 256,
                .horizon = true,
                .squares_normal = true};
    }
};

}  // namespace

extern constinit const Entry area_sum = entry<AreaSum>();

}  // namespace hitmiss
