#include "judge/inside.hpp"

#include <atomic>
#include <cfloat>

#include "commands/commands.hpp"
#include "commands/leak_rates.hpp"
#include "draw/inside_map.hpp"
#include "draw/notation.hpp"
#include "judge/acceptance.hpp"

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
           "are left out.\n\n";
}

void declare(Command& command, InsideOptions& options) {
    add_scene_and_methods(command, options.scene);
    command.option("--plane", options.plane,
                   "of the slice, as in z=0.3 (default: z in the middle of the mesh)");
    add_size(command, options.scene);
    command.choices("--rules", inside_rule_names, options.rules, "only these rules");
    command.option("--direction", options.direction,
                   "X,Y,Z of the first ray of ray and opposite (default 1,1,1)");
    command.number("--votes", options.settings.votes, 1, 99, "rays of vote (default 3); odd");
    command.number("--threshold", options.settings.threshold, 0, 1,
                   "of solid-angle: inside from this part of 4 pi on (default 0.5)");
    command.number("--points", options.points, 1, 1e12,
                   "random points, and as many near the surface (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "of the random numbers (default 1)");
    add_threads(command, options.scene);
    add_table_options(command, options.table);
    command.option("-o,--output", options.scene.output,
                   "name.svg or name.png, or a folder (default out/NAME)");
    add_figure_options(command, options.figure);
    command.footer(
        rules_help() +
        columns_text({{"rule, method", "what decides"},
                      {"slice_missing", "points of the slice that are inside and called outside"},
                      {"slice_added", "points of the slice that are outside and called inside"},
                      {"random_points", "judged, in the mesh's box and a tenth around it"},
                      {"random_per_million",
                       "wrong ones of a million; _low, _high: the 95 % "
                       "interval"},
                      {"near_points", "judged, within 1e-6 of the box's diagonal of the surface"},
                      {"near_per_million", "wrong ones of a million"}}));
}

/// The least power of two of which at most `count` make the length.
double binary_step(double length, int count) {
    const double step = std::ldexp(1, std::ilogb(length / count));
    return step * count < length ? 2 * step : step;
}

/// The plane that was asked for, its points on multiples of a power of two, so that rays of simple
/// directions meet the edges of simple meshes exactly.
Slice slice_of(const InsideOptions& options, const Box& box, int width, int height) {
    Slice slice;
    slice.at = box.centre().z;
    if (!options.plane.empty()) {
        constexpr std::string_view axes = "xyz";
        const auto axis = axes.find(options.plane[0]);
        const auto at = options.plane.size() > 2 && options.plane[1] == '='
                            ? parse_number<double>(options.plane.substr(2))
                            : std::nullopt;
        if (axis == axes.npos || !at || !std::isfinite(*at))
            throw Error(Exit::usage,
                        "--plane {}: an axis and a number, as in z=0.3, would be right",
                        options.plane);
        slice.axis = int(axis), slice.at = float(*at);
        if (slice.at < box.lo[slice.axis] || slice.at > box.hi[slice.axis])
            throw Error(Exit::usage, "--plane {}: misses the mesh, whose {} goes from {} to {}",
                        options.plane, axes[axis], number_text(double(box.lo[slice.axis])),
                        number_text(double(box.hi[slice.axis])));
    }
    const int u = (slice.axis + 1) % 3, v = (slice.axis + 2) % 3;
    const Vec<double> lo(box.lo), hi(box.hi);
    const double across = 1.1 * (hi[u] - lo[u]), up = 1.1 * (hi[v] - lo[v]);
    const double step =
        std::max({binary_step(across, width), binary_step(up, height), double(FLT_MIN)});
    const auto samples = [&](int axis, double length) {
        const double first = std::floor((0.5 * (lo[axis] + hi[axis]) - 0.5 * length) / step) * step;
        return even_coordinates(first, step, int(std::ceil(length / step)) + 1);
    };
    slice.columns = samples(u, across), slice.rows = samples(v, up);
    std::ranges::reverse(slice.rows);
    return slice;
}

/// A rule with what it asks.
struct RuleRow {
    InsideRule rule;
    std::optional<Method> method{};
    Precision precision = Precision::single;

    std::string name() const { return std::string(inside_rule_names[std::size_t(rule)]); }
    std::string by() const {
        return method                            ? to_string(*method)
               : rule == InsideRule::solid_angle ? std::string(to_string(precision))
                                                 : "";
    }
};

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

Object rate(std::string_view what, const InsideTally& tally, bool closed) {
    Object cells{{fmt::format("{}_points", what), closed ? Value(tally.points) : Value()}};
    append(cells,
           rate_cells(std::string(what), closed ? Value(tally.errors()) : Value(), tally.points));
    return cells;
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

void run(const InsideOptions& given, const Output& output) {
    InsideOptions options = given;
    if (!options.direction.empty()) options.settings.direction = direction_of(options.direction);
    Scene scene = open_scene(options.scene);
    if (options.scene.methods.empty())
        scene.methods = {parse_method("moller-trumbore"), parse_method("watertight")};
    check(options, scene.methods);
    const Geometry geometry(scene.mesh.triangles, {});
    const bool has_size = !options.scene.size.empty();
    const Slice slice = slice_of(options, geometry.box, has_size ? scene.width : 256,
                                 has_size ? scene.height : 256);
    const std::size_t border = AimedRays(geometry).border_edges();
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
    InsideFigure figure{options.figure.title, {}, slice, {}, border == 0};
    const int width = int(slice.columns.size()), height = int(slice.rows.size());
    for (const RuleRow& row : rows)
        figure.maps.push_back({{row.name(), row.by()},
                               OutcomeMap(width, height, Outcome::right),
                               std::vector<char>(slice.points())});
    std::atomic<std::uint64_t> overlaps = 0;
    const auto keep = [&](std::uint64_t number, const ExactInside& exact,
                          const std::vector<bool>& by_rule) {
        overlaps += !exact.on_surface && exact.winding != (exact.parity ? 1 : 0);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            figure.maps[r].said[number] = by_rule[r];
            if (border == 0 && !exact.on_surface && by_rule[r] != exact.parity)
                figure.maps[r].outcomes.pixels[number] =
                    exact.parity ? Outcome::leak : Outcome::false_hit;
        }
    };
    const auto on_slice = judge_points([&](std::uint64_t k) { return slice.point(k); },
                                       slice.points(), rules, geometry, keep);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        auto& map = figure.maps[r];
        map.missing = on_slice[r].missing, map.added = on_slice[r].added;
    }
    std::vector<InsideTally> random(rows.size()), near(rows.size());
    if (border == 0) {
        random =
            judge_points(random_points(geometry, options.seed), options.points, rules, geometry);
        near = judge_points(points_near_surface(geometry, options.seed), options.points, rules,
                            geometry);
        if (overlaps > 0)
            say("note: at {} of {} points of the slice the winding number is not what the parity "
                "of crossings says: parts of the mesh overlap, or faces are turned inside out",
                with_separators(overlaps), with_separators(slice.points()));
    }

    if (figure.title.empty())
        figure.title = fmt::format("{}: inside or outside, by rule", scene.name);
    figure.subtitle = fmt::format("the plane {} = {}, {} × {} points, {} apart", "xyz"[slice.axis],
                                  number_text(double(slice.at)), width, height,
                                  number_text(double(slice.columns[1]) - double(slice.columns[0])));
    const auto [folder, name, frames, out] =
        figure_place(scene, options.scene, "inside.png", output);
    write_figure(out, name, draw_inside(figure, geometry.triangles, options.figure.page));

    Rows all, shown;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const bool closed = border == 0;
        Object& row = all.emplace_back(
            Object{{"rule", rows[r].name()},
                   {"method", rows[r].by()},
                   {"slice_missing", closed ? Value(on_slice[r].missing) : Value()},
                   {"slice_added", closed ? Value(on_slice[r].added) : Value()}});
        shown.push_back(row);
        append(row, rate("random", random[r], closed));
        append(row, rate("near", near[r], closed));
        if (closed)
            append(shown.back(),
                   {{"random_points", rate_text(random[r].errors(), random[r].points)},
                    {"near_surface", rate_text(near[r].errors(), near[r].points)}});
    }
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"border_edges", border},
                      {"plane", fmt::format("{}={}", "xyz"[slice.axis], shortest(slice.at).dump())},
                      {"points", slice.points()},
                      {"winding_differs", overlaps.load()},
                      {"rules", all}};
    const std::string text =
        paragraph(
            fmt::format("Wrong points: of the slice, and per million random points and points "
                        "near the surface, with 95 % intervals. {} points of each kind.",
                        with_separators(options.points)),
            output.width) +
        as_text(options.table.wide ? all : shown, options.table.width(output.width));
    out.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace

void add_inside(CommandLine& line) {
    line.add<InsideOptions>("inside", "Inside or outside a closed mesh, by rules and exactly",
                            {"hitmiss inside scenes/icosphere.toml --size 64x64 --points 1000",
                             "hitmiss inside scenes/cube.toml --plane y=0.1 --points 1000 "
                             "--rules ray,solid-angle -o inside.svg"},
                            declare, run);
}

}  // namespace hitmiss
