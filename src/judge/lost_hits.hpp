#pragma once
// Which hits a tracer loses, where one rule tells them from those that it keeps: it loses all hits
// on one side of a t, all hits of some triangles, or all that see a triangle's front. Each rule is
// said only if chance is most unlikely to look like it.

#include <set>
#include <span>

#include "judge/judge.hpp"

namespace hitmiss {

/// The least t that counts for a tracer, or the largest one.
struct BoundOfT {
    bool least;         ///< it loses hits of smaller t, else hits of larger t
    double lost, kept;  ///< t of the last lost hit, and of the first kept one or infinity
    /// Rays that it loses up to there, and that it keeps from there on.
    std::uint64_t lost_rays = 0, kept_rays = 0;
    bool at_starts = false;  ///< all starts are as near to what is lost as rounding puts them
};

/// Triangles that rays meet and no answer names or may have hit.
struct NeverHit {
    std::vector<std::uint32_t> triangles;  ///< ascending
    std::uint64_t met = 0;                 ///< all triangles that rays meet
    std::uint64_t lost_rays = 0;           ///< those that meet these
};

/// Rays of a tracer that hits no triangle which its ray sees from the front.
struct LostFronts {
    std::uint64_t lost = 0;  ///< those that meet the front of a triangle first
    std::uint64_t hits = 0;  ///< those that it answers with a hit
};

/// The hits that a round's first answerer loses, and those that it keeps.
class LostHits {
public:
    /// Adds the rays of a batch. Not from several threads.
    void add(const JudgedBatch& judged, const Answerer& answerer, const Geometry& geometry);

    /// The bound that explains most of so many errors, and three quarters of the lost hits.
    std::optional<BoundOfT> bound(std::uint64_t errors, const Box& box) const;
    /// The triangles that explain nine tenths of so many errors.
    std::optional<NeverHit> never_hit(std::uint64_t errors) const;
    /// The fronts, if to lose them explains nine tenths of so many errors.
    std::optional<LostFronts> fronts(std::uint64_t errors) const;

private:
    std::optional<BoundOfT> bound_at(bool least, std::uint64_t errors, const Box& box) const;

    /// A hit that is right, and the t of the answer; only a lost one's is another.
    struct Right {
        double t, answered;
        float height;                ///< of the ray's start above the triangle
        std::uint32_t first, count;  ///< of its triangles in triangles_
        bool lost;
    };
    std::span<const std::uint32_t> triangles_of(const Right& one) const {
        return std::span(triangles_).subspan(one.first, one.count);
    }
    std::vector<Right> all_{};
    std::vector<std::uint32_t> triangles_{};  ///< E of each lost ray, and the first one of others
    std::set<std::uint32_t> met_{};           ///< by rays
    std::set<std::uint32_t> hit_{};           ///< by answers, or perhaps
    LostFronts fronts_{};
    std::uint64_t hit_fronts_ = 0;  ///< answers that name a triangle which the ray sees from there
};

}  // namespace hitmiss
