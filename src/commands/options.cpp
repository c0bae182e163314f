#include "commands/options.hpp"

#include <omp.h>

#include "base/limits.hpp"
#include "base/memory.hpp"
#include "wings.hpp"

namespace hitmiss {
namespace {

bool is_figure(const std::filesystem::path& path) {
    return path.extension() == ".svg" || path.extension() == ".png";
}

void refuse(const std::filesystem::path& path) {
    throw Error(Exit::usage,
                "{}: a figure is .svg or .png; for a PDF, write an .svg and convert it: "
                "rsvg-convert -f pdf -o name.pdf name.svg",
                path.native());
}

}  // namespace

void add_scene_and_methods(Command& command, SceneOptions& options) {
    command.option("SCENE", options.scene, "a .toml scene or a bare .obj mesh");
    command.option(
        "-m,--method", options.methods,
        "NAME[:setting=value,...], as in angle-sum:0.01 (repeatable); replaces the scene's "
        "methods");
}

void add_size(Command& command, SceneOptions& options) {
    command.option("--size", options.size, "WxH in pixels; replaces the scene's");
}

void add_threads(Command& command, SceneOptions& options) {
    command.number("--threads", options.threads, 1, max_threads,
                   "number of threads (default: all cores)");
}

void add_picture_options(Command& command, SceneOptions& options) {
    add_scene_and_methods(command, options);
    add_size(command, options);
    command.option(
        "-o,--output", options.output,
        "folder for the pictures (default out/NAME); where one figure is drawn, its file: "
        "name.svg or name.png");
    add_threads(command, options);
}

void add_traversal(Command& command, SceneOptions& options) {
    command.flag("--brute-force", options.brute_force, "every ray against every triangle");
    command.flag("--one-ray", options.one_ray, "one ray at a time through the tree",
                 "--brute-force");
}

void add_stats(Command& command, SceneOptions& options) {
    command.flag("--stats", options.stats,
                 "triangles, nodes, memory, phases with times, on stderr");
    command.flag("-v,--verbose", options.verbose, "say each phase as it begins, on stderr");
}

void add_format_option(Command& command, Format& format) {
    constexpr std::string_view names[]{"text", "json", "csv"};
    command.choice("--format", names, format, "of the table: text (default), json or csv");
}

void add_table_options(Command& command, TableOptions& table) {
    add_format_option(command, table.format);
    command.flag("--wide", table.wide, "all columns as text, however wide");
}

std::vector<Method> named_methods(const SceneOptions& options) {
    if (options.methods.size() > max_methods)
        throw Error(Exit::usage, "{} methods; up to {} would be right", options.methods.size(),
                    max_methods);
    std::vector<Method> methods;
    for (const auto& text : options.methods) methods.push_back(parse_method(text));
    return methods;
}

std::vector<Method> listed_methods() {
    std::vector<Method> methods;
    for (const Entry* entry : catalogue()) methods.emplace_back(*entry);
    return methods;
}

Scene open_scene(const SceneOptions& options) {
    if (options.threads > 0) omp_set_num_threads(options.threads);
    auto methods = named_methods(options);
    const auto size = parse_numbers<int, 2>(options.size, 'x');
    if (!options.size.empty() && !size)
        throw Error(Exit::usage, "--size {}: not WxH, as in 640x480", options.size);
    Scene scene = load_scene(options.scene);
    // Not before: loading frees its texts as the mesh grows, which is to take their place.
    keep_freed_memory();
    for (const auto& warning : scene.mesh.warnings) say("warning: {}", warning);
    if (!methods.empty()) scene.methods = std::move(methods);
    if (size) resize(scene, (*size)[0], (*size)[1]);
    apply(options.camera, scene);
    return scene;
}

std::filesystem::path folder_of(const Scene& scene, const SceneOptions& options) {
    return options.output.empty() ? std::filesystem::path("out") / scene.name
                                  : std::filesystem::path(options.output);
}

void add_figure_options(Command& command, FigureOptions& options) {
    command.number("--width-mm", options.page.width_mm, 20, 1000,
                   "width of the figure in print (default 160)");
    command.number("--dpi", options.page.dpi, 36, 2400,
                   "pixels of the PNG per inch of print, more where a picture's own pixels need "
                   "it (default 300)");
    command.option("--title", options.title, "a sentence for the figure's head");
}

void write_figure(const Output& output, const std::filesystem::path& path, const Drawing& figure) {
    if (!is_figure(path)) refuse(path);
    output.write(path, path.extension() == ".svg" ? svg(figure) : png(pixels(figure), figure.dpi));
}

FigurePlace figure_place(const Scene& scene, const SceneOptions& options, std::string_view name) {
    const std::filesystem::path path = options.output;
    if (path.extension() == ".pdf") refuse(path);
    if (is_figure(path)) return {path.parent_path(), path.filename()};
    return {folder_of(scene, options), name};
}

void add_aim(Command& command, std::optional<Aim>& aim) {
    // In the order of Aim.
    constexpr std::string_view names[]{"edges", "vertices", "silhouettes", "interior", "random"};
    command.choice("--aim", names, aim,
                   "edges, vertices, silhouettes, interior or random: see  hitmiss leaks --help");
}

void add_grid(Command& command, std::optional<std::size_t>& grid) {
    command.choice(
        "--grid", axis_names, grid,
        "x, y, z, -x, -y or -z, as in --grid=-y: WxH parallel rays that way, from outside, through "
        "points k / (W + 1) of the box's side, k from 1");
}

AimedRays aim_at(const Geometry& geometry, const SceneOptions& options, const Scene& scene,
                 std::uint64_t seed) {
    AimedRays inside(geometry);
    const std::size_t border = inside.border_edges();
    Random random(seed);
    if (options.camera.eye.empty() && border == 0 && inside.encloses_space(random)) return inside;
    say("note: {}, so all rays start at the eye{}",
        !options.camera.eye.empty() ? "--eye is given"
        : border > 0                ? "the mesh has borders"
                                    : "no point inside the mesh was found",
        border == 0 ? "" : fmt::format("; border edges left out: {}", with_separators(border)));
    return AimedRays(geometry, Vec<float>(scene.camera.eye));
}

std::vector<Tracer> make_tracers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how) {
    auto tracers = Tracer::all(methods, geometry, how);
    for (std::size_t m = 0; m < methods.size() && how != Traversal::brute_force; ++m)
        if (!tracers[m].bounded())
            say("note: {} may accept points anywhere, so every ray meets all {} triangles",
                to_string(methods[m]), with_separators(geometry.triangles.size()));
    return tracers;
}

void add_triangles(Command& command, std::string& triangles) {
    command.option("--triangles", triangles,
                   "an .obj, .npy or .csv mesh: files of answers number its triangles, which are "
                   "the scene's in another order");
}

AnswerPlace answer_place(std::size_t rays, const Geometry& geometry, const std::string& triangles) {
    AnswerPlace place{rays, geometry.triangles.size(), {}};
    if (!triangles.empty()) place.order = triangle_order(triangles, geometry.triangles);
    return place;
}

Answerer make_foreign_answerer(Method& method, const Geometry& geometry, const AnswerPlace& place) {
    return method.kind() == Kind::peer ? peer_answers(method, geometry)
                                       : open_answers(method, place);
}

std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     Traversal how, const AnswerPlace& place) {
    std::vector<Method> own;
    std::ranges::copy_if(methods, std::back_inserter(own), &Method::has_kernel);
    const auto tracers = make_tracers(own, geometry, how);
    auto next = tracers.begin();
    std::vector<Answerer> answerers;
    for (Method& method : methods)
        answerers.push_back(method.has_kernel() ? make_answerer(method, *next++, geometry)
                                                : make_foreign_answerer(method, geometry, place));
    return answerers;
}

}  // namespace hitmiss
