#include "commands/inside.hpp"

#include "commands/commands.hpp"
#include "commands/rates.hpp"
#include "commands/ray_choice.hpp"
#include "draw/solid_angle_plot.hpp"
#include "draw/titles.hpp"
#include "judge/aimed_rays.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {
namespace {

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
           "meet edges of simple meshes exactly.";
}

std::vector<ColumnMeaning> columns_of_inside() {
    return {
        {"rule, method",
         "what decides; winding-number: the exact one, above 1/2, a row where it says otherwise "
         "than the parity"},
        {"slice_missing", "points of the slice that are inside and called outside"},
        {"slice_added", "points of the slice that are outside and called inside"},
        {"random_points", "number of random points, in the mesh's box and a tenth around it"},
        {"random", "random points that the rule gets wrong"},
        {"near_points", "number of points within 1e-6 of the box's diagonal of the surface"},
        {"near", "those that the rule gets wrong"},
        {"points",
         "with --sweep: the kind of points; those in a triangle's plane are tested by the angle "
         "sum"},
        {"precision, epsilon", "with --sweep: those of solid-angle or the angle sum"},
        {"judged", "with --sweep: number of points"},
        {"wrong", "with --sweep: points that it gets wrong"},
        {"NAME_per_million", "wrong points per million"},
        {"NAME_low, NAME_high", "the 95 % interval, after Wilson"}};
}

