#pragma once
// How times grow with the mesh.

#include "bench/measurement.hpp"
#include "scene/camera.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// A made mesh and how it is seen.
struct ScaledView {
    std::string name;  ///< empty: a knot seen whole
    std::string make;
    std::function<Camera(std::span<const Triangle<float>>, double aspect)> camera;
};

/// Torus knots seen whole, an atrium from inside, and a noisy scan whole and from so near that it
/// fills the picture, of up to `largest` triangles.
std::vector<ScaledView> scaled_views(int largest);

/// Building, memory and tracing of Möller-Trumbore on these in width x height pixels, beside
/// Embree's on the same, on one thread and on all. Building is tree and preparation of the method;
/// of Embree its best quality but one, the default. Memory is what stays allocated after it,
/// without the mesh.
Measurements scaling(std::span<const ScaledView> views, int width, int height, Traversal how,
                     int rounds, const Watch& watch = unwatched);

}  // namespace hitmiss
