#include <fmt/format.h>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/figure_options.hpp"
#include "demos/probe.hpp"
#include "demos/runs_output.hpp"

namespace hitmiss {
namespace {

struct ProbeOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    std::string point;
    std::optional<double> tolerance;
    std::optional<std::string> keys;
};

std::vector<ColumnMeaning> columns_of_probe() {
    return {{"method", "the method that tests the point"},
            {"variant", "published or corrected"},
            {"frame", "number of the frame; 0 is the start"},
            {"key", "the key pressed before the frame"},
            {"x", "the point's x"},
            {"y", "its height, y"},
            {"z", "its z; negative is farther from most cameras"},
            {"triangles", "indices of the triangles that contain the point"}};
}

void declare(Command& command, ProbeOptions& options) {
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_table_options(command, options.table, columns_of_probe());
    add_figure_options(command, options.page);
    command.option("--point", options.point, "x,y,z; replaces the scene's");
    command.option("--keys", options.keys,
                   "W S (x), A D (y), E Q (z), a frame for each; replaces the scene's");
    command.number("--tolerance", options.tolerance, 0, max_coordinate,
                   "corrected: largest distance from a triangle's plane; replaces the scene's");
}

Object row_of(const ProbeRun& run, std::size_t k) {
    const ProbeFrame& frame = run.frames[k];
    return {{"method", to_string(run.method)},
            {"variant", to_string(run.variant)},
            {"frame", k},
            {"key", frame.key == ' ' ? Value() : Value(std::string(1, frame.key))},
            {"x", shortest(frame.point.x)},
            {"y", shortest(frame.point.y)},
            {"z", shortest(frame.point.z)},
            {"triangles", fmt::format("{}", fmt::join(frame.holding, " "))}};
}

void run(const ProbeOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (!scene.probe)
        throw bad_input(options.scene.scene, 0, "has no section [probe]; add it, with point, keys");
    if (!options.point.empty())
        scene.probe->point = Vec<float>(read_point(options.point, "--point"));
    if (options.keys) scene.probe->keys = parse_keys(*options.keys);
    if (options.tolerance) scene.probe->tolerance = *options.tolerance;

    const auto runs = probe_all(scene);
    const std::size_t frames = scene.probe->keys.size() + 1;
    const auto picture = [&](std::size_t r, std::size_t k) {
        return probe_picture(scene, runs[r], k);
    };
    const auto views = pictures_of(runs.size(), frames, picture, output);
    // A folder that the user names may have sheets of other scenes, beside their frames.
    const auto [folder, name, frames_folder, out] =
        figure_place(scene, options.scene,
                     options.scene.output.empty() ? "probe.png" : scene.name + ".png", output);
    write_figure(out, name, options.page, probe_sheet(scene, runs, views, options.page));
    Rows rows;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        write_frames(out, frames_folder, runs[r].method, runs[r].variant, views[r]);
        for (std::size_t k = 0; k < frames; ++k) rows.push_back(row_of(runs[r], k));
    }
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"tolerance", scene.probe->tolerance},
                      {"frames", rows}};
    out.print(report_of_runs(options.table, json, rows,
                             {"frame", "key", "x", "y", "z", "triangles"}, output));
}

}  // namespace

void add_probe(CommandLine& line) {
    line.add<ProbeOptions>("probe", "Test a point against every triangle of a mesh",
                           {"hitmiss probe scenes/probe-cube.toml",
                            "hitmiss probe scenes/probe-volume.toml --point 0,0.3,0.1"},
                           declare, run);
}

}  // namespace hitmiss
