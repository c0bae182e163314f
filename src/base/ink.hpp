#pragma once
// What things are drawn with.

#include <cstdint>

namespace hitmiss {

struct Rgb {
    std::uint8_t r, g, b;
    bool operator==(const Rgb&) const = default;
};

/// Colours of outcomes, after Okabe and Ito (2008). Those of errors are so dark that they keep a
/// contrast of 3 : 1 to the greys of a map, for colour-blind readers and in grey print too.
namespace palette {
inline constexpr Rgb leak{190, 70, 0};
inline constexpr Rgb false_hit{0, 102, 204};
inline constexpr Rgb wrong_triangle{0, 0, 0};
inline constexpr Rgb neighbour{226, 150, 196};
inline constexpr Rgb degenerate{196, 226, 196};
inline constexpr Rgb culled{195, 195, 195};
inline constexpr Rgb silhouette{232, 232, 232};
inline constexpr Rgb background{255, 255, 255};
}  // namespace palette

enum class PlotMarker { none, circle, square, triangle, diamond, wedge };

}  // namespace hitmiss
