#include "judge/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"

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

/// The errors of t of a tile's right hits.
std::vector<double> t_errors(const Comparison::Column& part, Precision precision,
                             std::vector<ExactT>& exact) {
    std::vector<double> errors;
    for (std::size_t k = 0; k < part.hits.size(); ++k)
        if (part.outcomes[k] == Outcome::right && part.hits[k])
            if (const auto t = exact[k](part.hits[k].triangle))
                errors.push_back(ulps(part.hits[k].t, *t, precision));
    return errors;
}

}  // namespace

double ulps(double t, double exact, Precision precision) {
    const int digits = precision == Precision::single ? 24 : 53;
    const int least = precision == Precision::single ? -149 : -1074;
    return std::ldexp(std::abs(t - exact), -std::max(std::ilogb(exact) + 1 - digits, least));
}

AnsweredTile answer_tile(const Tile& tile, const Reference& reference, const PrimaryRays& rays) {
    // By reference: a tile needs no copy of what all of them share.
    return answer_tile(tile, reference, std::cref(rays), rays.width());
}

AnsweredTile answer_tile(const Tile& tile, const Reference& reference,
                         const std::function<Ray<float>(int x, int y)>& ray_at, int width) {
    const auto size = std::size_t(tile.size());
    AnsweredTile answered{{}, {}, std::vector<Answer>(size)};
    for_each_pixel(tile, [&](int x, int y) {
        answered.rays.push_back(ray_at(x, y));
        answered.pixels.push_back(std::size_t(y) * std::size_t(width) + std::size_t(x));
    });
    reference(answered.rays, answered.answers);
    return answered;
}

std::vector<AnsweredTile> answer_all(const Reference& reference, const PrimaryRays& rays) {
    std::vector<AnsweredTile> all;
    for_each_tile(rays.width(), rays.height(), [&](const Tile& tile) {
        auto answered = answer_tile(tile, reference, rays);
#pragma omp critical
        all.push_back(std::move(answered));
    });
    return all;
}

Comparison::Column Trial::operator()(const AnsweredTile& tile) const {
    const std::size_t size = tile.rays.size();
    Comparison::Column column{{}, std::vector<Outcome>(size), std::vector<Hit>(size)};
    trace(method_, tracer_, geometry_, tile.rays, tile.pixels, column.hits);
    for (std::size_t k = 0; k < size; ++k) judge_hit(column, k, tile.rays[k], tile.answers[k]);
    return column;
}

Comparison::Column Trial::operator()(std::span<const Ray<float>> rays,
                                     std::span<const std::size_t> numbers,
                                     std::span<const Answer> answers) const {
    Comparison::Column column{{}, std::vector<Outcome>(rays.size()), std::vector<Hit>(rays.size())};
    trace(method_, tracer_, geometry_, rays, numbers, column.hits);
    for (std::size_t k = 0; k < rays.size(); ++k) judge_hit(column, k, rays[k], answers[k]);
    return column;
}

void Trial::judge_hit(Comparison::Column& column, std::size_t k, const Ray<float>& ray,
                      const Answer& answer) const {
    Hit& hit = column.hits[k];
    if (hit.triangle == unknown_triangle) hit = located(hit, answer, ray, geometry_);
    const Outcome outcome = judge(hit, answer, ray, geometry_, culls_);
    column.outcomes[k] = outcome;
    column.confusion.add(outcome, bool(hit));
    column.confusion.t_off += outcome == Outcome::right && t_is_off(hit, answer);
    if (tracer_.kernel() != nullptr)
        column.confusion.nan += meets_nan(*tracer_.kernel(), answer, ray, geometry_);
}

Confusion count_outcomes(const Method& method, Traversal how, const Geometry& geometry,
                         std::span<const AnsweredTile> tiles, std::span<Outcome> outcomes) {
    const Tracer tracer(method, geometry, how);
    const Trial trial(method, tracer, geometry);
    Confusion sum;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        const auto part = trial(tiles[k]);
        for (std::size_t ray = 0; ray < part.outcomes.size() && !outcomes.empty(); ++ray)
            outcomes[tiles[k].pixels[ray]] = part.outcomes[ray];
#pragma omp critical
        sum += part.confusion;
    }
    return sum;
}

Comparison compare(const std::vector<Method>& methods, const std::vector<Tracer>& tracers,
                   const Reference& reference, const Geometry& geometry, const PrimaryRays& rays,
                   const std::function<void()>& after_tile) {
    const std::size_t pixels = std::size_t(rays.width()) * std::size_t(rays.height());
    Comparison result{rays.width(), rays.height(), std::vector<bool>(pixels), {}};
    std::vector<Trial> trials;
    std::vector<std::vector<double>> all_t_ulps(methods.size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
        result.columns.push_back({{}, std::vector<Outcome>(pixels), std::vector<Hit>(pixels)});
        trials.emplace_back(methods[m], tracers[m], geometry);
    }
    for_each_tile(rays.width(), rays.height(), [&](const Tile& tile) {
        const AnsweredTile answered = answer_tile(tile, reference, rays);
        std::vector<ExactT> exact;
        for (std::size_t k = 0; k < answered.rays.size(); ++k)
            exact.emplace_back(answered.rays[k], geometry);
        for (std::size_t m = 0; m < trials.size(); ++m) {
            const auto part = trials[m](answered);
            const auto t_ulps = t_errors(part, methods[m].precision, exact);
            auto& column = result.columns[m];
            for (std::size_t k = 0; k < part.hits.size(); ++k) {
                column.outcomes[answered.pixels[k]] = part.outcomes[k];
                column.hits[answered.pixels[k]] = part.hits[k];
            }
#pragma omp critical
            {
                column.confusion += part.confusion;
                all_t_ulps[m].insert(all_t_ulps[m].end(), t_ulps.begin(), t_ulps.end());
            }
        }
#pragma omp critical
        for (std::size_t k = 0; k < answered.answers.size(); ++k)
            result.covered[answered.pixels[k]] = !answered.answers[k].triangles.empty();
        after_tile();
    });
#pragma omp parallel for
    for (std::size_t m = 0; m < methods.size(); ++m)
        result.columns[m].t_ulps = error_of_t(all_t_ulps[m]);
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
