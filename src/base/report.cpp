#include "base/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/words.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Value& value);

struct ToJson {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(const List& list) const {
        Json array = Json::array();
        for (const Value& value : list) array.push_back(to_json(value));
        return array;
    }
    Json operator()(const Object& members) const {
        Json object = Json::object();
        for (const auto& [key, value] : members) object[key] = to_json(value);
        return object;
    }
    Json operator()(const auto& plain) const { return plain; }
};

Json to_json(const Value& value) {
    return std::visit(ToJson{}, value.held);
}

bool is_null(const Value& value) {
    return std::holds_alternative<std::monostate>(value.held);
}

std::string cell_text(const Value& value) {
    const auto* text = std::get_if<std::string>(&value.held);
    return text ? *text : to_json(value).dump();
}

/// Width in characters, not bytes: names may hold an ö.
std::size_t display_width(const std::string& text) {
    return std::size_t(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

struct Column {
    std::vector<std::string> cells;
    std::size_t width = 0;
    bool words = false;  ///< aligned to the left

    void add(std::string cell) {
        width = std::max(width, display_width(cell));
        cells.push_back(std::move(cell));
    }
};

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\n\r") == cell.npos) return cell;
    std::string escaped = "\"";
    for (const char c : cell) escaped += c == '"' ? "\"\"" : std::string(1, c);
    return escaped + '"';
}

}  // namespace

Value::Value() = default;
bool Value::operator==(const Value& other) const {
    return held == other.held;
}
Value::Value(bool value) : held(value) {}
Value::Value(double value) {
    if (std::isfinite(value)) held = value;
}
Value::Value(const char* text) : held(std::string(text)) {}
Value::Value(std::string_view text) : held(std::string(text)) {}
Value::Value(std::string text) : held(std::move(text)) {}
Value::Value(List list) : held(std::move(list)) {}
Value::Value(Object object) : held(std::move(object)) {}
Value::Value(const Rows& rows) : held(List(rows.begin(), rows.end())) {}

void append(Object& object, Object more) {
    std::ranges::move(more, std::back_inserter(object));
}

Value rounded(double value, int digits) {
    return parse_number<double>(fmt::format("{:.{}g}", value, digits));
}

Value shortest(float value) {
    return parse_number<double>(fmt::format("{}", value));
}

std::string to_string(const Report& report, Format format) {
    switch (format) {
        case Format::json:
            return as_json(report.json) + '\n';
        case Format::csv:
            return as_csv(report.csv);
        case Format::text:
            break;
    }
    return report.text;
}

std::string as_text(const Rows& rows) {
    if (rows.empty()) return {};
    std::vector<Column> columns(rows[0].size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        columns[c].add(rows[0][c].key);
        for (const Object& row : rows) {
            const Value& value = row[c].value;
            columns[c].add(is_null(value) ? "-" : cell_text(value));
            columns[c].words |= std::holds_alternative<std::string>(value.held);
        }
    }
    std::string text;
    for (std::size_t row = 0; row <= rows.size(); ++row) {
        std::string line;
        for (const Column& column : columns) {
            const std::string& cell = column.cells[row];
            const std::string padding(column.width - display_width(cell), ' ');
            line += column.words ? cell + padding + "  " : padding + cell + "  ";
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string as_markdown(const Rows& rows) {
    if (rows.empty()) return {};
    std::string head = "|", rule = "|", body;
    for (const auto& [key, unused] : rows[0]) head += ' ' + key + " |", rule += " --- |";
    for (const Object& row : rows) {
        body += '|';
        for (const auto& [unused, value] : row)
            body += ' ' + (is_null(value) ? "-" : cell_text(value)) + " |";
        body += '\n';
    }
    return head + '\n' + rule + '\n' + body;
}

std::string as_csv(const Rows& rows) {
    if (rows.empty()) return {};
    std::string csv;
    for (const auto& [key, unused] : rows[0]) csv += quoted(key) + ',';
    csv.back() = '\n';
    for (const Object& row : rows) {
        for (const auto& [unused, value] : row)
            csv += (is_null(value) ? "" : quoted(cell_text(value))) + ',';
        csv.back() = '\n';
    }
    return csv;
}

std::string as_json(const Value& value) {
    return to_json(value).dump(2);
}

}  // namespace hitmiss
