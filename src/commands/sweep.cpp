#include "commands/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/console.hpp"
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/help.hpp"
#include "figure/sweep_plot.hpp"
#include "methods/catalogue.hpp"
#include "truth/sweep.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

/// The methods without their epsilon, each once.
std::vector<MethodSpec> swept(const std::vector<MethodSpec>& methods) {
    std::vector<MethodSpec> result;
    for (MethodSpec method : methods) {
        std::erase_if(method.settings,
                      [](const auto& setting) { return setting.first == "epsilon"; });
        const auto same = [&](const MethodSpec& other) {
            return to_string(other) == to_string(method);
        };
        if (std::none_of(result.begin(), result.end(), same)) result.push_back(std::move(method));
    }
    if (std::none_of(result.begin(), result.end(),
                     [](const auto& m) { return summary(m).epsilon; }))
        throw Error(Exit::usage, "no method with an epsilon to sweep; add one, as in -m angle-sum");
    return result;
}

/// Which epsilon is best, and is any free of error? In one line.
std::string answer(const std::vector<ErrorCurve>& curves) {
    std::string best, perfect;
    for (const auto& curve : curves) {
        if (!curve.points[0].epsilon) continue;
        best += fmt::format("{}{}, {}", best.empty() ? "" : "; ", short_name(curve.method),
                            fewest_errors(curve));
        if (curve.points[valley(curve).first].confusion.errors() == 0)
            perfect +=
                fmt::format("{}{}", perfect.empty() ? "" : " and ", short_name(curve.method));
    }
    return fmt::format("best: {}; free of error: {}", best, perfect.empty() ? "none" : perfect);
}

Json best_of(const ErrorCurve& curve) {
    const auto [first, last] = valley(curve);
    const auto& point = curve.points[first];
    const auto number = [](const auto& value) { return value ? Json(*value) : Json(); };
    return {{"method", to_string(curve.method)},
            {"epsilon_from", number(point.epsilon)},
            {"epsilon_to", number(curve.points[last].epsilon)},
            {"errors", point.confusion.errors()}};
}

void run(const SweepOptions& options) {
    const auto [scene, svg, report] = sweep_scene(options);
    if (options.scene.output == "-") return write_stdout(svg);
    const auto path = options.scene.folder(scene) / "sweep.svg";
    write_file(path, svg);
    say("wrote {}", path.string());
    write_stdout(options.format == Format::json ? report.dump(2) + '\n'
                 : options.format == Format::csv
                     ? as_csv(report["points"])
                     : as_text(report["points"]) + report["answer"].get<std::string>() + '\n');
}

}  // namespace

SceneSweep sweep_scene(const SweepOptions& options) {
    Scene scene = open_scene(options.scene);
    if (options.scene.methods.empty() && !options.scene_methods)
        scene.methods = {parse_method("angle-sum"), parse_method("angle-sum:precision=double")};
    const auto methods = swept(scene.methods);
    const auto epsilons = decimal_steps(options.from, options.to, options.per_decade);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto curves =
        sweep(methods, epsilons, options.scene.walk(), make_reference(scene.reference, geometry),
              geometry, PrimaryRays(scene.camera, scene.width, scene.height));

    Json rows = Json::array(), best = Json::array();
    for (const auto& curve : curves) {
        for (const auto& point : curve.points)
            rows.push_back(confusion_row(point.method, point.confusion));
        best.push_back(best_of(curve));
    }
    const Json report{{"version", 1},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"points", rows},
                      {"best", best},
                      {"answer", answer(curves)}};
    std::string svg = draw_sweep(scene, curves);
    return {std::move(scene), std::move(svg), report};
}

void add_sweep(CLI::App& app) {
    auto& command = *app.add_subcommand("sweep", "Errors against epsilon: table and plot");
    add_examples(
        command,
        {"hitmiss sweep scenes/icosphere.toml --size 64x64",
         "hitmiss sweep scenes/cube.toml --size 64x64 -m angle-sum:variant=atan2 --format csv"});
    auto options = std::make_shared<SweepOptions>();
    add_scene_options(command, options->scene);
    add_format_option(command, options->format);
    command.add_flag("--scene-methods", options->scene_methods,
                     "the scene's methods instead of the angle sum in float and double");
    command.add_option("--from", options->from, "smallest epsilon (default 1e-7)");
    command.add_option("--to", options->to, "largest epsilon (default 3.2)");
    command.add_option("--per-decade", options->per_decade,
                       "epsilons per power of ten: 1, 2, 3, 4 (default), 5, 10 or 20");
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
