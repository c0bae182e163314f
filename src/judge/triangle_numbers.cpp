#include "judge/triangle_numbers.hpp"

#include <algorithm>

namespace hitmiss {
namespace {

/// So many rays for each number, at least, and so many of all rays agree on what theirs stands for.
constexpr std::size_t least_rays = 3;
constexpr double least_share = 0.5;

}  // namespace

void TriangleNumbers::add(const JudgedBatch& judged) {
    const auto& hits = judged.columns[0].hits;
    const auto& right = judged.front.empty() ? judged.right : judged.front;
    for (std::size_t k = 0; k < hits.size(); ++k) {
        const auto& [t, E] = right[k];
        if (hits[k] && hits[k].triangle != unknown_triangle && E.size() == 1 &&
            std::abs(hits[k].t - t) <= close_to_t * t)
            pairs_.emplace_back(hits[k].triangle, E[0]);
    }
}

std::optional<std::vector<std::uint32_t>> TriangleNumbers::order() const {
    auto pairs = pairs_;
    std::ranges::sort(pairs);
    std::vector<std::uint32_t> order;
    std::size_t numbers = 0, moved = 0, agreeing = 0;
    std::vector<std::uint32_t> taken;
    for (auto at = pairs.begin(); at != pairs.end(); ++numbers) {
        const std::uint32_t number = at->first;
        std::uint32_t most = 0;
        std::ptrdiff_t votes = 0;
        while (at != pairs.end() && at->first == number) {
            const auto end = std::find_if(at, pairs.end(), [&](auto& pair) { return pair != *at; });
            if (end - at > votes) votes = end - at, most = at->second;
            at = end;
        }
        order.resize(number, unknown_triangle);
        order.push_back(most);
        taken.push_back(most);
        moved += most != number;
        agreeing += std::size_t(votes);
    }
    std::ranges::sort(taken);
    if (std::ranges::adjacent_find(taken) != taken.end() || 2 * moved <= numbers ||
        pairs.size() < least_rays * numbers ||
        double(agreeing) < least_share * double(pairs.size()))
        return {};
    return order;
}

Answerer renumbered(const Answerer& answerer, std::vector<std::uint32_t> order) {
    Answerer other = answerer;
    other.trace = [trace = answerer.trace, order = std::move(order)](
                      const Batch& batch, std::span<const ExactAnswer> right, std::span<Hit> hits) {
        const auto multiple = trace(batch, right, hits);
        for (Hit& hit : hits)
            if (hit && hit.triangle != unknown_triangle)
                hit.triangle = hit.triangle < order.size() ? order[hit.triangle] : unknown_triangle;
        return multiple;
    };
    return other;
}

}  // namespace hitmiss
