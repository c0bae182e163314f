#pragma once
// A scene: what is looked at, from where, and by which methods.

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "methods/catalogue.hpp"
#include "scene/camera.hpp"
#include "scene/demo_settings.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

/// What a pixel's colour shows.
enum class Shading { facet, normal, depth, barycentric, triangle };
inline constexpr std::array<std::string_view, 5> shading_names{"facet", "normal", "depth",
                                                               "barycentric", "triangle"};

struct Scene {
    std::string name;  ///< of the file, without folder and extension
    Mesh mesh;
    Camera camera;
    bool framed = false;  ///< the camera is framing_camera's, which follows the image's shape
    int width = 512, height = 512;
    int samples = 1;  ///< samples x samples rays per pixel; comparisons always use one
    Shading shading = Shading::facet;
    Vec<float> background{1};  ///< display-referred, each channel in [0, 1]
    std::vector<Method> methods;
    Method reference = make_method("exact");
    std::vector<MovingMesh> moving;  ///< the mesh has them where they stand at step 0
    std::optional<WalkSettings> walk;
    std::optional<ProbeSettings> probe;
};

/// Those of a scene that names none.
inline constexpr std::array<std::string_view, 4> default_methods{
    "angle-sum:epsilon=0.001", "angle-sum:epsilon=0.01", "angle-sum:epsilon=0.5",
    "moller-trumbore:cull=none,epsilon=0"};

/// Reads a .toml scene or a bare .obj, which gets framing_camera(); "-" is such a mesh on stdin.
/// Throws Error{Exit::bad_input}
/// that names file, line, what is wrong and what would be right.
Scene load_scene(const std::filesystem::path& path);

/// Gives the scene the camera that frames it, with the up, field of view and zoom of its own.
void frame(Scene& scene);

/// Gives the image another size, in pixels; a framing camera frames anew. Throws
/// Error{Exit::usage} beyond the limits.
void resize(Scene& scene, int width, int height);

}  // namespace hitmiss
