#include "scene/obj_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "scene/obj_text.hpp"

namespace hitmiss {
namespace {

/// Keywords that say nothing about the triangles or their colours.
constexpr std::array<std::string_view, 20> harmless{
    "vn",       "vt",       "vp",         "g",         "o",     "s",      "l",
    "p",        "t",        "mg",         "lod",       "bevel", "usemap", "maplib",
    "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech", "stech"};

constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

/// Lines of one kind: how many, and which was the first.
struct Lines {
    std::size_t count = 0, first = 0;

    void add(std::size_t line) {
        if (count++ == 0) first = line;
    }
};

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

class ObjCheck {
public:
    ObjCheck(const std::string& file, std::span<char> text) : file_(file), in_(file, text) {}

    CheckedObj run(std::span<char> text, std::size_t piece_size) {
        char *begin = text.data(), *const end = begin + text.size();
        for (; begin != end; begin = in_.next()) {
            ObjPiece piece{{}, vertex_count(), material_};
            while (std::size_t(in_.next() - begin) < piece_size && in_.next_line()) read_line();
            piece.text = {begin, in_.next()};
            obj_.pieces.push_back(std::move(piece));
        }
        // A face may come before its vertices: whether they exist shows at the end.
        for (const auto& [line, index] : forward_)
            if (index > vertex_count())
                throw bad_input(file_, line, "vertex {} does not exist; the file has {} vertices",
                                index, vertex_count());
        if (obj_.triangles == 0) throw bad_input(file_, 0, "no faces; " + what_instead());
        warn();
        return std::move(obj_);
    }

private:
    std::int64_t vertex_count() const { return std::int64_t(obj_.vertices.size()); }

    void read_line() {
        const auto keyword = in_.next_word();
        if (keyword == "v")
            read_vertex();
        else if (keyword == "f")
            read_face();
        else if (keyword == "vt")
            ++texture_.count;
        else if (keyword == "vn")
            ++normal_.count;
        else if (keyword == "usemtl")
            read_material();
        else if (keyword == "mtllib")
            obj_.libraries.push_back({in_.line(), std::string(in_.name())});
        else if (!keyword.empty() && std::ranges::find(harmless, keyword) == harmless.end())
            ignore(keyword);
    }

    void ignore(std::string_view keyword) {
        if (ignored_.count == 0) ignored_keyword_ = quote(keyword);
        ignored_.add(in_.line());
        if (keyword == "F") upper_case_.add(in_.line());
    }

    void read_vertex() {
        Vec<float> position;
        int numbers = 0;
        for (; const auto number = in_.next_number(); ++numbers)
            if (numbers < 3) position[numbers] = *number;
        if (numbers < 3 || numbers == 5 || numbers > 7)
            throw in_.error(
                "'v' has {} numbers; it needs x y z, and may add a weight, a colour or both",
                numbers);
        obj_.vertices.push_back(position);
    }

    void read_face() {
        std::size_t corners = 0;
        std::int64_t largest = 0;
        for (Corner corner; in_.next_corner(corner); ++corners) {
            check_vertex(corner.vertex);
            largest = std::max(largest, corner.vertex);
            if (corner.texture) texture_.refer(*corner.texture, in_.line());
            if (corner.normal) normal_.refer(*corner.normal, in_.line());
        }
        // After a larger index that was right at the end, this one is right as well.
        if (largest > vertex_count() && (forward_.empty() || largest > forward_.back().index))
            forward_.push_back({in_.line(), largest});
        if (corners > max_corners)
            throw in_.error("a face of {} corners; at most {} are read", corners, max_corners);
        if (corners < 3) return skipped_.add(in_.line());
        obj_.triangles += corners - 2;
        if (obj_.triangles > max_triangles)
            throw in_.error("more than {} triangles; split the mesh", max_triangles);
    }

    void check_vertex(std::int64_t index) const {
        if (index == 0)
            throw in_.error("vertex 0 does not exist; indices begin at 1, or at -1 backwards");
        if (index < -vertex_count())
            throw in_.error("vertex {} does not exist; {} vertices come before this line", index,
                            vertex_count());
    }

    void read_material() {
        const auto name = in_.name();
        if (name.empty()) return ignore("usemtl");
        material_ = name;
    }

    std::string what_instead() const {
        if (upper_case_.count != 0)
            return fmt::format("keywords are lower case: 'F' in line {} should be 'f'",
                               upper_case_.first);
        if (ignored_.count != 0)
            return fmt::format("{} in line {} is not supported; write faces as 'f 1 2 3'",
                               ignored_keyword_, ignored_.first);
        return "a mesh needs at least one line like 'f 1 2 3'";
    }

    void warn() {
        const auto add = [&](std::size_t line, const std::string& message) {
            obj_.warnings.push_back(in_.warning(line, message));
        };
        if (skipped_.count != 0)
            add(skipped_.first,
                fmt::format("faces with fewer than three corners, skipped: {}", skipped_.count));
        if (ignored_.count != 0)
            add(ignored_.first, fmt::format("{} is not supported; lines ignored: {}",
                                            ignored_keyword_, ignored_.count));
        for (const auto& attribute : {texture_, normal_})
            if (attribute.largest > attribute.count)
                return add(attribute.line,
                           "a texture or normal index is out of range; neither is used");
    }

    /// A face with an index beyond the vertices before it.
    struct Forward {
        std::size_t line;
        std::int64_t index;
    };

    std::string file_;
    LineReader in_;
    CheckedObj obj_;
    std::string material_;  ///< the name in use
    Attribute texture_, normal_;
    std::vector<Forward> forward_;
    Lines skipped_, ignored_, upper_case_;
    std::string ignored_keyword_;  ///< the first one
};

}  // namespace

CheckedObj check_obj(const std::string& file, std::span<char> text, std::size_t piece_size) {
    return ObjCheck(file, text).run(text, piece_size);
}

}  // namespace hitmiss
