#pragma once
// Results as text, JSON or CSV, from the same rows.

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace hitmiss {

enum class Format { text, json, csv };
void add_format_option(CLI::App& command, Format& format);

/// Rows are flat objects with the same keys. Text aligns the columns and shows null as "-".
std::string as_text(const nlohmann::ordered_json& rows);
/// A header line, then a line per row, after RFC 4180; null is empty.
std::string as_csv(const nlohmann::ordered_json& rows);

}  // namespace hitmiss
