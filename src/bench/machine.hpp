#pragma once
// Where the times were taken: no number of this report means anything without it.

#include <string>

namespace hitmiss {

struct Machine {
    std::string cpu;       ///< its name, from /proc/cpuinfo; "unknown" elsewhere
    int threads;           ///< that a run on all threads uses
    std::string compiler;  ///< name and version
};
Machine this_machine();
/// All of it, for a heading.
std::string to_string(const Machine& machine);

}  // namespace hitmiss
