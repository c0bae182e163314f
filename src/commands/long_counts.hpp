#pragma once
// What commands share that count for long: --checkpoint, and how a checkpoint knows its count.

#include "cluster/long_count.hpp"
#include "commands/options.hpp"

namespace hitmiss {

/// --checkpoint and how often it is written.
void add_checkpoint(Command& command, Checkpoint& checkpoint);

/// A scene as a question names it: its triangles and methods. Throws Error{Exit::usage}
/// for a method whose answers come from a file, if there is a checkpoint, for nobody could tell
/// whether it has changed.
std::string text_of(const Scene& scene);
std::string text_of(const Camera& camera);

}  // namespace hitmiss
