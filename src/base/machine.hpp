#pragma once
#include <fmt/core.h>
#include <omp.h>

#include <fstream>
#include <string>

namespace hitmiss {

/// The machine and the compiler, without which a measured time means nothing.
struct Machine {
    std::string cpu;       ///< its name, from /proc/cpuinfo; "unknown" elsewhere
    int threads;           ///< used by a run on all threads
    std::string compiler;  ///< name and version
};
inline Machine this_machine() {
#ifdef __clang__
    Machine machine{"unknown", omp_get_max_threads(), "clang " __clang_version__};
#else
    Machine machine{"unknown", omp_get_max_threads(), "g++ " __VERSION__};
#endif
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (const auto colon = line.find(": ");
            line.starts_with("model name") && colon != line.npos) {
            machine.cpu = line.substr(colon + 2);
            break;
        }
    return machine;
}
/// In one line, for a heading.
inline std::string to_string(const Machine& machine) {
    return fmt::format("{}, threads: {}; {}", machine.cpu, machine.threads, machine.compiler);
}

}  // namespace hitmiss
