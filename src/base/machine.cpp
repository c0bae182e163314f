#include "base/machine.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <fstream>

namespace hitmiss {

Machine this_machine() {
#ifdef __clang__
    Machine machine{"unknown", omp_get_max_threads(), "clang " __clang_version__};
#else
    Machine machine{"unknown", omp_get_max_threads(), "g++ " __VERSION__};
#endif
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos) {
            machine.cpu = line.substr(colon + 2);
            break;
        }
    }
    return machine;
}

std::string to_string(const Machine& machine) {
    return fmt::format("{}, threads: {}; {}", machine.cpu, machine.threads, machine.compiler);
}

}  // namespace hitmiss
