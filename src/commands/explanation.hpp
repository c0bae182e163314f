#pragma once
// An explanation for reading, and for programs.

#include "base/report.hpp"
#include "truth/explain.hpp"

namespace hitmiss {

/// As text the triangles, then a block per method: on each triangle its values and comparisons, of
/// which the last decides, and what it sees in the whole scene beside what is right; in red where
/// it is wrong, if that is wanted. Numbers have the digits that read back as the same. The same in
/// JSON, with hex floats; a value that is not finite is null, and "hex" tells it. In CSV a row per
/// value, comparison and verdict.
Report report_on(const Explanation& explanation, const Geometry& geometry, bool in_colour = false);

}  // namespace hitmiss
