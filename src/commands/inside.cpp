#include "judge/inside.hpp"

#include <array>

#include "commands/commands.hpp"
#include "commands/inside_table.hpp"
#include "commands/leak_rates.hpp"
#include "draw/notation.hpp"
#include "draw/solid_angle_plot.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {
namespace {

struct InsideOptions {
    SceneOptions scene;
    TableOptions table;
    FigureOptions figure;
    std::string plane, direction;
    std::vector<std::string> rules;
    std::uint64_t points = 100'000, seed = 1;
    InsideSettings settings;
    bool sweep = false;
};

std::string rules_help() {
    std::string text = "Rules:\n";
    for (std::size_t k = 0; k < inside_rule_names.size(); ++k) {
        const auto& info = info_of(InsideRule(k));
        text += fmt::format("  {}  {} ({})\n", inside_rule_names[k], info.idea, info.source);
    }
    return text +
           "\nRules that cast rays count all hits of each method: without -m, of Möller-Trumbore "
           "and watertight. The last two sum or search by themselves. Inside is where a ray "
           "crosses the surface an odd number of times, decided exactly; points of the surface "
           "are left out. The points of a slice are multiples of a power of two, so that rays can "
           "meet edges of simple meshes exactly.\n\n";
}

std::vector<ColumnMeaning> columns_of_inside() {
    return {
        {"rule, method",
         "what decides; winding-number: the exact one, above 1/2, a row where it says otherwise "
         "than the parity"},
        {"slice_missing", "points of the slice that are inside and called outside"},
        {"slice_added", "points of the slice that are outside and called inside"},
        {"random_points", "judged, in the mesh's box and a tenth around it"},
        {"random", "wrong ones"},
        {"near_points", "judged, within 1e-6 of the box's diagonal of the surface"},
        {"near", "wrong ones"},
        {"points", "with --sweep: of which kind"},
        {"precision, epsilon", "with --sweep: of solid-angle"},
        {"judged", "with --sweep: points"},
        {"wrong", "with --sweep: wrong ones"},
        {"NAME_per_million", "wrong ones of a million"},
        {"NAME_low, NAME_high", "the 95 % interval, after Wilson"}};
}

void declare(Command& command, InsideOptions& options) {
    add_scene_and_methods(command, options.scene);
    command.option("--plane", options.plane,
                   "of the slice, as in z=0.3 (default: z in the middle of the mesh)");
    add_size(command, options.scene, "at most about WxH points, a power of two apart");
    command.choices("--rules", inside_rule_names, options.rules, "only these rules");
    command.option("--direction", options.direction,
                   "X,Y,Z of the first ray of ray and opposite (default 1,1,1)");
    command.number("--votes", options.settings.votes, 1, 99, "rays of vote (default 3); odd");
    command.number("--epsilon", options.settings.epsilon, 0, 100,
                   "of solid-angle: a sum that lacks less of 4 pi is inside (default 2 pi)");
    command.flag("--sweep", options.sweep,
                 "instead of a slice, sweeps solid-angle over epsilon, in float and double");
    command.number("--points", options.points, 1, 1e12,
                   "random points, and as many near the surface (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "of the random numbers (default 1)");
    add_threads(command, options.scene);
    add_table_options(command, options.table, columns_of_inside());
    command.option("-o,--output", options.scene.output,
                   "name.svg or name.png, or a folder (default out/NAME)");
    add_figure_options(command, options.figure);
    add_max_height(command, options.figure);
    command.footer(rules_help() + columns_text(columns_of_inside()));
}

/// The plane that was asked for: an axis, and where.
std::pair<int, float> plane_of(const std::string& text, const Box& box) {
    if (text.empty()) return {2, box.centre().z};
    constexpr std::string_view axes = "xyz";
    const auto place = axes.find(text[0]);
    const auto at =
        text.size() > 2 && text[1] == '=' ? parse_number<double>(text.substr(2)) : std::nullopt;
    if (place == axes.npos || !at || !std::isfinite(*at))
        throw Error(Exit::usage, "--plane {}: an axis and a number, as in z=0.3, would be right",
                    text);
    const int axis = int(place);
    if (float(*at) < box.lo[axis] || float(*at) > box.hi[axis])
        throw Error(Exit::usage, "--plane {}: misses the mesh, whose {} goes from {} to {}", text,
                    axes[place], number_text(double(box.lo[axis])),
                    number_text(double(box.hi[axis])));
    return {axis, float(*at)};
}

std::vector<RuleRow> rows_of(const InsideOptions& options, const std::vector<Method>& methods) {
    std::vector<RuleRow> rows;
    for (std::size_t k = 0; k < inside_rule_names.size(); ++k) {
        const auto rule = InsideRule(k);
        if (!options.rules.empty() &&
            std::ranges::find(options.rules, inside_rule_names[k]) == options.rules.end())
            continue;
        if (info_of(rule).casts_rays)
            for (const Method& method : methods) rows.push_back({rule, method});
        else if (rule == InsideRule::solid_angle)
            rows.push_back({rule}), rows.push_back({rule, {}, Precision::twice});
        else
            rows.push_back({rule});
    }
    return rows;
}

Vec<float> direction_of(const std::string& text) {
    const auto numbers = parse_numbers<float, 3>(text, ',');
    const auto d =
        numbers ? Vec<float>((*numbers)[0], (*numbers)[1], (*numbers)[2]) : Vec<float>(0);
    const float size = glm::length(d);
    if (!(size > 0x1p-20f && size < 0x1p20f))
        throw Error(Exit::usage,
                    "--direction {}: three numbers that are not all 0, as in 1,1,1, "
                    "would be right",
                    text);
    return d;
}

void check(const InsideOptions& options, const std::vector<Method>& methods) {
    if (options.settings.votes % 2 == 0)
        throw Error(Exit::usage,
                    "--votes {}: an odd number would be right, so that there is a "
                    "majority",
                    options.settings.votes);
    for (const Method& method : methods)
        if (!method.has_kernel())
            throw Error(Exit::usage, "{}: tells nearest hits only; a test of ours would be right",
                        to_string(method));
}

/// The errors of solid-angle against epsilon.
void sweep(const InsideOptions& options, const Scene& scene, const Geometry& geometry,
           const Output& output) {
    const auto epsilons = decimal_steps(1e-7, 30, 2);
    const auto curves = sweep_solid_angle(epsilons, options.points, options.seed, geometry);
    const auto [folder, name, frames, out] =
        figure_place(scene, options.scene, "solid-angle.svg", output);
    const std::string title = options.figure.title.empty()
                                  ? scene.name + ": the solid-angle sum against its tolerance"
                                  : options.figure.title;
    write_figure(out, name,
                 draw_solid_angle(title, epsilons, curves, options.points, options.figure.page));
    Rows rows;
    for (const auto& curve : curves)
        for (std::size_t e = 0; e < epsilons.size(); ++e) {
            Object& row = rows.emplace_back(Object{{"points", curve.label},
                                                   {"precision", to_string(curve.precision)},
                                                   {"epsilon", epsilons[e]},
                                                   {"judged", curve.points}});
            append(row, rate_cells("wrong", curve.wrong[e], curve.points));
        }
    const Object json{{"version", 1}, {"scene", scene.name}, {"curves", rows}};
    out.print(to_string({json, rows, as_text(rows, options.table.width(output.width))},
                        options.table, output.width));
}

/// "1/64", as slices' steps are powers of two.
std::string fraction(double number) {
    return number < 1 && number > 1e-6 ? "1/" + number_text(1 / number) : number_text(number);
}

void run(const InsideOptions& given, const Output& output) {
    InsideOptions options = given;
    if (!options.direction.empty()) options.settings.direction = direction_of(options.direction);
    Scene scene = open_scene(options.scene);
    if (options.scene.methods.empty())
        scene.methods = {parse_method("moller-trumbore"), parse_method("watertight")};
    check(options, scene.methods);
    const Geometry geometry(scene.mesh.triangles, {});
    const bool has_size = !options.scene.size.empty();
    const auto [axis, at] = plane_of(options.plane, geometry.box);
    const Slice slice = make_slice(geometry.box, axis, at, has_size ? scene.width : 256,
                                   has_size ? scene.height : 256);
    const std::size_t border = AimedRays(geometry).border_edges();
    if (options.sweep && border > 0)
        throw bad_input(options.scene.scene, 0,
                        "--sweep holds rules against the exact answer, and the mesh is not closed");
    if (options.sweep) return sweep(options, scene, geometry, output);
    if (border > 0)
        say("note: the mesh has borders ({} edges that do not belong to two triangles), so there "
            "is no exact answer; the picture shows what each rule says",
            with_separators(border));
    const auto copies = std::make_shared<const Duplicates>(geometry.triangles);
    const auto rows = rows_of(options, scene.methods);
    std::vector<Insider> rules;
    for (const RuleRow& row : rows) {
        std::optional<Kernel> kernel;
        if (row.method) kernel = row.method->kernel(geometry.surroundings());
        rules.emplace_back(row.rule, options.settings, geometry, kernel ? &*kernel : nullptr,
                           row.precision, copies);
    }

    // The slice, point by point.
    InsideFigure figure{options.figure.title, {}, slice, {}, {}, border == 0};
    for (const RuleRow& row : rows) figure.maps.push_back({row.caption()});
    const ExactMaps exact = map_slice(slice, rules, geometry, figure.judged, figure.maps);
    const std::vector<InsideTally> none(rows.size());
    InsideCounts counts{{none, {}}, {none, {}}, {}};
    if (figure.judged) {
        counts = {
            judge_points(random_points(geometry, options.seed), options.points, rules, geometry),
            judge_points(points_near_surface(geometry, options.seed), options.points, rules,
                         geometry),
            exact.winding};
        figure.exact = {exact.parity};
    }
    if (counts.winding_differs() > 0) {
        figure.exact.push_back(exact.winding);
        say("note: at {} of {} points of the slice and {} of {} random points the winding number "
            "says otherwise than the parity of crossings, by which rules are judged: parts of the "
            "mesh overlap, or faces are turned inside out",
            with_separators(exact.winding.missing + exact.winding.added),
            with_separators(slice.points()), with_separators(counts.random.winding.errors()),
            with_separators(options.points));
    }

    if (figure.title.empty())
        figure.title = fmt::format("{}: inside or outside, by rule", scene.name);
    figure.subtitle = fmt::format("the plane {} = {}, {} × {} points, {} apart",
                                  std::array{"𝑥", "𝑦", "𝑧"}[std::size_t(slice.axis)],
                                  in_figure(*parse_number<double>(number_text(slice.at))),
                                  slice.columns.size(), slice.rows.size(),
                                  fraction(double(slice.columns[1]) - double(slice.columns[0])));
    if (rows.front().rule == InsideRule::ray)
        figure.one_ray = {&figure.maps.front(), Vec<double>(options.settings.direction)};
    const auto [folder, name, frames, out] =
        figure_place(scene, options.scene, "inside.png", output);
    write_figure(out, name, draw_inside(figure, geometry.triangles, options.figure.page));

    const auto [all, shown, verdict] = table_of(rows, figure, counts);
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"border_edges", border},
                      {"plane", fmt::format("{}={}", "xyz"[slice.axis], shortest(slice.at).dump())},
                      {"points", slice.points()},
                      {"winding_differs", exact.winding.missing + exact.winding.added},
                      {"rules", all}};
    const std::string text =
        border > 0
            ? "No exact answer, so no wrong points are counted.\n"
            : paragraph(verdict + ".", output.width, 0, 2) + '\n' +
                  paragraph(
                      fmt::format("Wrong points: of the {} of the slice, and per million "
                                  "random points and points near the surface, with 95 % "
                                  "intervals. {} points of each kind.",
                                  with_separators(slice.points()), with_separators(options.points)),
                      output.width) +
                  as_text(options.table.wide ? all : shown, options.table.width(output.width));
    out.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace

void add_inside(CommandLine& line) {
    line.add<InsideOptions>("inside", "Inside or outside a closed mesh, by rule",
                            {"hitmiss inside scenes/icosphere.toml --size 64x64 --points 1000",
                             "hitmiss inside scenes/cube.toml --plane y=0.1 --points 1000 "
                             "--rules ray,solid-angle -o inside.svg"},
                            declare, run);
}

}  // namespace hitmiss
