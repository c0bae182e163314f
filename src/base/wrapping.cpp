#include "base/wrapping.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/words.hpp"

namespace hitmiss {
namespace {

/// Where a line may first be broken: after a blank, a colon, a comma, or a hyphen between letters.
std::size_t first_piece(std::string_view text) {
    const auto letter = [&](std::size_t k) { return k < text.size() && is_letter(text[k]); };
    for (std::size_t k = 0; k < text.size(); ++k)
        if (text[k] == ' ' || ((text[k] == ':' || text[k] == ',') && k > 0) ||
            (text[k] == '-' && k > 0 && letter(k - 1) && letter(k + 1)))
            return k + 1;
    return text.size();
}

std::string without_end_blanks(const std::string& line) {
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    width = std::max(width, indent + 1);  // however narrow a terminal is
    std::vector<std::string> lines{""};
    std::size_t used = 0, margin = 0;
    const auto new_line = [&] {
        lines.back() = without_end_blanks(lines.back());
        lines.emplace_back(indent, ' ');
        used = margin = indent;
    };
    const auto add = [&](std::string_view piece) {
        const bool blank = piece.ends_with(' ');
        if (used > margin && used + character_count(piece) - blank > width) new_line();
        while (character_count(piece) - blank > width - margin) {
            std::size_t cut = 0;
            while (character_count(piece.substr(0, cut + 1)) <= width - margin) ++cut;
            if (const auto equals = piece.rfind('=', cut - 1); equals != piece.npos)
                cut = equals + 1;
            lines.back() += piece.substr(0, cut);
            piece.remove_prefix(cut);
            new_line();
        }
        lines.back() += piece;
        used += character_count(piece);
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, std::min(end + 1, text.size()));
        text.remove_prefix(word.size());
        // A word is broken only if it is longer than a line, so that commands can be pasted.
        const bool fits = character_count(word.substr(0, end)) + indent <= width;
        while (!word.empty()) {
            const std::size_t length = fits ? word.size() : first_piece(word);
            add(word.substr(0, length));
            word.remove_prefix(length);
        }
    }
    lines.back() = without_end_blanks(lines.back());
    return lines;
}

std::string paragraph(std::string_view text, std::size_t width, std::size_t margin,
                      std::size_t indent) {
    std::string all;
    for (const std::string& line : wrapped(text, width - std::min(width, margin), indent))
        all += std::string(margin, ' ') + line + '\n';
    return all;
}

std::string fitted(std::string_view text, std::size_t width, const std::string& program) {
    std::string all;
    if (text.empty()) return all;
    for (const std::string_view line : split(text, '\n')) {
        const auto first = std::min(line.find_first_not_of(' '), line.size());
        const auto blanks = first > 0 ? line.find("  ", first) : line.npos;
        const auto second = line.find_first_not_of(' ', blanks);
        const bool command = line.starts_with("  " + program + ' ');
        all +=
            paragraph(line, command ? any_width : width, 0, second == line.npos ? first : second);
    }
    return all;
}

std::string columns_text(const std::vector<ColumnMeaning>& columns) {
    std::size_t widest = 0;
    for (const auto& [key, unused] : columns) widest = std::max(widest, key.size());
    std::string text = "Columns:";
    for (const auto& [key, meaning] : columns)
        text += fmt::format("\n  {:{}}  {}", key, widest, meaning);
    return text;
}

std::vector<std::string> column_names(const std::vector<ColumnMeaning>& columns) {
    constexpr std::string_view each = "NAME_";
    std::vector<std::string> names;
    std::size_t single = 0;  // names that are written out
    for (const auto& [key, unused] : columns)
        for (const auto part : split(key, ',')) {
            const std::string name(trimmed(part));
            if (!name.starts_with(each)) {
                names.push_back(name), single = names.size();
                continue;
            }
            for (std::size_t k = 0; k < single; ++k)
                names.push_back(names[k] + name.substr(each.size() - 1));
        }
    return names;
}

}  // namespace hitmiss
