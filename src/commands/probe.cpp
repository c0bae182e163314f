#include "demos/probe.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/figure_output.hpp"

namespace hitmiss {
namespace {

struct ProbeOptions {
    SceneOptions scene;
    Format format = Format::text;
    FigureOptions figure;
    std::string point, tolerance;
    std::optional<std::string> keys;
};

void declare(Command& command, ProbeOptions& options) {
    add_picture_options(command, options.scene);
    add_format_option(command, options.format);
    add_figure_options(command, options.figure);
    command.option("--point", options.point, "x,y,z; replaces the scene's");
    command.option("--keys", options.keys,
                   "W S (x), A D (y), E Q (z), a frame for each; replaces the scene's");
    command.option("--tolerance", options.tolerance,
                   "corrected: largest distance from a triangle's plane; replaces the scene's");
}

double read_coordinate(std::string_view text, std::string_view option, std::string_view whole) {
    const auto number = parse_number<double>(text);
    if (!number || std::abs(*number) > 1e30)
        throw Error(Exit::usage, "{} {}: not a number within +-1e30 in '{}'", option, whole, text);
    return *number;
}

Vec<float> read_point(std::string_view text) {
    const auto first = text.find(','), second = text.find(',', first + 1);
    if (first == text.npos || second == text.npos)
        throw Error(Exit::usage, "--point {}: not x,y,z, as in 0.5,0,1", text);
    const auto read = [&](std::string_view part) {
        return float(read_coordinate(part, "--point", text));
    };
    return {read(text.substr(0, first)), read(text.substr(first + 1, second - first - 1)),
            read(text.substr(second + 1))};
}

Object row_of(const ProbeRun& run, std::size_t k) {
    const ProbeFrame& frame = run.frames[k];
    std::vector<std::size_t> holding;
    for (std::size_t index = 0; index < frame.holds.size(); ++index)
        if (frame.holds[index]) holding.push_back(index);
    return {{"method", to_string(run.method)},
            {"variant", to_string(run.variant)},
            {"frame", k},
            {"key", frame.key == ' ' ? Value() : std::string(1, frame.key)},
            {"x", shortest(frame.point.x)},
            {"y", shortest(frame.point.y)},
            {"z", shortest(frame.point.z)},
            {"triangles", fmt::format("{}", fmt::join(holding, " "))}};
}

void run(const ProbeOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (!scene.probe)
        throw bad_input(options.scene.scene, 0, "has no section [probe]; it takes point, and keys");
    if (!options.point.empty()) scene.probe->point = read_point(options.point);
    if (options.keys) scene.probe->keys = parse_keys(*options.keys);
    if (!options.tolerance.empty())
        scene.probe->tolerance =
            read_coordinate(options.tolerance, "--tolerance", options.tolerance);

    const auto runs = probe_all(scene);
    std::vector<std::vector<Picture>> views;
    for (const ProbeRun& run : runs) views.push_back(probe_pictures(scene, run));
    const auto [folder, name] = figure_place(scene, options.scene, "probe.png");
    const Output out = below(folder, output);
    write_figure(out, name,
                 probe_sheet(scene, runs, views, options.figure.page, options.figure.title));
    Rows rows;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        write_frames(out, runs[r].method, runs[r].variant, views[r]);
        for (std::size_t k = 0; k < runs[r].frames.size(); ++k) rows.push_back(row_of(runs[r], k));
    }
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"tolerance", scene.probe->tolerance},
                      {"frames", rows}};
    out.print(to_string({json, rows, as_text(rows)}, options.format));
}

}  // namespace

void add_probe(CommandLine& line) {
    line.add("probe", "A point against every triangle of a mesh",
             {"hitmiss probe scenes/probe-cube.toml",
              "hitmiss probe scenes/probe-volume.toml --point 0,0.3,0.1"},
             declare, run);
}

}  // namespace hitmiss
