#include "scene/obj_guard.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/limits.hpp"
#include "scene/obj_text.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t piece_size = 1 << 20;

/// Words of the format that say nothing about the triangles or their colours.
constexpr std::array<std::string_view, 20> harmless{
    "vn",       "vt",       "vp",         "g",         "o",     "s",      "l",
    "p",        "t",        "mg",         "lod",       "bevel", "usemap", "maplib",
    "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech", "stech"};

/// Normals or texture coordinates: never used, but a file that misnumbers them is told so.
struct Attribute {
    std::int64_t count = 0;
    std::int64_t largest = 0;  ///< index seen; one that can never be right counts as infinite
    std::size_t line = 0;      ///< of that index

    void refer(std::int64_t index, std::size_t at) {
        if (index == 0 || index < -count) index = std::numeric_limits<std::int64_t>::max();
        if (index > largest) largest = index, line = at;
    }
};

class Guard {
public:
    explicit Guard(const std::filesystem::path& path)
        : file_(path.string()), read_(read_text(path, max_obj_bytes)), in_(file_, read_) {}

    GuardedObj run() {
        while (in_.next_line()) read_line(in_.next_word());
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

    void keep(std::string_view word) { obj_.text.back() += word; }

    void read_line(std::string_view keyword) {
        if (obj_.text.back().size() > piece_size) obj_.text.emplace_back().reserve(2 * piece_size);
        if (keyword == "v")
            vertex();
        else if (keyword == "f")
            face();
        else if (keyword == "vt")
            ++texture_.count;
        else if (keyword == "vn")
            ++normal_.count;
        else if (keyword == "usemtl")
            material();
        else if (keyword == "mtllib")
            obj_.libraries.push_back({in_.line(), std::string(in_.name())});
        else if (!keyword.empty() && std::ranges::find(harmless, keyword) == harmless.end())
            ignore(keyword);
    }

    void ignore(std::string_view keyword) {
        if (ignored_lines_++ == 0) ignored_ = quote(keyword), ignored_line_ = in_.line();
        if (keyword == "F" && upper_case_line_ == 0) upper_case_line_ = in_.line();
    }

    void vertex() {
        Vec<float> position;
        int numbers = 0;
        keep("v");
        for (auto word = in_.next_word(); !word.empty(); word = in_.next_word(), ++numbers) {
            const float number = in_.number(word);
            if (numbers >= 3) continue;
            position[numbers] = number;
            keep(" "), keep(word);
        }
        keep("\n");
        if (numbers < 3 || numbers == 5 || numbers > 7)
            throw in_.error(
                "'v' has {} numbers; it needs x y z, and may add a weight, a colour or both",
                numbers);
        obj_.vertices.push_back(position);
    }

    void face() {
        const std::size_t start = obj_.text.back().size();
        std::size_t corners = 0;
        std::int64_t largest = 0;
        keep("f");
        for (auto word = in_.next_word(); !word.empty(); word = in_.next_word(), ++corners) {
            const auto corner = in_.corner(word);
            check_vertex(corner.vertex);
            largest = std::max(largest, corner.vertex);
            if (corner.texture) texture_.refer(*corner.texture, in_.line());
            if (corner.normal) normal_.refer(*corner.normal, in_.line());
            keep(" "), keep(corner.vertex_word);
        }
        keep("\n");
        // OBJ lets a face come before its vertices: whether they exist shows at the end.
        if (largest > vertex_count()) forward_.push_back({in_.line(), largest});
        if (corners > max_corners)
            throw in_.error("a face of {} corners; at most {} are read", corners, max_corners);
        if (corners < 3) {
            obj_.text.back().resize(start);
            if (skipped_++ == 0) skipped_line_ = in_.line();
            return;
        }
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

    void material() {
        const auto name = in_.name();
        if (name.empty()) return ignore("usemtl");
        keep("usemtl "), keep(name), keep("\n");
    }

    std::string what_instead() const {
        if (upper_case_line_ != 0)
            return fmt::format("keywords are lower case: 'F' in line {} should be 'f'",
                               upper_case_line_);
        if (ignored_lines_ != 0)
            return fmt::format("{} in line {} is not supported; write faces as 'f 1 2 3'", ignored_,
                               ignored_line_);
        return "a mesh needs at least one line like 'f 1 2 3'";
    }

    void warn() {
        const auto add = [&](std::size_t line, const std::string& message) {
            obj_.warnings.push_back(fmt::format("{}:{}: {}", file_, line, message));
        };
        if (skipped_ != 0)
            add(skipped_line_,
                fmt::format("faces with fewer than three corners, skipped: {}", skipped_));
        if (ignored_lines_ != 0)
            add(ignored_line_,
                fmt::format("{} is not supported; lines ignored: {}", ignored_, ignored_lines_));
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
    std::string read_;
    LineReader in_;
    GuardedObj obj_;
    Attribute texture_, normal_;
    std::vector<Forward> forward_;
    std::size_t skipped_ = 0, skipped_line_ = 0;
    std::string ignored_;  ///< the first keyword that is not supported
    std::size_t ignored_lines_ = 0, ignored_line_ = 0, upper_case_line_ = 0;
};

}  // namespace

GuardedObj guard_obj(const std::filesystem::path& path) {
    return Guard(path).run();
}

}  // namespace hitmiss
