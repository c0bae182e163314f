#pragma once
// What methods answer to the same rays at every step of a scene that is moved, scaled, squeezed or
// tilted.

#include <memory>
#include <mutex>
#include <optional>

#include "judge/aimed_rays.hpp"
#include "judge/comparison.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

/// Sizes of errors of t, counted by powers of two, so that counts of parts add up.
struct ErrorsOfT {
    static constexpr int least = -12;       ///< the first holds all up to 2^least ulps
    std::array<std::uint64_t, 80> up_to{};  ///< 2^(least + k) ulps; the last one all beyond
    double most = 0;

    void add(double ulps);
    ErrorsOfT& operator+=(const ErrorsOfT& other);
    /// The least power of two within which half of them are; nothing if there are none.
    std::optional<double> median() const;
};

/// One method's answers at one step.
struct StageCount {
    std::uint64_t rays = 0;
    Confusion outcomes{};
    ErrorsOfT t_ulps{};  ///< of the right hits

    StageCount& operator+=(const StageCount& other);
};

/// What is asked of a scene at all steps.
struct StagedQuestion {
    Over over;
    std::vector<double> steps;
    std::optional<Aim> aim{};          ///< else the picture's rays
    bool inside = true;                ///< aimed rays have starts of their own, as AimedRays says
    std::uint64_t rays = 0, seed = 1;  ///< of aimed ones
    std::function<Tracer(const Method&, const Geometry&, Traversal)> make_tracer;
};

/// Counts it in units, each of them by itself. The scene must outlive it.
class StagedCount {
public:
    StagedCount(const Scene& scene, StagedQuestion question);
    /// Unit k is of step k / units_of_step().
    std::size_t units_of_step() const { return units_; }
    /// By method. From any thread. Throws Error{Exit::usage}.
    std::vector<StageCount> operator()(std::size_t unit) const;

private:
    struct Step;
    std::shared_ptr<const Step> step(std::size_t index) const;

    const Scene& scene_;
    StagedQuestion question_;
    Staging staging_;
    std::size_t units_;
    /// Of aimed rays that are moved: where they are drawn.
    std::shared_ptr<const Step> first_;
    mutable std::mutex mutex_;
    mutable std::vector<std::pair<std::size_t, std::shared_ptr<const Step>>> recent_;
};

}  // namespace hitmiss
