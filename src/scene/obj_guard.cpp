#include "scene/obj_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>

#include "base/limits.hpp"
#include "base/loop_error.hpp"
#include "scene/obj_text.hpp"

namespace hitmiss {
namespace {

/// Words of the format that say nothing about the triangles or their colours.
constexpr std::array<std::string_view, 20> harmless{
    "vn",       "vt",       "vp",         "g",         "o",     "s",      "l",
    "p",        "t",        "mg",         "lod",       "bevel", "usemap", "maplib",
    "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech", "stech"};

/// What comes before a place in a file.
struct Before {
    std::int64_t vertices = 0, textures = 0, normals = 0;
    std::size_t lines = 0;
    bool joined = false;  ///< whether any line may go on in the next: then nothing else is right

    void add(const Before& other) {
        vertices += other.vertices, textures += other.textures, normals += other.normals;
        lines += other.lines, joined |= other.joined;
    }
    void pass(std::string_view text) {
        for (std::size_t at = 0; at < text.size(); ++lines) {
            const std::size_t end = text.find('\n', at);
            std::size_t word = at;
            while (is_blank(text[word])) ++word;
            joined |= end > at && text[end - 1] == '\\';
            const auto is = [&](std::string_view keyword) {
                const auto after = text.substr(word, end - word).substr(keyword.size());
                return after.empty() || is_blank(after[0]) || after[0] == '#';
            };
            if (text[word] == 'v') {
                if (text.substr(word).starts_with("vt"))
                    textures += is("vt");
                else if (text.substr(word).starts_with("vn"))
                    normals += is("vn");
                else
                    vertices += is("v");
            }
            at = end + 1;
        }
    }
};

/// Normals or texture coordinates: never used, but a file that misnumbers them is told so.
struct Attribute {
    std::int64_t count = 0;
    std::int64_t largest = 0;  ///< index seen; one that can never be right counts as infinite
    std::size_t line = 0;      ///< of that index

    void refer(std::int64_t index, std::size_t at) {
        if (index == 0 || index < -count) index = std::numeric_limits<std::int64_t>::max();
        if (index > largest) largest = index, line = at;
    }
    /// `next` comes after this in the file.
    void add(const Attribute& next) {
        count = next.count;
        if (next.largest > largest) largest = next.largest, line = next.line;
    }
};

/// Reads a piece of a file.
class Guard {
public:
    Guard(const std::string& file, std::span<char> part, const Before& before)
        : file_(file),
          in_(file, part, before.lines + 1),
          before_(before.vertices),
          texture_{before.textures},
          normal_{before.normals} {
        obj_.texts.emplace_back().text.reserve(part.size());
        while (in_.next_line()) read_line(in_.next_word());
        obj_.triangles = text().triangles;
    }

