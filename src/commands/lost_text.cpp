// Which hits a tracer loses, in sentences.

#include <fmt/format.h>

#include <cmath>

#include "base/words.hpp"
#include "commands/diagnosis_text.hpp"

namespace hitmiss {
namespace {

double rounded_away(double number, bool up, int digits) {
    if (!std::isfinite(number)) return number;
    return up ? rounded_up(number, digits) : rounded_down(number, digits);
}

}  // namespace

std::string bound_sentence(const BoundOfT& bound) {
    const auto& [least, lost, kept, lost_rays, kept_rays, at_starts] = bound;
    // As few digits as keep the two apart, rounded away from each other: what lies between the two
    // numbers holds all that lies between the exact ones. Where nothing is kept, t_min lies above.
    const bool lost_up = !least || kept_rays == 0;
    const double most_off = std::abs(kept - lost) / 10;
    const auto is_near = [&](double t, bool up, int digits) {
        return !(std::abs(rounded_away(t, up, digits) - t) > most_off);
    };
    int digits = 3;
    while (digits < 17 && !(is_near(lost, lost_up, digits) && is_near(kept, least, digits)))
        ++digits;
    const std::string loses =
        fmt::format("It loses all {} {} t = {}", number_of(lost_rays, "hit"),
                    least ? "up to" : "from", number_text(rounded_away(lost, lost_up, digits)));
    if (kept_rays == 0)
        return fmt::format(
            "{}, next to where their rays start, and keeps none. Is its t_min larger?", loses);
    return fmt::format("{}{} and keeps {} {} t = {}{}. Is its {} between the two?", loses,
                       least ? "" : " on", with_separators(kept_rays), least ? "from" : "up to",
                       number_text(rounded_away(kept, least, digits)), least ? " on" : "",
                       least ? "t_min" : "t_max");
}

std::string fronts_sentence(const LostFronts& fronts, std::uint64_t errors) {
    return fmt::format(
        "All {} lie on triangles that face away from their rays, and {} errors are lost hits on "
        "triangles that face them. Does this tracer cull front faces, or keep the triangles with "
        "the other winding?",
        number_of(fronts.hits, "hit"), of_all(fronts.lost, errors));
}

std::string never_hit_sentence(const NeverHit& never, std::uint64_t errors) {
    constexpr std::size_t most_named = 3;
    const auto& all = never.triangles;
    std::vector<std::string> some;
    for (std::size_t k = 0; k < std::min(most_named, all.size()); ++k)
        some.push_back(with_separators(all[k]));
    if (all.size() > most_named) some.push_back("...");
    return fmt::format("It never hits {} triangles that rays meet ({}); {} errors are there.",
                       of_all(all.size(), never.met), fmt::join(some, ", "),
                       of_all(never.lost_rays, errors));
}

}  // namespace hitmiss
