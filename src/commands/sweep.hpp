#pragma once
// What sweep was asked for, and what it sweeps over.

#include "commands/count.hpp"
#include "commands/long_counts.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

struct SweepOptions {
    SceneOptions scene;
    TableOptions table;
    FigureOptions figure;
    Checkpoint checkpoint;
    bool scene_methods = false;
    std::optional<double> from, to;
    int per_decade = 0;  ///< 0: as many as suit what is swept
    std::optional<Over> over;
    std::vector<std::string> along;  ///< directions of a distance; none: the default
    std::optional<Aim> aim;
    std::uint64_t rays = 100'000, seed = 1;
};

/// Sweeps over --over: the figure, the table, one line of answer.
void sweep_over(const SweepOptions& options, const Scene& scene, const Output& output);

}  // namespace hitmiss
