#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"
#include "commands/aim.hpp"
#include "commands/commands.hpp"
#include "commands/compare_rays.hpp"
#include "commands/compare_scenes.hpp"
#include "commands/confusion_row.hpp"
#include "commands/progress.hpp"
#include "commands/report_page.hpp"
#include "commands/worst.hpp"
#include "draw/comparison_sheet.hpp"
#include "judge/answer_writer.hpp"
#include "judge/halo_law.hpp"
#include "judge/reproducer.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {
namespace {

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
    command.option("MORE", options.more_scenes, "further scenes: then one table of all, no figure");
    add_checkpoint(command, options.checkpoint);
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
    add_figure_options(command, options.figure);
    command.option("--crop", options.crop, "X,Y,W,H: show this part of the pictures only");
    command.flag("--no-detail", options.no_detail, "without the magnified spot");
    command.flag("--reproducers", options.reproducers,
                 "write each method's worst pixel (in the middle of its largest group of errors) "
                 "as a ray and triangles that  hitmiss explain -  reads");
    command.option("--rays", options.rays,
                   "judge these rays, of an .npy or .csv file as  hitmiss rays  writes, instead of "
                   "the picture's; a table only");
    add_grid(command, options.grid);
    add_triangles(command, options.triangles);
    command.option("--answers", options.answers,
                   "write the method's answers to an .npy or .csv file: t, inf for a miss, and "
                   "triangle, -1 for a miss");
    command.option("--report", options.report,
                   "write the verdict as a page of Markdown to paste into an issue");
    options.typed = command.typed();
    command.footer(columns_help());
}

std::optional<Rectangle> read_crop(const std::string& text) {
    if (text.empty()) return {};
    std::array<int, 4> numbers{};
    std::string_view rest = text;
    for (int& number : numbers) {
        const auto read = parse_number<int>(rest.substr(0, rest.find(',')));
        if (!read || (&number == &numbers.back()) != (rest.find(',') == rest.npos))
            throw Error(Exit::usage, "--crop {}: not X,Y,W,H, as in 100,80,64,64", text);
        number = *read;
        rest.remove_prefix(std::min(rest.size(), rest.find(',') + 1));
    }
    return Rectangle{numbers[0], numbers[1], numbers[2], numbers[3]};
}

/// How far off t is where the hit is right, and how often the method errs. Five digits are what
/// these numbers are good for.
Object error_sizes(const Comparison::Column& column) {
    const ErrorOfT& ulps = column.t_ulps;
    const std::uint64_t errors = column.confusion.errors(), pixels = column.outcomes.size();
    return {{"t_ulps_median", ulps.hits == 0 ? Value() : rounded(ulps.median, 5)},
            {"t_ulps_max", ulps.hits == 0 ? Value() : rounded(ulps.max, 5)},
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

/// What is asked of a method beside its counts.
struct Asked {
    std::optional<WorstPixel> worst;
    Value halo;  ///< pixels of the halo, by its law
};

std::vector<Asked> asked_of(const Scene& scene, const Comparison& comparison, Overlay overlay) {
    std::vector<Asked> all;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const Method& method = scene.methods[m];
        all.push_back({worst_of(method, comparison.columns[m].outcomes, comparison.width),
                       overlay == Overlay::halo ? predicted_halo(method, scene) : Value()});
    }
    return all;
}

/// `nested`: the worst pixel as an object, null for a method without errors; else as flat cells.
Rows rows_of(const Scene& scene, const Comparison& comparison, const std::vector<Asked>& asked,
             Overlay overlay, bool nested) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& method = scene.methods[m];
        const auto& column = comparison.columns[m];
        rows.push_back(confusion_row(method, column.confusion));
        append(rows.back(), error_sizes(column));
        const Object worst = cells_of(asked[m].worst);
        if (nested)
            append(rows.back(),
                   {{"worst", column.confusion.errors() > 0 ? Value(worst) : Value()}});
        else
            for (const auto& [key, value] : worst) append(rows.back(), {{"worst_" + key, value}});
        if (overlay == Overlay::halo) append(rows.back(), {{"halo_predicted", asked[m].halo}});
    }
    return rows;
}

Rows short_rows(const Scene& scene, const Comparison& comparison, const std::vector<Asked>& asked,
                Overlay overlay) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        rows.push_back(short_row(scene.methods[m], comparison.columns[m].confusion));
        if (overlay != Overlay::halo) continue;
        rows.back().erase(std::string(row_of(Outcome::neighbour).column));
        append(rows.back(), {{"halo_predicted", asked[m].halo}});
    }
    return rows;
}

/// The worst pixel of each method that errs.
std::vector<ReportCase> worst_cases(const Scene& scene, const Geometry& geometry,
                                    const Comparison& comparison, const std::vector<Asked>& asked) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    const auto reference = make_reference(scene.reference, geometry);
    std::vector<ReportCase> cases;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& column = comparison.columns[m];
        const auto& worst = asked[m].worst;
        if (!worst) continue;
        const int x = int(worst->x), y = int(worst->y);
        ReportCase one{scene.methods[m],
                       fmt::format("{} at pixel {},{} of {}x{}", to_string(worst->outcome), x, y,
                                   comparison.width, comparison.height),
                       rays(x, y),
                       column.hits[comparison.pixel(x, y)],
                       {}};
        reference({&one.ray, 1}, {&one.answer, 1});
        cases.push_back(std::move(one));
    }
    return cases;
}

