#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "base/words.hpp"
#include "scene/mesh_file.hpp"
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
    /// Takes those of the lines that follow, which counted on.
    void append(const Attribute& next) {
        count = next.count;
        if (next.largest > largest) largest = next.largest, line = next.line;
    }
};

/// A face with an index beyond the vertices before it.
struct Forward {
    std::size_t line;
    std::int64_t index;
};

/// Checks some whole lines, which follow others; afterwards, those of pieces that follow.
struct ObjCheck {
    LineReader in;
    Unfilled<Vec<float>>& vertices;  ///< of the file, with room for all
    std::int64_t vertex_count;       ///< so far
    Attribute texture, normal;
    std::optional<std::string> material{};  ///< the name in use, if it has been set
    std::size_t triangles = 0;
    std::vector<Forward> forward{};
    std::vector<NotFinite> not_finite{};
    std::vector<MaterialLibrary> libraries{};
    std::vector<ObjPiece> pieces{};
    Fault skipped{}, ignored{}, upper_case{};

    ObjCheck(const std::string& file, std::span<char> text, const Counts& before,
             Unfilled<Vec<float>>& room)
        : in(file, text, true, before.lines),
          vertices(room),
          vertex_count(before.vertices),
          texture{before.textures},
          normal{before.normals} {}

    /// Reads all lines of the text, in pieces of at least so many bytes.
    void read(std::span<char> text, std::size_t piece_size) {
        char *begin = text.data(), *const end = begin + text.size();
        for (; begin != end; begin = in.next()) {
            ObjPiece piece{{}, vertex_count, material.value_or("")};
            const std::size_t triangles_before = triangles;
            while (std::size_t(in.next() - begin) < piece_size && in.next_line()) read_line();
            piece.text = {begin, in.next()};
            piece.triangles = triangles - triangles_before;
            pieces.push_back(std::move(piece));
        }
    }

    void append(ObjCheck&& next) {
        next.pieces.front().material = material.value_or("");
        std::ranges::move(next.pieces, std::back_inserter(pieces));
        vertex_count = next.vertex_count;
        texture.append(next.texture), normal.append(next.normal);
        if (next.material) material = std::move(next.material);
        triangles += next.triangles;
        std::ranges::move(next.forward, std::back_inserter(forward));
        std::ranges::move(next.not_finite, std::back_inserter(not_finite));
        std::ranges::move(next.libraries, std::back_inserter(libraries));
        skipped.append(next.skipped), ignored.append(next.ignored);
        upper_case.append(next.upper_case);
    }

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
            libraries.push_back({in.line(), std::string(in.rest())});
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
        std::string_view odd;
        int numbers = 0;
        for (std::string_view word; !(word = in.next_word()).empty(); ++numbers) {
            const auto number = read_number(word);
            if (!number) throw in.error("{}", number_fault(word));
            if (numbers >= 3) continue;  // a weight or a colour: not used
            position[numbers] = *number;
            if (std::isnan(*number) && odd.empty()) odd = word;
        }
        if (numbers < 3 || numbers == 5 || numbers > 7)
            throw in.error("'v' has {}; it needs x y z, and may add a weight, a colour or both",
                           number_of(std::uint64_t(numbers), "number"));
        if (!odd.empty())
            not_finite.push_back({std::uint32_t(vertex_count), std::uint32_t(in.line()), odd});
        vertices[std::size_t(vertex_count++)] = position;
    }

    void read_face() {
        std::size_t corners = 0;
        std::int64_t largest = 0;
        for (Corner corner; in.next_corner(corner); ++corners) {
            if (corner.vertex == 0)
                throw in.error("vertex 0 does not exist; indices begin at 1, or at -1 backwards");
            if (corner.vertex < -vertex_count)
                throw in.error("vertex {} does not exist; vertices before this line: {}",
                               corner.vertex, vertex_count);
            largest = std::max(largest, corner.vertex);
            if (corner.texture) texture.refer(*corner.texture, in.line());
            if (corner.normal) normal.refer(*corner.normal, in.line());
        }
        // If a larger index turns out to be valid at the end of the file, so does this one.
        if (largest > vertex_count && (forward.empty() || largest > forward.back().index))
            forward.push_back({in.line(), largest});
        if (corners > max_corners)
            throw in.error("a face of {} corners; at most {} are read", corners, max_corners);
        if (corners < 3) return skipped.add(in.line());
        triangles += corners - 2;
        if (triangles > max_triangles)
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

    std::vector<std::string> warnings() const {
        std::vector<std::string> all;
        const auto add = [&](std::size_t line, const std::string& message) {
            all.push_back(in.warning(line, message));
        };
        if (skipped.count != 0)
            add(skipped.line,
                fmt::format("faces with fewer than three corners, skipped: {}", skipped.count));
        if (ignored.count != 0)
            add(ignored.line,
                fmt::format("{} is not supported; lines ignored: {}", ignored.what, ignored.count));
        for (const auto& attribute : {texture, normal}) {
            if (attribute.largest <= attribute.count) continue;
            add(attribute.line, "a texture or normal index is out of range; neither is used");
            break;
        }
        return all;
    }
};

