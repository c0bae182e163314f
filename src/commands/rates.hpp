#pragma once
// Events per million trials, with 95 % intervals.

#include "base/report.hpp"

namespace hitmiss {

struct Rate {
    double value, low, high;
};
/// Events per million rays, with the interval of that rate.
Rate per_million(std::uint64_t events, std::uint64_t rays);
/// The upper end of that interval where nothing was seen, rounded up: in whole events, below ten
/// with two digits.
double end_per_million(std::uint64_t rays);

/// A rate for people: decimals matter below ten only.
Value shown_rate(double rate);
std::string shown_text(double rate);
/// With its interval in one cell.
std::string rate_text(const Rate& rate);
/// In a narrow one: the rate alone; where nothing was seen, the interval's end.
Value narrow_cell(std::uint64_t events, std::uint64_t trials);

/// Events of so many trials as a count, and per million with its 95 % interval: for programs, and
/// for people in one cell. null where they were not counted.
Object rate_cells(const std::string& what, Value events, std::uint64_t trials);
Value rate_text(const Value& events, std::uint64_t trials);

}  // namespace hitmiss
