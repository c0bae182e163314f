// OBJ text: its lines and words, and how it is written.

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "base/words.hpp"
#include "scene/obj.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

/// Whether a comment begins somewhere in the line.
bool has_comment(std::string_view line) {
    for (auto at = line.find('#'); at != line.npos; at = line.find('#', at + 1))
        if (at == 0 || is_blank(line[at - 1])) return true;
    return false;
}

}  // namespace

std::string quote(std::string_view part, std::size_t most_bytes) {
    return fmt::format("'{}'", printable(part, most_bytes));
}

bool LineReader::next_line() {
    if (next_ == end_) return false;
    word_ = next_, line_ = next_number_;
    for (bool joined = true; joined && next_ != end_;) {
        line_end_ = static_cast<char*>(std::memchr(next_, '\n', std::size_t(end_ - next_)));
        const std::string_view line(next_, std::size_t(line_end_ - next_));
        next_ = line_end_ + 1, ++next_number_;
        joined = joins_ && line.ends_with('\\') && !has_comment(line);
        if (joined) line_end_[-1] = ' ';
        if (joined && next_ != end_) *line_end_ = ' ';
    }
    return true;
}

bool LineReader::find_word() {
    while (is_blank(*word_)) ++word_;
    // Only at the beginning of a word: names and numbers such as 1.#QNAN contain it.
    if (*word_ != '#' && *word_ != '\n') return true;
    std::fill(std::exchange(word_, line_end_), line_end_, ' ');
    return false;
}

std::string_view LineReader::next_word() {
    if (!find_word()) return {};
    const char* const begin = word_;
    while (!ends_word(*word_)) ++word_;
    return {begin, std::size_t(word_ - begin)};
}

bool LineReader::next_corner(Corner& corner) {
    if (!find_word()) return false;
    const char* at = word_;
    const auto malformed = [&] {
        const auto word = next_word();
        return error("{} is not a corner of a face; {}", quote(word),
                     word.find(',') != word.npos ? comma_advice(word, "corners")
                                                 : "write 1, 1/2, 1//3 or 1/2/3");
    };
    const auto take_index = [&](bool of_vertex) {
        std::int64_t index = 0;
        const auto [stop, failure] = std::from_chars(at, line_end_, index);
        if (failure == std::errc::invalid_argument) throw malformed();
        if (failure == std::errc::result_out_of_range && of_vertex)
            throw error("vertex {} does not exist; no file has so many",
                        printable({at, std::size_t(stop - at)}));
        if (failure == std::errc::result_out_of_range)
            index = *at == '-' ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
        at = stop;
        return index;
    };
    corner = {take_index(true)};
    for (auto* attribute : {&corner.texture, &corner.normal})
        if (*at == '/' && *++at != '/' && !ends_word(*at)) *attribute = take_index(false);
    if (!ends_word(*at)) throw malformed();
    word_ += at - word_;
    return true;
}

std::string_view LineReader::rest() {
    const char* const begin = std::exchange(word_, line_end_);
    return trimmed({begin, std::size_t(line_end_ - begin)});
}

Counts count_lines(std::span<const char> text) {
    Counts counts;
    for (const char *at = text.data(), *const end = at + text.size(); at != end;) {
        const auto* const line_end =
            static_cast<const char*>(std::memchr(at, '\n', std::size_t(end - at)));
        while (is_blank(*at)) ++at;
        const auto is_v_and = [at](char c) {
            return at[0] == 'v' && at[1] == c && ends_word(at[2]);
        };
        counts.vertices += at[0] == 'v' && ends_word(at[1]);
        counts.textures += is_v_and('t'), counts.normals += is_v_and('n');
        counts.joins |= at != line_end && line_end[-1] == '\\';
        ++counts.lines, at = line_end + 1;
    }
    return counts;
}

std::vector<std::span<char>> whole_lines(std::span<char> text, std::size_t bytes) {
    std::vector<std::span<char>> parts;
    while (!text.empty()) {
        const std::string_view view(text.data(), text.size());
        const auto end = view.find('\n', std::min(bytes, text.size()) - 1) + 1;
        parts.push_back(text.first(end)), text = text.subspan(end);
    }
    return parts;
}

std::string to_obj(const Mesh& mesh) {
    const auto [vertices, corners] = shared_vertices(mesh.triangles);
    std::string text;
    for (const auto& p : vertices)
        fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p.x, p.y, p.z);
    for (const auto& [a, b, c] : corners)
        fmt::format_to(std::back_inserter(text), "f {} {} {}\n", a + 1, b + 1, c + 1);
    return text;
}

}  // namespace hitmiss
