#pragma once
// What compare was asked for, and compare on rays that are no picture's.

#include <optional>

#include "commands/figure_output.hpp"
#include "commands/long_counts.hpp"
#include "draw/comparison_sheet.hpp"
#include "judge/ray_source.hpp"

namespace hitmiss {

struct CompareOptions {
    SceneOptions scene;
    TableOptions table;
    std::optional<std::uint64_t> fail_over;
    FigureOptions figure;
    Overlay overlay = Overlay::none;
    bool no_detail = false;
    std::string crop;
    bool reproducers = false;
    std::vector<std::string> more_scenes;
    Checkpoint checkpoint;
    std::string rays, triangles, answers, report, typed;
    std::optional<Axis> grid;

    /// Whether the rays are no picture's.
    bool any_rays() const { return !rays.empty() || grid; }
};

/// Throws Error{Exit::over_threshold} if a method errs on more than `most` rays.
void check_errors(const std::vector<Method>& methods, const std::vector<Confusion>& confusions,
                  std::string_view rays, std::uint64_t most);

/// Judges the rays of --rays or --grid: prints the table, writes --answers and --report.
void compare_rays(const CompareOptions& options, Scene& scene, const Output& output);

}  // namespace hitmiss
