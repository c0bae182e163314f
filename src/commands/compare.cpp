#include "commands/compare.hpp"

#include "base/limits.hpp"
#include "commands/commands.hpp"
#include "commands/outcome_file.hpp"
#include "commands/whole_rays.hpp"

namespace hitmiss {
namespace {

std::vector<ColumnMeaning> columns_of_compare() {
    auto all = count_columns(
        {{"t_off_median",
          "median distance of right answers and ties from their triangle's plane, in u |t d|, "
          "rounded up to a power of two; u is the unit roundoff"},
         {"t_off_99", "the distance that 99 % of them do not exceed, rounded up alike"},
         {"t_off_max", "the largest of these distances, not rounded up"},
         {"t_ulps_median",
          "of a picture: median distance of t from the exact one where the hit is right, in "
          "units of the last place"},
         {"t_ulps_max", "of a picture: the largest such distance"},
         {"error_rate", "errors per pixel"},
         {"worst_x",
          "the pixel to look at: the error nearest to the middle of the detail, which the figure "
          "boxes; where that has none, of the largest group of errors; or one that shows which "
          "comparison is strict"},
         {"worst_y", "from the top left, counted from 0"},
         {"worst_outcome", "how the method errs there"},
         {"halo_predicted",
          "pixels of the halo by its law, with --overlay halo: of one triangle parallel to the "
          "image"},
         {"scene", "with several scenes: the scene's name"},
         {"rays", "with --rays or --grid: number of rays"}});
    std::ranges::copy(whole_ray_meanings(), std::back_inserter(all));
    all.push_back({"NAME_per_million", "with --whole-rays: one of those counts as a rate"});
    all.push_back({"NAME_low, NAME_high", "its 95 % interval, after Wilson; a grid has none"});
    all.push_back({"rule", "with --light: how rays to the lamp leave the surface"});
    all.push_back({"pixels", "with --light: judged"});
    all.push_back(
        {"lost", "with --light: whose first hit is wrong, or whose rule's point is not a number"});
    all.push_back(
        {"self_hit, skipped", "with --light: as in spawn, where a pixel is wrongly dark or lit"});
    all.push_back({"shifted", "the same, but no error"});
    return all;
}

void declare(Command& command, CompareOptions& options) {
    add_picture_options(command, options.scene);
    command.option(
        "MORE", options.more_scenes,
        "further scenes: then one table of all, and with -o one figure, a column for each");
    add_checkpoint(command, options.checkpoint);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_light(command, options.light,
              "pictures with hard shadows, and where the exact one differs");
    add_stats(command, options.scene);
    add_table_options(command, options.table, columns_of_compare());
    command.number("--fail-over", options.fail_over, 0, 1e15,
                   "exit with 1 if a method errs on more pixels, or rays, than this; or, where "
                   "all hits of a ray are counted, if more rays are miscounted");
    constexpr std::string_view overlays[]{"halo"};
    command.choice("--overlay", overlays, options.overlay,
                   "halo: the angle sum's halo as its law predicts it, drawn; for one triangle "
                   "parallel to the image its pixels stand in the table");
    add_figure_options(command, options.page, true);
    command.choices("--rows", {"picture", "errors", "detail"}, options.rows,
                    "rows to draw, of picture,errors,detail (default all)");
    command.option("--crop", options.crop, "X,Y,W,H: show this part of the pictures only");
    command.flag("--no-detail", options.no_detail, "leave out the magnified spot");
    command.flag("--reproducers", options.reproducers,
                 "write each method's pixel to look at (see worst_x) as a ray and triangles that  "
                 "hitmiss explain -  reads");
    command.option(
        "--rays", options.rays.file,
        "judge the rays of this .npy or .csv file, as  hitmiss rays  writes it, instead of "
        "the picture's; draws no picture");
    add_grid(command, options.rays.grid);
    add_triangles(command, options.triangles);
    command.flag("--whole-rays", options.whole_rays,
                 "with --rays or --grid: counts all hits of a ray too: is each crossing of the "
                 "surface counted once?");
    command.destination(
        "--answers", options.answers,
        "write the method's answers to an .npy or .csv file: t, inf for a miss, and "
        "triangle, -1 for a miss");
    command.destination(
        "--outcomes", options.outcomes,
        "write the outcome of each ray for each method to an .npy or .csv file; see "
        "below");
    command.destination("--report", options.report,
                        "write the verdict as a page of Markdown to paste into an issue");
    command.seldom({"--checkpoint", "--checkpoint-seconds", "--brute-force", "--one-ray", "--stats",
                    "--verbose", "--fail-over", "--overlay", "--subtitle", "--max-height-mm",
                    "--rows", "--crop", "--no-detail", "--reproducers", "--triangles",
                    "--whole-rays", "--answers", "--outcomes", "--threads"});
    const auto one_scene = [&options] { return options.more_scenes.empty(); };
    const auto picture = [&options] { return !options.any_rays(); };
    const std::string of_eye_rays =
        " --rays --grid --rows --crop --no-detail --overlay --reproducers --triangles --whole-rays "
        "--answers --outcomes --report";
    command.only_for("one scene", "--light --stats --verbose" + of_eye_rays, one_scene);
    command.only_for("several scenes", "--checkpoint", std::not_fn(one_scene));
    command.only_for("the table alone; leave --output out", "--checkpoint",
                     [&options] { return options.scene.output.empty(); });
    command.only_for("a figure; with several scenes -o names it", figure_options,
                     [=, &options] { return one_scene() || !options.scene.output.empty(); });
    command.only_for("rays from the eye, not to a lamp",
                     "--subtitle --brute-force --one-ray" + of_eye_rays,
                     [&options] { return options.light.light.empty(); });
    command.only_for(
        "pictures, and rays of a file or grid have none; --report writes a page, --outcomes a file",
        figure_options + " --rows --crop --no-detail --overlay --reproducers --stats --verbose " +
            camera_names(),
        picture);
    command.only_for("pictures and --grid", "--size",
                     [&options] { return options.rays.file.empty() || options.rays.grid; });
    command.only_for("--rays and --grid; for aimed rays see  hitmiss leaks", "--whole-rays",
                     std::not_fn(picture));
    command.only_for("figures with other rows than the detail", "--no-detail", [&options] {
        return options.rows.empty() ||
               std::ranges::any_of(options.rows, [](const auto& row) { return row != "detail"; });
    });
    options.typed = command.typed;
    command.footer(outcome_columns_text());
}

std::optional<Rectangle> read_crop(const std::string& text) {
    if (text.empty()) return {};
    const auto numbers = parse_numbers<int, 4>(text, ',');
    if (!numbers) throw Error(Exit::usage, "--crop {}: not X,Y,W,H, as in 100,80,64,64", text);
    const auto [x, y, width, height] = *numbers;
    return Rectangle{x, y, width, height};
}

void check(const CompareOptions& options, std::size_t methods) {
    check_ending(options.answers, "answers", {".npy", ".csv"});
    check_ending(options.outcomes, "outcomes", {".npy", ".csv"});
    check_ending(options.report, "reports", {".md", ".markdown", ".txt"});
    if (options.reproducers && options.scene.output == "-")
        throw Error(Exit::usage, "--reproducers writes files; give their folder with -o, not -");
    if (options.any_rays() && !options.scene.output.empty() && options.scene.scene != "-")
        throw Error(Exit::usage,
                    "-o {}: draws pictures, and rays of a file or grid have none; --report writes "
                    "a page, --outcomes a file",
                    options.scene.output);
    if (!options.answers.empty() && methods != 1)
        throw Error(Exit::usage,
                    "--answers writes one method's answers, but there are {}; choose one with "
                    "--method",
                    methods);
}

void run(const CompareOptions& options, const Output& output) {
    check_unlit(options.light);
    if (!options.any_rays()) check_without_whole_rays(options.table);
    if (!options.more_scenes.empty()) return compare_scenes(options, output);
    const auto crop = read_crop(options.crop);
    Stats stats(options.scene);
    stats.phase("load the scene");
    Scene scene = open_scene(options.scene);
    if (scene.walk || scene.probe)
        return say("{0}: is made for {1}, nothing to compare; see  {2} {1} {3}",
                   options.scene.scene, scene.walk ? "walk" : "probe", output.program,
                   file_word(options.scene.scene));
    if (!options.light.light.empty()) return compare_light(options, scene, stats, output);
    check(options, scene.methods.size());
    if (options.any_rays()) return compare_rays(options, scene, output);
    compare_picture(options, crop, scene, stats, output);
}

}  // namespace

std::string reference_text(const Scene& scene) {
    return scene.reference.kind() == Kind::exact
               ? ""
               : fmt::format("Held against {}, not the exact answers:\n",
                             to_string(scene.reference));
}

void check_compared(std::size_t methods, std::size_t pixels, const std::string& shown,
                    std::size_t more) {
    if (pixels * (methods + more) <= max_compared) return;
    const std::string factor = more == 0 ? "methods" : fmt::format("(pictures + {})", more);
    throw Error(Exit::usage, "{} on {} pixels; pixels times {} may be up to {}",
                number_of(methods, more == 0 ? "method" : "picture"), shown, factor, max_compared);
}

void check_compared(std::size_t methods, const Scene& scene, std::size_t more) {
    check_compared(methods, scene.pixels(), fmt::format("{}x{}", scene.width, scene.height), more);
}

void add_compare(CommandLine& line) {
    line.add<CompareOptions>(
        "compare", "Draws each test's picture and a map of its errors, and counts these",
        {"hitmiss compare scenes/icosphere.toml",
         "hitmiss compare scenes/cube.toml --grid=-y --size 31x31 --report report.md",
         "hitmiss compare scenes/room.toml -m watertight --format json --fail-over 0"},
        declare, run);
}

}  // namespace hitmiss
