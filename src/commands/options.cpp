#include "commands/options.hpp"

#include <omp.h>

#include "base/limits.hpp"
#include "base/memory.hpp"
#include "scene/mesh_file.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
void add_scene_and_methods(Command& command, SceneOptions& options) {
    command.option("SCENE", options.scene, scene_help);
    command.option(
        "-m,--method", options.methods,
        "NAME[:setting=value,...], as in angle-sum:0.01, mt (moller-trumbore) or wt (watertight); "
        "repeatable; label=TEXT names it in figures; replaces the scene's methods");
}

void add_size(Command& command, SceneOptions& options, const std::string& help) {
    command.option("--size", options.size, help);
}

void add_threads(Command& command, SceneOptions& options) {
    command.number("--threads", options.threads, 1, max_threads,
                   "number of threads (default: all cores)");
}

void add_picture_options(Command& command, SceneOptions& options, std::string_view where) {
    add_scene_and_methods(command, options);
    add_size(command, options);
    command.destination("-o,--output", options.output, std::string(where), true);
    add_threads(command, options);
}

void add_traversal(Command& command, SceneOptions& options) {
    command.flag("--brute-force", options.brute_force, "every ray against every triangle");
    command.flag("--one-ray", options.one_ray, "one ray at a time through the tree",
                 "--brute-force");
}

void add_stats(Command& command, SceneOptions& options) {
    command.flag("--stats", options.stats,
                 "print numbers of triangles and nodes, memory, and times of phases to stderr");
    command.flag("-v,--verbose", options.verbose, "print each phase to stderr as it begins");
}

void add_format_option(Command& command, TableOptions& table,
                       const std::vector<ColumnMeaning>& columns) {
    command.choice("--format", format_names, table.format,
                   "format of the table: text (default), json, csv, markdown or latex");
    // NAME_x comes last, and is not itself a name.
    std::string listed, of_names;
    for (const auto& [key, unused] : columns) {
        std::string& list = key.starts_with("NAME_") ? of_names : listed;
        list += (list.empty() ? "" : ", ") + key;
    }
    if (!of_names.empty()) listed += "; or, with a NAME of these, " + of_names;
    command.choices("--columns", column_names(columns), table.columns,
                    "columns to print, comma-separated, in any format; names as in the CSV",
                    listed);
    command.footer(columns_text(columns));
}

void add_table_options(Command& command, TableOptions& table,
                       const std::vector<ColumnMeaning>& columns) {
    add_format_option(command, table, columns);
    command.flag("--wide", table.wide, "all columns as text, however wide");
}

std::vector<Method> named_methods(const SceneOptions& options) {
    if (options.methods.size() > max_methods)
        throw Error(Exit::usage, "{} methods; up to {} would be right", options.methods.size(),
                    max_methods);
    std::vector<Method> methods;
    for (const auto& text : options.methods) {
        const Method method = parse_method(text);
        for (const Method& other : methods)
            if (method.kind() == Kind::answer_file && other.name() == method.name() &&
                other.file != method.file)
                throw Error(Exit::usage, "two methods are called {}; two names would be right",
                            method.name());
        methods.push_back(method);
    }
    return methods;
}

std::vector<Method> listed_methods() {
    std::vector<Method> methods;
    for (const Entry* entry : catalogue())
        if (!entry->info.shipped) methods.emplace_back(*entry);
    return methods;
}

Scene open_scene(const SceneOptions& options) {
    if (options.threads > 0) omp_set_num_threads(options.threads);
    auto methods = named_methods(options);
    const auto size = parse_numbers<int, 2>(options.size, 'x');
    if (!options.size.empty() && !size)
        throw Error(Exit::usage, "--size {}: not WxH, as in 640x480", options.size);
    keep_freed_memory();
    Scene scene = load_scene(options.scene);
    for (const auto& warning : scene.mesh.warnings) say("warning: {}", warning);
    if (!methods.empty()) scene.methods = std::move(methods);
    if (size) resize(scene, (*size)[0], (*size)[1]);
    apply(options.camera, scene);
    for (const auto& note : notes_on(scene)) say("note: {}{}", note.text, note.options);
    return scene;
}

void note_exact(const Scene& scene) {
    if (scene.reference.kind() != Kind::exact)
        say("note: [reference] {} is for compare and sweep; here the exact answers are right",
            to_string(scene.reference));
}

void check_all_faces(const Method& method) {
    if (method.culls())
        throw Error(Exit::usage,
                    "{}: culls back faces, which these rays meet; cull=none would be right",
                    to_string(method));
}

std::filesystem::path folder_of(const Scene& scene, const SceneOptions& options) {
    return options.output.empty() ? std::filesystem::path("out") / scene.name
                                  : std::filesystem::path(options.output);
}

}  // namespace hitmiss
