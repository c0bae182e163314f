#include "scene/stl.hpp"

#include <algorithm>
#include <cstring>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "scene/mesh_file.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t header = 80, first_facet = header + 4, facet_bytes = 50, normal_bytes = 12;
constexpr std::string_view ascii_stl = "an ASCII STL file";
static_assert(sizeof(CornerPoints) == 36);

std::uint32_t announced(std::string_view bytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + header, sizeof(count));
    return count;
}

std::size_t binary_size(std::uint32_t count) {
    return first_facet + facet_bytes * count;
}

bool is_binary(std::string_view start, FileSize size) {
    return start.size() >= first_facet && size == binary_size(announced(start));
}

constexpr std::string_view blanks = " \t\r\n";

bool is_ascii(std::string_view bytes) {
    const auto begin = bytes.find_first_not_of(blanks);
    return begin != bytes.npos && is_word(bytes.substr(begin, 5), "solid");
}

/// Whether a line that may begin with anything is followed by one that begins with "facet".
bool has_facet_line(std::string_view start) {
    const auto line_end = start.find_first_of("\r\n");
    const auto next = start.find_first_not_of(blanks, line_end);
    return line_end != start.npos && next != start.npos && is_word(start.substr(next, 5), "facet");
}

/// Whether a file is binary or, though its size is wrong, no text: those have no NUL up to where a
/// binary file has a triangle.
bool is_read_as_binary(std::string_view start, FileSize size) {
    return is_binary(start, size) ||
           (start.substr(0, first_facet + facet_bytes).find('\0') != start.npos &&
            !(is_ascii(start) && has_facet_line(start)));
}

/// The number of triangles of a binary file.
std::uint32_t checked_count(const std::string& file, std::string_view start, FileSize size) {
    if (start.size() < first_facet)
        throw bad_input(file, 0,
                        "is not an STL mesh; it would begin with 'solid', or have {} bytes before "
                        "its triangles",
                        first_facet);
    const std::uint32_t count = announced(start);
    if (size && !is_binary(start, size)) {
        const bool big_endian = size == binary_size(__builtin_bswap32(count));
        throw bad_input(file, 0, "announces {} triangles, {} bytes, but holds {} bytes; {}", count,
                        binary_size(count), *size,
                        big_endian ? "its numbers are big-endian, little-endian ones would be right"
                                   : "is it cut off, or not an STL mesh?");
    }
    if (count == 0) throw bad_input(file, 0, "no triangles; a mesh needs at least one");
    if (count > max_triangles)
        throw size
            ? too_many_triangles(file)
            : bad_input(file, 0, "announces {} triangles; at most {} are read; is it an STL mesh?",
                        count, max_triangles);
    return count;
}

Mesh read_binary(const std::string& file, std::string_view bytes) {
    const std::uint32_t count = checked_count(file, bytes, bytes.size());
    SplitFaces faces;
    faces.triangles.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t at = first_facet + facet_bytes * k + normal_bytes;
        CornerPoints corners;
        std::memcpy(&corners, bytes.data() + at, sizeof(corners));
        if (!is_finite(Triangle<float>(corners[0], corners[1], corners[2])))
            throw bad_input(file, 0,
                            "byte {}: triangle {} (counted from 0) has a coordinate that is not a "
                            "finite number",
                            at, k);
        faces.add(corners);
    }
    return mesh_of_faces(file, std::move(faces));
}

}  // namespace

bool is_stl(std::string_view start, FileSize size) {
    return is_binary(start, size) || is_ascii(start);
}

bool may_be_binary_stl(std::string_view start) {
    // The high byte of the number of triangles is 0, or others are; a text may hold one by mistake.
    return start.size() >= first_facet &&
           (start[first_facet - 1] == '\0' ||
            std::ranges::count(start.substr(0, first_facet + facet_bytes), '\0') > 1);
}

Announced check_stl(const std::string& file, std::string_view start, FileSize size) {
    if (!is_read_as_binary(start, size)) return {max_mesh_bytes, ascii_stl};
    return {binary_size(checked_count(file, start, size))};
}

Mesh read_stl(const std::string& file, Unfilled<char> bytes) {
    const std::string_view view(bytes.data(), bytes.size());
    if (is_read_as_binary(view, view.size())) return read_binary(file, view);
    auto ascii = to_text(file, std::move(bytes), ascii_stl);
    return mesh_of_faces(file, read_ascii_stl(file, ascii));
}

std::string to_stl(const Mesh& mesh) {
    std::string bytes = "triangles, written by hitmiss";  // must not begin with "solid"
    bytes.resize(header, ' ');
    append_bytes(bytes, std::uint32_t(mesh.triangles.size()));
    bytes.reserve(binary_size(std::uint32_t(mesh.triangles.size())));
    for (const auto& tri : mesh.triangles) {
        append_bytes(bytes, Vec<float>(unit_normal(Triangle<double>(tri))));
        append_bytes(bytes, CornerPoints{tri.a, tri.b, tri.c});
        append_bytes(bytes, std::uint16_t(0));
    }
    return bytes;
}

}  // namespace hitmiss
