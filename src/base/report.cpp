#include "base/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"

namespace hitmiss {
namespace {

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\n\r") == cell.npos) return cell;
    std::string escaped = "\"";
    for (const char c : cell) escaped += c == '"' ? "\"\"" : std::string(1, c);
    return escaped + '"';
}

}  // namespace

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
    return format == Format::json  ? as_json(report.json) + '\n'
           : format == Format::csv ? as_csv(report.csv)
                                   : report.text;
}

std::string cell_text(const Value& value, bool for_people) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>())))
        return for_people ? "-" : "";
    if (!value.is_number()) return as_json(value);
    const std::string text =
        value.is_number_float() ? number_text(value.get<double>()) : value.dump();
    return for_people ? with_separators(text) : text;
}

std::string as_markdown(const Rows& rows) {
    if (rows.empty()) return {};
    std::string head = "|", rule = "|", body;
    for (const auto& [key, unused] : rows[0]) head += ' ' + key + " |", rule += " --- |";
    for (const Object& row : rows) {
        body += '|';
        for (const auto& [unused, value] : row) body += ' ' + cell_text(value, true) + " |";
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
    return value.dump(2);
}

}  // namespace hitmiss
