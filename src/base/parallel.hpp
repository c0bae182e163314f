#pragma once
#include <cstddef>

#include "base/loop_error.hpp"

namespace hitmiss {

/// Calls visit(k) for each k below `count`, on all threads and in any order. All parallel loops
/// whose work may throw (as whatever takes memory may) are calls of this, because an exception that
/// leaves a loop of OpenMP ends the program. The one that visit() throws for the
/// lowest k is thrown again after the loop.
template <typename Visit>
void parallel_for(std::size_t count, Visit&& visit) {
    LoopError error;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t k = 0; k < count; ++k) {
        try {
            visit(k);
        } catch (...) {
            error.keep(k);
        }
    }
    error.rethrow();
}

}  // namespace hitmiss
