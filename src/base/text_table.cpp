// A table as text: its columns, and how they are narrowed.

#include <algorithm>

#include "base/report.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t gap = 2, narrowest = 7;

struct Column {
    std::vector<std::string> cells;  ///< the first one is the key
    std::size_t width = 0, least = 0;
    bool words = false;  ///< left-aligned, and may be broken

    /// The lines of a cell. A key may be broken at each of its words.
    std::vector<std::string> lines(std::size_t row) const {
        if (row == 0) return wrapped(cells[0], width);
        return words ? wrapped(cells[row], width, 2) : std::vector{cells[row]};
    }
};

Column column_of(const Rows& rows, const std::string& key) {
    Column column{{key}};
    std::ranges::replace(column.cells[0], '_', ' ');
    for (const auto word : split(column.cells[0], ' '))
        column.least = std::max(column.least, character_count(word));
    column.width = column.least;
    for (const Object& row : rows) {
        const Value& value = row.at(key);
        column.cells.push_back(cell_text(value, true));
        column.width = std::max(column.width, character_count(column.cells.back()));
    }
    column.words = holds_words(rows, key);
    column.least =
        column.words ? std::min(column.width, std::max(column.least, narrowest)) : column.width;
    return column;
}

/// Narrows the widest columns of words until the table fits into `most` characters.
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
        // Keys stand on their row's last line, cells on its first.
        for (auto& lines : cells)
            lines.insert(row == 0 ? lines.begin() : lines.end(), height - lines.size(), "");
        for (std::size_t k = 0; k < height; ++k) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                const std::string& cell = cells[c][k];
                const std::string padding(columns[c].width - character_count(cell), ' ');
                text += columns[c].words ? cell + padding : padding + cell;
                text.append(gap, ' ');
            }
            text.resize(text.find_last_not_of(' ') + 1);
            text += '\n';
        }
    }
    return text;
}

}  // namespace hitmiss
