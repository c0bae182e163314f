#pragma once
// Whoever answers rays, as the judge sees it: a method by its tracer, a file, another tracer.

#include "judge/exact_along.hpp"
#include "judge/ray_source.hpp"
#include "trace/all_hits.hpp"

namespace hitmiss {

struct Answerer {
    /// Sets hits[k] to what ray k hits; the triangle may be unknown_triangle. `right`: the exact
    /// answers for the faces that the answerer hits. Returns on how many rays it accepts one point
    /// twice (Tally::multiple), 0 if it does not count that. From any thread.
    using Trace = std::function<std::uint64_t(const Batch&, std::span<const ExactAnswer> right,
                                              std::span<Hit> hits)>;

    Trace trace;
    /// The precision of the answers: its unit roundoff is the judge's (ties.hpp).
    Precision precision = Precision::single;
    bool culls = false;              ///< back faces: then E is that of the front faces
    std::optional<Kernel> kernel{};  ///< in which NaN is looked for
    /// Whether the precision is only what the numbers look like: then the errors by the other one
    /// are counted as well.
    bool ambiguous_precision = false;
    /// All hits of a ray, for Tally::whole; empty: it is not asked, or has none to tell.
    std::function<std::vector<Hit>(const Ray<float>&)> all_hits{};
    /// As `trace`, without filters; most exact answers are found along the way. Empty: it cannot.
    std::function<std::uint64_t(const Batch&, ExactAlong&, std::span<Hit> hits)> trace_and_answer{};
    bool tells_triangle = true;  ///< else only whether, or how often, anything is hit
    bool tells_t_alone = false;  ///< no hit's triangle: the judge finds one, see located()
    /// Instead of all hits, how many there are, of the ray with that number.
    std::function<std::uint64_t(std::size_t number)> count{};
    std::optional<Tracer> tracer{};  ///< what `trace` calls, if it does nothing else

    Faces faces() const { return faces_met(culls); }
};

/// Whether it answers as the exact reference does: not where each crossing counts once.
bool is_the_reference(const Method& method);

/// By its tracer, or for `exact` by the reference: a tracer would order its hits by t rounded to
/// double, and two different exact t may round to one.
Answerer make_answerer(const Method& method, const Tracer& tracer, const Geometry& geometry);
/// All methods; their tracers share what they can.
std::vector<Answerer> make_answerers(std::span<const Method> methods, const Geometry& geometry,
                                     Traversal how);

/// For rays whose starts lie apart: one ray at a time. It counts points that are accepted twice.
Answerer make_aimed_answerer(const Kernel& kernel, const Geometry& geometry);
Answerer make_aimed_answerer(const Method& method, const Geometry& geometry);

/// What an answerer found: hits, and what Answerer::Trace returns.
struct Found {
    std::vector<Hit> hits;
    std::uint64_t multiple = 0;
};
/// By answerer, what those that have a tracer find, which share what they can; of any other
/// nothing. If `exact` is asked for, it finds most answers along the way, also of the first
/// answerer that traces and answers.
std::vector<Found> found_together(std::span<const Answerer> answerers, const Batch& batch,
                                  ExactAlong* exact);

/// Lets the answerers of methods with a kernel tell all hits too, from the tree or by the plain
/// loop.
void add_all_hits(std::span<Answerer> answerers, std::span<const Method> methods,
                  const Geometry& geometry, const std::shared_ptr<const Duplicates>& copies,
                  Traversal how = Traversal::one_ray);

}  // namespace hitmiss
