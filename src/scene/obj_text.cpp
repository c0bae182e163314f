// OBJ text: how its lines are counted and shared, and how it is written.

#include <algorithm>
#include <cstring>
#include <iterator>

#include "scene/obj.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
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
