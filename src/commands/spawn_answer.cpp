#include "commands/spawn_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// What was counted by a rule at one epsilon, of all methods together.
struct RuleCount {
    Leaving rule;
    std::optional<double> epsilon;
    SpawnedCounts counts{};

    std::uint64_t self_hits() const { return counts.of(SpawnedOutcome::self_hit); }
    std::uint64_t skipped() const { return counts.of(SpawnedOutcome::skipped); }
    std::uint64_t shifted() const { return counts.of(SpawnedOutcome::shifted); }
    std::uint64_t wrong() const { return self_hits() + skipped(); }
    bool serves() const { return wrong() == 0 && shifted() * few_shifted <= counts.rays; }
    std::string_view name() const { return leaving_names[std::size_t(rule)]; }
};

std::vector<RuleCount> by_rule(const std::vector<LeavingCount>& counted) {
    std::vector<RuleCount> sums;
    for (const LeavingCount& row : counted) {
        auto sum = std::ranges::find_if(sums, [&](const RuleCount& one) {
            return one.rule == row.rule && one.epsilon == row.epsilon;
        });
        if (sum == sums.end()) sum = sums.insert(sum, {row.rule, row.epsilon});
        sum->counts += row.counts;
    }
    return sums;
}

/// "2 self-hits and 3 skipped surfaces, the farthest 1e-3 away".
std::string starts_text(const RuleCount& sum) {
    std::string text =
        sum.self_hits() == 0 ? "no self-hit" : number_of(sum.self_hits(), "self-hit");
    if (sum.counts.beside > 0)
        text +=
            fmt::format(" ({} of a triangle beside the start)", with_separators(sum.counts.beside));
    if (sum.skipped() == 0)
        text += " and no skipped surface";
    else
        text += fmt::format(" and {}, {}{} away", number_of(sum.skipped(), "skipped surface"),
                            sum.skipped() > 1 ? "the farthest " : "",
                            number_text(sum.counts.widest_skip, 2));
    if (sum.shifted() == 0) return text;
    return text + fmt::format("; {} shifted", number_of(sum.shifted(), "ray"));
}

/// What a rule does with its epsilon, as the subject of a sentence.
std::string deed(Leaving rule, double epsilon) {
    const std::string number = number_text(epsilon);
    return rule == Leaving::t_min ? fmt::format("Ignoring hits at t <= {} (t-min)", number)
                                  : fmt::format("Moving the start by {} along the normal", number);
}

std::string hex(const Vec<float>& v) {
    return fmt::format("{:a},{:a},{:a}", v.x, v.y, v.z);
}

}  // namespace

std::string spawn_answer(const std::vector<LeavingCount>& counted, std::size_t width) {
    const auto sums = by_rule(counted);
    std::string verdict, rules;
    std::set<double> epsilons;
    std::set<std::string> methods;
    for (const LeavingCount& row : counted) {
        methods.insert(to_string(row.method));
        if (row.epsilon) epsilons.insert(*row.epsilon);
    }
    for (std::size_t k = 0; k < leaving_names.size(); ++k) {
        const RuleCount* best = nullptr;
        for (const RuleCount& sum : sums)
            if (sum.rule == Leaving(k) &&
                (best == nullptr || std::tuple(sum.wrong(), sum.shifted()) <
                                        std::tuple(best->wrong(), best->shifted())))
                best = &sum;
        if (best == nullptr) continue;
        std::string name(best->name());
        if (best->epsilon) {
            name += ", epsilon " + number_text(*best->epsilon);
            if (best->serves())
                verdict += deed(best->rule, *best->epsilon) + " serves this scene. ";
        }
        rules += fmt::format("  {}: {}\n", name, starts_text(*best));
    }
    if (verdict.empty() && epsilons.size() == 1)
        verdict =
            fmt::format("Epsilon {} does not serve this scene. ", number_text(*epsilons.begin()));
    else if (verdict.empty() && !epsilons.empty())
        verdict = "No epsilon serves this scene. ";
    verdict += fmt::format(
        "Among {}{}{}:", number_of(sums.front().counts.rays, "ray"),
        methods.size() > 1 ? fmt::format(" by {} methods together", methods.size()) : "",
        epsilons.size() > 1 ? ", each rule at its best epsilon" : "");
    return paragraph(verdict, width) + rules;
}

std::string counterexamples(const std::vector<LeavingCount>& counted) {
    std::string text;
    for (const LeavingCount& row : counted)
        if (row.self_hit && !row.epsilon)
            text += fmt::format(
                "\n{} with {} hits itself: from\n  {}\n  in direction\n  {}\n  off the triangle\n  "
                "{}\n  {}\n  {}\n",
                leaving_names[std::size_t(row.rule)], to_string(row.method), hex(row.self_hit->o),
                hex(row.self_hit->d), hex(row.left.a), hex(row.left.b), hex(row.left.c));
    return text;
}

}  // namespace hitmiss
