// What hitmiss spawn --over found, in words.

#include <fmt/format.h>

#include <algorithm>

#include "commands/spawn.hpp"
#include "commands/stages.hpp"

namespace hitmiss {
namespace {

/// The epsilons of a rule that serve, in rising order, as "1e-6 to 1e-3 by normal"; nothing if none
/// does. A gap in between is not hidden.
std::string serving_text(const std::vector<LeavingCount>& sums, Leaving rule) {
    std::vector<std::string> runs;
    std::string first, last;
    const auto end_run = [&] {
        if (!first.empty()) runs.push_back(first == last ? first : first + " to " + last);
        first.clear();
    };
    for (const LeavingCount& sum : sums) {
        if (sum.rule != rule || !sum.epsilon) continue;
        if (!sum.counts.serves()) {
            end_run();
            continue;
        }
        last = step_text(*sum.epsilon);
        if (first.empty()) first = last;
    }
    end_run();
    return runs.empty()
               ? ""
               : fmt::format("{} by {}", fmt::join(runs, ", "), leaving_names[std::size_t(rule)]);
}

/// Whether the rule serves with that epsilon at every step.
bool serves_everywhere(const LeavingCount& sum,
                       const std::vector<std::vector<LeavingCount>>& by_step) {
    return sum.epsilon && std::ranges::all_of(by_step, [&](const auto& sums) {
               return std::ranges::any_of(sums, [&](const LeavingCount& other) {
                   return other.rule == sum.rule && other.epsilon == sum.epsilon &&
                          other.counts.serves();
               });
           });
}

/// The steps at which no epsilon serves, but for those at which no ray starts.
std::vector<std::string> steps_without(const std::vector<SpawnStep>& steps,
                                       const std::vector<std::vector<LeavingCount>>& by_step) {
    std::vector<std::string> without;
    for (std::size_t k = 0; k < steps.size(); ++k)
        if (has_rays(by_step[k]) && std::ranges::none_of(by_step[k], [](const LeavingCount& sum) {
                return sum.epsilon && sum.counts.serves();
            }))
            without.push_back(step_text(steps[k].value));
    return without;
}

/// Whether an epsilon serves at every step, or at which none does; nothing if no rule has one.
/// `range`: all steps, in words.
std::string epsilon_verdict(const std::vector<SpawnStep>& steps,
                            const std::vector<std::vector<LeavingCount>>& by_step,
                            const std::string& what, const std::string& range) {
    std::set<double> epsilons;
    for (const auto& sums : by_step)
        for (const LeavingCount& sum : sums)
            if (sum.epsilon) epsilons.insert(*sum.epsilon);
    if (epsilons.empty()) return "";
    const auto common = std::ranges::find_if(
        by_step.front(), [&](const LeavingCount& sum) { return serves_everywhere(sum, by_step); });
    if (common != by_step.front().end())
        return fmt::format("Epsilon {} by {} serves this scene at every {}.",
                           step_text(*common->epsilon), common->rule_name(), range);
    const auto without = steps_without(steps, by_step);
    return none_serves(epsilons) +
           (without.empty() ? fmt::format(" this scene at every {}.", range)
            : without.size() == steps.size()
                ? fmt::format(" this scene at any {}.", range)
                : fmt::format(" this scene at {} {}.", what, fmt::join(without, ", ")));
}

/// What serves at a step.
std::string serving_text(const std::vector<LeavingCount>& sums) {
    if (!has_rays(sums)) return "no ray starts";
    std::vector<std::string> serving;
    for (std::size_t k = 0; k < leaving_names.size(); ++k)
        if (const auto text = serving_text(sums, Leaving(k)); !text.empty())
            serving.push_back(text);
    return serving.empty() ? "no epsilon" : fmt::format("{}", fmt::join(serving, "; "));
}

}  // namespace

std::pair<std::string, std::string> staged_spawn_answer(const std::vector<SpawnStep>& steps,
                                                        const std::string& what) {
    std::vector<std::vector<LeavingCount>> by_step;
    for (const SpawnStep& step : steps) by_step.push_back(by_rule(step.counted));
    const std::string range = fmt::format("{} from {} to {}", what, step_text(steps.front().value),
                                          step_text(steps.back().value));
    if (std::ranges::none_of(by_step, has_rays)) return {no_rays, ""};
    std::string line = epsilon_verdict(steps, by_step, what, range), below;
    if (!line.empty())
        for (std::size_t k = 0; k < steps.size(); ++k)
            below += fmt::format("  {} {}: {}\n", what, step_text(steps[k].value),
                                 serving_text(by_step[k]));
    // The rules without an epsilon, all steps together.
    std::vector<LeavingCount> counted;
    for (const SpawnStep& step : steps)
        std::ranges::copy_if(step.counted, std::back_inserter(counted),
                             [](const LeavingCount& count) { return !count.epsilon; });
    const auto bounds = by_rule(counted);
    std::vector<std::string_view> clean;
    for (const LeavingCount& bound : bounds) {
        if (std::ranges::all_of(by_step, has_rays) && bound.counts.self_hits() == 0)
            clean.push_back(bound.rule_name());
        below += fmt::format("  {}: {}\n", bound.rule_name(), starts_text(bound.counts));
    }
    if (!bounds.empty())
        line +=
            fmt::format("{}Rules without a self-hit at any {}: {}.", line.empty() ? "" : " ", range,
                        clean.empty() ? "none" : fmt::format("{}", fmt::join(clean, ", ")));
    return {line, below};
}

}  // namespace hitmiss
