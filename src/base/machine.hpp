#pragma once
#include <string>

namespace hitmiss {

/// The machine and the compiler, without which a measured time means nothing.
struct Machine {
    std::string cpu;       ///< its name, from /proc/cpuinfo; "unknown" elsewhere
    int threads;           ///< that a run on all threads uses
    std::string compiler;  ///< name and version
};
Machine this_machine();
/// In one line, for a heading.
std::string to_string(const Machine& machine);

}  // namespace hitmiss
