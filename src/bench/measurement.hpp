#pragma once
// What the benchmark prints.

#include <optional>
#include <string>
#include <vector>

#include "base/table.hpp"
#include "bench/timing.hpp"

namespace hitmiss {

struct Measurement {
    std::string part;     ///< kernels, rays or embree
    std::string subject;  ///< a method or Embree
    std::string setting;  ///< how it was measured
    std::string unit;
    Quartiles value;
    std::optional<int> threads{};
    std::optional<Quartiles> ratio{};  ///< how many times as fast as ratio_to
    std::string ratio_to{};
    std::optional<std::uint64_t> hits{};
};
using Measurements = std::vector<Measurement>;

/// One row per measurement, numbers rounded to four digits; what does not apply is null.
Rows rows_of(const Measurements& measurements);

/// A table per part and unit, as wide as that or, where `wide`, with all columns. The costs of
/// kernels have a line per subject and a column per setting.
std::string report_text(const Measurements& measurements, std::size_t width = any_width,
                        bool wide = true);

}  // namespace hitmiss
