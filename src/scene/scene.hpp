#pragma once
// A scene: what is looked at, from where, and by which methods.

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "methods/catalogue.hpp"
#include "scene/camera.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

/// What a pixel's colour shows.
enum class Shading { facet, normal, depth, barycentric, triangle };
inline constexpr std::array<std::string_view, 5> shading_names{"facet", "normal", "depth",
                                                               "barycentric", "triangle"};

class TomlReader;

/// W of a moving mesh, in degrees and scene units: where it stands at step 0, and what each step
/// adds to its rotation and translation.
struct Motion {
    Placement start;
    Vec<double> spin{0}, drift{0};

    Placement at(int step) const {
        return {start.scale, start.rotate + double(step) * spin,
                start.translate + double(step) * drift};
    }
};

/// A part of a scene's mesh that moves: triangles first, first + 1, ... in their own coordinates.
struct MovingMesh {
    std::size_t first;
    std::vector<Triangle<float>> rest;
    Motion motion;
};

/// [walk]
struct WalkSettings {
    Vec<float> position;           ///< of the eye
    Vec<double> facing{0, 0, -1};  ///< any length; not straight up or down
    double step;                   ///< length, scene units
    double turn;                   ///< degrees
    std::string path;              ///< as parse_path() returns it
    double near;                   ///< depth where the first-person pictures begin
    double vertical_fov;           ///< of those pictures, degrees
};

/// [probe]
struct ProbeSettings {
    Vec<float> point;
    double step;       ///< how far a key moves the point
    double tolerance;  ///< corrected: largest distance from the plane of a triangle that holds it
    std::string keys;  ///< as parse_keys() returns it
};

inline constexpr int most_moves = 1000;

/// A path of moves F, B (a step forward, back), L, R (a turn left, right), each with a count
/// before it if it is repeated: "3F L F" is FFFLF. Throws Error{Exit::usage}.
std::string parse_path(std::string_view text);

/// A string of the keys W, S, A, D, E, Q, in upper or lower case, with or without spaces; upper
/// case without spaces is returned. Throws Error{Exit::usage}.
std::string parse_keys(std::string_view text);

/// The keys scale, rotate and translate of a [[mesh]] or [mesh.moving]. Errors as in TomlReader.
Placement read_placement(const TomlReader& reader);
/// [mesh.moving].
Motion read_motion(const TomlReader& reader);
WalkSettings read_walk(const TomlReader& reader);
ProbeSettings read_probe(const TomlReader& reader);

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

    std::size_t pixels() const { return std::size_t(width) * std::size_t(height); }
    /// One through each pixel.
    PrimaryRays rays() const { return {camera, width, height}; }
};

/// The methods of a scene that names none.
inline constexpr std::array<std::string_view, 4> default_methods{
    "angle-sum:epsilon=0.001", "angle-sum:epsilon=0.01", "angle-sum:epsilon=0.5",
    "moller-trumbore"};

/// Reads a .toml scene or a bare mesh, which gets framing_camera(); "-" is one on stdin.
/// Throws Error{Exit::bad_input} that names file, line, what is wrong and what would be right.
Scene load_scene(const std::filesystem::path& path);

/// Gives the scene the camera that frames it, with the same up, field of view and zoom.
void frame(Scene& scene);

/// Gives the image another size, in pixels; a framing camera frames anew. Throws
/// Error{Exit::usage} beyond the limits.
void resize(Scene& scene, int width, int height);

}  // namespace hitmiss
