#include "commands/compare.hpp"

#include <fmt/format.h>

#include <cmath>

#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/table.hpp"
#include "console.hpp"
#include "error.hpp"
#include "figure/comparison_sheet.hpp"
#include "figure/output_file.hpp"
#include "methods/catalogue.hpp"
#include "truth/halo_law.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

Json rows_of(const Scene& scene, const Comparison& comparison, Overlay overlay) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    Json rows = Json::array();
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& method = scene.methods[m];
        rows.push_back(confusion_row(method, comparison.columns[m].confusion));
        if (overlay != Overlay::halo) continue;
        const auto predicted =
            has_halo(method) ? halo_in_pixels(scene.mesh.triangles, rays, *summary(method).epsilon)
                             : std::nullopt;
        rows.back()["halo_predicted"] = predicted ? Json(std::llround(*predicted)) : Json();
    }
    return rows;
}

void run(const SceneOptions& options, Format format, std::optional<std::uint64_t> fail_over,
         Overlay overlay) {
    const auto [scene, comparison, sheet, rows] = compare_scene(options, overlay);
    write_picture(options.output == "-" ? "-" : options.folder(scene) / "compare.png", sheet);
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

SceneComparison compare_scene(const SceneOptions& options, Overlay overlay) {
    Scene scene = open_scene(options);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto tracers = make_tracers(scene.methods, geometry, options.walk());
    Comparison comparison =
        compare(scene.methods, tracers, make_reference(scene.reference, geometry), geometry,
                PrimaryRays(scene.camera, scene.width, scene.height));
    Picture sheet = draw_comparison(scene, comparison, overlay);
    Json rows = rows_of(scene, comparison, overlay);
    return {std::move(scene), std::move(comparison), std::move(sheet), std::move(rows)};
}

void add_compare(CLI::App& app) {
    auto& command =
        *app.add_subcommand("compare", "Contact sheet, maps of the errors, table of counts");
    struct Options {
        SceneOptions scene;
        Format format = Format::text;
        std::optional<std::uint64_t> fail_over;
        Overlay overlay = Overlay::none;
    };
    auto options = std::make_shared<Options>();
    add_scene_options(command, options->scene);
    add_format_option(command, options->format);
    command
        .add_option("--fail-over", options->fail_over,
                    "exit with 1 when a method errs on more pixels")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option_function<std::string>(
            "--overlay", [options](const std::string&) { options->overlay = Overlay::halo; },
            "halo: the angle sum's halo as its law predicts it, drawn and in the table")
        ->check(CLI::IsMember({"halo"}));
    command.callback(
        [options] { run(options->scene, options->format, options->fail_over, options->overlay); });
}

}  // namespace hitmiss
