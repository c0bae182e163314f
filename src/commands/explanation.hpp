#pragma once
// An explanation for reading, and for programs.

#include "base/report.hpp"
#include "truth/explain.hpp"

namespace hitmiss {

/// As text a block per triangle, in it a block per method that ends with its verdict beside the
/// exact one; at the end what each method sees in the whole scene. float values have 9 significant
/// digits, double ones 17. The same in JSON, with hex floats; a value that is not finite is null,
/// and "hex" tells it. In CSV a row per value and per verdict.
Report report_on(const Explanation& explanation, const Geometry& geometry);

}  // namespace hitmiss
