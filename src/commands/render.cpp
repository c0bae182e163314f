#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/progress.hpp"
#include "commands/stats.hpp"
#include "error.hpp"
#include "figure/shade.hpp"
#include "limits.hpp"
#include "methods/catalogue.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {
namespace {

struct Rendered {
    Picture picture;
    std::uint64_t refused;
};

/// Each pixel is the mean of its samples.
Rendered render(const Scene& scene, const Geometry& geometry, const Trace& trace) {
    const PrimaryRays primary(scene.camera, scene.width, scene.height, scene.samples);
    const Shader shade(scene, geometry.box);
    Picture picture(scene.width, scene.height);
    std::atomic<std::uint64_t> refused = 0;
    Progress progress(tile_count(scene.width, scene.height));
    for_each_tile(scene.width, scene.height, [&](const Tile& tile) {
        const int n = scene.samples;
        std::vector<Ray<float>> rays;
        rays.reserve(std::size_t(tile.size() * n * n));
        for_each_pixel(tile, [&](int x, int y) {
            for (int k = 0; k < n * n; ++k) rays.push_back(primary(x * n + k % n, y * n + k / n));
        });
        std::vector<Hit> hits(rays.size());
        refused += trace(rays, hits);
        std::size_t next = 0;
        for_each_pixel(tile, [&](int x, int y) {
            Vec<float> sum(0);
            for (int k = 0; k < n * n; ++k, ++next) sum += shade(rays[next], hits[next]);
            picture.at(x, y) = to_rgb(sum / float(n * n));
        });
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
