#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/progress.hpp"
#include "commands/stats.hpp"
#include "figure/traced.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

struct Rendered {
    Picture picture;
    std::uint64_t refused;
};

Rendered render(const Scene& scene, const Geometry& geometry, const Trace& trace) {
    std::atomic<std::uint64_t> refused = 0;
    Progress progress(tile_count(scene.width, scene.height));
    auto picture = traced(scene.width, scene.height, scene.samples, trace,
                          PrimaryRays(scene.camera, scene.width, scene.height, scene.samples),
                          Shader(scene, geometry.box), [&](std::uint64_t refused_in_tile) {
                              refused += refused_in_tile;
                              progress.step();
                          });
    return {std::move(picture), refused};
}

void run(const SceneOptions& options, const Scene& scene, Stats& stats) {
    if (options.output == "-" && scene.methods.size() != 1)
        throw Error(Exit::usage,
                    fmt::format("-o - takes a single picture, but there are {} methods; "
                                "choose one with --method",
                                scene.methods.size()));
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    const auto tracers = make_tracers(scene.methods, geometry, options.walk());
    for (std::size_t k = 0; k < tracers.size(); ++k) {
        stats.phase("trace " + to_string(scene.methods[k]));
        const auto [picture, refused] = render(scene, geometry, tracers[k].trace);
        stats.refused(scene.methods[k], refused);
        stats.phase("write");
        const std::string name = file_stem(scene.methods[k]) + ".png";
        write_picture(options.output == "-" ? "-" : options.folder(scene) / name, picture);
    }
    stats.finish(geometry);
}

}  // namespace

void add_render(CLI::App& app) {
    auto& command = *app.add_subcommand("render", "One picture per method");
    add_examples(command, {"hitmiss render scenes/cube.toml",
                           "hitmiss render scenes/room.toml -m angle-sum:0.01 --shading depth "
                           "--samples 2 -o pictures"});
    struct Options {
        SceneOptions scene;
        std::string shading;
        int samples = 0;
    };
    auto options = std::make_shared<Options>();
    add_scene_options(command, options->scene);
    command
        .add_option("--shading", options->shading,
                    fmt::format("{}; replaces the scene's", fmt::join(shading_names, ", ")))
        ->check(
            CLI::IsMember(std::vector<std::string>(shading_names.begin(), shading_names.end())));
    command
        .add_option("--samples", options->samples, "n: n x n rays per pixel; replaces the scene's")
        ->check(CLI::Range(1, max_samples));
    command.callback([options] {
        Stats stats(options->scene);
        stats.phase("load the scene");
        Scene scene = open_scene(options->scene);
        if (!options->shading.empty())
            scene.shading =
                Shading(std::find(shading_names.begin(), shading_names.end(), options->shading) -
                        shading_names.begin());
        if (options->samples > 0) {
            scene.samples = options->samples;
            resize(scene, scene.width, scene.height);
        }
        run(options->scene, scene, stats);
    });
}

}  // namespace hitmiss
