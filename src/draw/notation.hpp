#pragma once
// How numbers and methods are written in figures.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "methods/catalogue.hpp"

namespace hitmiss {

/// A power of ten with its exponent raised: 10⁻².
std::string power_of_ten(int exponent);

/// A number with a power of ten below a thousandth and above a million, 3 × 10⁻⁴, which lines do
/// not break; else with thousands grouped.
std::string in_figure(double number);
/// The same for the number rounded to `digits` significant digits.
std::string in_figure(double number, int digits);
/// A tolerance beside an axis of powers: 1.8 × 10⁻³, with a power of ten below a tenth.
std::string tolerance_in_figure(double number);

/// A setting of a method: "ε = 0.1", "double", "once dxr".
std::string setting_in_figure(std::string_view key, std::string_view value);

/// The method's name as figures print it: its label= or name=, else as in running text.
std::string printed_name(const Method& method);

/// What a caption says about a method, besides its name.
enum class Caption {
    column,     ///< of a sheet, three lines: name; ε; arithmetic, variant and culling
    predicate,  ///< a test of points, two lines: name; ε, double and variant
    curve,      ///< of a curve: arithmetic, and the settings given except ε
    text,       ///< the same in running text, with the name that -m takes
    row,        ///< of dots: name, ε unless that is 0, and arithmetic
    full,       ///< the spec as -m takes it; ε if it is the default; arithmetic
};
/// The lines of the caption: one, except for Caption::column and predicate.
std::vector<std::string> caption(const Method& method, Caption kind);

/// The texts that are not empty, with the separator between them.
std::string joined_texts(std::vector<std::string> texts, std::string_view separator = ", ");

}  // namespace hitmiss
