#include "base/error.hpp"
#include "base/limits.hpp"
#include "commands/commands.hpp"
#include "commands/figure_options.hpp"
#include "demos/runs_output.hpp"
#include "demos/walk_pictures.hpp"

namespace hitmiss {
namespace {

struct WalkOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    std::optional<std::string> path;
    std::optional<double> near;
    bool frames = false;
};

std::vector<ColumnMeaning> columns_of_walk() {
    return {
        {"method", "the method that tests the step"},
        {"variant", "published or corrected"},
        {"step", "number of the step, from 1"},
        {"move", "F or B, a step; L or R, a turn"},
        {"x", "where the walker stands before the step"},
        {"y", "the height of the eye"},
        {"z", "negative is ahead in most scenes"},
        {"before", "distance from the wall before the step, as the method measures it"},
        {"after", "the same after the step"},
        {"t", "t of the plane or the hit, in lengths of the tested direction"},
        {"verdict", "what the method decides: the walker moves, is blocked, or turns"},
        {"exact", "the right verdict"},
        {"reason", "why the method decides so"},
    };
}

void declare(Command& command, WalkOptions& options) {
    add_picture_options(command, options.scene);
    add_table_options(command, options.table, columns_of_walk());
    add_figure_options(command, options.page);
    command.option("--path", options.path,
                   "moves F, B, L, R, such as \"3F L F\"; replaces the scene's");
    command.number("--near", options.near, 0, max_coordinate,
                   "depth where the frames begin; replaces the scene's");
    command.flag("--frames", options.frames,
                 "first-person pictures of each step, and a sheet of all");
    command.only_for("--frames", "--near", [&options] { return options.frames; });
}

void run(const WalkOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (!scene.walk)
        throw bad_input(options.scene.scene, 0,
                        "has no section [walk]; add one with position, step and path");
    if (options.path) scene.walk->path = parse_path(*options.path);
    if (options.near) scene.walk->near = *options.near;

    const auto runs = walk_all(scene);
    const auto [folder, name, frames, out] = figure_place(scene, options.scene, "walk.png", output);
    write_figure(out, name, options.page, walk_plan(scene, runs, options.page));
    if (options.frames) {
        const auto view = [&](std::size_t r, std::size_t k) {
            return first_person(scene, runs[r], k);
        };
        const auto views = pictures_of(runs.size(), scene.walk->path.size() + 1, view, output);
        for (std::size_t r = 0; r < runs.size(); ++r)
            write_frames(out, frames, runs[r].method, runs[r].variant, views[r]);
        write_figure(out, frames + ".png", options.page,
                     first_person_sheet(scene, runs, views, options.page));
    }
    Rows rows;
    for (const WalkRun& run : runs)
        for (std::size_t k = 0; k < run.moves.size(); ++k) rows.push_back(walk_row(run, k));
    const Object json{{"version", 1}, {"scene", scene.name}, {"moves", rows}};
    out.print(report_of_runs(options.table, json, rows,
                             {"step", "move", "x", "y", "z", "verdict", "exact", "reason"},
                             output));
}

}  // namespace

void add_walk(CommandLine& line) {
    line.add<WalkOptions>("walk", "Walk into a scene's walls, as in the tutorials",
                          {"hitmiss walk scenes/walk-plane.toml",
                           "hitmiss walk scenes/walk-origin.toml --frames --size 128x96"},
                          declare, run);
}

}  // namespace hitmiss
