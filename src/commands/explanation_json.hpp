#pragma once
#include "base/report.hpp"
#include "judge/explain.hpp"

namespace hitmiss {

/// An explanation with hex floats; a value that is not finite is null, and "hex" tells it.
Object json_of(const Explanation& explanation, const Geometry& geometry);

}  // namespace hitmiss
