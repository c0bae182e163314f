#pragma once
// What several commands share: the scene with what the command line replaces in it, and how the
// table is printed. Also the headers that nearly every command needs.

#include <fmt/format.h>

#include <algorithm>

#include "base/report.hpp"
#include "base/words.hpp"
#include "commands/camera_options.hpp"
#include "judge/answerer.hpp"

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

/// What SCENE is.
inline constexpr const char* scene_help =
    "a .toml scene or a bare mesh: .obj, .stl, .ply, .npy or .csv";

void add_scene_and_methods(Command& command, SceneOptions& options);
void add_size(Command& command, SceneOptions& options,
              const std::string& help = "WxH in pixels; replaces the scene's");
void add_threads(Command& command, SceneOptions& options);
/// Where a command writes that draws one figure or more.
inline constexpr std::string_view where_figures_go =
    "folder for the pictures (default out/NAME); where one figure is drawn, its file: name.svg or "
    "name.png";
/// All of these, and where the pictures go, as `where` says.
void add_picture_options(Command& command, SceneOptions& options,
                         std::string_view where = where_figures_go);
void add_traversal(Command& command, SceneOptions& options);
void add_stats(Command& command, SceneOptions& options);
/// --format and --columns: some of these, which are all that a table of the command may have. What
/// they mean is the next paragraph at the end of --help.
void add_format_option(Command& command, TableOptions& table,
                       const std::vector<ColumnMeaning>& columns);
/// These and --wide.
void add_table_options(Command& command, TableOptions& table,
                       const std::vector<ColumnMeaning>& columns);

/// The methods that the command line names.
std::vector<Method> named_methods(const SceneOptions& options);

/// Every method once, as it comes; without those that are one program's.
std::vector<Method> listed_methods();

/// Loads the scene, applies what the command line overrides, sets the number of threads and prints
/// the scene's warnings to stderr.
Scene open_scene(const SceneOptions& options);

/// Says that answers are held against exact ones, where the scene has another [reference].
void note_exact(const Scene& scene);
/// Throws Error{Exit::usage} for a method that culls back faces, where rays meet these.
void check_all_faces(const Method& method);

/// The folder of scenes that was named; else ./scenes, those of the build tree or the installed
/// ones.
std::filesystem::path scenes_folder(const std::string& named);

/// The folder that -o names, else out/NAME.
std::filesystem::path folder_of(const Scene& scene, const SceneOptions& options);

}  // namespace hitmiss
