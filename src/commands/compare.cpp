#include "commands/compare.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/console.hpp"
#include "base/error.hpp"
#include "base/interval.hpp"
#include "base/limits.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/help.hpp"
#include "commands/progress.hpp"
#include "commands/stats.hpp"
#include "commands/table.hpp"
#include "figure/comparison_sheet.hpp"
#include "methods/catalogue.hpp"
#include "trace/tiles.hpp"
#include "truth/halo_law.hpp"
#include "truth/reproducer.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

/// Five significant digits are what a rate or a size of error is good for.
Json rounded(double value) {
    return *parse_number<double>(fmt::format("{:.5g}", value));
}

/// How far off t is where the hit is right, and how often the method errs.
Json error_sizes(const Comparison::Column& column) {
    const auto& ulps = column.t_ulps;
    const std::uint64_t errors = column.confusion.errors(), pixels = column.outcomes.size();
    const auto rate = wilson_interval(errors, pixels);
    return {{"t_ulps_median", ulps.empty() ? Json() : rounded(ulps[(ulps.size() - 1) / 2])},
            {"t_ulps_max", ulps.empty() ? Json() : rounded(ulps.back())},
            {"error_rate", rounded(double(errors) / double(pixels))},
            {"error_rate_low", rounded(rate.low)},
            {"error_rate_high", rounded(rate.high)}};
}

Json rows_of(const Scene& scene, const Comparison& comparison, Overlay overlay) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    Json rows = Json::array();
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& method = scene.methods[m];
        rows.push_back(confusion_row(method, comparison.columns[m].confusion));
        rows.back().update(error_sizes(comparison.columns[m]));
        if (overlay != Overlay::halo) continue;
        const auto predicted =
            has_halo(method) ? halo_in_pixels(scene.mesh.triangles, rays, *summary(method).epsilon)
                             : std::nullopt;
        rows.back()["halo_predicted"] = predicted ? Json(std::llround(*predicted)) : Json();
    }
    return rows;
}

/// For each method that errs, its worst pixel as a text for `hitmiss explain -`.
void write_reproducers(const Scene& scene, const Comparison& comparison,
                       const std::filesystem::path& folder) {
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    const auto reference = make_reference(scene.reference, geometry);
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& column = comparison.columns[m];
        const auto pixel = worst_pixel(column);
        if (!pixel) continue;
        const int x = int(*pixel % std::size_t(comparison.width));
        const int y = int(*pixel / std::size_t(comparison.width));
        const auto ray = rays(x, y);
        Answer answer;
        reference(RayList(ray), {&answer, 1});
        const auto outcome = column.outcomes[*pixel];
        auto reproducer =
            reproduce(scene.methods[m], outcome, answer, column.hits[*pixel], ray, geometry);
        reproducer.comment = fmt::format(
            "{}, pixel {},{} of {}x{}: {} by {}; try  hitmiss explain -", scene.name, x, y,
            comparison.width, comparison.height, to_string(outcome), to_string(scene.methods[m]));
        const auto path = folder / (file_stem(scene.methods[m]) + ".txt");
        write_file(path, to_text(reproducer));
        say("wrote {}", path.string());
    }
}

struct CompareOptions {
    SceneOptions scene;
    Format format = Format::text;
    std::optional<std::uint64_t> fail_over;
    Overlay overlay = Overlay::none;
    bool reproducers = false;
};

void run(const CompareOptions& all) {
    const auto& [options, format, fail_over, overlay, reproducers] = all;
    if (reproducers && options.output == "-")
        throw Error(Exit::usage, "--reproducers writes files; give their folder with -o, not -");
    const auto [scene, comparison, sheet, rows] = compare_scene(options, overlay);
    write_picture(options.output == "-" ? "-" : options.folder(scene) / "compare.png", sheet);
    if (reproducers) write_reproducers(scene, comparison, options.folder(scene));
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
        const auto errors = comparison.columns[m].confusion.errors();
        if (fail_over && errors > *fail_over)
            over += fmt::format("{}{} errs on {} pixels", over.empty() ? "" : "; ",
                                to_string(scene.methods[m]), errors);
    }
    if (!over.empty())
        throw Error(Exit::over_threshold, fmt::format("{} (--fail-over {})", over, *fail_over));
}

}  // namespace

SceneComparison compare_scene(const SceneOptions& options, Overlay overlay) {
    Stats stats(options);
    stats.phase("load the scene");
    Scene scene = open_scene(options);
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
    Comparison comparison = [&] {
        Progress progress(tile_count(scene.width, scene.height));
        return compare(scene.methods, tracers, make_reference(scene.reference, geometry), geometry,
                       PrimaryRays(scene.camera, scene.width, scene.height),
                       [&] { progress.step(); });
    }();
    stats.phase("draw");
    Picture sheet = draw_comparison(scene, comparison, overlay);
    Json rows = rows_of(scene, comparison, overlay);
    for (std::size_t m = 0; m < scene.methods.size(); ++m)
        stats.refused(scene.methods[m], comparison.columns[m].refused);
    stats.finish(geometry);
    return {std::move(scene), std::move(comparison), std::move(sheet), std::move(rows)};
}

void add_compare(CLI::App& app) {
    auto& command =
        *app.add_subcommand("compare", "Contact sheet, maps of the errors, table of counts");
    auto options = std::make_shared<CompareOptions>();
    add_examples(command, {"hitmiss compare scenes/icosphere.toml",
                           "hitmiss compare scenes/room.toml -m moller-trumbore -m watertight "
                           "--format json --fail-over 0"});
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
    command.add_flag("--reproducers", options->reproducers,
                     "write each method's worst pixel (its first leak; without leaks its first "
                     "false hit, then wrong triangle) as a ray and triangles that  hitmiss explain "
                     "-  reads");
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
