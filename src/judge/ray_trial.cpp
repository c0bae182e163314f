#include "judge/ray_trial.hpp"

#include <algorithm>
#include <numeric>

#include "base/loop_error.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t block = 4096, batch = 64 * block;  ///< rays of a thread, of a read

void keep_lower(std::optional<RayColumn::Shown>& kept,
                const std::optional<RayColumn::Shown>& other) {
    if (other && (!kept || other->ray < kept->ray)) kept = other;
}

RayColumn column_of(const Comparison::Column& judged, std::span<const std::size_t> numbers,
                    std::span<const Answer> answers) {
    RayColumn column{judged.confusion};
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const RayColumn::Shown shown{numbers[k], judged.hits[k]};
        const Outcome outcome = judged.outcomes[k];
        if (auto& first = column.first[std::size_t(outcome)]; !first) first = shown;
        if (outcome == Outcome::right && !column.first_t_off && t_is_off(shown.hit, answers[k]))
            column.first_t_off = shown;
    }
    return column;
}

}  // namespace

RayColumn& RayColumn::operator+=(const RayColumn& other) {
    confusion += other.confusion;
    for (std::size_t k = 0; k < first.size(); ++k) keep_lower(first[k], other.first[k]);
    keep_lower(first_t_off, other.first_t_off);
    return *this;
}

std::vector<RayColumn> judge_rays(const std::vector<Method>& methods,
                                  const std::vector<Tracer>& tracers, const Reference& reference,
                                  const Geometry& geometry, std::size_t count,
                                  const ReadRays& read_rays, const TakeHits& take_hits) {
    std::vector<Trial> trials;
    for (std::size_t m = 0; m < methods.size(); ++m)
        trials.emplace_back(methods[m], tracers[m], geometry);
    std::vector<RayColumn> columns(methods.size());
    std::vector<Hit> taken;
    for (std::size_t begin = 0; begin < count; begin += batch) {
        const std::size_t size = std::min(batch, count - begin);
        if (take_hits) taken.resize(size);
        LoopError error;
#pragma omp parallel for schedule(dynamic)
        for (std::size_t first = 0; first < size; first += block)
            error.guard([&] {
                std::vector<Ray<float>> rays(std::min(block, size - first));
                read_rays(begin + first, rays);
                std::vector<std::size_t> numbers(rays.size());
                std::iota(numbers.begin(), numbers.end(), begin + first);
                std::vector<Answer> answers(rays.size());
                reference(rays, answers);
                for (std::size_t m = 0; m < trials.size(); ++m) {
                    const auto judged = trials[m](rays, numbers, answers);
                    if (take_hits && m == 0)
                        std::copy(judged.hits.begin(), judged.hits.end(),
                                  taken.begin() + std::ptrdiff_t(first));
                    const RayColumn column = column_of(judged, numbers, answers);
#pragma omp critical(hitmiss_rays)
                    columns[m] += column;
                }
            });
        error.rethrow();
        if (take_hits) take_hits(taken);
    }
    return columns;
}

}  // namespace hitmiss
