#include "base/exact.hpp"

#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

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

    static constexpr bool scalar = true;  ///< no vector code

    static Triangle<Real> prepare(const Triangle<Real>& tri) { return tri; }

    template <typename Note>
    Candidate<Real> test(const Ray<Real>& ray, const Triangle<Real>& tri, Note note) const {
        // The floats as they were stored.
        const Ray<float> stored(ray);
        const Triangle<float> triangle(tri);
        // Exact signs of the edge volumes and of t decide.
        if (!exact_hit(stored, triangle).hit) return miss<Real>;
        // t, rounded once.
        return {true, note("t", Real(exact_t(stored, triangle)))};
    }

    /// Only t is rounded.
    Growth growth() const { return {.bounded = true, .flat = 4}; }
};

}  // namespace

extern constinit const Entry exact = entry<Exact>();

}  // namespace hitmiss
