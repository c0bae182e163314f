#pragma once
// What compare was asked for, and the three kinds of rays that it judges.

#include "commands/answering.hpp"
#include "commands/count.hpp"
#include "commands/figure_options.hpp"
#include "commands/lighting.hpp"
#include "commands/long_counts.hpp"
#include "commands/paste.hpp"
#include "commands/ray_choice.hpp"
#include "draw/comparison_sheet.hpp"

namespace hitmiss {

struct CompareOptions {
    SceneOptions scene;
    LightOptions light;
    TableOptions table;
    std::optional<std::uint64_t> fail_over;
    Page page;
    std::optional<std::size_t> overlay;  ///< there is one only, the halo
    bool no_detail = false, reproducers = false;
    std::vector<std::string> more_scenes;
    Checkpoint checkpoint;
    std::vector<std::string> rows;
    RayChoice rays;  ///< of a file or a grid
    std::string crop, triangles, answers, outcomes, report, typed;
    bool whole_rays = false;

    /// Whether the rays come from a file or a grid, not from the picture.
    bool any_rays() const { return !rays.file.empty() || rays.grid; }
    /// Whether a file goes to standard output, in place of the table.
    bool to_stdout() const { return answers == "-" || outcomes == "-" || report == "-"; }
};

/// A line that names the scene's [reference]; empty where the exact answers are right.
std::string reference_text(const Scene& scene);

/// Throws Error{Exit::usage} for more pixels times methods than a comparison may have; `shown` is
/// how the message names the pixels. `more`: what a pixel takes besides, in methods; then they are
/// pictures with a lamp.
void check_compared(std::size_t methods, std::size_t pixels, const std::string& shown,
                    std::size_t more = 0);
void check_compared(std::size_t methods, const Scene& scene, std::size_t more = 0);

/// Compares on the scene's picture: the contact sheet, the table, reproducers, the report.
void compare_picture(const CompareOptions& options, const std::optional<Rectangle>& crop,
                     Scene& scene, Stats& stats, const Output& output);

/// Compares on the rays of --rays or --grid: prints the table, writes --answers and --report.
void compare_rays(const CompareOptions& options, Scene& scene, const Output& output);

/// Compares pictures with a lamp: which pixels see it wrongly, by each method and epsilon.
void compare_light(const CompareOptions& options, Scene& scene, Stats& stats, const Output& output);

/// Compares on the pictures of several scenes: one table, a unit of work for each scene and method;
/// with --output, one figure.
void compare_scenes(const CompareOptions& options, const Output& output);

/// One answer that is wrong.
struct ReportCase {
    ToExplain to_explain;
    std::string title;  ///< what is wrong, and on which ray
    Ray<float> ray;
    Hit hit;
    ExactAnswer answer;
};

/// A comparison's verdict.
struct ReportPage {
    std::string title;
    std::vector<std::string> pictures;  ///< links to the pages of the figure
    Rows rows;
    std::string findings;  ///< what errors have in common, as Markdown
    std::vector<ReportCase> cases;
};

/// Writes the page as Markdown where --report says, to paste into another project's issue: the
/// columns that are not empty, what errors have in common, then the cases. Each says why it errs,
/// and which command shows all values, and has its ray and triangles as hex floats that  hitmiss
/// explain -  reads.
void write_report(const ReportPage& page, const CompareOptions& options, const Geometry& geometry,
                  const Output& output);

}  // namespace hitmiss
