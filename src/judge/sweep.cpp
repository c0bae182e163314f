#include "judge/sweep.hpp"

#include <fmt/format.h>

#include <cmath>
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
        throw Error(Exit::usage, "--per-decade {}: 1, 2, 3, 4, 5, 10 or 20 would be right",
                    per_decade);
    std::vector<double> steps;
    for (int exponent = -325; exponent <= 306; ++exponent) {
        // Reading numbers is slow, so none is read that is far from the range.
        if (std::pow(10.0, exponent + 4) < from || std::pow(10.0, exponent + 1) > to) continue;
        for (const int mantissa : found->second) {
            const auto step = parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
            if (step && *step > 0 && *step >= from && *step <= to) steps.push_back(*step);
        }
    }
    if (steps.empty())
        throw Error(Exit::usage,
                    "no {} from {} to {}, {} to a power of ten; a wider range would be right", what,
                    number_text(from), number_text(to), per_decade);
    return steps;
}

ErrorCurve make_curve(const Method& method, std::span<const double> epsilons) {
    if (!method.epsilon()) return {method, {{method, {}, {}}}};
    ErrorCurve curve{method, {}};
    for (const double epsilon : epsilons)
        curve.points.push_back({method.with("epsilon", epsilon), epsilon, {}});
    return curve;
}

bool meets_nothing(std::span<const ErrorCurve> curves) {
    return std::ranges::all_of(
        curves, [](const auto& curve) { return curve.points[0].counts.nothing_to_hit(); });
}

Valley valley(const ErrorCurve& curve) {
    const auto errors = [&](std::size_t k) { return curve.points[k].counts.errors(); };
    Valley best{0, 0};
    for (std::size_t k = 1; k < curve.points.size(); ++k)
        if (errors(k) < errors(best.first))
            best = {k, k};
        else if (errors(k) == errors(best.first) && best.last + 1 == k)
            best.last = k;
    return best;
}

std::optional<std::size_t> fewest_but_some(const ErrorCurve& curve) {
    std::optional<std::size_t> least;
    const auto errors = [&](std::size_t k) { return curve.points[k].counts.errors(); };
    for (std::size_t k = 0; k < curve.points.size(); ++k)
        if (errors(k) > 0 && (!least || errors(k) < errors(*least))) least = k;
    return least;
}

}  // namespace hitmiss
