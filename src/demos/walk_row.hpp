#pragma once
// A walker's move as a row of a table.

#include "base/report.hpp"
#include "demos/walker.hpp"

namespace hitmiss {

/// Move k of the run.
Object walk_row(const WalkRun& run, std::size_t k);

/// With five digits.
Rows for_people(Rows rows);

}  // namespace hitmiss
