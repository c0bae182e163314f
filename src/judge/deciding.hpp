#pragma once
// Which of the comparisons that a method made decides.

#include <string>

#include "judge/explain.hpp"

namespace hitmiss {

/// The comparison's sign as it turned out: the opposite one if it fails. "not <" where a side is
/// NaN, for which no sign holds.
std::string sign_text(const Decision& decision);

/// Among the comparisons that ask whether an accepted point is inside, the one that it passed most
/// narrowly, of several the last; nothing if there was none.
const Decision* narrowest_inside(const Notes& notes);

/// The comparison that decides about a triangle; nothing if there is none. Mostly the last, but
/// that t > 0 does not tell why a point beside the triangle is accepted.
const Decision* deciding_comparison(const Explanation::OneTriangle& about, std::size_t method);

/// The first triangle on which the method fails; where it fails on none, the one that it hits, else
/// the first. There is a triangle.
const Explanation::OneTriangle& deciding_triangle(const Explanation& explanation,
                                                  std::size_t method);

}  // namespace hitmiss
