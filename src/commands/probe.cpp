#include <fmt/format.h>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/frames.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/table.hpp"
#include "demos/probe_picture.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

struct ProbeOptions {
    SceneOptions scene;
    Format format = Format::text;
    std::string point, tolerance;
    std::optional<std::string> keys;
};

double read_coordinate(std::string_view text, std::string_view option, std::string_view whole) {
    const auto number = parse_number<double>(text);
    if (!number || std::abs(*number) > 1e30)
        throw Error(Exit::usage,
                    fmt::format("{} {}: not a number within +-1e30 in '{}'", option, whole, text));
    return *number;
}

Vec<float> read_point(std::string_view text) {
    const auto first = text.find(','), second = text.find(',', first + 1);
    if (first == text.npos || second == text.npos)
        throw Error(Exit::usage, fmt::format("--point {}: not x,y,z, as in 0.5,0,1", text));
    const auto read = [&](std::string_view part) {
        return float(read_coordinate(part, "--point", text));
    };
    return {read(text.substr(0, first)), read(text.substr(first + 1, second - first - 1)),
            read(text.substr(second + 1))};
}

Json rows_of(const std::vector<ProbeRun>& runs) {
    Json rows = Json::array();
    for (const ProbeRun& run : runs)
        for (std::size_t k = 0; k < run.frames.size(); ++k) {
            const ProbeFrame& frame = run.frames[k];
            std::string holding;
            for (std::size_t index = 0; index < frame.holds.size(); ++index)
                if (frame.holds[index])
                    holding += fmt::format("{}{}", holding.empty() ? "" : " ", index);
            rows.push_back({{"method", to_string(run.method)},
                            {"variant", to_string(run.variant)},
                            {"frame", k},
                            {"key", frame.key == ' ' ? Json() : Json(std::string(1, frame.key))},
                            {"x", shortest(frame.point.x)},
                            {"y", shortest(frame.point.y)},
                            {"z", shortest(frame.point.z)},
                            {"triangles", holding}});
        }
    return rows;
}

void run(const ProbeOptions& options) {
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
    const Picture sheet = probe_sheet(scene, runs, views);
    if (options.scene.output == "-") return write_picture("-", sheet);
    const auto folder = options.scene.folder(scene);
    write_picture(folder / "probe.png", sheet);
    for (std::size_t k = 0; k < runs.size(); ++k)
        write_frames(folder / "frames", runs[k].method, runs[k].variant, views[k]);

    const Json rows = rows_of(runs);
    const Json report{{"version", 1},
                      {"scene", scene.name},
                      {"tolerance", scene.probe->tolerance},
                      {"frames", rows}};
    write_stdout(options.format == Format::json  ? report.dump(2) + '\n'
                 : options.format == Format::csv ? as_csv(rows)
                                                 : as_text(rows));
}

}  // namespace

void add_probe(CLI::App& app) {
    auto& command = *app.add_subcommand("probe", "A point against every triangle of a mesh");
    add_examples(command, {"hitmiss probe scenes/probe-cube.toml",
                           "hitmiss probe scenes/probe-volume.toml --point 0,0.3,0.1"});
    auto options = std::make_shared<ProbeOptions>();
    add_scene_options(command, options->scene);
    add_format_option(command, options->format);
    command.add_option("--point", options->point, "x,y,z; replaces the scene's");
    command.add_option("--keys", options->keys,
                       "W S (x), A D (y), E Q (z), a frame for each; replaces the scene's");
    command.add_option("--tolerance", options->tolerance,
                       "corrected: largest distance from a triangle's plane; replaces the scene's");
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
