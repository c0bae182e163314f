#pragma once
// An explanation for reading, and for programs.

#include "base/report.hpp"
#include "judge/explain.hpp"

namespace hitmiss {

/// As text the triangles, then a block per method: on each triangle a sentence that says why it is
/// hit or missed, its values and comparisons, the one that decides last, and what it sees in the
/// whole scene beside what is right; in red where it is wrong, if that is wanted. Numbers have the
/// digits that read back as the same. The same in JSON, with hex floats; a value that is not finite
/// is null, and "hex" tells it. In CSV a row per value, comparison and verdict.
Report report_on(const Explanation& explanation, const Geometry& geometry, bool in_colour = false);

}  // namespace hitmiss
