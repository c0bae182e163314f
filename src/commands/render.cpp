#include "base/limits.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "draw/traced.hpp"

namespace hitmiss {
namespace {

struct RenderOptions {
    SceneOptions scene;
    std::optional<Shading> shading;
    int samples = 0;  ///< 0: the scene's
};

void declare(Command& command, RenderOptions& options) {
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_stats(command, options.scene);
    command.choice("--shading", shading_names, options.shading,
                   fmt::format("{}; replaces the scene's", fmt::join(shading_names, ", ")));
    command.number("--samples", options.samples, 1, max_samples,
                   "n: n x n rays per pixel; replaces the scene's");
}

/// Where the pictures go, by -o: a folder (else out/NAME), "-" for stdout or the name of a file, of
/// which the last two take one picture only. Throws Error{Exit::usage} that says what is written.
Output output_of(const SceneOptions& options, const Scene& scene,
                 const std::vector<std::string>& files, const Output& output) {
    const std::filesystem::path named = folder_of(scene, options);
    const auto kind = named.extension();
    if (kind != ".png" && kind != ".svg") return below(named, output);
    if (files.size() != 1 || std::filesystem::path(files[0]).extension() != kind)
        throw Error(Exit::usage, "-o {}: what is written is {}; give their folder", named.string(),
                    fmt::join(files, ", "));
    Output there = output;
    there.write_file = [=](const auto&, const Content& content) {
        output.write_file(named, content);
    };
    return there;
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
    if (options.scene.output == "-" && scene.methods.size() != 1)
        throw Error(
            Exit::usage,
            "-o - takes a single picture, but there are {} methods; choose one with --method",
            scene.methods.size());
    std::vector<std::string> files;
    for (const Method& method : scene.methods) files.push_back(file_stem(method) + ".png");
    const Output out = output_of(options.scene, scene, files, output);
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    const auto tracers = make_tracers(scene.methods, geometry, options.scene.traversal());
    for (std::size_t k = 0; k < tracers.size(); ++k) {
        stats.phase("trace " + to_string(scene.methods[k]));
        Progress progress(tile_count(scene.width, scene.height), output.watched);
        const auto picture =
            traced(scene.width, scene.height, scene.samples, tracers[k],
                   PrimaryRays(scene.camera, scene.width, scene.height, scene.samples),
                   Shader(scene, geometry.box), [&] { progress.step(); });
        progress.finish();
        stats.phase("write");
        out.write(files[k], png(picture));
    }
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
