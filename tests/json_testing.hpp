#pragma once
// JSON as tests read it: one file parses and prints it, because the code for either takes seconds
// to compile.

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace hitmiss {

using Json = nlohmann::ordered_json;

/// Throws if the text is not JSON.
Json parse_json(const std::string& text);

}  // namespace hitmiss

namespace nlohmann {

/// As googletest shows a value.
void PrintTo(const ordered_json& value, std::ostream* stream);

}  // namespace nlohmann
