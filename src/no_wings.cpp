// The street alone: stands in where a wing would plug in.

#include <mutex>

#include "base/error.hpp"
#include "base/long_count.hpp"
#include "commands/figure_list.hpp"
#include "wings.hpp"

namespace hitmiss {

std::span<AddCommand* const> wing_commands() {
    return {};
}

bool counts_can_resume() {
    return false;
}

std::span<const Figure> wing_figures() {
    return {};
}

Answerer peer_answers(const Method& method, const Geometry&) {
    throw Error(Exit::usage, "{}: this program was built without wings; build it again with them",
                method.name());
}

std::vector<FastTrace> fast_traces(std::span<const Kernel> kernels, const Geometry&, Traversal,
                                   VectorWidth) {
    return std::vector<FastTrace>(kernels.size());
}

std::vector<Numbers> run(const LongCount& count, const Checkpoint&, const Watch& watch) {
    std::vector<Numbers> sums(count.sums, count.none);
    const std::size_t units = count.sums * count.units_of_sum;
    const auto step = watch(units);
    std::mutex mutex;
    parallel_for(units, [&](std::size_t k) {
        const Numbers result = count.unit(k);
        const std::scoped_lock lock(mutex);
        count.add(sums[k / count.units_of_sum], result);
        step();
    });
    return sums;
}

}  // namespace hitmiss
