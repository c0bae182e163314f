#include "bench/machine.hpp"

#include <omp.h>

#include <fstream>

namespace hitmiss {

Machine this_machine() {
    Machine machine{"unknown", omp_get_max_threads(), HITMISS_COMPILER, HITMISS_FLAGS};
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

}  // namespace hitmiss
