#include "commands/rates.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/words.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

Value shown_rate(double rate) {
    return rate < 10 ? rounded(rate, 2) : Value(std::round(rate));
}

std::string shown_text(double rate) {
    return cell_text(shown_rate(rate), true);
}

std::string rate_text(const Rate& rate) {
    return fmt::format("{} ({}..{})", shown_text(rate.value), shown_text(rate.low),
                       shown_text(rate.high));
}

Value narrow_cell(std::uint64_t events, std::uint64_t rays) {
    if (rays == 0) return {};
    return events > 0 ? shown_rate(per_million(events, rays).value)
                      : Value("< " + cell_text(end_per_million(rays), true));
}

Rate per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto thousandths = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {thousandths(double(events) / double(rays)), thousandths(low), thousandths(high)};
}

double end_per_million(std::uint64_t rays) {
    const double end = 1e6 * wilson_interval(0, rays).high;
    return end < 10 ? rounded_up(end, 2) : std::ceil(end);
}

Object rate_cells(const std::string& what, Value events, std::uint64_t rays) {
    Value value, low, high;
    if (!events.is_null() && rays > 0) {
        const auto rate = per_million(events.get<std::uint64_t>(), rays);
        value = rate.value, low = rate.low, high = rate.high;
    }
    return {{what, events},
            {what + "_per_million", value},
            {what + "_low", low},
            {what + "_high", high}};
}
Value rate_text(const Value& events, std::uint64_t rays) {
    return events.is_null() || rays == 0
               ? Value()
               : Value(rate_text(per_million(events.get<std::uint64_t>(), rays)));
}

}  // namespace hitmiss
