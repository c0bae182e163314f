#pragma once
// What is right: the set E of each ray.

#include <functional>

#include "trace/tracer.hpp"

namespace hitmiss {

/// E: all triangles at the nearest t of a ray, of copies the first. Each of them is a right answer;
/// empty: the ray hits nothing.
struct Answer {
    double t = std::numeric_limits<double>::infinity();  ///< to a relative 2^-40
    std::vector<std::uint32_t> triangles;                ///< ascending
};

/// Says what is right on a ray; from any thread.
using Reference = std::function<Answer(const Ray<float>&)>;

/// A method as the reference. `exact` compares exactly; another method's rounding gives two
/// triangles at a shared edge slightly different t, so all within a relative 2^-40 of the nearest
/// count as its equals. The triangles must outlive it.
Reference make_reference(const Method& method, const Geometry& geometry);

}  // namespace hitmiss
