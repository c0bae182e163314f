#include "judge/comparison.hpp"

#include <algorithm>
#include <mutex>

#include "base/parallel.hpp"

namespace hitmiss {
namespace {

/// Sorts out what is asked of the errors.
ErrorOfT error_of_t(std::vector<double>& errors) {
    if (errors.empty()) return {};
    const auto middle = errors.begin() + std::ptrdiff_t((errors.size() - 1) / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return {errors.size(), *middle, *std::max_element(middle, errors.end())};
}

}  // namespace

Comparison compare(const Round& round, int width, int height,
                   const std::function<void()>& after_tile, const Each& each) {
    const std::size_t pixels = std::size_t(width) * std::size_t(height);
    Comparison result{width, height, std::vector<bool>(pixels), {}};
    std::vector<std::vector<double>> t_ulps(round.answerers.size());
    for (std::size_t m = 0; m < t_ulps.size(); ++m)
        result.columns.push_back({{}, std::vector<Outcome>(pixels), std::vector<Hit>(pixels)});
    std::mutex adding;
    const auto keep = [&](const JudgedBatch& judged) {
        const auto& [numbers, rays, spawned, lost] = judged.batch;
        std::vector<std::vector<double>> more(t_ulps.size());
        std::vector<std::vector<std::pair<std::size_t, ExactAnswer>>> wrong(t_ulps.size());
        for (std::size_t k = 0; k < rays.size(); ++k) {
            // Most methods hit the same triangle.
            std::uint32_t known = no_triangle;
            std::optional<TwoDoubles> exact;
            for (std::size_t m = 0; m < more.size(); ++m) {
                const Hit hit = result.columns[m].hits[numbers[k]] = judged.columns[m].hits[k];
                const Outcome outcome = judged.columns[m].outcomes[k];
                result.columns[m].outcomes[numbers[k]] = outcome;
                if (outcome == Outcome::wrong_triangle)
                    wrong[m].emplace_back(numbers[k], judged.right_for(round.answerers[m])[k]);
                if (!hit || outcome != Outcome::right) continue;
                // A triangle that is right by the exact reference is hit for sure.
                if (hit.triangle != std::exchange(known, hit.triangle))
                    exact = round.reference.exact
                                ? exact_t_in_two(rays[k], round.geometry.triangles[hit.triangle])
                                : exact_t_of(hit, rays[k], round.geometry);
                if (exact) more[m].push_back(ulps(hit.t, *exact, round.answerers[m].precision));
            }
        }
        {
            const std::scoped_lock lock(adding);
            for (std::size_t k = 0; k < numbers.size(); ++k)
                result.covered[numbers[k]] = !judged.right[k].triangles.empty();
            for (std::size_t m = 0; m < t_ulps.size(); ++m) {
                std::ranges::copy(more[m], std::back_inserter(t_ulps[m]));
                std::ranges::move(wrong[m], std::back_inserter(result.columns[m].wrong_triangles));
            }
        }
        if (each) each(judged);
        if (after_tile) after_tile();
    };
    const auto tallies = judge_all(round, keep);
    parallel_for(t_ulps.size(), [&](std::size_t m) {
        result.columns[m].tally = tallies[m];
        result.columns[m].t_ulps = error_of_t(t_ulps[m]);
        std::ranges::sort(result.columns[m].wrong_triangles, {},
                          &std::pair<std::size_t, ExactAnswer>::first);
    });
    return result;
}

std::optional<std::size_t> worst_pixel(std::span<const Outcome> outcomes, int width) {
    const int height = int(outcomes.size()) / width;
    std::vector<std::uint8_t> left(outcomes.size());
    for (std::size_t k = 0; k < left.size(); ++k) left[k] = row_of(outcomes[k]).error;
    std::vector<std::size_t> largest, group;
    for (std::size_t first = 0; first < left.size(); ++first) {
        if (!left[first]) continue;
        left[first] = 0;
        group = {first};
        for (std::size_t k = 0; k < group.size(); ++k) {
            const int x = int(group[k] % std::size_t(width)),
                      y = int(group[k] / std::size_t(width));
            for (int row = std::max(y - 1, 0); row <= std::min(y + 1, height - 1); ++row)
                for (int at = std::max(x - 1, 0); at <= std::min(x + 1, width - 1); ++at)
                    if (const auto next = std::size_t(row) * std::size_t(width) + std::size_t(at);
                        left[next])
                        left[next] = 0, group.push_back(next);
        }
        if (group.size() > largest.size()) largest = group;
    }
    if (largest.empty()) return {};
    std::sort(largest.begin(), largest.end());
    const auto place = [&](std::size_t k) {
        return Vec<double>(k % std::size_t(width), k / std::size_t(width), 0);
    };
    Vec<double> centre(0);
    for (const auto k : largest) centre += place(k) / double(largest.size());
    const auto off_centre = [&](std::size_t k) { return glm::distance(place(k), centre); };
    return *std::ranges::min_element(largest, {}, off_centre);
}

}  // namespace hitmiss
