#pragma once
// Exact answers and an answerer's hits by one traversal in place of two.

#include <algorithm>

#include "judge/answerer.hpp"

namespace hitmiss {

/// What the first answerer that can (Answerer::trace_and_answer) finds.
struct FoundTogether {
    const Answerer* by = nullptr;  ///< nobody: nothing was found
    std::vector<ExactAnswer> right{};
    std::vector<Hit> hits{};
    std::uint64_t multiple = 0;  ///< as Answerer::Trace returns it
};

/// By the first of the answerers that can.
inline FoundTogether found_together(std::span<const Answerer> answerers,
                                    std::span<const Ray<float>> rays) {
    const auto first = std::ranges::find_if(
        answerers, [](const Answerer& answerer) { return bool(answerer.trace_and_answer); });
    if (first == answerers.end()) return {};
    FoundTogether found{&*first, std::vector<ExactAnswer>(rays.size()),
                        std::vector<Hit>(rays.size())};
    found.multiple = first->trace_and_answer(rays, found.right, found.hits);
    return found;
}

}  // namespace hitmiss
