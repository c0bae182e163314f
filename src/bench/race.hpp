#pragma once
// Primary rays per second, all on the same stored rays in the same run, with Embree (Wald et al.,
// Embree: A Kernel Framework for Efficient CPU Ray Tracing, 2014) as the peer if CMake found it;
// and speed against accuracy: which methods does no other beat in both?

#include "bench/measurement.hpp"
#include "judge/answerer.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// Traces rays on the calling thread: hits[k] is that of rays[k].
using TraceRays = std::function<void(std::span<const Ray<float>> rays, std::span<Hit> hits)>;

/// Name and version; empty if this program was built without Embree.
std::string peer_name();

/// Number of rays per call; a stream has 256. All modes but single rays set the flag for coherent
/// rays.
inline constexpr std::array peer_modes{"1", "8", "16", "stream"};

/// One scene of Embree in each of the modes, of default build quality, built on so many threads.
/// robust: with the flag for watertight traversal. isa: the instruction set, as the setting of
/// `embree` names it. Empty without Embree. Throws Error{Exit::bug} if Embree fails,
/// Error{Exit::usage} if it or the machine does not have the instruction set.
std::vector<TraceRays> make_peers(std::span<const Triangle<float>> triangles, bool robust,
                                  int threads, std::string_view isa = "default");

/// A batch of rays that was made before any clock starts, and room for their hits.
struct StoredBatch {
    std::vector<Ray<float>> rays;
    std::vector<Hit> hits;
};
std::vector<StoredBatch> store_rays(const RaySource& source);

/// A contestant.
struct Racer {
    Measurement about;             ///< who, how and on how many threads; not measured yet
    std::optional<Method> method;  ///< none for Embree
    TraceRays trace;
    std::function<void()> prepare = [] {};  ///< before each turn, untimed
};

/// Each method on each number of threads. Methods whose reach is unbounded are left out with a note
/// on stderr if these rays would take more than `most_tests` tests. Only one of the methods is kept
/// prepared at a time, because all together may not fit into memory.
std::vector<Racer> method_racers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how, std::size_t rays, const std::vector<int>& threads,
                                 double most_tests = 3e9);
/// Embree's modes, fast and robust, on each number of threads; none without Embree.
std::vector<Racer> embree_racers(std::span<const Triangle<float>> triangles,
                                 const std::vector<int>& threads);

/// Traces all rays once, on OpenMP's threads.
void trace_all(const Racer& racer, std::vector<StoredBatch>& batches);

/// Seconds by racer and round, see take_turns().
std::vector<std::vector<double>> race(std::span<const Racer> racers,
                                      std::vector<StoredBatch>& batches, int rounds,
                                      clockid_t clock, const Watch& watch);

/// Millions of rays per second and hits of each racer. Ratios are to Embree's mode of the highest
/// median on as many threads, which is named.
Measurements ray_rates(std::span<const Racer> racers, const RaySource& source, int rounds,
                       const Watch& watch = unwatched);

/// How many rays at edges a method is judged by.
inline constexpr std::size_t edge_ray_count = 49 * rays_of_block;

/// Rays from the eye at random points of random sides of triangles. Target and direction are
/// computed in double and rounded once, as in AimedRays. They are sorted by direction, because
/// tiles of neighbouring rays are traced many times as fast as single ones.
RaySource edge_rays(const Geometry& geometry);

struct MethodCost {
    Method method;
    double ns;                     ///< per primary ray: median of one thread's processor time
    double error_rate;             ///< of rays from the eye at edges
    std::uint64_t picture_errors;  ///< in the pixels of the reduced image
    bool front = false;            ///< on the Pareto front of time and error rate
    bool outdone = false;          ///< another without errors is twice as fast: errors not counted
    bool empty_picture = false;    ///< no ray of the picture meets the mesh
    double outline_rate = 0;       ///< the part of error_rate at outlines; of float methods only

    double inner_rate() const { return error_rate - outline_rate; }
    bool never_errs() const { return error_rate == 0 && picture_errors == 0; }
};

/// Marks the Pareto front: no other method takes at most the time and has at most the error rate,
/// and is better in one of the two.
void mark_front(std::span<MethodCost> costs);

/// Orders by errors at edges, then errors in the picture, then time.
void rank(std::span<MethodCost> costs);

/// Every method of the catalogue, in both precisions and all variants, those with a tolerance at
/// several epsilons.
std::vector<Method> all_settings();

/// How much of the time method_costs() takes for each of the counts that it announces.
inline constexpr std::array shares_of_costs{0.4, 0.4, 0.2};

/// Times and errors in the scene's image reduced to at most 256 pixels across or down, and errors
/// of 100,000 rays from the eye at edges, where methods differ; in most pictures nearly all have no
/// errors. Ranked, with the front marked. Where there are many methods, one that takes more than
/// twice the time of another that errs no more often is timed once, not in all rounds, and its
/// errors are not counted if the other has none. Methods whose reach is unbounded are left out
/// if they would take more than `most_tests` tests.
std::vector<MethodCost> method_costs(const Scene& scene, std::span<const Method> methods,
                                     const Geometry& geometry, Traversal how, int rounds,
                                     const Watch& watch = unwatched, double most_tests = 3e8);

/// Which method to use, and which one is faster at what price. The costs must be ranked; empty
/// without any.
std::string advice(std::span<const MethodCost> costs);
/// The methods that the two sentences name: the first one, and the one in float.
std::vector<Method> advised(std::span<const MethodCost> costs);
/// Which float method errs least at inner edges, where the first advice is in double; else empty.
std::string float_advice(std::span<const MethodCost> costs);
/// Why that method, in few words.
std::string reason(std::span<const MethodCost> costs);

}  // namespace hitmiss
