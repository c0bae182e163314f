#pragma once
// What the errors of a tracer have in common and what may cause them, in a few sentences.

#include <functional>

#include "judge/diagnosis.hpp"

namespace hitmiss {

/// The middle of the magnitudes that a power of two ends.
double typical(const Magnitudes& magnitudes);

/// The comparisons with another sign between their sides, as a list.
std::string comparisons_text(const Strictness& strict, std::string_view last,
                             const std::function<std::string(const std::string& op)>& sign);

/// A sentence or two on each cause, and on where the errors lie.
std::vector<std::string> sentences(const Diagnosis& diagnosis);

}  // namespace hitmiss
