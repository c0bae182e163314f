#pragma once
// Colours.

#include <cstdint>

namespace hitmiss {

/// A colour; white unless said otherwise.
struct Rgb {
    std::uint8_t r = 255, g = 255, b = 255;
    bool operator==(const Rgb&) const = default;
};

/// The hues of outcomes mean outcomes in every figure, and nothing else; all else is black, grey or
/// white, but for the areas of ray-triangle.svg. Errors are dark enough for a contrast of 3 : 1 to
/// the greys of a map, and differ from each other in lightness, so that colour-blind readers and
/// grey print tell them apart.
namespace palette {
inline constexpr Rgb leak{217, 79, 0};
inline constexpr Rgb false_hit{11, 60, 140};
inline constexpr Rgb wrong_triangle{0, 0, 0};
inline constexpr Rgb wrong_t{0, 112, 84};
/// A wrong triangle of the same colour as the right one: the picture does not change.
inline constexpr Rgb unchanged{165, 165, 165};
/// A spawned ray hits the surface that it leaves: grey, because no outcome above is meant.
inline constexpr Rgb self_hit{70, 70, 70};
inline constexpr Rgb tie{226, 150, 196};
inline constexpr Rgb degenerate{196, 226, 196};
inline constexpr Rgb silhouette{236, 236, 236};
inline constexpr Rgb background{255, 255, 255};

// Curves of methods, and a halo's predicted border.
inline constexpr Rgb curves[]{{0, 0, 0}, {115, 115, 115}, {70, 70, 70}};
inline constexpr Rgb reference_curve{110, 110, 110};
inline constexpr Rgb halo{40, 40, 40};

// Grid lines and ranges behind curves.
inline constexpr Rgb grid{215, 215, 215};
inline constexpr Rgb range{228, 228, 228};
/// Around groups of errors that are few and small.
inline constexpr Rgb ring{172, 172, 172};

// Drawings of a ray and a triangle.
inline constexpr Rgb ray{0, 0, 0}, plane{240, 240, 240};
/// Barycentric coordinates as areas: of the corners a, b, c.
inline constexpr Rgb weights[]{{250, 232, 130}, {150, 210, 240}, {150, 220, 190}};
inline constexpr Rgb light_area{222, 222, 222}, area{200, 200, 200}, dark_area{178, 178, 178};
}  // namespace palette

/// Text and lines.
inline constexpr Rgb ink{0, 0, 0}, pale_ink{90, 90, 90}, frame_grey{170, 170, 170};

enum class PlotMarker { none, circle, square, triangle, diamond, wedge };

}  // namespace hitmiss
