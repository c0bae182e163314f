#pragma once
// The sections of a scene file, each read by its own function. Errors as in TomlReader.

#include <filesystem>

#include "base/limits.hpp"
#include "scene/placement.hpp"
#include "scene/scene.hpp"
#include "scene/toml_reader.hpp"

namespace hitmiss {

/// Far from overflow in float, even for the eye that frames a scene of this size.
inline constexpr Range coordinate{-max_coordinate, max_coordinate};

/// What call() complains about as wrong usage is wrong at that key of the file.
auto at_key(const TomlReader& reader, std::string_view key, auto&& call) {
    try {
        return call();
    } catch (const Error& e) {
        if (e.exit != Exit::usage) throw;
        throw reader.error(key, e.what());
    }
}

/// The keys scale, rotate and translate.
Placement read_placement(const TomlReader& reader);
/// [[mesh]] of the scene file at that path: loaded or made, placed and coloured.
Mesh read_mesh(const TomlReader& reader, const std::filesystem::path& scene);
/// [mesh.moving].
Motion read_motion(const TomlReader& reader);
/// [walk].
WalkSettings read_walk(const TomlReader& reader);
/// [probe].
ProbeSettings read_probe(const TomlReader& reader);
/// [camera].
Camera read_camera(const TomlReader& reader);
/// [image].
void read_image(const TomlReader& reader, Scene& scene);
/// [shading].
void read_shading(const TomlReader& reader, Scene& scene);
/// [[method]] or [reference].
Method read_method(const TomlReader& reader);

/// Whether all vertices are finite and so small that no camera around them overflows in float.
bool within_limits(const Mesh& mesh);

}  // namespace hitmiss
