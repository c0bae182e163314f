#pragma once
// THE loop: rays, what is right, hits, outcomes, tallies. There is no second one for rays.

#include <mutex>

#include "judge/answerer.hpp"
#include "judge/outcome_of.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

/// The rays of a batch and what is right on each, of all faces and of the front faces; each made
/// once, when first asked for.
struct AnsweredBatch {
    std::once_flag once, once_front;
    Batch batch;
    std::vector<ExactAnswer> right, front;
    std::vector<WholeRay> whole;  ///< if the round asks for it
};

/// Everything that a round of judging needs. What `geometry` and `source` refer to must outlive it.
struct Round {
    RaySource source;
    std::vector<Answerer> answerers;
    Reference reference;
    Geometry geometry;
    bool errors_of_t = false;  ///< whether Tally::t_ulps is counted
    bool traits = false;       ///< whether Tally::traits is counted
    /// Whether Tally::whole is counted; then the copies among the triangles.
    std::shared_ptr<const Duplicates> whole_rays = {};
    /// All batches, where other answerers are to be judged on the same rays; see remembering().
    std::shared_ptr<std::vector<AnsweredBatch>> answered = {};
};

/// The same round. Its copies share their batches: each is made and answered once, and kept.
Round remembering(Round round);
/// The same round for this method alone.
Round with_method(Round round, const Method& method, Traversal how);

/// A batch after judging: the rays, what is right of all faces, and what each answerer said.
struct JudgedBatch {
    const Batch& batch;
    const std::vector<ExactAnswer>& right;
    const std::vector<ExactAnswer>& front;  ///< of the front faces; empty if nobody culls
    const std::vector<WholeRay>& whole;     ///< empty unless the round asks for it
    struct Column {
        std::vector<Hit> hits;
        std::vector<Outcome> outcomes;
        std::vector<SpawnedVerdict> spawned = {};  ///< of rays that start on the surface
    };
    std::vector<Column> columns;  ///< by answerer

    /// What is right by the faces that the answerer hits.
    const std::vector<ExactAnswer>& right_for(const Answerer& answerer) const {
        return answerer.culls ? front : right;
    }
};
/// Sees every judged batch, where a picture, a map or a file is made of it.
using Each = std::function<void(const JudgedBatch&)>;

/// Judges the batches from `first` to `last`, which is excluded and may be beyond the end, on the
/// calling thread. A tally by answerer.
std::vector<Tally> judge(const Round& round, std::size_t first, std::size_t last,
                         const Each& each = {});

/// The same on all threads, which call `each`; all batches, if nothing is said.
std::vector<Tally> judge_all(const Round& round, const Each& each = {}, std::size_t first = 0,
                             std::size_t last = ~std::size_t{0});

}  // namespace hitmiss
