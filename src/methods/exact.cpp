#include "base/exact.hpp"

#include "base/crossing.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// moved: the ray is moved by infinitesimals, so that it meets no edge (base/crossing.hpp).
enum class Nudge { none, moved };
inline constexpr std::array<std::string_view, 2> nudge_names{"none", "moved"};

/// The exact answer as a method, the reference for all others. Only its t is rounded.
template <typename Real, Variant variant = Variant::published>
struct Exact {
    static constexpr MethodInfo info{
        .name = "exact",
        .source =
            "exact signs of the edge volumes, of the determinant and of t; see base/exact.hpp",
        .idea = "the mathematical answer for the stored floats; a triangle contains its border",
        .kind = Kind::exact,
        .precision = Precision::twice};

    Nudge once = Nudge::none;

    static constexpr void parameters(auto&& visit) {
        visit("once", &Exact::once, nudge_names,
              "moved: of the triangles that share an edge or a vertex only those are hit through "
              "which the surface is crossed there, as often as it is crossed");
    }

    static constexpr bool scalar = true;  ///< no vector code

    Candidate<Real> test(const Ray<Real>& ray, const Triangle<Real>& tri, auto note) const {
        // The floats as they were stored.
        const Ray<float> stored(ray);
        const Triangle<float> triangle(tri);
        // Exact signs of the edge volumes and of t decide.
        if (!exact_hit(stored, triangle).hit) return miss<Real>;
        if (once == Nudge::moved && crossing(stored, triangle) == 0) return miss<Real>;
        // t, rounded once.
        return {true, note("t", Real(exact_t(stored, triangle)))};
    }

    /// Only t is rounded.
    Growth growth() const { return {.bounded = true, .flat = 4}; }
};

}  // namespace

extern constinit const Entry exact = entry<Exact>();

}  // namespace hitmiss
