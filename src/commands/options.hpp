#pragma once
// What several commands share: the scene with what the command line replaces in it, its methods
// ready to trace, the format of the table.

#include <filesystem>

#include "base/report.hpp"
#include "base/table.hpp"
#include "commands/camera_options.hpp"
#include "commands/command_line.hpp"
#include "judge/answer_file.hpp"
#include "scene/scene.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

struct SceneOptions {
    std::string scene, size, output;
    std::vector<std::string> methods;
    CameraOptions camera;
    int threads = 0;  ///< 0: as many as OpenMP gives
    bool brute_force = false, one_ray = false;
    bool stats = false, verbose = false;

    Traversal traversal() const {
        return brute_force ? Traversal::brute_force
               : one_ray   ? Traversal::one_ray
                           : Traversal::tiles;
    }
};

void add_scene_and_methods(Command& command, SceneOptions& options);
void add_threads(Command& command, SceneOptions& options);
/// Both, the size of the picture and where it goes.
void add_picture_options(Command& command, SceneOptions& options);
void add_traversal(Command& command, SceneOptions& options);
void add_stats(Command& command, SceneOptions& options);
void add_format_option(Command& command, Format& format);

/// How a table is printed.
struct TableOptions {
    Format format = Format::text;
    bool wide = false;

    /// A table below each method and variant, which are the first cells of a row; of the rest those
    /// of these keys, or with --wide one table with all. Five digits of each number.
    std::string text_of_runs(Rows rows, const std::vector<std::string_view>& keys,
                             const Output& output) const;
    /// The rows as the terminal has room for them, or with --wide all.
    std::string text(const Rows& narrow, const Rows& all, const Output& output) const {
        return wide ? as_text(all) : as_text(narrow, output.width);
    }
};
void add_table_options(Command& command, TableOptions& table);

/// The methods that the command line names.
std::vector<Method> named_methods(const SceneOptions& options);

/// Every method once, as it comes.
std::vector<Method> listed_methods();

/// Loads the scene, applies what the command line overrides, sets the number of threads and prints
/// the scene's warnings to stderr.
Scene open_scene(const SceneOptions& options);

/// The folder that -o names, else out/NAME.
std::filesystem::path folder_of(const Scene& scene, const SceneOptions& options);

/// Tracers for all methods; says on stderr which of them no tree can help.
std::vector<Tracer> make_tracers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how);

/// --triangles: whose numbers files of answers use.
void add_triangles(Command& command, std::string& triangles);

/// What files of answers to so many rays are held against; `triangles` as the option says.
AnswerPlace answer_place(std::size_t rays, const Geometry& geometry, const std::string& triangles);

/// Of a method that has no kernel. A file of answers sets its method's precision.
Answerer make_foreign_answerer(Method& method, const Geometry& geometry, const AnswerPlace& place);
/// Of all methods, those that have no kernel too; says on stderr which of them no tree can help.
std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     Traversal how, const AnswerPlace& place);

}  // namespace hitmiss
