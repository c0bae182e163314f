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

namespace hitmiss {
namespace {

constexpr std::string_view part_names[]{"kernels", "rays", "embree", "scaling", "job", "chart"};

struct BenchOptions {
    SceneOptions scene;
    Format format = Format::text;
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
    add_traversal(command, options.scene);
    add_format_option(command, options.format);
    command.choices(
        "--part", part_names, options.parts,
        fmt::format("which of {}; default: all but scaling", fmt::join(part_names, ",")));
    command.number("--repeats", options.repeats, 1, 1000,
                   "rounds that the medians are of (default 5)");
    command.number("--largest", options.largest, 1000, 3'000'000,
                   "triangles of the largest mesh of scaling (default 3000000)");
    command.option("--svg", options.svg, "draws time against error into this file");
}

Measurements measure(const BenchOptions& options, const Scene& scene) {
    Measurements all;
    const auto add = [&](Measurements some) { std::ranges::move(some, std::back_inserter(all)); };
    const bool chosen = !options.scene.methods.empty();
    const auto methods = chosen ? scene.methods : listed_methods();
    const Traversal how = options.scene.traversal();
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);

    if (options.wants("kernels")) add(kernel_costs(methods, options.repeats));
    if (options.wants("rays") || options.wants("embree")) {
        const StoredRays rays = store_rays(PrimaryRays(scene.camera, scene.width, scene.height));
        const std::vector<Method> fair{make_method("moller-trumbore")};
        const auto threads = thread_counts();
        std::vector<Racer> racers;
        add_methods(racers, options.wants("rays") ? methods : fair, geometry, how, rays, threads);
        if (options.wants("embree")) add_peers(racers, scene.mesh.triangles, rays, threads);
        add(race(racers, rays.rays.size(), options.repeats));
    }
    if (options.wants("scaling")) {
        std::vector<int> sizes;
        for (const int size : {1'000, 10'000, 50'000, 200'000, 800'000, 3'000'000})
            if (size <= options.largest) sizes.push_back(size);
        add(scaling(sizes, scene.width, scene.height, how, options.repeats));
    }
    if (options.wants("job"))
        add(whole_job(options.scene.scene, scene, methods[0], how,
                      folder_of(scene, options.scene) / "bench.png", options.repeats));
    if (options.wants("chart"))
        add(speed_and_error(scene, chosen ? scene.methods : all_settings(), geometry, how,
                            options.repeats));
    return all;
}

void run(const BenchOptions& options, const Output& output) {
    const Scene scene = open_scene(options.scene);
    const Machine machine = this_machine();
    if (options.wants("embree") && peer_name().empty())
        say("hitmiss: note: built without Embree, so there is no peer");
    const Measurements measurements = measure(options, scene);
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
    const std::string text = fmt::format(
        "{}; {}\nmedians of {} rounds in which all take turns; lower and upper are the "
        "quartiles\n{}{}{}\n",
        title, to_string(machine), options.repeats, report_text(measurements),
        line.empty() ? "" : "\n", line);
    output.print(to_string({json, rows, text}, options.format));
}

}  // namespace

void add_bench(CommandLine& line) {
    line.add("bench",
             "Cost per test, rays per second beside Embree's, the whole job, speed against error",
             {"hitmiss bench scenes/cube.toml --part kernels --repeats 1",
              "hitmiss bench scenes/icosphere.toml --part rays --size 64x64 --repeats 1"},
             declare, run);
}

}  // namespace hitmiss
