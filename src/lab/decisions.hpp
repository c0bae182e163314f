#pragma once
// What a method compared to say that a point P of the triangle's plane is inside or outside, in
// words.

#include "judge/explain.hpp"

namespace hitmiss::lab {

/// Whether the triangle has no area as the method computes it, so that no ray meets its plane: then
/// what is noted about a point test is not about P.
bool lacks_plane(const Method& method, const Notes& notes);

/// What method m compared, in order.
std::vector<std::string> comparison_texts(const Explanation& explanation, std::size_t m);

/// In one line, the comparison by which method m says that P is inside or outside.
std::string predicate_text(const Explanation& explanation, std::size_t m, bool wrongly_inside);

}  // namespace hitmiss::lab
