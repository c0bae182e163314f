// A program without MPI: one process, or an error where mpirun starts several.

#include "base/error.hpp"
#include "base/launcher.hpp"
#include "base/long_count.hpp"

namespace hitmiss {

Ranks join_ranks() {
    if (!launched_rank() || launched_size() == 1) return {};
    // Only rank 0 prints the message.
    if (*launched_rank() > 0) throw Error(Exit::usage, "");
    throw Error(Exit::usage,
                "started {} times by mpirun, but built without MPI; install libopenmpi-dev and "
                "build again, or run it once",
                launched_size());
}

Ranks ranks() {
    return {};
}

void leave_ranks() {}
void abort_ranks(int, const std::string& message) {
    if (!message.empty()) say("{}", message);
}

}  // namespace hitmiss
