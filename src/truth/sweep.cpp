#include "truth/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

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

std::vector<double> decimal_steps(double from, double to, int per_decade) {
    std::vector<double> steps;
    for (int exponent = -325; exponent <= 306; ++exponent)
        for (const int mantissa : mantissas(per_decade)) {
            const auto step = parse_number<double>(fmt::format("{}e{}", mantissa, exponent));
            if (step && *step > 0 && *step >= from && *step <= to) steps.push_back(*step);
        }
    if (steps.empty())
        throw Error(Exit::usage, "no epsilon from {} to {}; 1e-7 to 3.2 would be right",
                    number_text(from), number_text(to));
    return steps;
}

std::vector<ErrorCurve> sweep(std::span<const Method> methods, std::span<const double> epsilons,
                              Traversal how, const Reference& reference, const Geometry& geometry,
                              const PrimaryRays& rays, const std::function<void()>& after_step) {
    std::vector<ErrorCurve> curves;
    for (const Method& method : methods) {
        ErrorCurve curve{method, {}};
        if (!method.epsilon())
            curve.points.push_back({method, {}, {}});
        else
            for (const double epsilon : epsilons)
                curve.points.push_back({method.with("epsilon", epsilon), epsilon, {}});
        curves.push_back(std::move(curve));
    }

    const auto tiles = answer_all(reference, rays, after_step);
    std::vector<Outcome> outcomes(std::size_t(rays.width()) * std::size_t(rays.height()));
    for (ErrorCurve& curve : curves)
        for (std::size_t k = 0; k < curve.points.size(); ++k) {
            auto& [method, epsilon, confusion] = curve.points[k];
            confusion = count_outcomes(method, how, geometry, tiles, outcomes);
            if (const auto errors = confusion.errors();
                errors > 0 &&
                (!curve.least || errors < curve.points[curve.least->point].confusion.errors()))
                curve.least = {k, outcomes};
            after_step();
        }
    return curves;
}

std::size_t sweep_steps(std::size_t methods, std::size_t epsilons, const PrimaryRays& rays) {
    return tile_count(rays.width(), rays.height()) + methods * epsilons;
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
