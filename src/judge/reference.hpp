#pragma once
// What is right: the set E of each ray.

#include <functional>

#include "judge/memory.hpp"
#include "judge/ray_source.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// E: all triangles at the nearest t of a ray, of copies the first. Each of them is a right answer;
/// empty: the ray hits nothing.
struct Answer {
    double t = std::numeric_limits<double>::infinity();  ///< to a relative 2^-40
    std::vector<std::uint32_t> triangles;                ///< ascending
};

/// What is right on the rays of a batch, in their order.
using Answers = std::shared_ptr<const std::vector<Answer>>;

/// Answers rays; from any thread.
class Reference {
public:
    using Ask = std::function<Answer(const Ray<float>&)>;
    explicit Reference(Ask ask) : ask_(std::move(ask)) {}

    Answer operator()(const Ray<float>& ray) const { return ask_(ray); }
    Answers operator()(const Batch& batch) const;
    /// The same for one source of so many batches, each of which is answered once and remembered.
    Reference remembering(std::size_t batches) const;

private:
    Ask ask_;
    std::shared_ptr<Memory<std::vector<Answer>>> memory_;
};

/// Whether the method is the exact answer itself.
bool is_exact(const Method& method);

/// A method as the reference. `exact` compares exactly; another method's rounding gives two
/// triangles at a shared edge slightly different t, so all within a relative 2^-40 of the nearest
/// count as its equals. The triangles must outlive it.
Reference make_reference(const Method& method, const Geometry& geometry);

/// The exact nearest hit of a ray that was answered so; its t rounded once.
Hit exact_hit_of(const Answer& answer, const Ray<float>& ray, const Geometry& geometry);

}  // namespace hitmiss
