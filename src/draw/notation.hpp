#pragma once
// How numbers and methods are written in figures.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "methods/catalogue.hpp"

namespace hitmiss {

/// 10 with its exponent raised, as 10⁻².
std::string power_of_ten(int exponent);

/// As number_text(), but below a thousandth and beyond a million by a power of ten: 3 × 10⁻⁴.
std::string in_figure(double number);

/// "1 triangle", "1,280 triangles".
std::string number_of(std::uint64_t count, std::string_view thing);

/// What a caption says of a method, beside its name.
enum class Caption {
    column,     ///< of a sheet, three lines: name; ε; arithmetic, variant and culling
    predicate,  ///< a test of points, two lines: name; ε, double and variant
    curve,      ///< against ε, or of other figures' curves: arithmetic and what was said but ε
    row,        ///< of dots: ε unless that is 0, and arithmetic
    full,       ///< the spec, as -m takes it; an ε left at its default, and arithmetic
};
/// The caption by lines, of which all but Caption::column and predicate have one.
std::vector<std::string> caption(const Method& method, Caption kind);

}  // namespace hitmiss
