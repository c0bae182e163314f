#include <fmt/format.h>

#include <cstdio>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/explanation.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/table.hpp"
#include "truth/reproducer.hpp"

namespace hitmiss {
namespace {

struct ExplainOptions {
    SceneOptions scene;
    std::string pixel;
    Format format = Format::text;
};

std::string read_stdin() {
    constexpr std::size_t most = 1'000'000;
    std::string text(most + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stdin));
    if (std::ferror(stdin)) throw bad_input("-", 0, "cannot be read");
    if (text.size() > most)
        throw bad_input("-", 0, fmt::format("is too large; a reproducer has up to {} bytes", most));
    return text;
}

/// The methods of the reproducer, then the whole catalogue.
std::vector<MethodSpec> with_catalogue(std::vector<MethodSpec> methods) {
    for (const auto& entry : describe_catalogue())
        methods.push_back(make_method(std::string(entry.info.name), {}));
    return methods;
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

void print(const Explanation& explanation, const Geometry& geometry, Format format) {
    write_stdout(format == Format::json  ? as_json(explanation, geometry).dump(2) + '\n'
                 : format == Format::csv ? as_csv(as_rows(explanation))
                                         : as_text(explanation, geometry));
}

void explain_reproducer(const ExplainOptions& options) {
    if (!options.pixel.empty() || !options.scene.size.empty())
        throw Error(Exit::usage, "a reproducer has its one ray; leave --pixel and --size away");
    std::vector<MethodSpec> methods;
    for (const auto& text : options.scene.methods) methods.push_back(parse_method(text));
    const auto reproducer = read_reproducer(read_stdin(), "-");
    if (methods.empty()) methods = with_catalogue(reproducer.methods);
    const Geometry geometry(reproducer.triangles, Vec<double>(reproducer.ray.o));
    print(explain(reproducer.ray, methods, geometry), geometry, options.format);
}

void explain_pixel(const ExplainOptions& options) {
    if (options.pixel.empty())
        throw Error(Exit::usage, "which pixel? --pixel X,Y says it, as in --pixel 256,256");
    const Scene scene = open_scene(options.scene);
    const auto ray = ray_of_pixel(scene, options.pixel);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    print(explain(ray, scene.methods, geometry), geometry, options.format);
}

}  // namespace

void add_explain(CLI::App& app) {
    auto& command = *app.add_subcommand(
        "explain", "Every intermediate value of every method for one pixel or reproducer");
    add_examples(command, {"hitmiss explain scenes/grid.toml --pixel 256,256 -m same-side",
                           "hitmiss explain scenes/cube.toml --pixel 100,200 --format json"});
    auto options = std::make_shared<ExplainOptions>();
    command
        .add_option("SCENE", options->scene.scene,
                    "a .toml scene or a bare .obj mesh; - reads a reproducer from stdin")
        ->required();
    command.add_option("--pixel", options->pixel, "X,Y from the top left, counted from 0");
    command.add_option("-m,--method", options->scene.methods,
                       "NAME[:key=value,...] (repeatable); replaces the scene's methods");
    command.add_option("--size", options->scene.size, "WxH in pixels; replaces the scene's");
    add_format_option(command, options->format);
    command.callback([options] {
        options->scene.scene == "-" ? explain_reproducer(*options) : explain_pixel(*options);
    });
}

}  // namespace hitmiss
