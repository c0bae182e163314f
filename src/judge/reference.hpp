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

/// Which triangles there are: all, or those that a ray sees from the front, n . d < 0.
enum class Faces { all, front };
constexpr Faces faces_met(bool culls) {
    return culls ? Faces::front : Faces::all;
}

/// Says what is right on a ray, of the hits in the filter; from any thread.
struct Reference {
    std::function<ExactAnswer(const Ray<float>&, Faces, const HitFilter&)> answer;

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
