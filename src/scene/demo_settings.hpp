#pragma once
// What a scene file says about the demonstrations: the walk into walls, the point against a mesh.

#include <string>
#include <string_view>
#include <vector>

#include "scene/mesh.hpp"

namespace hitmiss {

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
    double near;                   ///< what is less deep is not in the first-person pictures
    double vertical_fov;           ///< of those pictures, degrees
};

/// [probe]
struct ProbeSettings {
    Vec<float> point;
    double step;       ///< that a key moves the point
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

}  // namespace hitmiss
