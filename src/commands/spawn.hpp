#pragma once
// What spawn was asked for, what it counts for one scene, and what that says (spawn_answer.cpp).

#include <set>

#include "commands/figure_options.hpp"
#include "commands/options.hpp"
#include "draw/spawn_plot.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

struct SpawnOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    std::vector<std::string> rules;
    std::optional<PointBy> point;
    std::optional<double> epsilon, grazing;
    std::string light;
    bool anywhere = false;
    std::uint64_t rays = 0, seed = 1;  ///< 0 rays: as many as suit what is asked
    std::optional<Over> over;
    std::optional<double> from, to;  ///< steps of --over
    std::optional<int> per_decade;   ///< of those; default: one
    std::string along;
};

/// All methods, each by all rules and epsilons. The geometry's eye is that of the first rays.
std::vector<LeavingCount> count_leaving(const std::vector<Method>& methods,
                                        const SpawnOptions& options, const Geometry& geometry);

/// The figure, if there is something swept to draw.
void write_spawned(const SpawnOptions& options, const Scene& scene,
                   const std::vector<SpawnedPanel>& panels, const FigurePlace& place);

/// A count with all columns, and as shown.
struct SpawnRow {
    Object all, shown;
};
SpawnRow row_of(const LeavingCount& counted);

/// Sweeps over --over: the figure, the tables, the answer.
void spawn_over(const SpawnOptions& options, const Scene& scene, const Output& output);

/// Whether some epsilon serves the scene; then what each rule does, at its best epsilon where it
/// has one, by all methods together.
std::string spawn_answer(const std::vector<LeavingCount>& counted, std::size_t width);

/// "2 self-hits and 3 skipped surfaces, the farthest 1e-3 away".
std::string starts_text(const SpawnedCounts& counts);
/// "Epsilon 0.001 does not serve", or "No epsilon serves".
std::string none_serves(const std::set<double>& epsilons);
inline constexpr const char* no_rays =
    "No second ray starts: every first ray is lost, so nothing can be said here.";
bool has_rays(const std::vector<LeavingCount>& sums);

/// The same over steps of `what`: a line that says at which of them no epsilon serves,
/// and which rules without one never hit themselves; and lines by step and by rule.
std::pair<std::string, std::string> staged_spawn_answer(const std::vector<SpawnStep>& steps,
                                                        const std::string& what);

/// The head of the table of counts, of so many rays asked for.
std::string counts_head(const std::vector<LeavingCount>& counted, std::uint64_t rays);

/// For each method and rule without an epsilon that has a self-hit: the first one, in hex.
std::string counterexamples(const std::vector<LeavingCount>& counted);

}  // namespace hitmiss
