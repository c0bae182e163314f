#pragma once
// What the command line says about the steps of --over.

#include <optional>
#include <string>
#include <vector>

#include "scene/staging.hpp"

namespace hitmiss {

/// Throws Error{Exit::usage} if the first step is above the last. `from` and `to`: as they were
/// said; the message blames what was.
void check_ascending(const std::optional<double>& from, const std::optional<double>& to,
                     double first, double last);

/// The steps from one end to the other, by default those of the stage. Throws Error{Exit::usage}.
std::vector<double> staged_steps(Over over, const std::optional<double>& from,
                                 const std::optional<double>& to, int per_decade,
                                 const Scene& scene);

/// The x,y,z of --along. Throws Error{Exit::usage}.
Vec<double> read_direction(const std::string& text);

/// "12,800", or 1e6.
std::string step_text(double step);

}  // namespace hitmiss
