#pragma once
// Colours.

#include <cstdint>

namespace hitmiss {

/// A colour; white unless said otherwise.
struct Rgb {
    std::uint8_t r = 255, g = 255, b = 255;
    bool operator==(const Rgb&) const = default;
};

/// Colours of outcomes, after Okabe and Ito (2008). Errors are dark enough for a contrast of 3 : 1
/// to the greys of a map, also for colour-blind readers and in grey print.
namespace palette {
inline constexpr Rgb leak{190, 70, 0};
inline constexpr Rgb false_hit{0, 102, 204};
inline constexpr Rgb wrong_triangle{0, 0, 0};
inline constexpr Rgb wrong_t{0, 112, 84};
inline constexpr Rgb neighbour{226, 150, 196};
inline constexpr Rgb degenerate{196, 226, 196};
inline constexpr Rgb silhouette{232, 232, 232};
inline constexpr Rgb background{255, 255, 255};

// Curves, and a halo's predicted border: dark; a colour of the maps only if it means the same.
inline constexpr Rgb curves[]{leak, false_hit, {0, 0, 0}, {0, 110, 80}, {150, 60, 130}};
inline constexpr Rgb reference_curve{110, 110, 110};
inline constexpr Rgb halo{128, 0, 96};

// Grid lines and ranges behind curves.
inline constexpr Rgb grid{215, 215, 215}, fine_grid{240, 240, 240}, dot_grid{225, 225, 225};
inline constexpr Rgb range{228, 228, 228};

// Drawings of a ray and a triangle.
inline constexpr Rgb ray{0, 72, 170}, plane{240, 240, 240};
/// Barycentric coordinates as areas: of the corners a, b, c.
inline constexpr Rgb weights[]{{250, 232, 130}, {150, 210, 240}, {150, 220, 190}};
inline constexpr Rgb light_area{222, 222, 222}, area{200, 200, 200}, dark_area{178, 178, 178};
}  // namespace palette

/// Text and lines.
inline constexpr Rgb ink{0, 0, 0}, pale_ink{90, 90, 90}, frame_grey{170, 170, 170};

enum class PlotMarker { none, circle, square, triangle, diamond, wedge };

}  // namespace hitmiss
