#pragma once
// An explanation in sentences: why a test says hit or miss, and what that comes to in the scene.

#include "judge/explain.hpp"

namespace hitmiss {

/// Enough digits that reading them gives the value back. Kernels in float keep some sums in double.
std::string decimal(double value, Precision precision);

/// Why method m says hit or miss on that triangle, with the numbers that decide, and whether it is
/// right. Empty for a method that compares nothing.
std::string verdict_sentence(const Explanation& explanation, std::size_t m,
                             const Explanation::OneTriangle& about);

/// What the answer of method m means where it is not right. Empty where it is.
std::string outcome_sentence(const Explanation& explanation, std::size_t m,
                             const Geometry& geometry);

/// The same for a leak (leak_in_words.cpp).
std::string leak_sentence(const Explanation& explanation, std::size_t m);

}  // namespace hitmiss
