#pragma once
// The sections of a scene file, each read by its own function. Errors as in TomlReader.

#include <filesystem>

#include "scene/scene.hpp"
#include "scene/toml_reader.hpp"

namespace hitmiss {

/// [[mesh]] of the scene file at that path: loaded or made, placed and coloured.
Mesh read_mesh(const TomlReader& reader, const std::filesystem::path& scene);
/// [camera].
Camera read_camera(const TomlReader& reader);
/// [image].
void read_image(const TomlReader& reader, Scene& scene);
/// [shading].
void read_shading(const TomlReader& reader, Scene& scene);
/// [[method]] or [reference].
MethodSpec read_method(const TomlReader& reader);

/// Whether all vertices are finite and so small that no camera around them overflows in float.
bool within_limits(const Mesh& mesh);

}  // namespace hitmiss
