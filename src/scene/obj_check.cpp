#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

/// Keywords that say nothing about the triangles or their colours.
constexpr std::array<std::string_view, 20> harmless{
    "vn",       "vt",       "vp",         "g",         "o",     "s",      "l",
    "p",        "t",        "mg",         "lod",       "bevel", "usemap", "maplib",
    "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech", "stech"};

constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

/// Normals or texture coordinates: never used, but a file that misnumbers them gets a warning.
struct Attribute {
    std::int64_t count = 0;
    std::int64_t largest = 0;  ///< index; one that can never be right is infinite
    std::size_t line = 0;      ///< of that index

    void refer(std::int64_t index, std::size_t at) {
        if (index == 0 || index < -count) index = infinite;
        if (index > largest) largest = index, line = at;
    }
};

/// A face with an index beyond the vertices before it.
struct Forward {
    std::size_t line;
    std::int64_t index;
};

/// The state after the lines read so far.
struct ObjCheck {
    LineReader in;
    CheckedObj obj{};
    std::string material{};  ///< the name in use
    Attribute texture{}, normal{};
    std::vector<Forward> forward{};
    Fault skipped{}, ignored{}, upper_case{};

    std::int64_t vertex_count() const { return std::int64_t(obj.vertices.size()); }

    void read_line() {
        const auto keyword = in.next_word();
        if (keyword == "v")
            read_vertex();
        else if (keyword == "f")
            read_face();
        else if (keyword == "vt")
            ++texture.count;
        else if (keyword == "vn")
            ++normal.count;
        else if (keyword == "mtllib")
            obj.libraries.push_back({in.line(), std::string(in.rest())});
        else if (keyword == "usemtl")
            material = in.rest();
        else if (!keyword.empty() && std::ranges::find(harmless, keyword) == harmless.end())
            ignore(keyword);
    }

    void ignore(std::string_view keyword) {
        constexpr std::string_view no_break_space = "\u00A0";
        if (keyword.find(no_break_space) != keyword.npos)
            throw in.error("a no-break space stands in {}; write a blank", quote(keyword));
        ignored.add(in.line(), ignored.count == 0 ? quote(keyword) : "");
        if (keyword == "F") upper_case.add(in.line());
    }

    void read_vertex() {
        Vec<float> position;
        std::string_view not_finite;
        int numbers = 0;
        for (std::string_view word; !(word = in.next_word()).empty(); ++numbers) {
            const auto number = read_number(word);
            if (!number) throw in.error("{}", number_fault(word));
            if (numbers >= 3) continue;  // a weight or a colour: not used
            position[numbers] = *number;
            if (std::isnan(*number) && not_finite.empty()) not_finite = word;
        }
        if (numbers < 3 || numbers == 5 || numbers > 7)
            throw in.error("'v' has {}; it needs x y z, and may add a weight, a colour or both",
                           number_of(std::uint64_t(numbers), "number"));
        if (!not_finite.empty())
            obj.not_finite.push_back(
                {std::uint32_t(obj.vertices.size()), std::uint32_t(in.line()), not_finite});
        obj.vertices.push_back(position);
    }

    void read_face() {
        std::size_t corners = 0;
        std::int64_t largest = 0;
        for (Corner corner; in.next_corner(corner); ++corners) {
            if (corner.vertex == 0)
                throw in.error("vertex 0 does not exist; indices begin at 1, or at -1 backwards");
            if (corner.vertex < -vertex_count())
                throw in.error("vertex {} does not exist; vertices before this line: {}",
                               corner.vertex, vertex_count());
            largest = std::max(largest, corner.vertex);
            if (corner.texture) texture.refer(*corner.texture, in.line());
            if (corner.normal) normal.refer(*corner.normal, in.line());
        }
        // If a larger index turns out to be valid at the end of the file, so does this one.
        if (largest > vertex_count() && (forward.empty() || largest > forward.back().index))
            forward.push_back({in.line(), largest});
        if (corners > max_corners)
            throw in.error("a face of {} corners; at most {} are read", corners, max_corners);
        if (corners < 3) return skipped.add(in.line());
        obj.triangles += corners - 2;
        if (obj.triangles > max_triangles)
            throw in.error("more than {} triangles; split the mesh", max_triangles);
    }

    std::string what_instead() const {
        if (upper_case.count != 0)
            return fmt::format("keywords are lower case: 'F' in line {} should be 'f'",
                               upper_case.line);
        if (ignored.count != 0)
            return fmt::format("{} in line {} is not supported; write faces as 'f 1 2 3'",
                               ignored.what, ignored.line);
        return "a mesh needs at least one line like 'f 1 2 3'";
    }

    void warn() {
        const auto add = [&](std::size_t line, const std::string& message) {
            obj.warnings.push_back(in.warning(line, message));
        };
        if (skipped.count != 0)
            add(skipped.line,
                fmt::format("faces with fewer than three corners, skipped: {}", skipped.count));
        if (ignored.count != 0)
            add(ignored.line,
                fmt::format("{} is not supported; lines ignored: {}", ignored.what, ignored.count));
        for (const auto& attribute : {texture, normal})
            if (attribute.largest > attribute.count)
                return add(attribute.line,
                           "a texture or normal index is out of range; neither is used");
    }
};

}  // namespace

CheckedObj check_obj(const std::string& file, std::span<char> text, std::size_t piece_size) {
    ObjCheck check{LineReader(file, text)};
    const auto& in = check.in;
    // A vertex and its two triangles take some 64 bytes; pages that stay unused cost nothing.
    check.obj.vertices.reserve(text.size() / 64);
    for (char *begin = text.data(), *end = begin + text.size(); begin != end; begin = in.next()) {
        ObjPiece piece{{}, check.vertex_count(), check.material};
        const std::size_t triangles_before = check.obj.triangles;
        while (std::size_t(in.next() - begin) < piece_size && check.in.next_line())
            check.read_line();
        piece.text = {begin, in.next()};
        piece.triangles = check.obj.triangles - triangles_before;
        check.obj.pieces.push_back(std::move(piece));
    }
    // A face may come before its vertices, so whether they exist is known only at the end.
    for (const auto& [line, index] : check.forward)
        if (index > check.vertex_count())
            throw bad_input(file, line, "vertex {} does not exist; vertices in the file: {}", index,
                            check.vertex_count());
    if (check.obj.triangles == 0) throw bad_input(file, 0, "no faces; " + check.what_instead());
    check.warn();
    return std::move(check.obj);
}

}  // namespace hitmiss
