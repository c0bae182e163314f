#pragma once
// What is right: the set E of each ray.

#include <functional>

#include "base/exact_start.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// E: all triangles at the nearest t of a ray, of copies the first. Each of them is a right answer;
/// empty: the ray hits nothing.
struct ExactAnswer {
    double t = std::numeric_limits<double>::infinity();  ///< to a relative 2^-40
    std::vector<std::uint32_t> triangles;                ///< ascending
};

/// A triangle that a ray hits.
struct MetTriangle {
    std::uint32_t index;
    ExactHit exact;
};
/// The exact order of two of them along a ray, which may start on the surface.
template <typename AnyRay>
std::strong_ordering exact_order(const MetTriangle& a, const MetTriangle& b, const AnyRay& ray,
                                 const Geometry& geometry) {
    const double apart = a.exact.t - b.exact.t;
    if (std::abs(apart) <= a.exact.t_error + b.exact.t_error)
        return exact_order(ray, geometry.triangles[a.index], geometry.triangles[b.index]);
    return apart < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
}
/// Its t, to a relative 2^-40.
template <typename AnyRay>
double t_of(const MetTriangle& met, const AnyRay& ray, const Geometry& geometry) {
    const auto& [index, exact] = met;
    return exact.t_error < 0x1p-40 * exact.t ? exact.t : exact_t(ray, geometry.triangles[index]);
}

/// Which triangles there are: all, or those that a ray sees from the front, n . d < 0.
enum class Faces { all, front };
constexpr Faces faces_met(bool culls) {
    return culls ? Faces::front : Faces::all;
}

/// Says what is right on a ray, of the hits in the filter; from any thread.
struct Reference {
    std::function<ExactAnswer(const Ray<float>&, Faces, const HitFilter&)> answer;
    bool exact = false;  ///< whether it compares exactly

    ExactAnswer operator()(const Ray<float>& ray, Faces faces = Faces::all,
                           const HitFilter& filter = {}) const {
        return answer(ray, faces, filter);
    }
};

/// A method as the reference. `exact` compares exactly; another method's rounding gives two
/// triangles at a shared edge slightly different t, so all within a relative 2^-40 of the nearest
/// count as its equals. Which side of a triangle is its front is decided exactly either way. The
/// triangles must outlive it.
Reference make_reference(const Method& method, const Geometry& geometry);

/// The exact answer for a ray that starts on the surface.
ExactAnswer exact_answer(const SpawnedRay& ray, const Geometry& geometry);

}  // namespace hitmiss
