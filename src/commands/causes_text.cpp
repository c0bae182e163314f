// Other ways to read a tracer's answers, and which hits it loses, in sentences.

#include <fmt/format.h>

#include <cmath>

#include "base/words.hpp"
#include "commands/diagnoses.hpp"

namespace hitmiss {
namespace {

/// "0.25 larger".
std::string more_text(double more) {
    return fmt::format("{} {}", number_text(std::abs(more)), more > 0 ? "larger" : "smaller");
}

double rounded_away(double number, bool up, int digits) {
    if (!std::isfinite(number)) return number;
    return up ? rounded_up(number, digits) : rounded_down(number, digits);
}

}  // namespace

std::string reading_sentence(const OtherReading& reading, std::uint64_t rays) {
    const auto& [how, value, answers, read, or_plus, errors, otherwise] = reading;
    const std::string count = with_separators(answers), number = number_text(value);
    std::string errs = fmt::format("it errs on {} rays", of_all(errors, rays));
    if (const auto one = to_string(other(read.precision)); otherwise != errors)
        errs += fmt::format(" ({} if t was computed in {}: precision={})",
                            with_separators(otherwise), one, one);
    switch (how) {
        case Reading::miss_at_t:
            return fmt::format(
                "{} wrong answers have t = {}. Does this mean a miss? t = inf or triangle -1 says "
                "that. With these rows as misses, {}.",
                count, number_text(value + 0.0, 4), errs);  // -0 is 0
        case Reading::t_is_a_length:
            return fmt::format(
                "On {} hits t is |d| times the exact one: it measures a distance, and should count "
                "lengths of d. With t divided by |d|, {}.",
                count, errs);
        case Reading::t_times:
            return fmt::format(
                "On {} hits t is {} times the exact one{}. With t divided by {}, {}.", count,
                number,
                or_plus ? fmt::format(", or {}, which these rays cannot tell apart",
                                      more_text(*or_plus))
                        : "",
                number, errs);
        case Reading::t_plus:
            return fmt::format(
                "On {} hits t is {} than the exact one. Is it measured from another point of the "
                "ray? With {} {}, {}.",
                count, more_text(value), number_text(std::abs(value)),
                value > 0 ? "subtracted from t" : "added to t", errs);
        case Reading::shifted:
            return fmt::format(
                "On {} hits the triangle's number is {} too {}.{} With {} {}, {}.", count,
                std::abs(value) == 1 ? "one" : number_text(std::abs(value)),
                value > 0 ? "high" : "low",
                value == 1 ? " Does this tracer number triangles from 1? The first one is 0." : "",
                number_text(std::abs(value)), value > 0 ? "subtracted" : "added", errs);
        case Reading::reordered: {
            const std::string numbers = with_separators(std::uint64_t(value));
            return fmt::format(
                "This tracer keeps the triangles in another order: its {} numbers stand for {} "
                "different triangles. With the mesh's own numbers {}. --triangles MESH says the "
                "order.",
                numbers, numbers, errs);
        }
        default:
            return fmt::format(
                "With cull=back, where no triangle counts that faces away from its ray, {}. Does "
                "this tracer cull back faces, or ask for det > ε in place of |det| > ε?",
                errs);
    }
}

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
