#pragma once
// An explanation for reading (explanation_text.cpp), in sentences that say why a test hits or
// misses and what that comes to in the scene (in_words.cpp), and for programs.

#include "base/report.hpp"
#include "judge/explain.hpp"

namespace hitmiss {

/// As text the triangles, then a block per method: on each triangle a sentence that says why it is
/// hit or missed, its values and comparisons, the one that decides last, and what it sees in the
/// whole scene beside what is right; in red where it is wrong, if that is wanted. Numbers have the
/// digits that read back as the same. The same in JSON, with hex floats; a value that is not finite
/// is null, and "hex" tells it. In CSV a row per value, comparison and verdict.
Report report_on(const Explanation& explanation, const Geometry& geometry, bool in_colour = false);

/// The text of that report.
std::string text_of(const Explanation& explanation, const Geometry& geometry, bool in_colour);

/// What is counted along the whole ray, and what is right; empty if that was not asked.
std::string along_sentence(const Explanation::Answered& answered);

/// "triangle 3", "triangles 3, 5"
std::string triangles_text(std::span<const std::uint32_t> indices);
/// "(0, 0.5, -1)"
std::string point_text(const Vec<float>& p);
/// "hit, inside"
std::string exact_text(const ExactHit& exact);
/// "det = 4 > 0": each side with its name and value.
std::string decision_text(const Decision& decision, Precision precision);

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
