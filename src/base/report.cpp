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

struct ToCell {
    bool for_people;
    std::string operator()(std::monostate) const { return for_people ? "-" : ""; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const List& list) const { return as_json(list); }
    std::string operator()(const Object& object) const { return as_json(object); }
    template <typename Number>
    std::string operator()(Number number) const {
        const std::string text = number_text(number);
        return for_people ? with_separators(text) : text;
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

std::string cell_text(const Value& value, bool for_people) {
    return std::visit(ToCell{for_people}, value.held);
}

std::string as_markdown(const Rows& rows) {
    if (rows.empty()) return {};
    std::string head = "|", rule = "|", body;
    for (const auto& [key, unused] : rows[0]) head += ' ' + key + " |", rule += " --- |";
    for (const Object& row : rows) {
        body += '|';
        for (const auto& [unused, value] : row)
            body += ' ' + (value == Value() ? "-" : cell_text(value, true)) + " |";
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
        for (const auto& [unused, value] : row) csv += quoted(cell_text(value, false)) + ',';
        csv.back() = '\n';
    }
    return csv;
}

std::string as_json(const Value& value) {
    return to_json(value).dump(2);
}

}  // namespace hitmiss
