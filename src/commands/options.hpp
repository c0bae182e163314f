#pragma once
// What several commands share: the scene with what the command line replaces in it, how the table
// is printed and where the figure goes (options.cpp), how rays are aimed and who answers them
// (answering.cpp). Also the headers that nearly every command needs.

#include <fmt/format.h>

#include <algorithm>

#include "base/report.hpp"
#include "base/words.hpp"
#include "commands/camera_options.hpp"
#include "draw/drawing.hpp"
#include "judge/answer_file.hpp"

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

/// The folder of scenes that was named; else ./scenes, those of the build tree or the installed
/// ones.
std::filesystem::path scenes_folder(const std::string& named);

/// The folder that -o names, else out/NAME.
std::filesystem::path folder_of(const Scene& scene, const SceneOptions& options);

/// Throws Error{Exit::usage} for a path that ends like a file that is not written there: in another
/// ending than these, which `what` are written with.
void check_ending(const std::filesystem::path& path, std::string_view what,
                  std::initializer_list<std::string_view> endings);
/// The same for a folder: bunny.gif is not one, unless it is there or ends in a slash. `written`
/// says what would be right: "a picture is written as .png".
void check_folder(const std::filesystem::path& path, std::string_view written);
/// Throws Error{Exit::usage} for standard output, where several files are written.
void check_several(const std::filesystem::path& path);
/// The same for a figure, which is .svg or .png.
void check_figure(const std::filesystem::path& path);

/// The names of a figure's options, for Command::only_for().
inline const std::string figure_options =
    "--width-mm --dpi --font-pt --title --subtitle --max-height-mm";
/// `subtitle`: where a figure's second line may be replaced.
void add_figure_options(Command& command, Page& page, bool subtitle = false);

/// Where a command's figure goes, and the other files it makes beside it.
struct FigurePlace {
    std::filesystem::path folder, name;
    std::string frames;  ///< folder for single pictures, which no other figure there has
    Output out;          ///< below the folder
};
/// -o names the figure itself if it ends in .svg or .png, else the folder for the figure of that
/// name. Throws Error{Exit::usage} for another ending.
FigurePlace figure_place(const Scene& scene, const SceneOptions& options, std::string_view name,
                         const Output& output);

/// Writes a figure as SVG or PNG, as the path's extension says; of several pages sheet.png,
/// sheet-2.png, ... Says so if one is higher than `page` allows, and if pages of an earlier figure
/// follow. Throws as check_figure().
void write_figure(const Output& output, const std::filesystem::path& path, const Page& page,
                  const std::vector<Drawing>& pages);

/// Where rays of each kind go, in the order of Aim.
inline constexpr std::array<std::string_view, aim_names.size()> aim_places{
    "at edges", "at vertices", "at silhouettes", "inside triangles", "of random rays"};
/// "rays aimed at edges", "random rays".
std::string aimed_text(Aim aim);
/// --aim: one kind of aimed rays.
void add_aim(Command& command, std::optional<Aim>& aim,
             std::string_view where = " hitmiss leaks --help");
/// One ray per pixel, numbered row by row from the top left, in consecutive blocks.
RaySource rows_of_pixels(const Scene& scene);
/// --grid: where parallel rays go, as a place in axis_names.
void add_grid(Command& command, std::optional<std::size_t>& grid);

/// Says that answers are held against exact ones, where the scene has another [reference].
void note_exact(const Scene& scene);
/// Throws Error{Exit::usage} for a method that culls back faces, where rays meet these.
void check_all_faces(const Method& method);

/// Why the mesh is not closed: it has borders, edges with more than two triangles, or both.
std::string open_text(const AimedRays& rays);
/// Aims rays at the scene's mesh: from inside and outside if it encloses space, else, or if --eye
/// is given, from the camera's eye, past its borders; says so on stderr.
AimedRays aim_at(const Geometry& geometry, const SceneOptions& options, const Scene& scene,
                 std::uint64_t seed);
/// Throws Error{Exit::bad_input} where the mesh has nothing of that kind to aim at.
void check_aim(const AimedRays& aimed, Aim aim, const std::string& scene);

/// Which rays, where they are not the picture's.
struct RayChoice {
    std::string file;                 ///< --rays FILE
    std::optional<std::size_t> grid;  ///< of axis_names
    std::optional<Aim> aim;
    std::uint64_t count = 100'000, seed = 1;  ///< of aimed rays

    /// The options that say the same again.
    std::string text() const;
};

/// Those rays; without any, the picture's, row by row. The geometry's eye becomes theirs: the
/// collision matrix fits its segment to it. Throws Error{Exit::usage} for two kinds at once.
RaySource choose_rays(const RayChoice& rays, const SceneOptions& options, const Scene& scene,
                      Geometry& geometry);

/// --triangles: whose numbers files of answers use.
void add_triangles(Command& command, std::string& triangles);

/// What files of answers to so many rays are held against; `triangles` as the option says.
AnswerPlace answer_place(std::size_t rays, const Geometry& geometry, const std::string& triangles,
                         const std::vector<Method>& methods);

/// The answerer of a method that has no kernel. A file of answers sets its method's precision.
Answerer make_foreign_answerer(Method& method, const Geometry& geometry, const AnswerPlace& place);

/// The answerers of all methods: `own` makes those of methods with a kernel, in their order.
std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     const AnswerPlace& place,
                                     const std::function<Answerer(const Method&)>& own);

/// Tracers for all methods; says on stderr which of them no tree can help.
std::vector<Tracer> make_tracers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how);

/// Notes that rays of at most that length are tested against all triangles, if they are and there
/// are many. `rays`: "rays to the lamp are up to"; `cure`: a sentence without its full stop.
void note_ray_length(std::string_view rays, double length, const Geometry& geometry,
                     std::string_view cure);

/// The answerers of all methods by such tracers.
std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     Traversal how, const AnswerPlace& place);

}  // namespace hitmiss
