#include "bench/measurement.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/words.hpp"
#include "commands/table.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

Json rounded(double value) {
    return *parse_number<double>(fmt::format("{:.4g}", value));
}

Json or_null(const auto& value) {
    return value ? Json(*value) : Json();
}

/// A column in which no row says anything is left out.
Json without_empty_columns(const Json& rows) {
    Json kept = Json::array();
    for (const Json& row : rows) {
        Json object;
        for (const auto& entry : row.items()) {
            const bool empty = std::all_of(rows.begin(), rows.end(), [&](const Json& other) {
                const Json& cell = other.at(entry.key());
                return cell.is_null() || cell == "";
            });
            if (!empty && entry.key() != "part") object[entry.key()] = entry.value();
        }
        kept.push_back(object);
    }
    return kept;
}

/// One line per subject, one column per setting.
Json spread_out(const Measurements& measurements) {
    std::vector<std::string> settings;
    for (const auto& m : measurements)
        if (std::ranges::find(settings, m.setting) == settings.end()) settings.push_back(m.setting);
    Json rows = Json::array();
    for (const auto& m : measurements) {
        if (rows.empty() || rows.back()["subject"] != m.subject) {
            Json row{{"subject", m.subject}};
            for (const auto& setting : settings) row[setting] = nullptr;
            rows.push_back(row);
        }
        rows.back()[m.setting] = rounded(m.value.median);
    }
    return rows;
}

}  // namespace

Json rows_of(const Measurements& measurements) {
    Json rows = Json::array();
    for (const auto& m : measurements) {
        const auto ratio = [&](double Quartiles::*which) {
            return m.ratio ? rounded((*m.ratio).*which) : Json();
        };
        rows.push_back({{"part", m.part},
                        {"subject", m.subject},
                        {"setting", m.setting},
                        {"triangles", or_null(m.triangles)},
                        {"threads", or_null(m.threads)},
                        {"unit", m.unit},
                        {"median", rounded(m.value.median)},
                        {"lower", rounded(m.value.lower)},
                        {"upper", rounded(m.value.upper)},
                        {"ratio", ratio(&Quartiles::median)},
                        {"ratio_lower", ratio(&Quartiles::lower)},
                        {"ratio_upper", ratio(&Quartiles::upper)},
                        {"ratio_to", m.ratio_to},
                        {"hits", or_null(m.hits)},
                        {"error_rate", m.error_rate ? rounded(*m.error_rate) : Json()},
                        {"front", m.part == "chart" ? Json(m.front) : Json()}});
    }
    return rows;
}

std::string report_text(const Measurements& measurements) {
    std::string text;
    for (auto first = measurements.begin(); first != measurements.end();) {
        const auto last = std::find_if(first, measurements.end(),
                                       [&](const auto& m) { return m.part != first->part; });
        const Measurements part(first, last);
        const bool spread = first->part == "kernels";
        text += fmt::format("\n{}{}\n", first->part, spread ? ", medians in ns" : "");
        text += as_text(spread ? spread_out(part) : without_empty_columns(rows_of(part)));
        first = last;
    }
    return text;
}

}  // namespace hitmiss
