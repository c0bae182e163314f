#pragma once
// What a benchmark found out, and its tables.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/report.hpp"
#include "bench/timing.hpp"

namespace hitmiss {

struct Measurement {
    std::string part;     ///< kernels, rays, embree, scaling, job or chart
    std::string subject;  ///< who was measured
    std::string setting;  ///< how
    std::string unit;
    Quartiles value;
    std::optional<std::uint64_t> triangles{};
    std::optional<int> threads{};
    std::optional<Quartiles> ratio{};  ///< how many times as fast as ratio_to
    std::string ratio_to{};
    std::optional<std::uint64_t> hits{};
    std::optional<double> error_rate{};  ///< of rays from the eye at edges
    bool front = false;                  ///< on the Pareto front of time and error
};
using Measurements = std::vector<Measurement>;

/// One row per measurement, numbers rounded to four digits; what does not apply is null.
Rows rows_of(const Measurements& measurements);

/// A table per part. The costs of kernels are spread out: a line per subject, a column per setting.
std::string report_text(const Measurements& measurements);

}  // namespace hitmiss
