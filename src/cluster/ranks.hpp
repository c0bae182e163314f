#pragma once
// Messages between the processes of one job. Compiled with MPI when CMake finds it; otherwise there
// is one process.

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <span>

#include "base/long_count.hpp"
#include "base/words.hpp"

namespace hitmiss {

struct Message {
    int from;
    Numbers words;
};
/// Messages of one sender arrive in the order sent. Call these two from one thread at a time.
void send(int to, std::span<const std::uint64_t> words);
/// The next one that has arrived, if any.
std::optional<Message> receive();

/// The value of the first of these environment variables that is a whole number.
inline std::optional<int> variable(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* text = std::getenv(name))
            if (const auto number = parse_number<int>(text)) return number;
    return {};
}

/// This process's rank according to the launcher of MPI programs: Open MPI's variable, or those of
/// PMI (MPICH, Slurm) and PMIx.
inline std::optional<int> launched_rank() {
    return variable({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"});
}
inline int launched_size() {
    return variable({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"}).value_or(1);
}

}  // namespace hitmiss
