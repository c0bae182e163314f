#include "judge/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/parallel.hpp"

namespace hitmiss {
namespace {

/// The exact t of a triangle, remembered while the same one is asked for again: most methods hit
/// the same triangle. Nothing if the exact answer is no hit, which another reference may think.
class ExactT {
public:
    ExactT(const Ray<float>& ray, const Geometry& geometry) : ray_(ray), geometry_(geometry) {}

    std::optional<double> operator()(std::uint32_t index) {
        if (index != triangle_) {
            const auto& tri = geometry_.triangles[index];
            triangle_ = index;
            t_ = exact_hit(ray_, tri).hit ? std::optional(exact_t(ray_, tri)) : std::nullopt;
        }
        return t_;
    }

private:
    Ray<float> ray_;
    const Geometry& geometry_;
    std::uint32_t triangle_ = no_triangle;
    std::optional<double> t_;
};

/// Sorts out what is asked of the errors.
ErrorOfT error_of_t(std::vector<double>& errors) {
    if (errors.empty()) return {};
    const auto middle = errors.begin() + std::ptrdiff_t((errors.size() - 1) / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return {errors.size(), *middle, *std::max_element(middle, errors.end())};
}

}  // namespace

Comparison compare(const Round& round, int width, int height,
                   const std::function<void()>& after_tile) {
    const std::size_t pixels = std::size_t(width) * std::size_t(height);
    Comparison result{width, height, std::vector<bool>(pixels), {}};
    std::vector<std::vector<double>> t_ulps(round.answerers.size());
    for (std::size_t m = 0; m < round.answerers.size(); ++m)
        result.columns.push_back({{}, std::vector<Outcome>(pixels), std::vector<Hit>(pixels)});
    const auto keep = [&](const JudgedBatch& judged) {
        const auto& [rays, right, columns] = judged;
        const Batch& batch = *rays;
        std::vector<std::vector<double>> errors(columns.size());
        for (std::size_t k = 0; k < batch.rays.size(); ++k) {
            ExactT exact(batch.rays[k], round.geometry);
            for (std::size_t m = 0; m < columns.size(); ++m) {
                const Hit& hit = columns[m].hits[k];
                const Outcome outcome = columns[m].outcomes[k];
                result.columns[m].outcomes[batch.numbers[k]] = outcome;
                result.columns[m].hits[batch.numbers[k]] = hit;
                if (outcome == Outcome::right && hit)
                    if (const auto t = exact(hit.triangle))
                        errors[m].push_back(ulps(hit.t, *t, round.answerers[m].precision));
            }
        }
#pragma omp critical(hitmiss_compare)
        for (std::size_t k = 0; k < batch.rays.size(); ++k)
            result.covered[batch.numbers[k]] = !(*right)[k].triangles.empty();
#pragma omp critical(hitmiss_compare)
        for (std::size_t m = 0; m < columns.size(); ++m)
            t_ulps[m].insert(t_ulps[m].end(), errors[m].begin(), errors[m].end());
    };
    const auto tallies = judge_all(round, keep, after_tile);
    for (std::size_t m = 0; m < tallies.size(); ++m) {
        result.columns[m].confusion = tallies[m].outcomes;
        result.columns[m].t_ulps = error_of_t(t_ulps[m]);
    }
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
