#pragma once
// A round of judging for every step of a scene that is moved, scaled, squeezed or tilted.

#include "judge/judge.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

/// What is asked of a scene at all steps.
struct StagedQuestion {
    Over over;
    std::vector<double> steps;
    std::optional<Aim> aim{};          ///< else the picture's rays
    bool inside = true;                ///< aimed rays have starts of their own, as AimedRays says
    std::uint64_t rays = 0, seed = 1;  ///< of aimed ones
    std::function<std::vector<Answerer>(const Geometry&, Traversal)> make_answerers;
    Vec<double> along = default_direction;  ///< of a distance
};

/// The scene must outlive it.
class StagedRounds {
public:
    StagedRounds(const Scene& scene, StagedQuestion question);
    /// How many batches each round has.
    std::size_t batches() const;
    /// From any thread. Throws Error{Exit::usage}.
    std::shared_ptr<const Round> round(std::size_t step) const;

private:
    RaySource aim(const Geometry& geometry, AimedRays::Starts starts,
                  std::optional<AimedRays>& aimed) const;

    const Scene& scene_;
    StagedQuestion question_;
    Staging staging_;
    std::optional<AimedRays> aimed_;
    std::optional<RaySource> unmoved_;  ///< rays of aimed_ or the picture; else drawn at each step
};

}  // namespace hitmiss
