#pragma once
// Speed against correctness: which methods is no other both faster and more often right than?

#include "base/parallel.hpp"
#include "scene/scene.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

struct MethodCost {
    Method method;
    double ns;                     ///< per primary ray: median of one thread's processor time
    double error_rate;             ///< of rays from the eye at edges
    std::uint64_t picture_errors;  ///< in the pixels of the reduced image
    bool front = false;            ///< on the Pareto front of time and error rate
};

/// Marks the Pareto front: no other method takes at most the time and has at most the error rate,
/// and is better in one of the two.
void mark_front(std::span<MethodCost> costs);

/// Orders by errors at edges, then errors in the picture, then time.
void rank(std::span<MethodCost> costs);

/// Every method of the catalogue, in both precisions and all variants, those with a tolerance at
/// several epsilons.
std::vector<Method> all_settings();

/// Times and errors in the scene's image reduced to at most 256 pixels across or down, and errors
/// of 100,000 rays from the eye at edges, where methods differ: of the pixels of most scenes nearly
/// all have none. Ranked, the front marked. Methods whose reach is unbounded are left out where
/// they would test more than `most_tests` triangles.
std::vector<MethodCost> method_costs(const Scene& scene, std::span<const Method> methods,
                                     const Geometry& geometry, Traversal how, int rounds,
                                     const Watch& watch = unwatched, double most_tests = 3e8);

/// Which method to take, and which one is faster at which price. The costs must be
/// ranked; empty without any.
std::string advice(std::span<const MethodCost> costs);

}  // namespace hitmiss
