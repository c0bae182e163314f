#pragma once
// What things are drawn with.

#include <cstdint>

namespace hitmiss {

struct Rgb {
    std::uint8_t r, g, b;
    bool operator==(const Rgb&) const = default;
};

/// Colours of the error maps, after Okabe and Ito (2008): told apart by colour-blind readers, and
/// in black-and-white print by their greys (119, 158, 0, 212, 180, 195 and 232 of 255).
namespace palette {
inline constexpr Rgb leak{213, 94, 0};
inline constexpr Rgb false_hit{86, 180, 233};
inline constexpr Rgb wrong_triangle{0, 0, 0};
inline constexpr Rgb neighbour{230, 201, 218};
inline constexpr Rgb degenerate{146, 201, 146};
inline constexpr Rgb culled{195, 195, 195};
inline constexpr Rgb silhouette{232, 232, 232};
inline constexpr Rgb background{255, 255, 255};
}  // namespace palette

enum class PlotMarker { none, circle, square, triangle };

}  // namespace hitmiss
