#include "commands/sweep.hpp"

#include "base/limits.hpp"
#include "base/math.hpp"
#include "commands/commands.hpp"
#include "commands/compare.hpp"
#include "commands/paste.hpp"
#include "commands/ray_choice.hpp"
#include "commands/stages.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/notation.hpp"
#include "scene/notes.hpp"
#include "scene/tiles.hpp"

namespace hitmiss {
namespace {

constexpr auto over_help =
    "--over takes the scene, its eye and its rays through affine maps, under which exact "
    "arithmetic gives the same hits at every step: what changes is rounding. With it the "
    "methods are the scene's, and the rays the picture's or those of --aim. A step is:\n"
    "  distance  the distance of the mesh's middle from the origin, in the direction --along; the "
    "vertices and the eye are first rounded to the float grid of the farthest step\n"
    "  size      a factor by which everything is scaled, with the origin fixed\n"
    "  aspect    the scene is squeezed along the image's up, so that triangles facing the camera "
    "become slivers of that aspect ratio; then it is rotated off the axes\n"
    "  grazing   the angle at which the view meets planes parallel to the image, which is 90 "
    "degrees in the scene itself; triangles in such planes keep their shape; then the scene is "
    "rotated";

std::vector<ColumnMeaning> columns_of_sweep() {
    return count_columns({{"distance, size", "with --over: the step"},
                          {"aspect, grazing", "the same"},
                          {"rays", "with --over: number of rays at each step"},
                          {"along", "with --over distance: the direction"},
                          {"t_ulps_median",
                           "with --over: median error of t of the right hits, in units in the last "
                           "place, rounded up to a power of two"},
                          {"t_ulps_max", "with --over: the largest such error"}});
}

void declare(Command& command, SweepOptions& options) {
    command.footer(over_help);
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_table_options(command, options.table, columns_of_sweep());
    add_figure_options(command, options.page, true);
    command.flag("--scene-methods", options.scene_methods,
                 "the scene's methods instead of the angle sum in float and double");
    constexpr std::string_view names[]{"distance", "size", "aspect", "grazing"};
    command.choice(
        "--over", names, options.over,
        "sweeps not over epsilon, but moves, scales, squeezes or tilts the scene step by step: "
        "distance, size, aspect or grazing");
    command.option("--along", options.along,
                   "x,y,z: direction of --over distance (default 2,3,6; repeatable: curves for "
                   "each), as rounding may spare one direction and not another");
    command.number("--from", options.from, 1e-300, 1e300,
                   "smallest epsilon (default 1e-7), or step of --over");
    command.number("--to", options.to, 1e-300, 1e300,
                   "largest epsilon (default 3.2), or step of --over");
    command.number("--per-decade", options.per_decade, 1, 20,
                   "steps per power of ten: 1, 2 (default of --over), 3, 4 (default), 5, 10 or 20");
    command.flag("--frames", options.frames,
                 "an animation in numbered pictures, one for each epsilon of the first method; "
                 "with  -o NAME.apng  in one file");
    add_aim(command, options.aim);
    command.number("--rays", options.rays, 1, 1e12,
                   "with --aim: rays at each step (default 100000)");
    command.number("--seed", options.seed, 0, 1e15,
                   "with --aim: seed of the random numbers (default 1)");
    add_checkpoint(command, options.checkpoint);
    const auto over = [&options] { return options.over.has_value(); };
    const auto epsilon = [&options] { return !options.over; };
    command.only_for("--over; over epsilon the rays are those of the picture", "--aim", over);
    command.only_for("--aim", "--rays --seed", [&options] { return options.aim.has_value(); });
    command.only_for("pictures, not for --aim", "--size", [&options] { return !options.aim; });
    command.only_for("--over distance", "--along",
                     [&options] { return options.over == Over::distance; });
    command.only_for("epsilons, not for --over", "--brute-force --one-ray --scene-methods --frames",
                     epsilon);
    command.only_for("figures, not for frames", "--max-height-mm",
                     [&options] { return !wants_frames(options); });
    command.only_for("a figure of errors against epsilon", "--subtitle",
                     [&options] { return !options.over && !wants_frames(options); });
}

/// The methods without their epsilon, each once.
std::vector<Method> swept(const std::vector<Method>& methods) {
    std::vector<Method> result;
    for (const Method& method : methods) {
        const Method unsaid = method.without("epsilon");
        if (std::ranges::find(result, unsaid) == result.end()) result.push_back(unsaid);
    }
    if (std::ranges::none_of(result, [](const auto& method) { return bool(method.epsilon()); }))
        throw Error(Exit::usage, "no method with an epsilon to sweep; add one, as in -m angle-sum");
    return result;
}

/// No epsilon may be one that a method does not take.
void check_range(const std::vector<Method>& methods, const std::vector<double>& epsilons,
                 double from, double to) {
    for (const Method& method : methods)
        for (const Parameter& row : method.entry->parameters)
            if (row.key == "epsilon")
                for (const bool last : {false, true})
                    if (!holds(row.allowed, last ? epsilons.back() : epsilons.front()))
                        throw Error(Exit::usage, "--{} {}: the epsilon of {} is in {}",
                                    last ? "to" : "from", number_text(last ? to : from),
                                    method.name(), describe(row.allowed));
}

/// Whether no epsilon changes how often the method errs, and it errs.
bool is_flat(const ErrorCurve& curve) {
    const auto errors = [](const ErrorCurve::Point& point) { return point.counts.errors(); };
    const auto [least, most] = std::ranges::minmax(curve.points, {}, errors);
    return curve.points.size() > 1 && errors(least) > 0 && errors(least) == errors(most);
}

/// Where to look instead, if all thresholds are too large for the determinants of these triangles.
std::string other_range(const ErrorCurve& curve, const Scene& scene) {
    if (curve.method.kind() != Kind::ray_test) return {};
    double least = std::numeric_limits<double>::infinity();
    for (const auto& tri : scene.mesh.triangles)
        if (const double n = glm::length(normal(Triangle<double>(tri))); n > 0)
            least = std::min(least, n);
    if (least > *curve.points[0].epsilon) return {};
    const double exponent = common_logarithm(least);
    return fmt::format(": determinants are smaller here; try --from 1e{} --to 1e{}",
                       int(std::floor(exponent)) - 3, int(std::ceil(exponent)) + 3);
}

/// Which epsilon is best, and is any without error? In one line.
std::string answer(const std::vector<ErrorCurve>& curves, const Scene& scene) {
    if (meets_nothing(curves))
        return "No ray of this picture meets the mesh: it cannot say which epsilon is best.";
    std::vector<std::string> best, perfect;
    for (const auto& curve : curves) {
        const auto errors = curve.points[valley(curve).first].counts.errors();
        if (errors == 0) perfect.push_back(caption(curve.method, Caption::text)[0]);
        if (!curve.has_epsilon()) continue;
        best.push_back(caption(curve.method, Caption::text)[0] + ", " +
                       (is_flat(curve)
                            ? fmt::format("{} at every epsilon{}",
                                          number_of(curve.points[0].counts.errors(), "error"),
                                          other_range(curve, scene))
                            : fewest_errors(curve)));
    }
    return fmt::format("best: {}; without error on these {} × {} pixels: {}", fmt::join(best, "; "),
                       scene.width, scene.height,
                       perfect.empty() ? "none" : fmt::format("{}", fmt::join(perfect, "; ")));
}

/// Sweeps over epsilon: the figure, the table, one line of answer, commands that explain.
void sweep_epsilon(const SweepOptions& options, Scene& scene, const Output& output) {
    if (options.scene.methods.empty() && !options.scene_methods)
        scene.methods = {parse_method("angle-sum"), parse_method("angle-sum:precision=double")};
    if (!options.scene.methods.empty() && !options.scene_methods)
        for (const Method& method : scene.methods)
            if (method != method.without("epsilon"))
                say("note: {}: --from and --to say which epsilons are swept, so this one is not "
                    "used",
                    to_string(method));
    scene.methods = swept(scene.methods);
    SceneOptions where = options.scene;
    if (wants_frames(options)) where.output.clear();  // write_sweep_frames() says where these go
    const auto place = figure_place(scene, where, "sweep.svg", output);
    const double from = options.from.value_or(swept_from);
    const double to = options.to.value_or(swept_to);
    check_ascending(options.from, options.to, from, to);
    const auto epsilons = decimal_steps(from, to, options.per_decade.value_or(swept_per_decade));
    check_range(scene.methods, epsilons, from, to);
    // The rays and their exact answers are kept, which takes four times the memory of compare.
    if (scene.pixels() > max_compared / 4)
        throw Error(Exit::usage, "--size {}x{}: a sweep keeps up to {} pixels", scene.width,
                    scene.height, with_separators(max_compared / 4));
    CountTable to_come{options.table};
    to_come.add(scene.methods[0], {});
    check_columns(options.table, to_come.rows[0]);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    std::vector<ErrorCurve> curves;
    for (const Method& method : scene.methods) curves.push_back(make_curve(method, epsilons));
    std::vector<ErrorCurve::Point*> points;  // of all curves, one after another
    for (ErrorCurve& curve : curves)
        for (auto& point : curve.points) points.push_back(&point);
    const Round rays = remembering({picture_rays(scene.camera, scene.width, scene.height),
                                    {},
                                    make_reference(scene.reference, geometry),
                                    geometry});
    const auto round_of = [&](const Method& method) {
        return with_method(rays, method, options.scene.traversal());
    };
    const auto round = [&](std::size_t point) {
        return std::make_shared<const Round>(round_of(points[point]->method));
    };
    const std::string question =
        fmt::format("sweep at {}; {}; {}; {}x{} pixels", fmt::join(epsilons, " "), text_of(scene),
                    text_of(scene.camera), scene.width, scene.height);
    const auto sums = judge_long(question, points.size(), tile_count(scene.width, scene.height), 1,
                                 round, options.checkpoint, output);
    for (std::size_t k = 0; k < points.size(); ++k) points[k]->counts = sums[k][0].outcomes;
    if (meets_nothing(curves)) say("note: {}", empty_picture_note(scene));
    if (wants_frames(options))
        write_sweep_frames(
            options, scene, *std::ranges::find_if(curves, &ErrorCurve::has_epsilon),
            [&](const Method& method) {
                return compare(round_of(method), scene.width, scene.height);
            },
            output);
    else
        write_figure(place.out, place.name, options.page, draw_sweep(scene, curves, options.page));

    CountTable table{options.table};
    Rows best;
    std::vector<ToExplain> to_explain;  // at the epsilon with the fewest errors, but some
    for (const ErrorCurve& curve : curves) {
        const auto [first, last] = valley(curve);
        const bool flat = is_flat(curve);
        for (const auto& point : curve.points) {
            table.add(point.method, point.counts);
            // Rows that differ in nothing but epsilon: the first and the last are enough.
            const bool between = &point != &curve.points.front() && &point != &curve.points.back();
            if (flat && between) table.narrow.pop_back();
        }
        best.push_back({{"method", to_string(curve.method)},
                        {"epsilon_from", curve.points[first].epsilon},
                        {"epsilon_to", curve.points[last].epsilon},
                        {"errors", curve.points[first].counts.errors()}});
        const auto least = fewest_but_some(curve);
        if (!least) continue;
        const Method& method = curve.points[*least].method;
        const auto map = compare(round_of(method), scene.width, scene.height);
        const auto pixel =
            worst_of(to_look_at(map).pixels[0], map.columns[0].outcomes, scene.width);
        to_explain.push_back({method, fmt::format(" --pixel {},{}", pixel->x, pixel->y)});
    }
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"points", table.rows},
                      {"best", best},
                      {"answer", answer(curves, scene)}};
    place.out.print(table.report(
        json, output, paragraph(answer(curves, scene), output.width, 0, 2) + '\n',
        explain_text(options.scene, options.table, scene, to_explain, place.folder, output)));
}

void run(const SweepOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (options.over && wants_frames(options))
        throw Error(Exit::usage, "an .apng shows epsilons, not --over");
    if (options.frames) check_several(options.scene.output);
    if (wants_frames(options)) check_ending(options.scene.output, "frames in one file", {".apng"});
    if (options.over)
        sweep_over(options, scene, output);
    else
        sweep_epsilon(options, scene, output);
}

}  // namespace

void add_sweep(CommandLine& line) {
    line.add<SweepOptions>(
        "sweep", "Errors against epsilon, distance, size or shape",
        {"hitmiss sweep scenes/icosphere.toml --size 64x64",
         "hitmiss sweep scenes/cube.toml --size 64x64 -m angle-sum:atan2 --format csv",
         "hitmiss sweep scenes/cube.toml --over distance --aim edges --rays 1000"},
        declare, run);
}

}  // namespace hitmiss
