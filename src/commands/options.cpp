#include "commands/options.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>

#include "base/console.hpp"
#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "figure/picture.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

struct Size {
    int width, height;
};

Size read_size(const std::string& text) {
    const auto x = text.find('x');
    const auto width = parse_number<int>(text.substr(0, x));
    const auto height = x == text.npos ? std::nullopt : parse_number<int>(text.substr(x + 1));
    if (!width || !height)
        throw Error(Exit::usage, fmt::format("--size {}: not WxH, as in 640x480", text));
    return {*width, *height};
}

}  // namespace

std::filesystem::path SceneOptions::folder(const Scene& loaded) const {
    return output.empty() ? std::filesystem::path("out") / loaded.name
                          : std::filesystem::path(output);
}

void add_scene_options(CLI::App& command, SceneOptions& options) {
    command.add_option("SCENE", options.scene, "a .toml scene or a bare .obj mesh")->required();
    command.add_option("-m,--method", options.methods,
                       "NAME[:key=value,...], as in angle-sum:0.01 (repeatable); replaces the "
                       "scene's methods");
    command.add_option("--size", options.size, "WxH in pixels; replaces the scene's");
    command.add_option("-o,--output", options.output, "folder for the pictures (default out/NAME)");
    command.add_option("--threads", options.threads, "number of threads (default: all cores)")
        ->check(CLI::Range(1, max_threads));
    command.add_flag("--brute-force", options.brute_force, "every ray against every triangle");
    command.add_flag("--one-ray", options.one_ray, "one ray at a time through the tree")
        ->excludes("--brute-force");
    command.add_flag("--stats", options.stats,
                     "triangles, nodes, memory, phases with times, refused hits, on stderr");
    command.add_flag("-v,--verbose", options.verbose, "say each phase as it begins, on stderr");
}

Scene open_scene(const SceneOptions& options) {
    if (options.threads > 0) omp_set_num_threads(options.threads);
    if (options.methods.size() > max_methods)
        throw Error(Exit::usage, fmt::format("{} methods; up to {} would be right",
                                             options.methods.size(), max_methods));
    std::vector<MethodSpec> methods;
    for (const auto& text : options.methods) methods.push_back(parse_method(text));
    std::optional<Size> size;
    if (!options.size.empty()) size = read_size(options.size);
    Scene scene = load_scene(options.scene);
    for (const auto& warning : scene.mesh.warnings) say("warning: {}", warning);
    if (!methods.empty()) scene.methods = std::move(methods);
    if (size) resize(scene, size->width, size->height);
    return scene;
}

std::vector<Tracer> make_tracers(const std::vector<MethodSpec>& methods, const Geometry& geometry,
                                 Walk walk) {
    std::vector<Tracer> tracers;
    for (const auto& method : methods) {
        tracers.push_back(make_tracer(method, geometry, walk));
        if (walk != Walk::brute_force && !tracers.back().bounded)
            say("note: {} may accept points anywhere, so every ray meets all {} triangles",
                to_string(method), geometry.triangles.size());
    }
    return tracers;
}

std::string file_stem(const MethodSpec& method) {
    std::string name = to_string(method);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ':' || c == '=' || c == ','; }, '-');
    return name;
}

void write_picture(const std::filesystem::path& path, const Picture& picture) {
    const auto png = encode_png(picture);
    if (path == "-") return write_stdout(png);
    write_file(path, png);
    say("wrote {}", path.string());
}

}  // namespace hitmiss