void declare(Command& command, InsideOptions& options) {
    command.footer(rules_help());
    add_scene_and_methods(command, options.scene);
    command.option("--plane", options.plane,
                   "plane of the slice, as in z=0.3 (default: z in the middle of the mesh)");
    add_size(command, options.scene, "at most about WxH points, a power of two apart");
    command.choices("--rules", {inside_rule_names.begin(), inside_rule_names.end()}, options.rules,
                    "only these rules");
    command.option("--direction", options.direction,
                   "X,Y,Z of the first ray of ray and opposite (default 1,1,1)");
    command.number("--votes", options.settings.votes, 1, 99, "rays of vote (default 3); odd");
    command.number(
        "--epsilon", options.settings.epsilon, 0, 12.5,
        "for solid-angle: a point is inside if the sum exceeds 4 pi minus this, 0 to 12.5 "
        "(default 2 pi)");
    command.flag("--sweep", options.sweep,
                 "instead of a slice, sweeps solid-angle over epsilon, in float and double");
    command.number("--points", options.points, 1, 1e12,
                   "random points, and as many near the surface (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "seed of the random numbers (default 1)");
    add_threads(command, options.scene);
    add_table_options(command, options.table, columns_of_inside());
    command.destination("-o,--output", options.scene.output,
                        "name.svg or name.png, or a folder (default out/NAME)", true);
    add_figure_options(command, options.page);
    const auto ray_or_opposite = [&options] {
        return options.asks(InsideRule::ray) || options.asks(InsideRule::opposite);
    };
    const auto vote = [&options] { return options.asks(InsideRule::vote); };
    command.only_for("slices, not for --sweep",
                     "--plane --size --rules --direction --votes --epsilon --method",
                     [&options] { return !options.sweep; });
    command.only_for("the rules ray and opposite", "--direction", ray_or_opposite);
    command.only_for("rules that cast rays", "--method",
                     [=] { return ray_or_opposite() || vote(); });
    command.only_for("the rule vote", "--votes", vote);
    command.only_for("the rule solid-angle", "--epsilon",
                     [&options] { return options.asks(InsideRule::solid_angle); });
}

/// The plane that was asked for: an axis, and where.
std::pair<int, float> plane_of(const std::string& text, const Box& box) {
    if (text.empty()) return {2, box.centre().z};
    constexpr std::string_view axes = "xyz";
    const auto place = axes.find(text[0]);
    const auto at =
        text.size() > 2 && text[1] == '=' ? parse_number<double>(text.substr(2)) : std::nullopt;
    if (place == axes.npos || !at)
        throw Error(Exit::usage, "--plane {}: an axis and a number, as in z=0.3, would be right",
                    text);
    const int axis = int(place);
    if (float(*at) < box.lo[axis] || float(*at) > box.hi[axis])
        throw Error(Exit::usage, "--plane {}: misses the mesh, whose {} goes from {} to {}", text,
                    axes[place], number_text(double(box.lo[axis])),
                    number_text(double(box.hi[axis])));
    return {axis, float(*at)};
}

Vec<float> direction_of(const std::string& text) {
    const Vec<float> d(read_point(text, "--direction"));
    const float size = glm::length(d);
    if (!(size > 0x1p-20f && size < 0x1p20f))
        throw Error(Exit::usage,
                    "--direction {}: three numbers of a size between 1e-6 and 1e6, as in 1,1,1, "
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
    for (const Method& method : methods) {
        if (!method.has_kernel())
            throw Error(Exit::usage, "{}: tells nearest hits only; a test of ours would be right",
                        to_string(method));
        check_all_faces(method);
    }
}

/// The curve at that epsilon.
Object row_of(const SolidAngleCurve& curve, double epsilon, std::uint64_t wrong) {
    Object row{{"points", curve.label},
               {"precision", to_string(curve.precision)},
               {"epsilon", epsilon},
               {"judged", curve.points}};
    append(row, rate_cells("wrong", wrong, curve.points));
    return row;
}

/// --sweep: the errors of solid-angle against epsilon.
void sweep_inside(const InsideOptions& options, const Scene& scene, const Geometry& geometry,
                  const Output& output) {
    check_columns(options.table, row_of({}, 0, 0));
    const auto epsilons = decimal_steps(1e-7, 30, 2);
    auto curves = sweep_solid_angle(epsilons, options.points, options.seed, geometry);
    const auto angle_sum = sweep_angle_sum(epsilons, options.points, options.seed);
    const auto place = figure_place(scene, options.scene, "solid-angle.svg", output);
    const auto right = std::size_t(std::ranges::count(curves.front().wrong, 0u));
    const std::string title = options.page.title_or(
        fmt::format("The solid-angle sum is right at every point for {} of {} tolerances", right,
                    epsilons.size()));
    const Page& page = options.page;
    write_figure(place.out, place.name, page,
                 {draw_solid_angle(title, mesh_text(scene), epsilons, curves, angle_sum, page)});
    curves.push_back(angle_sum);
    Rows all, shown;
    for (const auto& curve : curves)
        for (std::size_t e = 0; e < curve.wrong.size(); ++e) {
            all.push_back(row_of(curve, epsilons[e], curve.wrong[e]));
            shown.push_back({{"points", curve.label},
                             {"epsilon", epsilons[e]},
                             {"judged", curve.points},
                             {"wrong_per_million", rate_text(curve.wrong[e], curve.points)}});
        }
    const Object json{{"version", 1}, {"scene", scene.name}, {"curves", all}};
    const std::string text =
        paragraph("Wrong points per million, with 95 % intervals.", output.width) +
        as_text(options.table.wide ? all : shown, options.table.width(output.width));
    place.out.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

void run(const InsideOptions& given, const Output& output) {
    InsideOptions options = given;
    if (!options.direction.empty()) options.settings.direction = direction_of(options.direction);
    Scene scene = open_scene(options.scene);
    note_exact(scene);
    if (options.scene.methods.empty())
        scene.methods = {parse_method("moller-trumbore"), parse_method("watertight")};
    check(options, scene.methods);
    const Geometry geometry(scene.mesh.triangles, {});
    if (!options.direction.empty())
        note_ray_length("--direction is", glm::length(Vec<double>(options.settings.direction)),
                        geometry, "One of a length of about 1 is not");
    const auto [axis, at] = plane_of(options.plane, geometry.box);
    const bool has_size = !options.scene.size.empty();
    const PointGrid slice = make_slice(geometry.box, axis, at, has_size ? scene.width : 256,
                                       has_size ? scene.height : 256);
    const AimedRays aimed(geometry);
    const std::size_t border = aimed.border_edges();
    if (options.sweep && border > 0)
        throw bad_input(options.scene.scene, 0,
                        "--sweep holds rules against the exact answer, and the mesh is not closed");
    if (options.sweep) return sweep_inside(options, scene, geometry, output);
    if (border > 0)
        say("note: {} ({} not belonging to two triangles), so there is no exact answer; "
            "the picture shows what each rule says",
            open_text(aimed), number_of(border, "edge"));
    compare_rules(options, scene, geometry, slice, border, output);
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
