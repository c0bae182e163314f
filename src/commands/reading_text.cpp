// Other ways to read a tracer's answers, in sentences.

#include <fmt/format.h>

#include "base/words.hpp"
#include "commands/diagnosis_text.hpp"

namespace hitmiss {
namespace {

/// "0.25 larger".
std::string more_text(double more) {
    return fmt::format("{} {}", number_text(std::abs(more)), more > 0 ? "larger" : "smaller");
}

}  // namespace

std::string reading_sentence(const OtherReading& reading, std::uint64_t rays) {
    const auto& [how, value, answers, errors, otherwise, read, or_plus] = reading;
    const std::string count = with_separators(answers), number = number_text(value);
    std::string errs = fmt::format("it errs on {} rays", of_all(errors, rays));
    if (const auto one = to_string(other(read.precision)); otherwise != errors)
        errs += fmt::format(" ({} if t was computed in {}: precision={})",
                            with_separators(otherwise), one, one);
    switch (how) {
        case Reading::miss_at_t:
            return fmt::format(
                "{} false hits have t = {}. Does this mean a miss? t = inf or triangle -1 says "
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

}  // namespace hitmiss
