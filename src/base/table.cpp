#include "base/table.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t gap = 2, narrowest = 7;

/// How many bytes the first characters take: names may hold an ö.
std::size_t bytes_of(std::string_view text, std::size_t characters) {
    std::size_t bytes = 0;
    while (bytes < text.size() && character_count(text.substr(0, bytes + 1)) <= characters) ++bytes;
    return bytes;
}

/// Up to where a line may end first: behind a blank or one of : , and a hyphen between letters.
std::size_t first_piece(std::string_view text) {
    const auto letter = [&](std::size_t k) {
        return k < text.size() && ((text[k] | 0x20) >= 'a' && (text[k] | 0x20) <= 'z');
    };
    for (std::size_t k = 0; k < text.size(); ++k)
        if (text[k] == ' ' || ((text[k] == ':' || text[k] == ',') && k > 0) ||
            (text[k] == '-' && k > 0 && letter(k - 1) && letter(k + 1)))
            return k + 1;
    return text.size();
}

std::string without_end_blanks(const std::string& line) {
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

struct Column {
    std::string key;
    std::vector<std::string> cells{};
    std::size_t width = 0, least = 0;
    bool words = false;  ///< aligned to the left, and may be broken

    void add(std::string cell) {
        width = std::max(width, character_count(cell));
        cells.push_back(std::move(cell));
    }
    /// The key takes as many lines as it has words, if it must.
    void make_room_for_key() {
        for (std::string_view rest = key; !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            least = std::max(least, character_count(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        width = std::max(width, least);
        least = words ? std::min(width, std::max(least, narrowest)) : width;
    }
};

/// Takes what is too much from the widest columns of words.
void narrow(std::vector<Column>& columns, std::size_t most) {
    std::size_t sum = 0;
    for (const Column& column : columns) sum += column.width + gap;
    for (; sum > most + gap; --sum) {
        Column* widest = nullptr;
        for (Column& column : columns)
            if (column.width > column.least && (!widest || column.width > widest->width))
                widest = &column;
        if (!widest) return;
        --widest->width;
    }
}

/// One row of the table, its cells as lines; a row of keys stands on its last line.
std::string row_text(const std::vector<Column>& columns,
                     const std::vector<std::vector<std::string>>& cells, bool keys) {
    std::size_t height = 0;
    for (const auto& lines : cells) height = std::max(height, lines.size());
    std::string text;
    for (std::size_t k = 0; k < height; ++k) {
        std::string line;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::size_t above = keys ? height - cells[c].size() : 0;
            const bool empty = k < above || k - above >= cells[c].size();
            const std::string cell = empty ? "" : cells[c][k - above];
            const std::string padding(columns[c].width - character_count(cell), ' ');
            line += (columns[c].words ? cell + padding : padding + cell) + std::string(gap, ' ');
        }
        text += without_end_blanks(line) + '\n';
    }
    return text;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
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
            std::size_t cut = bytes_of(piece, width - margin);
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
        // Broken only where a line has no room for all of it, so that commands can be pasted.
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
    for (const std::string& line : wrapped(text, width - margin, indent))
        all += std::string(margin, ' ') + line + '\n';
    return all;
}

std::string fitted(std::string_view text, std::size_t width, std::size_t margin) {
    std::string all;
    for (bool more = !text.empty(); more;) {
        const auto end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        more = end != text.npos;
        if (more) text.remove_prefix(end + 1);
        const auto first = std::min(line.find_first_not_of(' '), line.size());
        const auto blanks = first > 0 ? line.find("  ", first) : line.npos;
        const auto second = line.find_first_not_of(' ', blanks);
        const bool command = line.starts_with("  hitmiss ");
        all += paragraph(line, command ? any_width : width, margin,
                         second == line.npos ? first : second);
    }
    return all;
}

std::string columns_text(const std::vector<ColumnMeaning>& columns) {
    std::size_t widest = 0;
    for (const auto& [key, unused] : columns) widest = std::max(widest, key.size());
    std::string text = "Columns:";
    for (const auto& [key, meaning] : columns)
        text += fmt::format("\n{:{}}{:{}}{}", "", gap, key, widest + gap, meaning);
    return text;
}

std::string as_text(const Rows& rows, std::size_t width) {
    if (rows.empty()) return {};
    std::vector<Column> columns;
    for (const auto& [key, unused] : rows[0]) {
        Column& column = columns.emplace_back(Column{key});
        std::ranges::replace(column.key, '_', ' ');
        for (const Object& row : rows) {
            const Value& value = row.at(key);
            column.add(cell_text(value, true));
            column.words |= value.is_string();
        }
        column.make_room_for_key();
    }
    narrow(columns, width);
    std::vector<std::vector<std::string>> cells;
    for (const Column& column : columns) cells.push_back(wrapped(column.key, column.width));
    std::string text = row_text(columns, cells, true);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            cells[c] = columns[c].words ? wrapped(columns[c].cells[row], columns[c].width, 2)
                                        : std::vector{columns[c].cells[row]};
        text += row_text(columns, cells, false);
    }
    return text;
}

}  // namespace hitmiss
