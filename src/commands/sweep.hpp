#pragma once
// What sweep was asked for, and what it sweeps over.

#include "commands/count.hpp"
#include "commands/figure_options.hpp"
#include "commands/long_counts.hpp"
#include "draw/sweep_plot.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

struct SweepOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    Checkpoint checkpoint;
    bool scene_methods = false, frames = false;
    std::optional<double> from, to;
    std::optional<int> per_decade;  ///< default: as many as suit what is swept
    std::optional<Over> over;
    std::vector<std::string> along;  ///< directions of a distance; none: the default
    std::optional<Aim> aim;
    std::uint64_t rays = 100'000, seed = 1;
};

/// Whether the result is to be an animation.
bool wants_frames(const SweepOptions& options);
/// Writes the frames of each epsilon of the first method: to the folder, or to the one .apng file
/// that -o names. `compared` judges the picture by a method.
void write_sweep_frames(const SweepOptions& options, const Scene& scene, const ErrorCurve& curve,
                        const std::function<Comparison(const Method&)>& compared,
                        const Output& output);

/// Sweeps over --over: the figure, the table, one line of answer.
void sweep_over(const SweepOptions& options, const Scene& scene, const Output& output);

}  // namespace hitmiss
