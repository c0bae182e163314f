#include "commands/stages.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"
#include "commands/camera_options.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {

void check_ascending(const std::optional<double>& from, const std::optional<double>& to,
                     double first, double last) {
    if (first <= last) return;
    const bool by_from = from.has_value();
    throw Error(Exit::usage, "--{} {}: is {} --{}, which is {}{}", by_from ? "from" : "to",
                number_text(by_from ? first : last), by_from ? "above" : "below",
                by_from ? "to" : "from", number_text(by_from ? last : first),
                from && to ? "" : " by default; give both");
}

std::vector<double> staged_steps(Over over, const std::optional<double>& from,
                                 const std::optional<double>& to, int per_decade,
                                 const Scene& scene) {
    const OverRow& row = row_of(over);
    const double unit = unit_of(over, scene);
    const auto allowed = [&](double end) {
        return std::clamp(end, row.allowed.lo, row.allowed.hi);
    };
    const double first = from.value_or(allowed(unit * row.from)),
                 last = to.value_or(allowed(unit * row.to));
    for (const auto& [option, end] : {std::pair("from", first), std::pair("to", last)})
        if (!holds(row.allowed, end))
            throw Error(Exit::usage, "--{} {}: {} is in {}", option, number_text(end), row.axis,
                        describe(row.allowed));
    check_ascending(from, to, first, last);
    return decimal_steps(first, last, per_decade, row.name);
}

Vec<double> read_direction(const std::string& text) {
    const Vec<double> direction = read_point(text, "--along");
    if (!(glm::length(direction) > 0))
        throw Error(Exit::usage, "--along {}: is not a direction; 1,0,0 is", text);
    return direction;
}

std::string step_text(double step) {
    return with_separators(number_text(step));
}

}  // namespace hitmiss
