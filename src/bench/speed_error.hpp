#pragma once
// Time against error: which methods is no other both faster and more often right than?

#include "bench/measurement.hpp"
#include "draw/drawing.hpp"
#include "scene/scene.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

struct Cost {
    double time, error;
};
/// Whether each is on the Pareto front: no other is at most as slow and errs at most as often, and
/// is better in one of the two.
std::vector<bool> pareto_front(std::span<const Cost> costs);

/// Every method of the catalogue, in both precisions and all variants, those with a tolerance at
/// several epsilons.
std::vector<Method> all_settings();

/// Nanoseconds of one thread's processor time per primary ray, in the scene's image reduced to at
/// most 256 pixels across or down; errors in the pixels of that image; and the share of errors
/// among 100,000 rays from the eye at edges, where methods differ: in the pixels of most scenes
/// nearly all have none. Methods of unbounded reach are left out where they would test more than
/// `most_tests` triangles.
Measurements speed_and_error(const Scene& scene, std::span<const Method> methods,
                             const Geometry& geometry, Traversal how, int rounds,
                             const Watch& watch = unwatched, double most_tests = 3e8);

/// Rows of the chart by what matters first: errors at edges, in the picture, time.
Measurements ranked(Measurements chart);

/// What to take, and what is faster at which price; empty without rows of a chart.
std::string advice(const Measurements& measurements);

/// An SVG file of the rows of part "chart": errors per million rays at edges against nanoseconds
/// per ray, both axes logarithmic; the Pareto front joined and its methods named with their
/// settings, others named where they err. Below the title it says on which machine.
Drawing draw_chart(const Measurements& measurements, const std::string& title,
                   const Machine& machine);

}  // namespace hitmiss
