#pragma once
#include <span>
#include <vector>

#include "draw/drawing.hpp"
#include "methods/hit.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// A straight piece of an arc on the picture.
struct Segment {
    Point from, to;
};

/// The arcs of the halo law over each triangle that is hit, except where the hits, one per pixel,
/// hide them. Arcs of a few pixels are left out: they would cover the picture.
std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon);

/// Draws such arcs over the part of the picture from that pixel on, each pixel `factor` dots wide.
void draw_halo(Drawing& target, std::span<const Segment> lines, Point corner, int factor,
               const Page& page);

}  // namespace hitmiss