    /// Appends what the next piece has read.
    void add(Guard&& next) {
        const auto append = [](auto& all, auto& more) {
            all.insert(all.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
        };
        append(obj_.vertices, next.obj_.vertices);
        append(obj_.libraries, next.obj_.libraries);
        append(forward_, next.forward_);
        texture_.add(next.texture_), normal_.add(next.normal_);
        if (skipped_ == 0) skipped_line_ = next.skipped_line_;
        skipped_ += next.skipped_;
        if (ignored_lines_ == 0) ignored_ = next.ignored_, ignored_line_ = next.ignored_line_;
        ignored_lines_ += next.ignored_lines_;
        if (upper_case_line_ == 0) upper_case_line_ = next.upper_case_line_;
        obj_.triangles += next.obj_.triangles;
        GuardedText& text = next.obj_.texts[0];
        if (!material_.empty()) text.text.insert(0, fmt::format("usemtl {}\n", material_));
        if (!next.material_.empty()) material_ = next.material_;
        append(obj_.texts, next.obj_.texts);
    }
    /// Makes room for all that will be added.
    void expect(std::size_t vertices, std::size_t pieces) {
        obj_.vertices.reserve(vertices), obj_.texts.reserve(pieces);
    }
    std::size_t triangles() const { return obj_.triangles; }

    /// Of the whole file, once all has been read.
    GuardedObj finish() {
        for (const auto& [line, index] : forward_)
            if (index > vertex_count())
                throw bad_input(file_, line, "vertex {} does not exist; the file has {} vertices",
                                index, vertex_count());
        if (obj_.triangles == 0) throw bad_input(file_, 0, "no faces; " + what_instead());
        warn();
        return std::move(obj_);
    }

private:
    std::int64_t vertex_count() const { return before_ + std::int64_t(obj_.vertices.size()); }

    /// Of this piece.
    GuardedText& text() { return obj_.texts[0]; }
    void keep(std::string_view word) { text().text += word; }

    void read_line(std::string_view keyword) {
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
        for (auto word = in_.next_word(); !word.empty(); word = in_.next_word(), ++numbers) {
            const float number = in_.number(word);
            if (numbers < 3) position[numbers] = number;
        }
        if (numbers < 3 || numbers == 5 || numbers > 7)
            throw in_.error(
                "'v' has {} numbers; it needs x y z, and may add a weight, a colour or both",
                numbers);
        obj_.vertices.push_back(position);
    }

    void face() {
        const std::size_t start = text().text.size();
        std::size_t corners = 0;
        std::int64_t largest = 0;
        keep("f");
        for (auto word = in_.next_word(); !word.empty(); word = in_.next_word(), ++corners) {
            const auto corner = in_.corner(word);
            check_vertex(corner.vertex);
            largest = std::max(largest, corner.vertex);
            if (corner.texture) texture_.refer(*corner.texture, in_.line());
            if (corner.normal) normal_.refer(*corner.normal, in_.line());
            keep(" ");
            if (corner.vertex > 0)
                keep(corner.vertex_word);
            else
                keep(fmt::format_int(vertex_count() + 1 + corner.vertex).c_str());
        }
        keep("\n");
        // OBJ lets a face come before its vertices: whether they exist shows at the end.
        if (largest > vertex_count()) forward_.push_back({in_.line(), largest});
        if (corners > max_corners)
            throw in_.error("a face of {} corners; at most {} are read", corners, max_corners);
        if (corners < 3) {
            text().text.resize(start);
            if (skipped_++ == 0) skipped_line_ = in_.line();
            return;
        }
        text().triangles += corners - 2;
        if (text().triangles > max_triangles)
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
        material_ = name;
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
    LineReader in_;
    std::int64_t before_;  ///< vertices of earlier pieces
    GuardedObj obj_;
    std::string material_;  ///< the last one
    Attribute texture_, normal_;
    std::vector<Forward> forward_;
    std::size_t skipped_ = 0, skipped_line_ = 0;
    std::string ignored_;  ///< the first keyword that is not supported
    std::size_t ignored_lines_ = 0, ignored_line_ = 0, upper_case_line_ = 0;
};

/// Pieces of whole lines.
std::vector<std::span<char>> cut(std::span<char> text, std::size_t size) {
    const std::string_view all(text.data(), text.size());
    std::vector<std::span<char>> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = all.find('\n', std::min(at + size, text.size()) - 1) + 1;
        pieces.push_back(text.subspan(at, end - at));
        at = end;
    }
    return pieces;
}

/// What all pieces together say; nothing where one of them has an error, they are too much, or
/// lines are joined, which may be beyond a piece.
std::optional<GuardedObj> guard_pieces(const std::string& file,
                                       std::span<const std::span<char>> pieces) {
    std::vector<Before> before(pieces.size() + 1);
    std::vector<std::optional<Guard>> guards(pieces.size());
#pragma omp parallel for
    for (std::size_t k = 0; k < pieces.size(); ++k)
        before[k + 1].pass({pieces[k].data(), pieces[k].size()});
    for (std::size_t k = 0; k < pieces.size(); ++k) before[k + 1].add(before[k]);
    if (before.back().joined) return {};
    LoopError error;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t k = 0; k < pieces.size(); ++k)
        error.guard([&] { guards[k].emplace(file, pieces[k], before[k]); });
    if (error) return {};
    std::optional<Guard> all;
    for (auto& guard : guards) {
        if (all)
            all->add(std::move(*guard));
        else
            all.emplace(std::move(*guard))
                .expect(std::size_t(before.back().vertices), pieces.size());
        guard.reset();
    }
    if (all->triangles() > max_triangles) return {};
    return all->finish();
}

}  // namespace

GuardedObj guard_obj(const std::filesystem::path& path, std::size_t piece) {
    const std::string file = path.string();
    auto text = read_text(path, max_obj_bytes);
    const auto pieces = cut(text, piece);
    if (pieces.size() > 1)
        if (auto obj = guard_pieces(file, pieces)) return std::move(*obj);
    // One that has an error is read in one piece, so that its first error is found.
    return Guard(file, text, {}).finish();
}

}  // namespace hitmiss
