#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/machine.hpp"
#include "base/memory.hpp"
#include "bench/race.hpp"
#include "commands/commands.hpp"
#include "commands/options.hpp"
#include "commands/progress.hpp"

namespace hitmiss {
namespace {

constexpr std::string_view part_names[]{"kernels", "rays", "embree"};

struct BenchOptions {
    SceneOptions scene;
    TableOptions table;
    std::vector<std::string> parts{std::begin(part_names), std::end(part_names)};
    int repeats = 5;

    bool wants(std::string_view part) const {
        return std::ranges::find(parts, part) != parts.end();
    }
};

std::vector<ColumnMeaning> columns_of_bench() {
    return {
        {"part", "what was measured: --part"},
        {"subject", "a method, or Embree"},
        {"setting", "how it was measured; for kernels the share of rays that hit, one column each"},
        {"threads", "number of threads"},
        {"unit", "unit of median, lower and upper"},
        {"median", "median of the rounds"},
        {"lower", "their lower quartile"},
        {"upper", "their upper quartile"},
        {"ratio", "how many times as fast as the peer in ratio_to, round by round"},
        {"ratio_lower", "its lower quartile"},
        {"ratio_upper", "its upper quartile"},
        {"ratio_to", "the peer's fastest mode on as many threads"},
        {"hits", "rays that hit something"},
    };
}

void declare(Command& command, BenchOptions& options) {
    add_scene_and_methods(command, options.scene);
    add_size(command, options.scene);
    add_threads(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_table_options(command, options.table, columns_of_bench());
    command.choices("--part", {std::begin(part_names), std::end(part_names)}, options.parts,
                    fmt::format("what to measure: {} (default: all)", fmt::join(part_names, ",")));
    command.number("--repeats", options.repeats, 1, 1000,
                   "number of rounds for each median (default 5)");
    command.only_for("--part rays and embree", "--size --brute-force --one-ray " + camera_names(),
                     [&options] { return options.wants("rays") || options.wants("embree"); });
    command.only_for("--part kernels and rays", "--method",
                     [&options] { return options.wants("kernels") || options.wants("rays"); });
}

Measurements measure(const BenchOptions& options, const Scene& scene, const Output& output) {
    // Tests of kernels take about as long as a few rounds of rays.
    std::vector<double> shares;
    if (options.wants("kernels")) shares.push_back(1);
    if (options.wants("rays") || options.wants("embree")) shares.push_back(1);
    const Watch watch = watch_on(output, shares);
    const auto methods = options.scene.methods.empty() ? listed_methods() : scene.methods;
    const Traversal how = options.scene.traversal();
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const std::set<int> different{1, omp_get_max_threads()};
    const std::vector<int> threads(different.begin(), different.end());

    Measurements all;
    if (options.wants("kernels")) all = kernel_costs(methods, options.repeats, watch);
    if (options.wants("rays") || options.wants("embree")) {
        const RaySource rays = picture_rays(scene.camera, scene.width, scene.height);
        const std::vector<Method> fair{make_method("moller-trumbore")};
        auto racers = method_racers(options.wants("rays") ? methods : fair, geometry, how,
                                    rays.count, threads);
        if (options.wants("embree"))
            std::ranges::move(embree_racers(scene.mesh.triangles, threads),
                              std::back_inserter(racers));
        std::ranges::move(ray_rates(racers, rays, options.repeats, watch), std::back_inserter(all));
    }
    return all;
}

void run(const BenchOptions& options, const Output& output) {
    traces_often = true;
    const Scene scene = open_scene(options.scene);
    const Machine machine = this_machine();
    if (options.wants("embree") && peer_name().empty())
        say("note: built without Embree, so there is no peer");
    const Measurements measurements = measure(options, scene, output);
    const Rows rows = rows_of(measurements);
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"cpu", machine.cpu},
                      {"threads", machine.threads},
                      {"compiler", machine.compiler},
                      {"repeats", options.repeats},
                      {"measurements", rows}};
    const std::string heading =
        fmt::format("{}, {} triangles, {}x{}; {}; medians of {} round{} in which all take turns",
                    scene.name, scene.mesh.triangles.size(), scene.width, scene.height,
                    to_string(machine), options.repeats, options.repeats == 1 ? "" : "s");
    const auto tables = tables_of(measurements, options.table.wide);
    const std::string text = paragraph(heading, output.width, 0, 2) + '\n' +
                             tables_text(tables, options.table.width(output.width));
    output.print(to_string({json, rows, text, tables}, options.table, output.width));
}

}  // namespace

void add_bench(CommandLine& line) {
    line.add<BenchOptions>(
        "bench", "Times of tests and rays, next to Embree's",
        {"hitmiss bench scenes/cube.toml --part kernels --repeats 1",
         "hitmiss bench scenes/icosphere.toml --part rays --size 64x64 --repeats 1"},
        declare, run);
}

}  // namespace hitmiss
