#include <fmt/format.h>

#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/progress.hpp"
#include "commands/stats.hpp"
#include "commands/table.hpp"
#include "error.hpp"
#include "figure/comparison_sheet.hpp"
#include "figure/output_file.hpp"
#include "limits.hpp"
#include "methods/catalogue.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

Json rows_of(const Scene& scene, const Comparison& comparison) {
    Json rows = Json::array();
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto about = summary(scene.methods[m]);
        const auto& count = comparison.columns[m].confusion;
        rows.push_back({{"method", about.info.name},
                        {"epsilon", about.epsilon ? Json(*about.epsilon) : Json()},
                        {"precision", to_string(about.precision)},
                        {"variant", to_string(about.variant)},
                        {"hits", count.hits},
                        {"leaks", count.leaks},
                        {"leaks_background", count.leaks_background},
                        {"false_hits", count.false_hits},
                        {"wrong_triangle", count.wrong_triangle},
                        {"culled", count.culled},
                        {"nan", count.nan}});
    }
    return rows;
}

void run(const SceneOptions& options, Format format, std::optional<std::uint64_t> fail_over) {
    Stats stats(options);
    stats.phase("load the scene");
    const Scene scene = open_scene(options);
    const auto pixels = std::size_t(scene.width) * std::size_t(scene.height);
    if (pixels * scene.methods.size() > max_compared)
        throw Error(Exit::usage,
                    fmt::format("{} methods on {}x{} pixels; pixels times methods may "
                                "be up to {}",
                                scene.methods.size(), scene.width, scene.height, max_compared));
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    const auto tracers = make_tracers(scene.methods, geometry, options.walk());
    stats.phase("compare");
    const Comparison comparison = [&] {
        Progress progress(tile_count(scene.width, scene.height));
        return compare(scene.methods, tracers, make_reference(scene.reference, geometry), geometry,
                       PrimaryRays(scene.camera, scene.width, scene.height),
                       [&] { progress.step(); });
    }();

    stats.phase("draw and write");
    write_picture(options.output == "-" ? "-" : options.folder(scene) / "compare.png",
                  draw_comparison(scene, comparison));
    const Json rows = rows_of(scene, comparison);
    const Json report{{"version", 1},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"methods", rows}};
    if (options.output != "-")
        write_stdout(format == Format::json  ? report.dump(2) + '\n'
                     : format == Format::csv ? as_csv(rows)
                                             : as_text(rows));

    std::string over;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& column = comparison.columns[m];
        stats.refused(scene.methods[m], column.refused);
        if (fail_over && column.confusion.errors() > *fail_over)
            over += fmt::format("{}{} errs on {} pixels", over.empty() ? "" : "; ",
                                to_string(scene.methods[m]), column.confusion.errors());
    }
    stats.finish(geometry);
    if (!over.empty())
        throw Error(Exit::over_threshold, fmt::format("{} (--fail-over {})", over, *fail_over));
}

}  // namespace

void add_compare(CLI::App& app) {
    auto& command =
        *app.add_subcommand("compare", "Contact sheet, maps of the errors, table of counts");
    add_examples(command, {"hitmiss compare scenes/icosphere.toml",
                           "hitmiss compare scenes/room.toml -m moller-trumbore -m watertight "
                           "--format json --fail-over 0"});
    struct Options {
        SceneOptions scene;
        Format format = Format::text;
        std::optional<std::uint64_t> fail_over;
    };
    auto options = std::make_shared<Options>();
    add_scene_options(command, options->scene);
    add_format_option(command, options->format);
    command
        .add_option("--fail-over", options->fail_over,
                    "exit with 1 when a method errs on more pixels")
        ->check(CLI::NonNegativeNumber);
    command.callback([options] { run(options->scene, options->format, options->fail_over); });
}

}  // namespace hitmiss
