#include "judge/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {

std::vector<double> decimal_steps(double from, double to, int per_decade, std::string_view what) {
    // Times 100, by steps per decade.
    static const std::map<int, std::vector<int>> mantissas{
        {1, {100}},
        {2, {100, 300}},
        {3, {100, 200, 500}},
        {4, {100, 180, 320, 560}},
        {5, {100, 160, 250, 400, 630}},
        {10, {100, 125, 160, 200, 250, 315, 400, 500, 630, 800}},
        {20, {100, 112, 125, 140, 160, 180, 200, 224, 250, 280,
              315, 355, 400, 450, 500, 560, 630, 710, 800, 900}}};
    const auto found = mantissas.find(per_decade);
    if (found == mantissas.end())
        throw Error(Exit::usage, "{} steps per decade; 1, 2, 3, 4, 5, 10 or 20 would be right",
                    per_decade);
    std::vector<double> steps;
    for (int exponent = -325; exponent <= 306; ++exponent)
        for (const int mantissa : found->second) {
            const auto step = parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
            if (step && *step > 0 && *step >= from && *step <= to) steps.push_back(*step);
        }
    if (steps.empty())
        throw Error(Exit::usage,
                    "no {} from {} to {}, {} to a power of ten; a wider range would be right", what,
                    number_text(from), number_text(to), per_decade);
    return steps;
}

EpsilonSweep::EpsilonSweep(std::span<const Method> methods, std::span<const double> epsilons,
                           Traversal how, Round round)
    : how_(how), round_(remembering(std::move(round))) {
    for (const Method& method : methods) {
        ErrorCurve curve{method, {}};
        if (!method.epsilon())
            curve.points.push_back({method, {}, {}});
        else
            for (const double epsilon : epsilons)
                curve.points.push_back({method.with("epsilon", epsilon), epsilon, {}});
        for (const auto& point : curve.points) points_.push_back(point.method);
        curves_.push_back(std::move(curve));
    }
}

Round EpsilonSweep::round(std::size_t point) const {
    Round round = round_;
    round.answerers = make_answerers({&points_[point], 1}, round.geometry, how_);
    return round;
}

std::vector<ErrorCurve> EpsilonSweep::curves(std::span<const Tally> tallies) const {
    auto curves = curves_;
    std::size_t begin = 0;
    for (ErrorCurve& curve : curves) {
        std::optional<std::size_t> least;
        for (std::size_t k = 0; k < curve.points.size(); ++k) {
            curve.points[k].confusion = tallies[begin + k].outcomes;
            const auto errors = curve.points[k].confusion.errors();
            if (errors > 0 && (!least || errors < curve.points[*least].confusion.errors()))
                least = k;
        }
        if (least) {
            curve.least = {*least, std::vector<Outcome>(round_.source.count)};
            auto& outcomes = curve.least->outcomes;
            judge_all(round(begin + *least), [&](const JudgedBatch& judged) {
                for (std::size_t k = 0; k < judged.batch.numbers.size(); ++k)
                    outcomes[judged.batch.numbers[k]] = judged.columns[0].outcomes[k];
            });
        }
        begin += curve.points.size();
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
