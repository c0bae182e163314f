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

/// Answers rays; may be called from several threads at once.
using Reference = std::function<void(std::span<const Ray<float>>, std::span<Answer>)>;

/// Whether the method is the exact answer itself.
bool is_exact(const Method& method);

/// A method as the reference. `exact` compares exactly; another method's rounding gives two
/// triangles at a shared edge slightly different t, so all within a relative 2^-40 of the nearest
/// count as its equals.
Reference make_reference(const Method& method, const Geometry& geometry);

/// The nearest hits of rays by a method, whose tracer is given, whatever answers there: a foreign
/// one (numbers as in Foreign), its kernel, or for `exact` the reference: a tracer would order its
/// hits by t rounded to double, and two different exact t may round to one.
void trace(const Method& method, const Tracer& tracer, const Geometry& geometry,
           std::span<const Ray<float>> rays, std::span<const std::size_t> numbers,
           std::span<Hit> hits);

}  // namespace hitmiss
