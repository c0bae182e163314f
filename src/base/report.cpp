#include "base/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/utf8.hpp"
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

/// Whether people read the column from the left: it holds words, not numbers or bounds of them.
bool holds_words(const Rows& rows, const std::string& key) {
    return std::ranges::any_of(rows, [&](const Object& row) {
        return row.at(key).is_string() && !row.at(key).get<std::string>().starts_with("< ");
    });
}

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

/// The text with each of these characters replaced.
std::string replaced(std::string_view text,
                     std::initializer_list<std::pair<char, std::string_view>> by) {
    std::string all;
    for (const char c : text) {
        const auto* const found =
            std::ranges::find(by, c, &std::pair<char, std::string_view>::first);
        all += found == by.end() ? std::string(1, c) : std::string(found->second);
    }
    return all;
}

/// Without what ends a cell, or begins an HTML tag: "<", unless a blank follows as in "< 5".
std::string markdown_text(std::string_view text) {
    std::string all;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const bool tag = text[k] == '<' && !text.substr(k + 1).starts_with(' ');
        if (tag || text[k] == '|') all += '\\';
        all += text[k] == '\n' ? ' ' : text[k];
    }
    return all;
}

std::string latex_text(std::string_view text) {
    return replaced(text, {{'\\', "\\textbackslash{}"},
                           {'&', "\\&"},
                           {'%', "\\%"},
                           {'$', "\\$"},
                           {'#', "\\#"},
                           {'_', "\\_"},
                           {'{', "\\{"},
                           {'}', "\\}"},
                           {'~', "\\textasciitilde{}"},
                           {'^', "\\textasciicircum{}"},
                           {'<', "\\textless{}"},
                           {'>', "\\textgreater{}"},
                           {'|', "\\textbar{}"}});
}

/// In the value, and in all that it holds.
void show_as_utf8(Value& value) {
    if (value.is_string()) value = as_utf8(value.get<std::string>());
    if (value.is_structured())
        for (Value& part : value) show_as_utf8(part);
}

/// The rows with these columns only, in this order.
Rows chosen(const Rows& rows, const std::vector<std::string>& columns) {
    Rows kept(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (const std::string& column : columns) kept[k].push_back({column, rows[k].at(column)});
    return kept;
}

/// Tables below each other: how their headings and rows are written.
std::string joined(const std::vector<TitledRows>& tables, const auto& heading, const auto& as) {
    std::string text;
    for (const auto& [title, rows] : tables) {
        if (!text.empty()) text += '\n';
        if (!title.empty()) text += heading(title);
        text += as(rows);
    }
    return text;
}

std::string text_of(const Report& report, const TableOptions& options, std::size_t width) {
    const bool all = options.columns.empty();
    if (!report.csv.empty()) check_columns(options, report.csv[0]);
    const Rows rows = all ? report.csv : chosen(report.csv, options.columns);
    const std::vector<TitledRows> tables =
        all && !report.tables.empty() ? report.tables : std::vector<TitledRows>{{"", rows}};
    switch (options.format) {
        case Format::json:
            return as_json(all ? Value(report.json) : Value(rows)) + '\n';
        case Format::csv:
            return as_csv(rows);
        case Format::markdown:
            return joined(
                tables, [](auto& title) { return fmt::format("**{}**\n\n", markdown_text(title)); },
                as_markdown);
        case Format::latex:
            return joined(
                tables, [](auto& title) { return fmt::format("% {}\n", title); }, as_latex);
        default:
            return all ? report.text : as_text(rows, width);
    }
}

}  // namespace

std::string csv_cell(const std::string& cell) {
    if (cell.find_first_of(",\"\n\r") == cell.npos) return cell;
    return '"' + replaced(cell, {{'"', "\"\""}}) + '"';
}

void append(Object& object, Object more) {
    std::ranges::move(more, std::back_inserter(object));
}

Value rounded(double value, int digits) {
    return parse_number<double>(fmt::format("{:.{}g}", value, digits));
}

Value shortest(float value) {
    return parse_number<double>(fmt::format("{}", value));
}

void check_columns(const TableOptions& options, const Object& row) {
    std::vector<std::string_view> names;
    for (const auto& [key, unused] : row) names.push_back(key);
    for (const std::string& column : options.columns)
        if (std::ranges::find(names, column) == names.end())
            throw Error(Exit::usage, "--columns {}: not in this table; {}its columns are {}",
                        column, did_you_mean(column, names), fmt::join(names, ", "));
}

std::string to_string(const Report& report, const TableOptions& options, std::size_t width) {
    return as_utf8(text_of(report, options, width));
}

std::string tables_text(const std::vector<TitledRows>& tables, std::size_t width) {
    return joined(
        tables, [](auto& title) { return title + '\n'; },
        [&](const Rows& rows) { return as_text(rows, width); });
}

std::string cell_text(const Value& value, bool for_people) {
    if (value.is_string()) return as_utf8(value.get<std::string>());
    if (value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>())))
        return for_people ? "-" : "";
    if (!value.is_number()) return as_json(value);
    const std::string text =
        value.is_number_float() ? number_text(value.get<double>()) : value.dump();
    return for_people ? with_separators(text) : text;
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

std::string as_markdown(const Rows& rows) {
    if (rows.empty()) return {};
    std::string head = "|", rule = "|", body;
    for (const auto& [key, unused] : rows[0]) {
        head += ' ' + markdown_text(key) + " |";
        rule += holds_words(rows, key) ? " --- |" : " ---: |";
    }
    for (const Object& row : rows) {
        body += '|';
        for (const auto& [unused, value] : row)
            body += ' ' + markdown_text(cell_text(value, true)) + " |";
        body += '\n';
    }
    return head + '\n' + rule + '\n' + body;
}

std::string as_latex(const Rows& rows) {
    if (rows.empty()) return {};
    std::string columns, head, body;
    for (const auto& [key, unused] : rows[0]) {
        columns += holds_words(rows, key) ? 'l' : 'r';
        head += (head.empty() ? "" : " & ") + latex_text(replaced(key, {{'_', " "}}));
    }
    for (const Object& row : rows) {
        std::string line;
        for (const auto& [unused, value] : row) {
            const std::string cell = cell_text(value, true);
            const bool negative = value.is_number() && cell.starts_with('-');
            line += (&value == &row.begin()->second ? "" : " & ") +
                    (negative ? "$-$" + cell.substr(1) : latex_text(cell));
        }
        body += line + " \\\\\n";
    }
    return fmt::format(
        "\\begin{{tabular}}{{{}}}\n\\hline\n{} \\\\\n\\hline\n{}\\hline\n\\end{{tabular}}\n",
        columns, head, body);
}

std::string as_csv(const Rows& rows) {
    if (rows.empty()) return {};
    std::string csv;
    for (const auto& [key, unused] : rows[0]) csv += csv_cell(key) + ',';
    csv.back() = '\n';
    for (const Object& row : rows) {
        for (const auto& [unused, value] : row) csv += csv_cell(cell_text(value, false)) + ',';
        csv.back() = '\n';
    }
    return csv;
}

std::string as_json(Value value) {
    show_as_utf8(value);
    return value.dump(2);
}

}  // namespace hitmiss
