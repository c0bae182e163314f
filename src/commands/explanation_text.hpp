#pragma once
// An explanation for reading.

#include <string>

#include "judge/explain.hpp"

namespace hitmiss {

/// As report_on() says (explanation.hpp).
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

}  // namespace hitmiss