/// Each case as a text for `hitmiss explain -`.
void write_reproducers(const Scene& scene, const Geometry& geometry,
                       const std::vector<ReportCase>& cases, const Output& output) {
    for (const auto& one : cases) {
        auto reproducer = reproduce(one.method, one.answer, one.hit, one.ray, geometry);
        reproducer.comment = fmt::format("{}: {} by {}; try  hitmiss explain -", scene.name,
                                         one.title, to_string(one.method));
        output.write(file_stem(one.method) + ".txt", to_text(reproducer));
    }
}

/// The scene's own command, where that is another.
std::string_view command_for(const Scene& scene) {
    return scene.walk ? "walk" : scene.probe ? "probe" : "";
}

Comparison compare_pixels(const Scene& scene, const std::vector<Tracer>& tracers,
                          const Geometry& geometry, bool watched) {
    Progress progress(tile_count(scene.width, scene.height), watched);
    return compare(scene.methods, tracers, make_reference(scene.reference, geometry), geometry,
                   PrimaryRays(scene.camera, scene.width, scene.height), [&] { progress.step(); });
}

void check(const CompareOptions& options, std::size_t methods) {
    if (options.reproducers && options.scene.output == "-")
        throw Error(Exit::usage, "--reproducers writes files; give their folder with -o, not -");
    if (!options.rays.empty() && options.grid)
        throw Error(Exit::usage, "--rays and --grid are two sets of rays; choose one");
    if (options.any_rays() && (options.reproducers || options.overlay != Overlay::none))
        throw Error(Exit::usage,
                    "--reproducers and --overlay are for pictures; rays that are no "
                    "picture's have --report");
    if (!options.answers.empty() && methods != 1)
        throw Error(Exit::usage,
                    "--answers writes one method's answers, but there are {}; choose one with "
                    "--method",
                    methods);
}

void write_answers(const std::string& path, const Comparison& comparison) {
    const auto& hits = comparison.columns[0].hits;
    AnswerWriter answers(path, hits.size());
    answers.append(hits);
    answers.finish();
}

void run(const CompareOptions& options, const Output& output) {
    if (!options.more_scenes.empty()) return compare_scenes(options, output);
    if (!options.checkpoint.file.empty())
        throw Error(Exit::usage, "--checkpoint is for several scenes");
    const auto crop = read_crop(options.crop);
    Stats stats(options.scene);
    stats.phase("load the scene");
    Scene scene = open_scene(options.scene);
    if (const auto command = command_for(scene); !command.empty()) {
        say("{0}: is made for {1}, nothing to compare; see  hitmiss {1} {0}", options.scene.scene,
            command);
        return;
    }
    check(options, scene.methods.size());
    if (options.any_rays()) return compare_rays(options, scene, output);
    const auto pixels = std::size_t(scene.width) * std::size_t(scene.height);
    if (pixels * scene.methods.size() > max_compared)
        throw Error(Exit::usage,
                    fmt::format("{} methods on {}x{} pixels; pixels times methods may "
                                "be up to {}",
                                scene.methods.size(), scene.width, scene.height, max_compared));
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    const auto tracers = make_tracers(scene.methods, geometry, options.scene.traversal(),
                                      answer_place(pixels, geometry, options.triangles));
    stats.phase("compare");
    const Comparison comparison = compare_pixels(scene, tracers, geometry, output.watched);
    stats.phase("draw");
    const Drawing sheet = draw_comparison(
        scene, comparison,
        {options.figure.page, options.figure.title, crop, !options.no_detail, options.overlay});
    const auto asked = asked_of(scene, comparison, options.overlay);
    const Rows rows = rows_of(scene, comparison, asked, options.overlay, false);
    stats.finish(geometry);

    const auto [folder, name] = figure_place(scene, options.scene, "compare.png");
    const Output out = below(folder, output);
    write_figure(out, name, sheet);
    if (!options.answers.empty()) write_answers(options.answers, comparison);
    if (options.reproducers || !options.report.empty()) {
        const auto cases = worst_cases(scene, geometry, comparison, asked);
        if (options.reproducers) write_reproducers(scene, geometry, cases, out);
        if (!options.report.empty())
            output.write(
                options.report,
                to_markdown(
                    {fmt::format("{}: {} x {} pixels, {} triangles", scene.name, scene.width,
                                 scene.height, scene.mesh.triangles.size()),
                     options.typed, folder == "-" ? "" : (folder / name).string(), rows, cases},
                    geometry));
    }
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"methods", rows_of(scene, comparison, asked, options.overlay, true)}};
    std::vector<WorstPixel> worst;
    for (const Asked& one : asked)
        if (one.worst) worst.push_back(*one.worst);
    const std::string text =
        options.table.text(short_rows(scene, comparison, asked, options.overlay), rows, output) +
        explain_text(options.scene, worst);
    out.print(to_string({json, rows, text}, options.table.format));
    if (options.fail_over) {
        std::vector<Confusion> confusions;
        for (const auto& column : comparison.columns) confusions.push_back(column.confusion);
        check_errors(scene.methods, confusions, "pixels", *options.fail_over);
    }
}

}  // namespace

void add_compare(CommandLine& line) {
    line.add<CompareOptions>(
        "compare", "Contact sheet, maps of the errors, table of counts",
        {"hitmiss compare scenes/icosphere.toml",
         "hitmiss compare scenes/cube.toml --grid=-y --size 31x31 --report report.md",
         "hitmiss compare scenes/room.toml -m watertight --format json --fail-over 0"},
        declare, run);
}

}  // namespace hitmiss
