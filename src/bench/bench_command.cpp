#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "bench/embree_peer.hpp"
#include "bench/job.hpp"
#include "bench/kernels.hpp"
#include "bench/race.hpp"
#include "bench/scaling.hpp"
#include "bench/speed_error.hpp"
#include "commands/commands.hpp"
#include "commands/figure_output.hpp"
#include "commands/progress.hpp"

namespace hitmiss {
namespace {

constexpr std::string_view part_names[]{"kernels", "rays", "embree", "scaling", "job", "chart"};

struct BenchOptions {
    SceneOptions scene;
    TableOptions table;
    std::vector<std::string> parts{"kernels", "rays", "embree", "job", "chart"};
    int repeats = 5;
    int largest = 3'000'000;
    std::string svg;

    bool wants(std::string_view part) const {
        return std::ranges::find(parts, part) != parts.end();
    }
};

void declare(Command& command, BenchOptions& options) {
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_table_options(command, options.table);
    command.choices(
        "--part", part_names, options.parts,
        fmt::format("which of {}; default: all but scaling", fmt::join(part_names, ",")));
    command.number("--repeats", options.repeats, 1, 1000,
                   "rounds that the medians are of (default 5)");
    command.number("--largest", options.largest, 1000, 3'000'000,
                   "triangles of the largest mesh of scaling (default 3000000)");
    command.option("--svg", options.svg, "draws time against error into this file");
    command.footer(columns_text({
        {"part", "what was measured: --part"},
        {"subject", "who: a method, or Embree"},
        {"setting", "how; of kernels the share of rays that hit, each in a column"},
        {"triangles", "of the mesh, where meshes differ"},
        {"threads", "that worked"},
        {"unit", "of median, lower and upper"},
        {"median", "of the rounds"},
        {"lower", "quartile"},
        {"upper", "quartile"},
        {"ratio", "how many times as fast as the peer in ratio_to, round by round"},
        {"ratio_lower", "quartile"},
        {"ratio_upper", "quartile"},
        {"ratio_to", "the peer's fastest mode on as many threads"},
        {"hits", "rays that hit something"},
        {"error_rate", "of rays from the eye at edges"},
        {"picture_errors", "in the pixels of the image, at most 256 across"},
        {"front", "whether no other method is both faster and more often right"},
        {"cold", "of kernels: each triangle is met for the first time"},
        {"unprepared", "of kernels: with nothing computed beforehand"},
        {"to_prepare", "of kernels: what is computed beforehand, for each triangle"},
    }));
}

Measurements measure(const BenchOptions& options, const Scene& scene, const Output& output) {
    const Watch watch = watch_on(output);
    Measurements all;
    const auto add = [&](Measurements some) { std::ranges::move(some, std::back_inserter(all)); };
    const bool chosen = !options.scene.methods.empty();
    const auto methods = chosen ? scene.methods : listed_methods();
    const Traversal how = options.scene.traversal();
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);

    if (options.wants("kernels")) add(kernel_costs(methods, options.repeats, watch));
    if (options.wants("rays") || options.wants("embree")) {
        const StoredRays rays = store_rays(PrimaryRays(scene.camera, scene.width, scene.height));
        const std::vector<Method> fair{make_method("moller-trumbore")};
        const auto threads = thread_counts();
        std::vector<Racer> racers;
        add_methods(racers, options.wants("rays") ? methods : fair, geometry, how, rays, threads);
        if (options.wants("embree")) add_peers(racers, scene.mesh.triangles, rays, threads);
        add(race(racers, rays.rays.size(), options.repeats, Clock::wall, watch));
    }
    if (options.wants("scaling"))
        add(scaling(scaled_views(options.largest), scene.width, scene.height, how, options.repeats,
                    watch));
    if (options.wants("job") && options.scene.scene == "-")
        say("note: job is left out, for it loads the scene again and again; - can be read "
            "once");
    else if (options.wants("job"))
        add(whole_job(options.scene.scene, scene, methods[0], how, options.repeats));
    if (options.wants("chart"))
        add(speed_and_error(scene, chosen ? scene.methods : all_settings(), geometry, how,
                            options.repeats, watch));
    return all;
}

void run(const BenchOptions& options, const Output& output) {
    const Scene scene = open_scene(options.scene);
    const Machine machine = this_machine();
    if (options.wants("embree") && peer_name().empty())
        say("note: built without Embree, so there is no peer");
    const Measurements measurements = measure(options, scene, output);
    const std::string line = advice(measurements);
    const std::string title = fmt::format("{}, {} triangles, {}x{}", scene.name,
                                          scene.mesh.triangles.size(), scene.width, scene.height);
    if (!options.svg.empty())
        output.write(options.svg, svg(draw_chart(measurements, title, machine)));
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
                      {"advice", line},
                      {"measurements", rows}};
    const std::string heading =
        fmt::format("{}; {}; medians of {} round{} in which all take turns", title,
                    to_string(machine), options.repeats, options.repeats == 1 ? "" : "s");
    const std::string text = (line.empty() ? "" : paragraph(line, output.width, 0, 2) + '\n') +
                             paragraph(heading, output.width, 0, 2) +
                             report_text(measurements, output.width, options.table.wide);
    output.print(to_string({json, rows, text}, options.table.format));
}

}  // namespace

void add_bench(CommandLine& line) {
    line.add<BenchOptions>(
        "bench", "Cost of tests, rays and pictures, beside Embree",
        {"hitmiss bench scenes/cube.toml --part kernels --repeats 1",
         "hitmiss bench scenes/icosphere.toml --part rays --size 64x64 --repeats 1"},
        declare, run);
}

}  // namespace hitmiss
