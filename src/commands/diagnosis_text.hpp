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

/// "38 of 1,000".
std::string of_all(std::uint64_t some, std::uint64_t all);

/// What answers to so many rays show, how they are to be read, and what is wrong then
/// (reading_text.cpp).
std::string reading_sentence(const OtherReading& reading, std::uint64_t rays);

/// Which hits it loses: by their t, or by their triangles, of so many errors (lost_text.cpp).
std::string bound_sentence(const BoundOfT& bound);
std::string fronts_sentence(const LostFronts& fronts, std::uint64_t errors);
std::string never_hit_sentence(const NeverHit& never, std::uint64_t errors);

/// A sentence or two on each cause, and on where the errors lie.
std::vector<std::string> sentences(const Diagnosis& diagnosis);

}  // namespace hitmiss
