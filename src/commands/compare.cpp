#include <fmt/format.h>

#include "commands/commands.hpp"
#include "commands/options.hpp"
#include "commands/table.hpp"
#include "console.hpp"
#include "error.hpp"
#include "figure/comparison_sheet.hpp"
#include "figure/output_file.hpp"
#include "methods/catalogue.hpp"

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
    const Scene scene = open_scene(options);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto tracers = make_tracers(scene.methods, geometry, options.walk());
    const Comparison comparison =
        compare(scene.methods, tracers, make_reference(scene.reference, geometry), geometry,
                PrimaryRays(scene.camera, scene.width, scene.height));

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
        if (options.stats)
            say("{}: {} hits refused by the hit rule", to_string(scene.methods[m]), column.refused);
        if (fail_over && column.confusion.errors() > *fail_over)
            over += fmt::format("{}{} errs on {} pixels", over.empty() ? "" : "; ",
                                to_string(scene.methods[m]), column.confusion.errors());
    }
    if (!over.empty())
        throw Error(Exit::over_threshold, fmt::format("{} (--fail-over {})", over, *fail_over));
}

}  // namespace

void add_compare(CLI::App& app) {
    auto& command =
        *app.add_subcommand("compare", "Contact sheet, maps of the errors, table of counts");
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
