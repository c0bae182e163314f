#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/options.hpp"
#include "commands/progress.hpp"
#include "commands/worst.hpp"
#include "figure/comparison_sheet.hpp"
#include "trace/tiles.hpp"
#include "truth/halo_law.hpp"
#include "truth/reproducer.hpp"

namespace hitmiss {
namespace {

struct CompareOptions {
    SceneOptions scene;
    TableOptions table;
    std::optional<std::uint64_t> fail_over;
    Overlay overlay = Overlay::none;
    bool reproducers = false;
};

/// What compare's columns mean.
std::string columns_help() {
    auto columns = confusion_columns();
    columns.insert(columns.end(),
                   {{"t_ulps_median",
                     "median distance of t from the exact one where the hit is right, in "
                     "units of the last place"},
                    {"t_ulps_max", "the largest such distance"},
                    {"error_rate", "errors per pixel"},
                    {"worst_x", "the worst pixel, in the middle of the largest group of errors"},
                    {"worst_y", "from the top left, counted from 0"},
                    {"worst_outcome", "how the method errs there"},
                    {"halo_predicted", "pixels of the halo by its law, with --overlay halo"}});
    return columns_text(columns);
}

void declare(Command& command, CompareOptions& options) {
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_stats(command, options.scene);
    add_table_options(command, options.table);
    command.number("--fail-over", options.fail_over, 0, 1e15,
                   "exit with 1 when a method errs on more pixels");
    constexpr std::string_view overlays[]{"halo"};
    command.choice(
        "--overlay", overlays, [&](std::size_t) { options.overlay = Overlay::halo; },
        "halo: the angle sum's halo as its law predicts it, drawn and in the table");
    command.flag("--reproducers", options.reproducers,
                 "write each method's worst pixel (in the middle of its largest group of errors) "
                 "as a ray and triangles that  hitmiss explain -  reads");
    command.footer(columns_help());
}

/// How far off t is where the hit is right, and how often the method errs. Five digits are what
/// these numbers are good for.
Object error_sizes(const Comparison::Column& column) {
    const auto& ulps = column.t_ulps;
    const std::uint64_t errors = column.confusion.errors(), pixels = column.outcomes.size();
    return {{"t_ulps_median", ulps.empty() ? Value() : rounded(ulps[(ulps.size() - 1) / 2], 5)},
            {"t_ulps_max", ulps.empty() ? Value() : rounded(ulps.back(), 5)},
            {"error_rate", rounded(double(errors) / double(pixels), 5)}};
}

/// Its x and y and how the method errs there; nulls for a method without errors.
Object cells_of(const std::optional<WorstPixel>& worst) {
    if (!worst) return {{"x", {}}, {"y", {}}, {"outcome", {}}};
    return {{"x", worst->x}, {"y", worst->y}, {"outcome", to_string(worst->outcome)}};
}

/// The pixels of the halo, by its law.
Value predicted_halo(const Method& method, const Scene& scene) {
    if (!has_halo(method)) return {};
    const auto pixels =
        halo_in_pixels(scene.mesh.triangles, PrimaryRays(scene.camera, scene.width, scene.height),
                       *method.epsilon());
    return pixels ? std::llround(*pixels) : Value();
}

/// `nested`: the worst pixel as an object, null for a method without errors; else as flat cells.
Rows rows_of(const Scene& scene, const Comparison& comparison, Overlay overlay, bool nested) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& method = scene.methods[m];
        const auto& column = comparison.columns[m];
        rows.push_back(confusion_row(method, column.confusion));
        append(rows.back(), error_sizes(column));
        const Object worst = cells_of(worst_of(method, comparison, column));
        if (nested)
            append(rows.back(),
                   {{"worst", column.confusion.errors() > 0 ? Value(worst) : Value()}});
        else
            for (const auto& [key, value] : worst) append(rows.back(), {{"worst_" + key, value}});
        if (overlay == Overlay::halo)
            append(rows.back(), {{"halo_predicted", predicted_halo(method, scene)}});
    }
    return rows;
}

Rows short_rows(const Scene& scene, const Comparison& comparison, Overlay overlay) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        rows.push_back(short_row(scene.methods[m], comparison.columns[m].confusion));
        if (overlay != Overlay::halo) continue;
        std::erase_if(rows.back(), [](const Member& cell) {
            return cell.key == row_of(Outcome::neighbour).column;
        });
        append(rows.back(), {{"halo_predicted", predicted_halo(scene.methods[m], scene)}});
    }
    return rows;
}

