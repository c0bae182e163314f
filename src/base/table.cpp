#include "base/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t gap = 2, narrowest = 7;

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
    std::vector<std::string> cells;  ///< the first one is the key
    std::size_t width = 0, least = 0;
    bool words = false;  ///< aligned to the left, and may be broken

    /// The lines of a cell; the key takes as many as it has words, if it must.
    std::vector<std::string> lines(std::size_t row) const {
        if (row == 0) return wrapped(cells[0], width);
        return words ? wrapped(cells[row], width, 2) : std::vector{cells[row]};
    }
};

Column column_of(const Rows& rows, const std::string& key) {
    Column column{{key}};
    std::ranges::replace(column.cells[0], '_', ' ');
    std::istringstream words(column.cells[0]);
    for (std::string word; words >> word;)
        column.least = std::max(column.least, character_count(word));
    column.width = column.least;
    for (const Object& row : rows) {
        const Value& value = row.at(key);
        column.cells.push_back(cell_text(value, true));
        column.width = std::max(column.width, character_count(column.cells.back()));
        column.words |= value.is_string();
    }
    column.least =
        column.words ? std::min(column.width, std::max(column.least, narrowest)) : column.width;
    return column;
}

/// Takes what is too much from the widest columns of words.
void narrow(std::vector<Column>& columns, std::size_t most) {
    std::size_t sum = 0;
    for (const Column& column : columns) sum += column.width + gap;
    for (; sum > most + gap; --sum) {
        const auto spare = [](const Column& c) { return c.width > c.least ? c.width : 0; };
        const auto widest = std::ranges::max_element(columns, {}, spare);
        if (spare(*widest) == 0) return;
        --widest->width;
    }
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
    for (std::size_t begin = 0, end; begin <= text.size() && !text.empty(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
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
    for (const auto& [key, unused] : rows[0]) columns.push_back(column_of(rows, key));
    narrow(columns, width);
    std::string text;
    for (std::size_t row = 0; row <= rows.size(); ++row) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 0;
        for (const Column& column : columns) {
            cells.push_back(column.lines(row));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t k = 0; k < height; ++k) {
            std::string line;
            for (std::size_t c = 0; c < columns.size(); ++c) {
                // Keys stand on their row's last line, cells on its first.
                const std::size_t at = row == 0 ? k + cells[c].size() - height : k;
                const std::string cell = at < cells[c].size() ? cells[c][at] : "";
                const std::string padding(columns[c].width - character_count(cell), ' ');
                line +=
                    (columns[c].words ? cell + padding : padding + cell) + std::string(gap, ' ');
            }
            text += without_end_blanks(line) + '\n';
        }
    }
    return text;
}

}  // namespace hitmiss
