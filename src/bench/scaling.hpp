#pragma once
// How times grow with the mesh.

#include "bench/measurement.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// Building, memory and tracing of Möller-Trumbore on torus knots of `sizes` triangles seen whole
/// in width x height pixels, beside Embree's on the same, on one thread and on all. Building is
/// tree and preparation of the method; of Embree its best quality but one, the default. Memory is
/// what stays allocated after it, without the mesh.
Measurements scaling(std::span<const int> sizes, int width, int height, Traversal how, int rounds,
                     const Watch& watch = unwatched);

}  // namespace hitmiss
