#pragma once
#include <span>
#include <vector>

#include "draw/drawing.hpp"
#include "methods/hit.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// Dark, so that it shows on pictures and maps, and none of the maps' colours.
inline constexpr Rgb halo_colour{128, 0, 96};

/// A straight piece of an arc on the picture.
struct Segment {
    Point from, to;
};

/// The arcs of the halo law over each triangle that is hit, except where the hits, one per pixel,
/// hide them. Arcs of a few pixels are left out: they would cover the picture.
std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon);

}  // namespace hitmiss
