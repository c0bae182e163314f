// What a sweep over stages found, in words.

#include "commands/leak_rates.hpp"
#include "commands/stages.hpp"
#include "commands/sweep.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// That a method does not err; of random rays, how often it may at each step.
std::string none_text(const StagedCurve& curve, bool random) {
    const auto rays = curve.counts.front().rays;
    if (!random || rays == 0) return "no error";
    return fmt::format("no error (at each step less than {} in a million)",
                       with_separators(number_text(end_per_million(rays))));
}

/// Where a method errs on more than one ray in a thousand, or how little it errs.
std::string answer_of(const StagedCurve& curve, const std::vector<StagedCurve>& all, bool random) {
    std::vector<double> rates;
    std::vector<std::size_t> often;  // the steps where it does
    for (const Tally& count : curve.counts) {
        rates.push_back(count.error_rate());
        if (rates.back() > 1e-3) often.push_back(rates.size() - 1);
    }
    const auto at = [&](std::size_t k) { return step_text(curve.steps[k]); };
    const std::string text = name_of(curve, all, false) + ": ";
    if (often.empty()) {
        const auto worst = std::ranges::max_element(rates);
        if (*worst == 0) return text + none_text(curve, random);
        const auto step = std::size_t(worst - rates.begin());
        const Tally& count = curve.counts[step];
        // A rate of random rays has its interval.
        const std::string rate =
            random ? cell_text(rate_text(count.outcomes.errors(), count.rays), true)
                   : number_text(1e6 * *worst, 2);
        return text + fmt::format("at most {} in a million, at {}", rate, at(step));
    }
    const std::size_t first = often.front(), last = often.back(), end = rates.size() - 1;
    const std::string from_to = fmt::format("from {} to {}", at(first), at(last));
    return text + "more than 1 in 1,000 " +
           (often.size() <= last - first ? "here and there " + from_to
            : first == 0 && last == end  ? "everywhere"
            : last == end                ? fmt::format("from {} upwards", at(first))
            : first == 0                 ? fmt::format("up to {}", at(last))
                                         : from_to);
}

}  // namespace

std::string rays_text(const SweepOptions& options, const Scene& scene) {
    if (!options.aim) return fmt::format("{} × {} pixels", scene.width, scene.height);
    return with_separators(options.rays) + ' ' + aimed_text(*options.aim);
}

std::string staged_answer(const SweepOptions& options, const std::vector<StagedCurve>& curves,
                          const Scene& scene, const std::string& what) {
    std::vector<std::string> parts;
    for (const auto& curve : curves)
        parts.push_back(answer_of(curve, curves, options.aim.has_value()));
    if (saw_nothing(curves)) parts = {"no ray meets the mesh"};
    const auto& steps = curves.front().steps;
    return fmt::format("errors of {} at each step, {} from {} to {}: {}", rays_text(options, scene),
                       what, step_text(steps.front()), step_text(steps.back()),
                       fmt::join(parts, "; "));
}

}  // namespace hitmiss