/// For each method that errs, its worst pixel as a text for `hitmiss explain -`.
void write_reproducers(const Scene& scene, const Geometry& geometry, const Comparison& comparison,
                       const Output& output) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    const auto reference = make_reference(scene.reference, geometry);
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& column = comparison.columns[m];
        const auto worst = worst_of(scene.methods[m], comparison, column);
        if (!worst) continue;
        const int x = int(worst->x), y = int(worst->y);
        const auto ray = rays(x, y);
        Answer answer;
        reference(RayList(ray), {&answer, 1});
        auto reproducer =
            reproduce(scene.methods[m], answer, column.hits[comparison.pixel(x, y)], ray, geometry);
        reproducer.comment =
            fmt::format("{}, pixel {},{} of {}x{}: {} by {}; try  hitmiss explain -", scene.name, x,
                        y, comparison.width, comparison.height, to_string(worst->outcome),
                        to_string(scene.methods[m]));
        output.write(file_stem(scene.methods[m]) + ".txt", to_text(reproducer));
    }
}

/// The scene's own command, where that is another.
std::string_view command_for(const Scene& scene) {
    return scene.walk ? "walk" : scene.probe ? "probe" : "";
}

/// Throws Error{Exit::over_threshold} if a method errs on more than `most` pixels.
void check_errors(const Scene& scene, const Comparison& comparison, std::uint64_t most) {
    std::vector<std::string> over;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto errors = comparison.columns[m].confusion.errors();
        if (errors > most)
            over.push_back(
                fmt::format("{} errs on {} pixels", to_string(scene.methods[m]), errors));
    }
    if (!over.empty())
        throw Error(Exit::over_threshold,
                    fmt::format("{} (--fail-over {})", fmt::join(over, "; "), most));
}

Comparison compare_pixels(const Scene& scene, const std::vector<Tracer>& tracers,
                          const Geometry& geometry, bool watched) {
    Progress progress(tile_count(scene.width, scene.height), watched);
    return compare(scene.methods, tracers, make_reference(scene.reference, geometry), geometry,
                   PrimaryRays(scene.camera, scene.width, scene.height), [&] { progress.step(); });
}

void run(const CompareOptions& options, const Output& output) {
    if (options.reproducers && options.scene.output == "-")
        throw Error(Exit::usage, "--reproducers writes files; give their folder with -o, not -");
    Stats stats(options.scene);
    stats.phase("load the scene");
    const Scene scene = open_scene(options.scene);
    if (const auto command = command_for(scene); !command.empty()) {
        say("hitmiss: {0}: is made for {1}, nothing to compare; see  hitmiss {1} {0}",
            options.scene.scene, command);
        return;
    }
    const auto pixels = std::size_t(scene.width) * std::size_t(scene.height);
    if (pixels * scene.methods.size() > max_compared)
        throw Error(Exit::usage,
                    fmt::format("{} methods on {}x{} pixels; pixels times methods may "
                                "be up to {}",
                                scene.methods.size(), scene.width, scene.height, max_compared));
    std::vector<std::string> files{"compare.png"};
    if (options.reproducers) files.push_back("METHOD.txt");
    const Output out = place(options.scene, scene, files, output);
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    const auto tracers = make_tracers(scene.methods, geometry, options.scene.traversal());
    stats.phase("compare");
    const Comparison comparison = compare_pixels(scene, tracers, geometry, output.watched);
    stats.phase("draw");
    const Picture sheet = draw_comparison(scene, comparison, options.overlay);
    const Rows rows = rows_of(scene, comparison, options.overlay, false);
    stats.finish(geometry);

    out.write("compare.png", png(sheet));
    if (options.reproducers) write_reproducers(scene, geometry, comparison, out);
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"methods", rows_of(scene, comparison, options.overlay, true)}};
    std::vector<WorstPixel> worst;
    for (std::size_t m = 0; m < scene.methods.size(); ++m)
        if (const auto one = worst_of(scene.methods[m], comparison, comparison.columns[m]))
            worst.push_back(*one);
    const std::string text =
        options.table.text(short_rows(scene, comparison, options.overlay), rows, output) +
        explain_text(options.scene, worst);
    out.print(to_string({json, rows, text}, options.table.format));
    if (options.fail_over) check_errors(scene, comparison, *options.fail_over);
}

}  // namespace

void add_compare(CommandLine& line) {
    line.add("compare", "Contact sheet, maps of the errors, table of counts",
             {"hitmiss compare scenes/icosphere.toml",
              "hitmiss compare scenes/room.toml -m moller-trumbore -m watertight --format json "
              "--fail-over 0"},
             declare, run);
}

}  // namespace hitmiss
