#pragma once
// What several commands share: the scene and its overrides, the output folder, the table format.

#include <CLI/CLI.hpp>
#include <filesystem>

#include "scene/scene.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

struct SceneOptions {
    std::string scene, size, output;
    std::vector<std::string> methods;
    int threads = 0;  ///< 0: as many as OpenMP gives
    bool brute_force = false, one_ray = false;
    bool stats = false, verbose = false;

    Walk walk() const {
        return brute_force ? Walk::brute_force : one_ray ? Walk::tree : Walk::tiles;
    }
    /// The folder for a scene's pictures.
    std::filesystem::path folder(const Scene& loaded) const;
};

void add_scene_options(CLI::App& command, SceneOptions& options);

/// Loads the scene, applies what the command line overrides, sets the number of threads and prints
/// the scene's warnings to stderr.
Scene open_scene(const SceneOptions& options);

/// Tracers for all methods; says on stderr which of them no tree can help.
std::vector<Tracer> make_tracers(const std::vector<MethodSpec>& methods, const Geometry& geometry,
                                 Walk walk);

/// For the names of a method's files: angle-sum:epsilon=0.01 becomes angle-sum-epsilon-0.01.
std::string file_stem(const MethodSpec& method);

/// Writes the picture and says so on stderr; a path of "-" is stdout.
void write_picture(const std::filesystem::path& path, const struct Picture& picture);

}  // namespace hitmiss
