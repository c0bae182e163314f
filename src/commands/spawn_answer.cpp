// What hitmiss spawn found, in words.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "commands/count.hpp"
#include "commands/leak_rates.hpp"
#include "commands/spawn.hpp"
#include "commands/stages.hpp"

namespace hitmiss {
namespace {

/// "2 self-hits and 3 skipped surfaces, the farthest 1e-3 away".
std::string starts_text(const SpawnedCounts& counts) {
    if (counts.rays == 0) return "no ray starts";
    std::string text =
        counts.self_hits() == 0 ? "no self-hit" : number_of(counts.self_hits(), "self-hit");
    if (counts.beside > 0)
        text += fmt::format(" ({} of a triangle beside the start)", with_separators(counts.beside));
    if (counts.skipped() == 0)
        text += " and no skipped surface";
    else
        text += fmt::format(" and {}, {}{} away", number_of(counts.skipped(), "skipped surface"),
                            counts.skipped() > 1 ? "the farthest " : "",
                            number_text(counts.widest_skip, 2));
    if (counts.shifted() == 0) return text;
    return text + fmt::format("; {} shifted", number_of(counts.shifted(), "ray"));
}

/// What a rule does with its epsilon, as the subject of a sentence.
std::string deed(Leaving rule, double epsilon) {
    const std::string number = step_text(epsilon);
    return rule == Leaving::t_min ? fmt::format("Ignoring hits at t <= {} (t-min)", number)
                                  : fmt::format("Moving the start by {} along the normal", number);
}

std::string hex(const Vec<float>& v) {
    return fmt::format("{:a},{:a},{:a}", v.x, v.y, v.z);
}

/// Its number, and its corners in three lines.
std::string numbered(const LeavingCount::Numbered& one) {
    const auto& [index, tri] = one;
    return fmt::format("{}\n  {}\n  {}\n  {}\n", index, hex(tri.a), hex(tri.b), hex(tri.c));
}

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

/// "Epsilon 0.001 does not serve", or "No epsilon serves".
std::string none_serves(const std::set<double>& epsilons) {
    return epsilons.size() == 1
               ? fmt::format("Epsilon {} does not serve", step_text(*epsilons.begin()))
               : "No epsilon serves";
}

constexpr const char* no_rays =
    "No second ray starts: every first ray is lost, so nothing can be said here.";
bool has_rays(const std::vector<LeavingCount>& sums) {
    return std::ranges::any_of(sums, [](const LeavingCount& sum) { return sum.counts.rays > 0; });
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

std::string spawn_answer(const std::vector<LeavingCount>& counted, std::size_t width) {
    const auto sums = by_rule(counted);
    if (!has_rays(sums)) return paragraph(no_rays, width);
    std::string verdict, rules;
    std::set<double> epsilons;
    std::set<std::string> methods;
    for (const LeavingCount& row : counted) {
        methods.insert(to_string(row.method));
        if (row.epsilon) epsilons.insert(*row.epsilon);
    }
    for (std::size_t k = 0; k < leaving_names.size(); ++k) {
        const LeavingCount* best = nullptr;
        for (const LeavingCount& sum : sums)
            if (sum.rule == Leaving(k) &&
                (best == nullptr || std::tuple(sum.counts.wrong(), sum.counts.shifted()) <
                                        std::tuple(best->counts.wrong(), best->counts.shifted())))
                best = &sum;
        if (best == nullptr) continue;
        std::string name(best->rule_name());
        if (best->epsilon) {
            name += ", epsilon " + step_text(*best->epsilon);
            if (best->counts.serves())
                verdict += deed(best->rule, *best->epsilon) + " serves this scene. ";
        }
        rules += fmt::format("  {}: {}\n", name, starts_text(best->counts));
    }
    if (verdict.empty() && !epsilons.empty()) verdict = none_serves(epsilons) + " this scene. ";
    verdict += fmt::format(
        "Among {}{}{}:", number_of(sums.front().counts.rays, "ray"),
        methods.size() > 1 ? fmt::format(" by {} methods together", methods.size()) : "",
        epsilons.size() > 1 ? ", each rule at its best epsilon" : "");
    return paragraph(verdict, width) + rules;
}

std::string counts_head(const std::vector<LeavingCount>& counted, std::uint64_t rays) {
    const auto has_lost = [](const LeavingCount& row) { return row.counts.lost > 0; };
    return fmt::format("\nCounts among {} rays that start on the surface{}:\n",
                       with_separators(rays),
                       std::ranges::any_of(counted, has_lost) ? ", but for those lost" : "");
}

std::string counterexamples(const std::vector<LeavingCount>& counted) {
    std::string text;
    std::set<std::pair<std::string, Leaving>> seen;
    for (const LeavingCount& row : counted)
        if (row.self_hit && !row.epsilon && seen.insert({to_string(row.method), row.rule}).second) {
            const auto& [ray, left, hit] = *row.self_hit;
            text += fmt::format(
                "\n{} with {} hits itself: from\n  {}\n  in direction\n  {}\n  off triangle {}"
                "  it hits {}",
                row.rule_name(), to_string(row.method), hex(ray.o), hex(ray.d), numbered(left),
                left.index == hit.index ? "this one\n" : "triangle " + numbered(hit));
        }
    return text;
}

SpawnRow row_of(const LeavingCount& counted) {
    const SpawnedCounts& counts = counted.counts;
    const Object cells{{"method", to_string(counted.method)},
                       {"rule", counted.rule_name()},
                       {"epsilon", counted.epsilon}};
    SpawnRow row{cells, cells};
    append(row.all, {{"rays", counts.rays}, {"lost", counts.lost}});
    for (const auto& [key, meaning, outcome] : spawned_columns) {
        const auto events = counts.of(outcome);
        append(row.all, rate_cells(std::string(key), events, counts.rays));
        row.shown.push_back({std::string(key), events});
    }
    const Value widest = counts.widest_skip > 0 ? rounded(counts.widest_skip, 3) : Value();
    append(row.all, size_cells("off_plane", counts.off_plane, 3));
    append(row.all, {{"beside", counts.beside}, {"widest_skip", widest}});
    row.shown.push_back({"widest_skip", widest});
    return row;
}

}  // namespace hitmiss
