#pragma once
// The second valley: self-hits and skipped surfaces against the epsilon by which rays leave one.

#include "draw/plot.hpp"
#include "judge/leaving.hpp"
#include "methods/catalogue.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

/// What was counted of a method's rays that leave the surface by a rule.
struct LeavingCount {
    Method method;
    Leaving rule;
    std::optional<double> epsilon;  ///< of a rule that has one
    SpawnedCounts counts;
    /// A triangle of the mesh.
    struct Numbered {
        std::uint32_t index;
        Triangle<float> triangle;
    };
    /// The first ray that hits itself, as it was traced, with the triangle that the method leaves
    /// and the one that it hits.
    struct SelfHit {
        Ray<float> ray;
        Numbered left, hit;
    };
    std::optional<SelfHit> self_hit = {};

    std::string_view rule_name() const { return leaving_names[std::size_t(rule)]; }
};
/// A count for each rule and epsilon, of all methods together; its method is the first one's.
std::vector<LeavingCount> by_rule(const std::vector<LeavingCount>& counted);

/// All that was counted at one step of a stage.
struct SpawnStep {
    double value;
    std::vector<LeavingCount> counted;
};

/// What the rule does with that epsilon, in the words of a figure; the name of a rule without one.
std::string in_figure(Leaving rule, const std::string& epsilon);

/// A panel: counts by an epsilon above 0, which is drawn, and those at 0.
struct SpawnedPanel {
    std::string title;
    std::vector<std::pair<double, SpawnedCounts>> points = {};
    Leaving rule = Leaving::t_min;
    SpawnedCounts at_zero = {};
};
/// By method and rule.
std::vector<SpawnedPanel> panels_of(const std::vector<LeavingCount>& counted);
/// By step and rule, all methods together.
std::vector<SpawnedPanel> panels_of(const std::vector<SpawnStep>& steps, Over over);

/// `mesh`: its name and size. `rays`: how many were asked for in each of the counts.
std::vector<Drawing> draw_spawned(const std::string& title, const std::string& mesh,
                                  const std::vector<SpawnedPanel>& panels, std::uint64_t rays,
                                  const Page& page = {});

}  // namespace hitmiss
