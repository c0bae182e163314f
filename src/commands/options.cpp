#include "commands/options.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/memory.hpp"
#include "base/words.hpp"
#include "bench/embree_peer.hpp"
#include "demos/walk_row.hpp"

namespace hitmiss {
namespace {

struct Size {
    int width, height;
};

Size read_size(const std::string& text) {
    const auto x = text.find('x');
    const auto width = parse_number<int>(text.substr(0, x));
    const auto height = x == text.npos ? std::nullopt : parse_number<int>(text.substr(x + 1));
    if (!width || !height) throw Error(Exit::usage, "--size {}: not WxH, as in 640x480", text);
    return {*width, *height};
}

}  // namespace

void add_scene_and_methods(Command& command, SceneOptions& options) {
    command.required("SCENE", options.scene, "a .toml scene or a bare .obj mesh");
    command.option(
        "-m,--method", options.methods,
        "NAME[:setting=value,...], as in angle-sum:0.01 (repeatable); replaces the scene's "
        "methods");
}

void add_threads(Command& command, SceneOptions& options) {
    command.number("--threads", options.threads, 1, max_threads,
                   "number of threads (default: all cores)");
}

void add_picture_options(Command& command, SceneOptions& options) {
    add_scene_and_methods(command, options);
    command.option("--size", options.size, "WxH in pixels; replaces the scene's");
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
    command.choice(
        "--format", names, [&](std::size_t k) { format = Format(k); },
        "of the table: text (default), json or csv");
}

void add_table_options(Command& command, TableOptions& table) {
    add_format_option(command, table.format);
    command.flag("--wide", table.wide, "all columns as text, however wide");
}

std::string TableOptions::text_of_runs(Rows rows, const std::vector<std::string_view>& keys,
                                       const Output& output) const {
    rows = for_people(std::move(rows));
    if (wide) return as_text(rows);
    std::string text;
    for (auto first = rows.begin(); first != rows.end();) {
        const auto &method = first->at("method"), &variant = first->at("variant");
        Rows shown;
        auto row = first;
        for (; row != rows.end() && row->at("method") == method && row->at("variant") == variant;
             ++row) {
            shown.emplace_back();
            for (const auto& member : *row)
                if (std::ranges::find(keys, member.first) != keys.end())
                    shown.back().push_back(member);
        }
        text += fmt::format("{}{}, {}\n{}", text.empty() ? "" : "\n", cell_text(method, true),
                            cell_text(variant, true), as_text(shown, output.width));
        first = row;
    }
    return text;
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
    std::optional<Size> size;
    if (!options.size.empty()) size = read_size(options.size);
    Scene scene = load_scene(options.scene);
    // Not before: loading frees its texts as the mesh grows, which is to take their place.
    keep_freed_memory();
    for (const auto& warning : scene.mesh.warnings) say("warning: {}", warning);
    if (!methods.empty()) scene.methods = std::move(methods);
    if (size) resize(scene, size->width, size->height);
    apply(options.camera, scene);
    return scene;
}

std::filesystem::path folder_of(const Scene& scene, const SceneOptions& options) {
    return options.output.empty() ? std::filesystem::path("out") / scene.name
                                  : std::filesystem::path(options.output);
}

void add_triangles(Command& command, std::string& triangles) {
    command.option("--triangles", triangles,
                   "an .obj, .npy or .csv mesh: files of answers number its triangles, which are "
                   "the scene's in another order");
}

AnswerPlace answer_place(std::size_t rays, const Geometry& geometry, const std::string& triangles) {
    AnswerPlace place{rays, geometry.triangles.size(), {}};
    if (!triangles.empty())
        place.order = match_triangles(read_triangles(triangles), geometry.triangles, triangles);
    return place;
}

Answerer make_foreign_answerer(Method& method, const Geometry& geometry, const AnswerPlace& place) {
    return method.kind() == Kind::peer ? embree_answers(method, geometry)
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

std::vector<Tracer> make_tracers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how) {
    std::vector<Kernel> kernels;
    for (const Method& method : methods) kernels.push_back(method.kernel(geometry.surroundings()));
    auto tracers = Tracer::all(kernels, geometry, how);
    for (std::size_t m = 0; m < methods.size() && how != Traversal::brute_force; ++m)
        if (!tracers[m].bounded())
            say("note: {} may accept points anywhere, so every ray meets all {} triangles",
                to_string(methods[m]), with_separators(geometry.triangles.size()));
    return tracers;
}

}  // namespace hitmiss
