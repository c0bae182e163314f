#pragma once
// Which hits a tracer loses, where one rule tells them from those that it keeps: how far they are,
// or whose. Each rule is said only if chance is most unlikely to look like it.

#include <set>

#include "judge/judge.hpp"

namespace hitmiss {

/// The least t that counts for a tracer, or the largest one.
struct BoundOfT {
    bool least;         ///< it loses what is nearer, else what is farther
    double lost, kept;  ///< the last t that is lost, and the first that is answered or infinity
    /// Rays that it loses up to there, and that it keeps from there on.
    std::uint64_t lost_rays = 0, kept_rays = 0;
    bool at_starts = false;  ///< all that is lost lies within a thousandth of the mesh of the start
};

/// Triangles that rays meet and no answer names.
struct NeverHit {
    std::vector<std::uint32_t> triangles;  ///< ascending
    std::uint64_t met = 0;                 ///< all triangles that rays meet
    std::uint64_t lost_rays = 0;           ///< those that meet these
};

/// The hits that a round's first answerer loses, and those that it keeps.
class LostHits {
public:
    /// Adds the rays of a batch. Not from several threads.
    void add(const JudgedBatch& judged, const Answerer& answerer);

    /// The bound that explains most of so many errors, and three quarters of the lost hits.
    std::optional<BoundOfT> bound(std::uint64_t errors, double diagonal) const;
    /// The triangles that explain nine tenths of so many errors.
    std::optional<NeverHit> never_hit(std::uint64_t errors) const;

private:
    std::optional<BoundOfT> bound_at(bool least, std::uint64_t errors, double diagonal) const;

    /// A hit that is right, and the t of the answer; only a lost one's is another.
    struct Right {
        double t, distance, answered;
        std::uint32_t triangle;
        bool lost;
    };
    std::vector<Right> all_{};
    std::set<std::uint32_t> named_{};  ///< by answers
};

}  // namespace hitmiss
