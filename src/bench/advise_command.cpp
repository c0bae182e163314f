#include <fmt/format.h>

#include <cmath>

#include "base/machine.hpp"
#include "base/words.hpp"
#include "bench/race.hpp"
#include "commands/commands.hpp"
#include "commands/options.hpp"
#include "commands/paste.hpp"
#include "commands/progress.hpp"
#include "commands/rates.hpp"
#include "judge/spawning.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

struct AdviseOptions {
    SceneOptions scene;
    TableOptions table;
    int repeats = 3;
};

std::vector<ColumnMeaning> columns_of_advise() {
    return {
        {"method", "the method and its settings, in -m syntax"},
        {"edge_errors",
         "wrong answers per million rays from the eye to random points of edges, half of them near "
         "corners, outlines included; not counted where a method without errors is twice as fast"},
        {"edge_low", "the lower end of their 95 % interval, after Wilson"},
        {"edge_high", "its upper end"},
        {"picture_errors", "wrong pixels of a picture at most 256 pixels across or down"},
        {"ns_per_ray",
         "processor time of one thread: the median of --repeats runs, or one run where "
         "another method is twice as fast and errs no more often"},
        {"front", "whether no other method beats it in both errors and time"}};
}

void declare(Command& command, AdviseOptions& options) {
    command.footer(
        "Measures the methods of the catalogue in both precisions and all variants, at several "
        "epsilons, except those that follow one program's code; or any methods given by -m. It "
        "counts errors of 100,000 rays from the eye to random points of edges, outlines "
        "included, and of a picture at most 256 pixels across or down, and takes the time. Errors "
        "at edges count first, then those of the picture, then time. The table lists the methods "
        "that no other beats in both speed and accuracy, and the advised ones; --wide lists "
        "all.");
    add_scene_and_methods(command, options.scene);
    add_size(command, options.scene);
    add_camera(command, options.scene.camera);
    add_threads(command, options.scene);
    add_table_options(command, options.table, columns_of_advise());
    command.number("--repeats", options.repeats, 1, 1000,
                   "number of rounds for each median (default 3)");
}

/// `interval`: with that of the errors at edges.
Object row_of(const MethodCost& cost, bool interval = false) {
    const auto counted = [&](const Value& value) { return cost.outdone ? Value() : value; };
    Object row{{"method", to_string(cost.method)},
               {"edge_errors", counted(rounded(1e6 * cost.error_rate, 4))}};
    if (interval) {
        const auto errors = std::uint64_t(std::llround(cost.error_rate * edge_ray_count));
        const auto [rate, low, high] = per_million(errors, edge_ray_count);
        append(row, {{"edge_low", counted(low)}, {"edge_high", counted(high)}});
    }
    append(row,
           {{"picture_errors", counted(cost.picture_errors)}, {"ns_per_ray", rounded(cost.ns, 3)}});
    return row;
}

/// A command that shows these methods far from the origin, where others may be better.
std::string sweep_text(const AdviseOptions& options, const std::vector<Method>& methods,
                       const Output& output) {
    std::string named;
    for (const Method& method : methods)
        named += fmt::format(" -m {}", shell_word(to_string(method)));
    return paragraph("This holds for the mesh where it lies. Far from the origin:", output.width, 0,
                     2) +
           fmt::format("  {} sweep {} --over distance{}\n", output.program,
                       file_word(options.scene.scene), named);
}

void run(const AdviseOptions& options, const Output& output) {
    const Scene scene = open_scene(options.scene);
    note_exact(scene);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    check_area(geometry, options.scene.scene);
    const bool chosen = !options.scene.methods.empty();
    const auto costs = method_costs(
        scene, chosen ? scene.methods : all_settings(), geometry, Traversal::tiles, options.repeats,
        watch_on(output, {shares_of_costs.begin(), shares_of_costs.end()}));
    if (std::ranges::any_of(costs, &MethodCost::empty_picture))
        say("note: {}", empty_picture_note(scene));
    const auto advised_methods = advised(costs);
    Rows front, all;
    for (const MethodCost& cost : costs) {
        // Those that the sentences name, too.
        const bool named = std::ranges::count(advised_methods, cost.method) > 0;
        if (cost.front || chosen || named) front.push_back(row_of(cost));
        all.push_back(row_of(cost, true));
        append(all.back(), {{"front", cost.front}});
    }
    const std::string line = advice(costs), in_float = float_advice(costs);
    const bool known = options.scene.scene != "-" && !output.program.empty();
    const std::string sweep = known ? sweep_text(options, advised_methods, output) : "";
    const Machine machine = this_machine();
    const Object json{{"version", 1},         {"scene", scene.name},  {"advice", line},
                      {"in_float", in_float}, {"why", reason(costs)}, {"cpu", machine.cpu},
                      {"methods", all}};
    const Rows& shown = options.table.wide ? all : front;
    const std::string text =
        paragraph(line, output.width, 0, 2) + paragraph(reason(costs), output.width, 0, 2) +
        (in_float.empty() ? "" : paragraph(in_float, output.width, 0, 2)) + sweep + '\n' +
        paragraph(fmt::format("edge_errors are per million rays to edges, outlines included; 0 "
                              "means fewer than {} (95 % interval); --help says more.",
                              number_text(end_per_million(edge_ray_count))),
                  output.width) +
        as_text(shown, options.table.width(output.width)) + '\n' +
        paragraph(to_string(machine), output.width);
    output.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace

void add_advise(CommandLine& line) {
    line.add<AdviseOptions>(
        "advise", "Which method to use, and what it costs",
        {"hitmiss advise scenes/cube.toml --repeats 1",
         "hitmiss advise scenes/cube.toml --repeats 1 -m watertight -m moller-trumbore"},
        declare, run);
}

}  // namespace hitmiss
