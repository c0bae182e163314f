#pragma once
#include <span>

#include "figure/lines.hpp"
#include "scene/scene.hpp"
#include "trace/hit.hpp"

namespace hitmiss {

/// Dark, so that it shows on pictures and maps, and none of the maps' colours.
inline constexpr Rgb halo_colour{128, 0, 96};

/// The arcs of the halo law over each triangle that is hit, one line for every pixel of the image.
/// Triangles smaller than some pixels are left out: their arcs would hide the picture.
Coverage halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon);

}  // namespace hitmiss