/// Checks the parts of a text, each on one thread; `before`: what comes before each. There is room
/// for so many vertices.
CheckedObj check_parts(const std::string& file, std::span<const std::span<char>> parts,
                       std::span<const Counts> before, std::int64_t most_vertices,
                       std::size_t piece_size) {
    CheckedObj obj;
    obj.vertices.resize(std::size_t(most_vertices));
    std::vector<std::optional<ObjCheck>> checks(parts.size());
    std::atomic<bool> has_fault = false;
    parallel_for(parts.size(), [&](std::size_t k) {
        if (has_fault) return;
        try {
            checks[k].emplace(file, parts[k], before[k], obj.vertices).read(parts[k], piece_size);
        } catch (...) {
            has_fault = true;
            throw;
        }
    });

    ObjCheck all(file, {}, {}, obj.vertices);
    for (auto& check : checks) {
        all.append(std::move(*check));
        if (all.triangles > max_triangles) throw too_many_triangles(file);  // somewhere
    }
    obj.vertices.resize(std::size_t(all.vertex_count));
    // A face may come before its vertices, so whether they exist is known only at the end.
    for (const auto& [line, index] : all.forward)
        if (index > all.vertex_count)
            throw bad_input(file, line, "vertex {} does not exist; vertices in the file: {}", index,
                            all.vertex_count);
    if (all.triangles == 0) throw bad_input(file, 0, "no faces; " + all.what_instead());
    obj.triangles = all.triangles, obj.warnings = all.warnings();
    obj.pieces = std::move(all.pieces);
    obj.not_finite = std::move(all.not_finite), obj.libraries = std::move(all.libraries);
    return obj;
}

}  // namespace

CheckedObj check_obj(const std::string& file, std::span<char> text, std::size_t piece_size) {
    const auto parts = whole_lines(text, piece_size);
    std::vector<Counts> before(parts.size());
    parallel_for(parts.size(), [&](std::size_t k) { before[k] = count_lines(parts[k]); });
    Counts whole;
    for (Counts& counts : before) {
        const Counts own = std::exchange(counts, whole);
        whole.add(own);
    }
    // A vertex takes 8 bytes or more, "v 0 0 0" and a line feed. No memory is taken for others.
    const auto most_vertices = std::int64_t(text.size() / 8);
    try {
        if (!whole.joins && whole.vertices <= most_vertices)
            return check_parts(file, parts, before, whole.vertices, piece_size);
    } catch (const Error&) {
        // The first fault of the file counts, which may be another: pieces are checked in any
        // order, and too many triangles are noticed late.
    }
    return check_parts(file, std::array{text}, std::array{Counts{}}, most_vertices, piece_size);
}

}  // namespace hitmiss
