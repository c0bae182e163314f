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

#include "base/error.hpp"
#include "scene/mesh.hpp"
#include "scene/mesh_bytes.hpp"

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

/// Whether the character separates words.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
inline bool ends_word(char c) {
    return is_blank(c) || c == '\n';
}

/// A part of a file as a message shows it: printable(), in quotes.
std::string quote(std::string_view part, std::size_t most_bytes = 40);

/// The word as a number, rounded to the nearest float: NaN if it is NaN, infinite (in any spelling,
/// such as MSVC's 1.#QNAN) or too large for a float; nothing if it is not a number.
std::optional<float> read_number(std::string_view word);
/// Why read_number() finds no finite number, and what would be right.
std::string number_fault(std::string_view word);
/// What to write instead of a word with commas. Items: what the line lists, "numbers" or "corners".
std::string comma_advice(std::string_view word, std::string_view items);

/// A corner of a face: 1, 1/2, 1//3 or 1/2/3, each index of any sign. An index of a texture
/// coordinate or normal that 64 bits cannot hold becomes the largest that they can.
struct Corner {
    std::int64_t vertex;
    std::optional<std::int64_t> texture{}, normal{};
};

/// Reads a text of to_text() line by line and word by word. A backslash at the end of a line,
/// unless in a comment, joins the next line as if by a blank, where the format `joins` lines. A #
/// begins a comment at the start of a line or after a blank. Joined lines become one line in the
/// text itself, and comments after words become blanks.
class LineReader {
public:
    LineReader(std::string file, std::span<char> text, bool joins = true,
               std::size_t lines_before = 0)
        : file_(std::move(file)),
          next_(text.data()),
          end_(next_ + text.size()),
          joins_(joins),
          next_number_(lines_before + 1) {}

    /// Goes to the next line, if there is one.
    bool next_line();

    /// Takes the next word of the line; empty at its end.
    std::string_view next_word();

    /// Takes the next word as a corner, if there is one. (In place: an optional Corner would be
    /// stored in parts and copied whole, a store forwarding stall.)
    bool next_corner(Corner& corner);

    /// Takes the rest of the line, with its comment: names may contain #.
    std::string_view rest();

    /// The number of the line in the file, counted from 1; of joined lines the first.
    std::size_t line() const { return line_; }
    /// Where the next line begins.
    char* next() const { return next_; }

    template <typename... Args>
    Error error(fmt::format_string<Args...> text, Args&&... args) const {
        return bad_input(file_, line_, text, std::forward<Args>(args)...);
    }
    std::string warning(std::size_t line, std::string_view message) const {
        return fmt::format("{}:{}: {}", file_, line, message);
    }

private:
    bool find_word();

    std::string file_;
    char *next_, *end_;  ///< what has not been read
    bool joins_;
    char *word_ = nullptr, *line_end_ = nullptr;  ///< the rest of the line
    std::size_t line_ = 0, next_number_;
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
