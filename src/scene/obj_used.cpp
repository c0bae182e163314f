// Vertices that are not finite: whether a face uses one.

#include <algorithm>

#include "scene/obj_parts.hpp"

namespace hitmiss {

void refuse_used(const std::vector<NotFinite>& vertices, const CheckedObj& obj,
                 const std::string& file, std::span<char> text) {
    std::size_t first = obj.vertices.size();
    std::vector<std::size_t> face;
    for (const ObjPiece& piece : obj.pieces) {
        LineReader in(file, piece.text);
        for (auto before = piece.vertices; in.next_line();) {
            const auto keyword = in.next_word();
            before += keyword == "v";
            if (keyword != "f") continue;
            face.clear();
            for (Corner corner; in.next_corner(corner);)
                face.push_back(
                    std::size_t(corner.vertex > 0 ? corner.vertex - 1 : before + corner.vertex));
            if (face.size() < 3) continue;  // skipped
            for (const std::size_t vertex : face)
                if (!is_finite(obj.vertices[vertex])) first = std::min(first, vertex);
        }
    }
    const auto used = std::ranges::lower_bound(vertices, first, {}, &NotFinite::vertex);
    if (used == vertices.end()) return;
    const std::string_view rest(text.data() + used->begin, text.size() - used->begin);
    const auto word = rest.substr(0, rest.find_first_of(" \t\n"));
    throw bad_input(file, used->line, "{}", number_fault(word));
}

}  // namespace hitmiss
