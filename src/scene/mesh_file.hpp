#pragma once
// Mesh files of any format: OBJ, STL, PLY, and tables of nine numbers a triangle.

#include <array>
#include <bit>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "scene/mesh.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {

/// How the names of meshes end, in lower or upper case.
inline constexpr std::array<std::string_view, 5> mesh_endings{".obj", ".stl", ".ply", ".npy",
                                                              ".csv"};
/// The same in words, for help and messages.
inline constexpr std::string_view mesh_endings_text = ".obj, .stl, .ply, .npy or .csv";

/// The path's extension in lower case.
std::string lower_ending(const std::filesystem::path& path);

/// Whether the path ends like a mesh.
bool is_mesh(const std::filesystem::path& path);

/// For a file that is not there: "did you mean 'scenes/cube.toml'? " with the file of these endings
/// in the same folder whose name is nearest to the path's; empty if there is none. `typed`: how
/// somebody wrote the path, if it is relative to another folder.
std::string did_you_mean_file(const std::filesystem::path& path,
                              std::span<const std::string_view> endings,
                              const std::optional<std::filesystem::path>& typed = {});

/// Reads a mesh from a file or, of "-", from standard input. The content decides its format (a
/// binary STL by its size, because its header may begin with "solid"), and the path's ending where
/// the content does not tell; what neither tells is OBJ. Only OBJ has colours. Throws
/// Error{Exit::bad_input} with file and line, or byte of a binary file, for anything that would
/// give a wrong mesh; what can be left out without harm becomes a warning.
Mesh load_mesh(const std::filesystem::path& path);

/// The mesh of a file's faces, with the colours and warnings that `mesh` has. Warns of triangles
/// without area and of outlines that cross themselves.
Mesh mesh_of_faces(const std::string& file, SplitFaces faces, Mesh mesh = {});

/// A file has more than max_triangles.
Error too_many_triangles(const std::string& file);

static_assert(std::endian::native == std::endian::little,
              "binary files are read and written as they are stored");

/// Appends a value as a binary file stores it on this machine, which is little-endian.
void append_bytes(std::string& bytes, const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace hitmiss
