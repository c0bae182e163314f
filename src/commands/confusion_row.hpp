#pragma once
// How every table names a method and counts its errors.

#include "base/report.hpp"
#include "truth/confusion.hpp"

namespace hitmiss {

/// The method and what it was set to.
Object method_cells(const Method& method);

/// Those, and its confusion.
Object confusion_row(const Method& method, const Confusion& count);

}  // namespace hitmiss
