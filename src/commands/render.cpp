#include <omp.h>

#include <atomic>
#include <future>

#include "base/limits.hpp"
#include "commands/answering.hpp"
#include "commands/commands.hpp"
#include "commands/figure_options.hpp"
#include "commands/lighting.hpp"
#include "commands/progress.hpp"
#include "draw/lit.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

struct RenderOptions {
    SceneOptions scene;
    LightOptions light;
    std::optional<Shading> shading;
    int samples = 0;  ///< 0: the scene's
};

void declare(Command& command, RenderOptions& options) {
    add_picture_options(command, options.scene,
                        "folder for the pictures (default out/NAME), PNG files of RGB, or of grey "
                        "where the scene has no colours; for one picture, its file: name.png");
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_stats(command, options.scene);
    add_light(command, options.light, "everything the lamp does not reach is dark");
    command.choice("--shading", shading_names, options.shading,
                   fmt::format("{}; replaces the scene's", fmt::join(shading_names, ", ")));
    command.number("--samples", options.samples, 1, max_samples,
                   "n: n x n rays per pixel; replaces the scene's");
}

/// A picture's file for each. Throws Error{Exit::usage} for two of the same name.
std::vector<std::string> files_of(std::span<const Method> methods) {
    std::vector<std::string> files;
    for (const Method& method : methods) {
        files.push_back(file_stem(method) + ".png");
        if (std::ranges::count(files, files.back()) > 1)
            throw Error(Exit::usage, "{} is there twice, for one picture; once would be right",
                        to_string(method));
    }
    return files;
}

/// Where the pictures go.
struct PicturePlace {
    std::filesystem::path folder;
    std::vector<std::string> files;  ///< by method
};
/// A single picture may be given its file's name. Throws Error{Exit::usage} for any other one.
PicturePlace picture_place(const Scene& scene, const SceneOptions& options) {
    if (options.output == "-" && scene.methods.size() != 1)
        throw Error(
            Exit::usage,
            "-o - takes a single picture, but there are {} methods; choose one with --method",
            scene.methods.size());
    PicturePlace place{folder_of(scene, options), files_of(scene.methods)};
    auto& [folder, files] = place;
    const auto kind = folder.extension();
    if (kind != ".png" && kind != ".svg") {
        check_folder(options.output, "a picture is written as .png");
        return place;
    }
    if (files.size() != 1 || kind != ".png")
        throw Error(Exit::usage, "-o {}: {}", folder.string(),
                    files.size() == 1 ? "render writes PNG; a name that ends in .png would be right"
                                      : fmt::format("what is written is {}; give their folder",
                                                    fmt::join(files, ", ")));
    files[0] = folder.filename().string();
    folder = folder.parent_path();
    return place;
}

void run(const RenderOptions& options, const Output& output) {
    Stats stats(options.scene);
    stats.phase("load the scene");
    Scene scene = open_scene(options.scene);
    if (options.shading) scene.shading = *options.shading;
    if (options.samples > 0) {
        scene.samples = options.samples;
        resize(scene, scene.width, scene.height);  // the limit depends on the samples
    }
    const auto [folder, files] = picture_place(scene, options.scene);
    const Output out = below(folder, output);
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto lamp = read_lamp(options.light, options.scene.scene, geometry, scene.methods);
    stats.phase("prepare the methods");
    const auto tracers = make_tracers(scene.methods, geometry, options.scene.traversal());
    const Shader shader(scene, geometry.box);
    bool empty = true;
    std::atomic<bool> turned = !lamp;  // whether a side that is seen is turned to the lamp, if any
    const Watch watch = watch_on(output, std::vector<double>(tracers.size(), 1));
    std::future<void> written;
    for (std::size_t k = 0; k < tracers.size(); ++k) {
        stats.phase("trace " + to_string(scene.methods[k]));
        const auto after_tile = watch(tile_count(scene.width, scene.height));
        auto picture =
            !lamp
                ? traced(scene.width, scene.height, scene.samples, tracers[k],
                         PrimaryRays(scene.camera, scene.width, scene.height, scene.samples),
                         shader, after_tile)
                : lit_picture(
                      scene, geometry, tracers[k], *lamp,
                      [&, sees = sees_lamp(scene.methods[k], *lamp, geometry)](
                          const Ray<float>& ray, const Hit& hit) {
                          if (!turned && turned_to(lamp->at, ray, geometry.triangles[hit.triangle]))
                              turned = true;
                          return sees(ray, hit);
                      },
                      after_tile);
        const auto other = [&](const Rgb& pixel) { return pixel != to_rgb(scene.background); };
        empty = empty && std::ranges::none_of(picture.pixels, other);
        stats.phase("write");
        if (written.valid()) written.get();
        auto write = [&out, &shader, &file = files[k], picture = std::move(picture)] {
            out.write(file, shader.is_grey() ? grey_png(picture) : png(picture));
        };
        // While the next picture is traced, if there is one, and a thread for it.
        if (k + 1 < tracers.size() && omp_get_max_threads() > 1)
            written = std::async(std::move(write));
        else
            write();
    }
    if (empty || !turned) say_why_dark(scene, geometry, !turned);
    stats.finish(geometry);
}

}  // namespace

void add_render(CommandLine& line) {
    line.add<RenderOptions>(
        "render", "One picture per method",
        {"hitmiss render scenes/cube.toml",
         "hitmiss render scenes/room.toml -m angle-sum:0.01 --shading depth --samples 2"},
        declare, run);
}

}  // namespace hitmiss
