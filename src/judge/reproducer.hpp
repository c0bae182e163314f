#pragma once
// The least that shows an error again: one ray and one to three triangles, as text.
//
//     # what it shows                       a comment; empty lines count as comments too
//     method angle-sum:epsilon=0.001        any number of them, also none
//     o 0x1p+0 0x1.8p+1 -0x1p-149           the ray's origin
//     d 0x0p+0 0x0p+0 -0x1p+0               and direction, not 0
//     triangle 0x0p+0 ...                   nine numbers, a, b and c; one line or more
//
// Lines come in any order, words are separated by blanks. A number is a hex float that is exactly a
// float, or a decimal that is rounded to one.

#include <string>

#include "judge/outcome_of.hpp"

namespace hitmiss {

struct Reproducer {
    std::string comment;  ///< one line
    std::vector<Method> methods;
    Ray<float> ray;
    std::vector<Triangle<float>> triangles;
};

/// The value as C's %a writes it, in the fewest digits: 0x1.8p+1, -0x0p+0, inf, nan.
std::string to_hex(double value);

/// The text that read_reproducer reads back bit for bit.
std::string to_text(const Reproducer& reproducer);

/// Reads the format above; a comment is skipped. Throws Error{Exit::bad_input} with `file:line:`.
Reproducer read_reproducer(const std::string& text, const std::string& file);

/// What makes the method err again, and in the same way, without the rest of the scene: the first
/// triangle of E and the one that was hit, and at a leak the neighbour across the nearest edge, in
/// the scene's order. The method is left out where it has no kernel.
Reproducer reproduce(const Method& method, const ExactAnswer& answer, const Hit& hit,
                     const Ray<float>& ray, const Geometry& geometry);

}  // namespace hitmiss
