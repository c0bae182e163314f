#pragma once
// What mpirun and its like tell a process that they start.

#include <cstdlib>
#include <initializer_list>
#include <optional>

#include "base/words.hpp"

namespace hitmiss {

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
