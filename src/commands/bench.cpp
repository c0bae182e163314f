#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <set>

#include "base/console.hpp"
#include "base/output_file.hpp"
#include "bench/charts.hpp"
#include "bench/embree_peer.hpp"
#include "bench/job.hpp"
#include "bench/kernels.hpp"
#include "bench/machine.hpp"
#include "bench/race.hpp"
#include "bench/scaling.hpp"
#include "bench/speed_error.hpp"
#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/table.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> part_names{"kernels", "rays", "embree", "scaling", "job", "chart"};

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

/// Every method once, as it comes.
std::vector<MethodSpec> defaults() {
    std::vector<MethodSpec> methods;
    for (const auto& entry : describe_catalogue())
        methods.push_back(make_method(std::string(entry.info.name), {}));
    return methods;
}

Measurements measure(const BenchOptions& options, const Scene& scene) {
    Measurements all;
    const auto add = [&](Measurements some) { std::ranges::move(some, std::back_inserter(all)); };
    const bool chosen = !options.scene.methods.empty();
    const auto methods = chosen ? scene.methods : defaults();
    const Walk walk = options.scene.walk();
    const std::set<int> different{1, omp_get_max_threads()};
    const std::vector<int> threads(different.begin(), different.end());
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);

    if (options.wants("kernels")) add(kernel_costs(methods, options.repeats));
    if (options.wants("rays") || options.wants("embree")) {
        const StoredRays rays = store_rays(PrimaryRays(scene.camera, scene.width, scene.height));
        const std::vector<MethodSpec> fair{make_method("moller-trumbore", {})};
        std::vector<Racer> racers;
        add_methods(racers, options.wants("rays") ? methods : fair, geometry, walk, rays, threads);
        if (options.wants("embree")) add_peers(racers, scene.mesh.triangles, rays, threads);
        add(race(racers, rays.rays.size(), options.repeats));
    }
    if (options.wants("scaling")) {
        std::vector<int> sizes;
        for (const int size : {1'000, 10'000, 50'000, 200'000, 800'000, 3'000'000})
            if (size <= options.largest) sizes.push_back(size);
        add(scaling(sizes, scene.width, scene.height, walk, options.repeats));
    }
    if (options.wants("job"))
        add(whole_job(options.scene.scene, scene, methods[0], walk,
                      options.scene.folder(scene) / "bench.png", options.repeats));
    if (options.wants("chart"))
        add(speed_and_error(scene, chosen ? scene.methods : all_settings(), geometry, walk,
                            options.repeats));
    return all;
}

void run(const BenchOptions& options) {
    const Scene scene = open_scene(options.scene);
    const Machine machine = this_machine();
    if (options.wants("embree") && peer_name().empty())
        say("note: built without Embree, so there is no peer");
    const Measurements measurements = measure(options, scene);
    const std::string line = advice(measurements);
    const std::string header = fmt::format(
        "{}, {} triangles, {}x{}; {}, threads: {}; {}", scene.name, scene.mesh.triangles.size(),
        scene.width, scene.height, machine.cpu, machine.threads, machine.compiler);
    if (!options.svg.empty()) {
        write_file(options.svg, draw_report(measurements, header));
        say("wrote {}", options.svg);
    }
    if (options.format == Format::csv) return write_stdout(as_csv(rows_of(measurements)));
    if (options.format == Format::text)
        return write_stdout(
            fmt::format("{}\nflags: {}\nmedians of {} rounds in which all take turns; lower and "
                        "upper are the quartiles\n{}{}{}\n",
                        header, machine.flags, options.repeats, report_text(measurements),
                        line.empty() ? "" : "\n", line));
    const Json report{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"cpu", machine.cpu},
                      {"threads", machine.threads},
                      {"compiler", machine.compiler},
                      {"flags", machine.flags},
                      {"repeats", options.repeats},
                      {"advice", line},
                      {"measurements", rows_of(measurements)}};
    write_stdout(report.dump(2) + '\n');
}

}  // namespace

void add_bench(CLI::App& app) {
    auto& command = *app.add_subcommand(
        "bench",
        "Cost per test, rays per second beside Embree's, the whole job, speed against error");
    add_examples(command,
                 {"hitmiss bench scenes/cube.toml --part kernels --repeats 1",
                  "hitmiss bench scenes/icosphere.toml --part rays --size 64x64 --repeats 1"});
    auto options = std::make_shared<BenchOptions>();
    add_scene_options(command, options->scene);
    add_format_option(command, options->format);
    command
        .add_option(
            "--part", options->parts,
            fmt::format("which of {}; default: all but scaling", fmt::join(part_names, ",")))
        ->delimiter(',')
        ->check(CLI::IsMember(part_names));
    command.add_option("--repeats", options->repeats, "rounds that the medians are of (default 5)")
        ->check(CLI::Range(1, 1000));
    command
        .add_option("--largest", options->largest,
                    "triangles of the largest mesh of scaling (default 3000000)")
        ->check(CLI::Range(1000, 3'000'000));
    command.add_option("--svg", options->svg, "writes the charts to this file");
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
