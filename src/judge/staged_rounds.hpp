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
    std::size_t crowded_edges = 0;          ///< of the unmoved mesh: AimedRays::crowded_edges()
};

/// The scene must outlive it.
class StagedRounds {
public:
    /// Throws Error{Exit::usage} if rounding spoils the mesh, as Staging says, or leaves aimed rays
    /// without a target or a start.
    StagedRounds(const Scene& scene, StagedQuestion question);
    /// How many batches each round has.
    std::size_t batches() const;
    /// From any thread. Throws the same errors.
    std::shared_ptr<const Round> round(std::size_t step) const;

private:
    RaySource aim(const Geometry& geometry, AimedRays::Starts starts,
                  std::optional<AimedRays>& aimed, double value) const;
    std::string rounding_fault(const AimedRays& aimed) const;

    const Scene& scene_;
    StagedQuestion question_;
    Staging staging_;
    std::optional<AimedRays> aimed_;
    std::optional<RaySource> unmoved_;  ///< rays of aimed_ or the picture; else drawn at each step
};

}  // namespace hitmiss
