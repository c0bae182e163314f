#pragma once
// How numbers are written in figures.

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmiss {

/// 10 with its exponent raised, as 10⁻².
std::string power_of_ten(int exponent);

/// As number_text(), but below a thousandth and beyond a million by a power of ten: 3 × 10⁻⁴.
std::string in_figure(double number);

/// "1 triangle", "1,280 triangles".
std::string number_of(std::uint64_t count, std::string_view thing);

}  // namespace hitmiss
