#pragma once
// A lamp that is a point, and whether it is seen from where a ray met the mesh.

#include "judge/answerer.hpp"
#include "judge/leaving.hpp"

namespace hitmiss {

/// Where it is, and how rays to it leave the surface.
struct Lamp {
    Vec<float> at;
    Leaving rule = Leaving::t_min;
    double epsilon = 0;  ///< of a rule that has one
};

/// Throws Error{Exit::usage} for a lamp on a triangle of the mesh, which is neither before nor
/// behind it.
void check_lamp(const Vec<float>& at, const Geometry& geometry);

/// Whether the side of the triangle on which the ray meets it is turned to the lamp; exactly.
bool turned_to(const Vec<float>& lamp, const Ray<float>& ray, const Triangle<float>& tri);

/// Whether the lamp is seen from a hit of the ray; from any thread.
using SeesLamp = std::function<bool(const Ray<float>& ray, const Hit& hit)>;

/// By a second ray of the method, which leaves the surface by the lamp's rule. By `exact` without a
/// rule: along the segment from the exact point.
SeesLamp sees_lamp(const Method& method, const Lamp& lamp, const Geometry& geometry);

}  // namespace hitmiss
