#include "judge/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/loop_error.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t tiles_of_band = 16;

/// Mantissas times 100.
const std::vector<int>& mantissas(int per_decade) {
    static const std::map<int, std::vector<int>> tables{
        {1, {100}},
        {2, {100, 300}},
        {3, {100, 200, 500}},
        {4, {100, 180, 320, 560}},
        {5, {100, 160, 250, 400, 630}},
        {10, {100, 125, 160, 200, 250, 315, 400, 500, 630, 800}},
        {20, {100, 112, 125, 140, 160, 180, 200, 224, 250, 280,
              315, 355, 400, 450, 500, 560, 630, 710, 800, 900}}};
    const auto found = tables.find(per_decade);
    if (found == tables.end())
        throw Error(Exit::usage, "{} steps per decade; 1, 2, 3, 4, 5, 10 or 20 would be right",
                    per_decade);
    return found->second;
}

}  // namespace

std::vector<double> decimal_steps(double from, double to, int per_decade, std::string_view what) {
    std::vector<double> steps;
    for (int exponent = -325; exponent <= 306; ++exponent)
        for (const int mantissa : mantissas(per_decade)) {
            const auto step = parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
            if (step && *step > 0 && *step >= from && *step <= to) steps.push_back(*step);
        }
    if (steps.empty())
        throw Error(Exit::usage,
                    "no {} from {} to {}, {} to a power of ten; a wider range would be right", what,
                    number_text(from), number_text(to), per_decade);
    return steps;
}

SweepCount::SweepCount(std::span<const Method> methods, std::span<const double> epsilons,
                       Traversal how, Reference reference, const Geometry& geometry,
                       const PrimaryRays& rays)
    : how_(how),
      reference_(std::move(reference)),
      geometry_(geometry),
      rays_(rays),
      tiles_(tile_count(rays.width(), rays.height())),
      answered_((tiles_.size() + tiles_of_band - 1) / tiles_of_band) {
    for (const Method& method : methods) {
        ErrorCurve curve{method, {}};
        if (!method.epsilon())
            curve.points.push_back({method, {}, {}});
        else
            for (const double epsilon : epsilons)
                curve.points.push_back({method.with("epsilon", epsilon), epsilon, {}});
        points_.insert(points_.end(), curve.points.begin(), curve.points.end());
        curves_.push_back(std::move(curve));
    }
}

/// Units come in order, from several threads: two points may be in use at a time.
std::shared_ptr<const Tracer> SweepCount::tracer(std::size_t point) const {
    const std::scoped_lock lock(mutex_);
    for (const auto& [kept, tracer] : recent_)
        if (kept == point) return tracer;
    if (recent_.size() == 2) recent_.erase(recent_.begin());
    recent_.emplace_back(point,
                         std::make_shared<const Tracer>(points_[point].method, geometry_, how_));
    return recent_.back().second;
}

std::span<const AnsweredTile> SweepCount::band(std::size_t number) const {
    const std::size_t first = number * tiles_of_band;
    const std::size_t last = std::min(first + tiles_of_band, tiles_.size());
    std::call_once(answered_[number], [&] {
        for (std::size_t k = first; k < last; ++k)
            tiles_[k] = answer_tile(tile_at(k, rays_.width(), rays_.height()), reference_, rays_);
    });
    return std::span(tiles_).subspan(first, last - first);
}

Confusion SweepCount::operator()(std::size_t unit) const {
    const std::size_t point = unit / answered_.size();
    const auto traced = tracer(point);
    const Trial trial(points_[point].method, *traced, geometry_);
    Confusion sum;
    for (const AnsweredTile& tile : band(unit % answered_.size())) sum += trial(tile).confusion;
    return sum;
}

std::vector<ErrorCurve> SweepCount::curves(std::span<const Confusion> counts) const {
    auto curves = curves_;
    LoopError error;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t k = 0; k < answered_.size(); ++k) error.guard([&] { band(k); });
    error.rethrow();
    std::size_t next = 0;
    for (ErrorCurve& curve : curves) {
        std::optional<std::size_t> least;
        for (std::size_t k = 0; k < curve.points.size(); ++k) {
            curve.points[k].confusion = counts[next++];
            const auto errors = curve.points[k].confusion.errors();
            if (errors > 0 && (!least || errors < curve.points[*least].confusion.errors()))
                least = k;
        }
        if (!least) continue;
        curve.least = {
            *least, std::vector<Outcome>(std::size_t(rays_.width()) * std::size_t(rays_.height()))};
        count_outcomes(curve.points[*least].method, how_, geometry_, tiles_, curve.least->outcomes);
    }
    return curves;
}

Valley valley(const ErrorCurve& curve) {
    const auto& points = curve.points;
    const auto errors = [&](std::size_t k) { return points[k].confusion.errors(); };
    Valley best{0, 0};
    for (std::size_t k = 1; k < points.size(); ++k)
        if (errors(k) < errors(best.first))
            best = {k, k};
        else if (errors(k) == errors(best.first) && best.last + 1 == k)
            best.last = k;
    return best;
}

}  // namespace hitmiss
