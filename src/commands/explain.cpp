#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/error.hpp"
#include "base/words.hpp"
#include "commands/colours.hpp"
#include "commands/commands.hpp"
#include "commands/explanation.hpp"
#include "commands/options.hpp"
#include "truth/reproducer.hpp"

namespace hitmiss {
namespace {

struct ExplainOptions {
    SceneOptions scene;
    std::string pixel;
    Format format = Format::text;
};

void declare(Command& command, ExplainOptions& options) {
    command.required("SCENE", options.scene.scene,
                     "a .toml scene or a bare .obj mesh; - reads a mesh, or without --pixel a "
                     "reproducer, from stdin");
    command.option("--pixel", options.pixel, "X,Y from the top left, counted from 0");
    command.option("-m,--method", options.scene.methods,
                   "NAME[:setting=value,...] (repeatable); replaces the scene's methods");
    command.option("--size", options.scene.size, "WxH in pixels; replaces the scene's");
    add_camera(command, options.scene.camera);
    add_format_option(command, options.format);
}

std::string read_stdin() {
    constexpr std::size_t most = 1'000'000;
    std::string text(most + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stdin));
    if (std::ferror(stdin)) throw bad_input("-", 0, "cannot be read");
    if (text.size() > most)
        throw bad_input("-", 0, fmt::format("is too large; a reproducer has up to {} bytes", most));
    return text;
}

Ray<float> ray_of_pixel(const Scene& scene, const std::string& text) {
    const auto comma = text.find(',');
    const int x = parse_number<int>(text.substr(0, comma)).value_or(-1);
    const int y = comma == text.npos ? -1 : parse_number<int>(text.substr(comma + 1)).value_or(-1);
    if (x < 0 || y < 0 || x >= scene.width || y >= scene.height)
        throw Error(Exit::usage, fmt::format("--pixel {}: not X,Y with X from 0 to {} and Y from 0 "
                                             "to {}, counted from the top left",
                                             text, scene.width - 1, scene.height - 1));
    return PrimaryRays(scene.camera, scene.width, scene.height)(x, y);
}

/// Those that compute otherwise than each before.
std::vector<Method> distinct(const std::vector<Method>& methods) {
    std::vector<Method> result;
    for (const Method& method : methods)
        if (std::ranges::none_of(result, [&](Method other) {
                other.said = method.said;
                return other == method;
            }))
            result.push_back(method);
    return result;
}

Report report_on(const Ray<float>& ray, const std::vector<Method>& methods,
                 const Geometry& geometry) {
    return report_on(explain(ray, distinct(methods), geometry), geometry, colours_on_stdout());
}

/// The reproducer's methods, then all others.
std::vector<Method> with_others(std::vector<Method> methods) {
    const std::size_t own = methods.size();
    for (const Method& other : listed_methods())
        if (std::none_of(methods.begin(), methods.begin() + std::ptrdiff_t(own),
                         [&](const Method& method) { return method.entry == other.entry; }))
            methods.push_back(other);
    return methods;
}

Report explain_reproducer(const ExplainOptions& options) {
    if (!options.scene.size.empty())
        throw Error(Exit::usage, "a reproducer has its one ray; leave --size away");
    auto methods = named_methods(options.scene);
    const auto reproducer = read_reproducer(read_stdin(), "-");
    if (methods.empty()) methods = with_others(reproducer.methods);
    const Geometry geometry(reproducer.triangles, Vec<double>(reproducer.ray.o));
    return report_on(reproducer.ray, methods, geometry);
}

Report explain_pixel(const ExplainOptions& options) {
    if (options.pixel.empty())
        throw Error(Exit::usage, "which pixel? --pixel X,Y says it, as in --pixel 256,256");
    const Scene scene = open_scene(options.scene);
    const auto ray = ray_of_pixel(scene, options.pixel);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    return report_on(ray, scene.methods, geometry);
}

void run(const ExplainOptions& options, const Output& output) {
    const Report report = options.scene.scene == "-" && options.pixel.empty()
                              ? explain_reproducer(options)
                              : explain_pixel(options);
    output.print(to_string(report, options.format));
}

}  // namespace

void add_explain(CommandLine& line) {
    line.add("explain", "Every intermediate value of every method for one pixel or reproducer",
             {"hitmiss explain scenes/grid.toml --pixel 256,256 -m same-side",
              "hitmiss explain scenes/cube.toml --pixel 100,200 --format json"},
             declare, run);
}

}  // namespace hitmiss
