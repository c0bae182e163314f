#pragma once
// The halo that the angle sum must show, from the triangle and epsilon alone: a circular segment
// over each edge (see methods/halo.hpp), to be held against the counted one.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "methods/catalogue.hpp"
#include "scene/camera.hpp"

namespace hitmiss {

/// Whether the method accepts by an angle sum, which may also be taken of arc tangents, and so has
/// a halo.
inline bool has_halo(const Method& method) {
    return method.entry->info.halo == Halo::arcs;
}

/// The angle between p and q as seen from the corner.
double angle_at(const Vec<double>& corner, const Vec<double>& p, const Vec<double>& q);

/// Area of the three segments, in the triangle's plane, for epsilon in (0, 2 pi). It is the area of
/// the halo up to halo_law_limit() and less than it beyond, where the obtuse corner grows too.
double halo_law(const Triangle<double>& tri, double epsilon);

/// 2 (pi - largest angle): beyond it points around the largest corner see the opposite edge under
/// a large enough angle, and the halo holds them too.
double halo_law_limit(const Triangle<double>& tri);

/// The arcs over ab, bc and ca, each as a polyline from vertex to vertex; empty for a triangle
/// without area.
using Polyline = std::vector<Vec<double>>;
std::array<Polyline, 3> halo_arcs(const Triangle<double>& tri, double epsilon);

/// The halo's area in pixels. Pixels count areas only for one triangle parallel to the image
/// plane whose halo stays in the image; nothing otherwise, and beyond halo_law_limit().
std::optional<double> halo_in_pixels(std::span<const Triangle<float>> mesh, const PrimaryRays& rays,
                                     double epsilon);

}  // namespace hitmiss
