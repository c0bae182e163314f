// What hitmiss spawn found, in words.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "commands/count.hpp"
#include "commands/rates.hpp"
#include "commands/spawn.hpp"
#include "commands/stages.hpp"

namespace hitmiss {
namespace {

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

}  // namespace

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

std::string none_serves(const std::set<double>& epsilons) {
    return epsilons.size() == 1
               ? fmt::format("Epsilon {} does not serve", step_text(*epsilons.begin()))
               : "No epsilon serves";
}

bool has_rays(const std::vector<LeavingCount>& sums) {
    return std::ranges::any_of(sums, [](const LeavingCount& sum) { return sum.counts.rays > 0; });
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
