#pragma once
// What compare was asked for, and the three kinds of rays that it judges.

#include <optional>

#include "commands/figure_output.hpp"
#include "commands/long_counts.hpp"
#include "commands/progress.hpp"
#include "commands/worst.hpp"
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

/// How far off t is where the hit is right, how often the method errs, and where it errs most.
Object picture_cells(const ErrorOfT& t_ulps, const Confusion& confusion, std::size_t pixels);
/// Null for a method without errors.
Object worst_cells(const std::optional<WorstPixel>& worst);

/// Compares on the scene's picture: the contact sheet, the table, reproducers, the report.
void compare_picture(const CompareOptions& options, const std::optional<Rectangle>& crop,
                     Scene& scene, Stats& stats, const Output& output);

/// Compares on the rays of --rays or --grid: prints the table, writes --answers and --report.
void compare_rays(const CompareOptions& options, Scene& scene, const Output& output);

/// Compares on the pictures of several scenes: one table, a unit of work for each scene and method.
void compare_scenes(const CompareOptions& options, const Output& output);

}  // namespace hitmiss
