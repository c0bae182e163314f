#pragma once
// An explanation for reading, and for programs.

#include <nlohmann/json.hpp>

#include "truth/explain.hpp"

namespace hitmiss {

/// Aligned text: a block per triangle, in it a block per method that ends with its verdict beside
/// the exact one; at the end what each method sees in the whole scene. float values have 9
/// significant digits, double ones 17.
std::string as_text(const Explanation& explanation, const Geometry& geometry);

/// The same, flat and with hex floats; a value that is not finite is null, and "hex" tells it.
nlohmann::ordered_json as_json(const Explanation& explanation, const Geometry& geometry);

/// One row per value and one per verdict, for CSV.
nlohmann::ordered_json as_rows(const Explanation& explanation);

}  // namespace hitmiss
