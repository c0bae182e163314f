#include "commands/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

std::string cell_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Width in characters, not bytes: names may hold an ö.
std::size_t display_width(const std::string& text) {
    return std::size_t(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

void add_format_option(CLI::App& command, Format& format) {
    static const std::vector<std::string> names{"text", "json", "csv"};
    command
        .add_option_function<std::string>(
            "--format",
            [&format](const std::string& name) {
                format = Format(std::find(names.begin(), names.end(), name) - names.begin());
            },
            "of the table: text (default), json or csv")
        ->check(CLI::IsMember(names));
}

std::string as_text(const Json& rows) {
    if (rows.empty()) return {};
    struct Column {
        std::vector<std::string> cells;
        std::size_t width = 0;
        bool number = true;
    };
    std::vector<Column> columns;
    for (const auto& [key, unused] : rows[0].items()) {
        Column column{{key}, display_width(key), true};
        for (const Json& row : rows) {
            const Json& value = row.at(key);
            column.cells.push_back(value.is_null() ? "-" : cell_text(value));
            column.width = std::max(column.width, display_width(column.cells.back()));
            column.number &= !value.is_string();
        }
        columns.push_back(std::move(column));
    }
    std::string text;
    for (std::size_t row = 0; row <= rows.size(); ++row) {
        std::string line;
        for (const Column& column : columns) {
            const std::string& cell = column.cells[row];
            const std::string padding(column.width - display_width(cell), ' ');
            line += column.number ? padding + cell + "  " : cell + padding + "  ";
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string as_csv(const Json& rows) {
    if (rows.empty()) return {};
    const auto quoted = [](const std::string& cell) {
        if (cell.find_first_of(",\"\n\r") == cell.npos) return cell;
        std::string escaped = "\"";
        for (const char c : cell) escaped += c == '"' ? "\"\"" : std::string(1, c);
        return escaped + '"';
    };
    std::string csv;
    for (const auto& [key, unused] : rows[0].items()) csv += quoted(key) + ',';
    csv.back() = '\n';
    for (const Json& row : rows) {
        for (const Json& value : row)
            csv += (value.is_null() ? "" : quoted(cell_text(value))) + ',';
        csv.back() = '\n';
    }
    return csv;
}

}  // namespace hitmiss
