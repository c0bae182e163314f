#pragma once
// The parts of read_obj(), in the order in which they run. First the file becomes a text, which a
// LineReader splits into lines and words. Then check_obj() reads the vertices and rejects whatever
// would mislead the mesh library, which reads the faces afterwards. The library reports success for
// nearly anything: nan, 1e999, `1,5` and missing coordinates become 0 or infinity, vertex
// 4294967299 becomes 3, and vertices that do not exist are handed out.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/line_reader.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

/// The first line with a fault of one kind, and how many there are.
struct Fault {
    std::string what{};
    std::size_t line = 0, count = 0;

    void add(std::size_t at, const std::string& text = {}) {
        if (count++ == 0) what = text, line = at;
    }
    /// Takes those of the lines that follow.
    void append(const Fault& next) {
        if (count == 0) what = next.what, line = next.line;
        count += next.count;
    }
};

/// How many lines a text has, and how many of them begin with v, vt and vn.
struct Counts {
    std::size_t lines = 0;
    std::int64_t vertices = 0, textures = 0, normals = 0;
    bool joins = false;  ///< a line may join the next: then these numbers mean nothing

    void add(const Counts& other) {
        lines += other.lines, joins |= other.joins;
        vertices += other.vertices, textures += other.textures, normals += other.normals;
    }
};
/// Counts them. The text ends with a line feed.
Counts count_lines(std::span<const char> text);

/// The text in parts of whole lines, each but the last of at least so many bytes.
std::vector<std::span<char>> whole_lines(std::span<char> text, std::size_t bytes);

/// A `mtllib` line: what follows the keyword.
struct MaterialLibrary {
    std::size_t line;
    std::string names;
};

/// Some whole lines of the text, which a thread can read by itself.
struct ObjPiece {
    std::span<char> text;
    std::int64_t vertices;      ///< before the piece
    std::string material;       ///< the name in use before the piece; empty: none
    std::size_t triangles = 0;  ///< in the piece
};

/// A vertex with a coordinate that is not finite.
struct NotFinite {
    std::uint32_t vertex, line;
    std::string_view word;  ///< the coordinate, in the text
};

struct CheckedObj {
    Unfilled<Vec<float>> vertices;      ///< the floats nearest to the file's numbers, or NaN
    std::vector<NotFinite> not_finite;  ///< in order; an error if a face uses one
    std::size_t triangles = 0;          ///< at least one
    std::vector<MaterialLibrary> libraries;
    std::vector<ObjPiece> pieces;
    std::vector<std::string> warnings;
};

/// Checks a text of to_text(), in which it joins lines (see LineReader). Throws
/// Error{Exit::bad_input} with the line for malformed or missing coordinates, for vertices that do
/// not exist, and when there are no faces or too many. The pieces are for several threads, which
/// also check them unless a line joins the next; each but the last has at least piece_size bytes.
CheckedObj check_obj(const std::string& file, std::span<char> text, std::size_t piece_size);

/// The material files that mtllib lines name, once each.
struct MaterialFiles {
    std::vector<std::filesystem::path> found;
    std::vector<std::string> warnings;  ///< one for each name that is not found
};

/// Finds the files. Only regular files inside the folder of the OBJ file are taken. A name may be
/// quoted, contain blanks or \-escaped blanks, and be a path as written on Windows; an absolute
/// path of another machine is taken for the file of that name beside the mesh.
MaterialFiles find_material_files(const std::filesystem::path& obj,
                                  const std::vector<MaterialLibrary>& libraries);

/// Appends the materials of a material file (MTL). Whatever is wrong with the file costs a warning
/// and colours, never the mesh: channels outside [0, 1] are clamped, and a material whose Kd cannot
/// be used keeps the default colour. Returns whether all materials were read.
bool load_materials(const std::filesystem::path& path, Mesh& mesh);

}  // namespace hitmiss
