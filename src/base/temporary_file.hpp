#pragma once
// Files for what does not fit into memory.

#include <cstdio>
#include <memory>
#include <string>

namespace hitmiss {

/// A file without a name, to be written and read back, in $TMPDIR or /tmp; null if it cannot be
/// made.
std::shared_ptr<std::FILE> temporary_file();
/// What is wrong where that is null, or full.
std::string no_temporary_file();

}  // namespace hitmiss
