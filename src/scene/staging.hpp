#pragma once
// A scene under an affine map, its eye and its rays too: moved, scaled, squeezed or tilted step by
// step. Exact arithmetic gives the same hits at every step, so that what changes is rounding.

#include <array>
#include <string_view>
#include <vector>

#include "scene/scene.hpp"

namespace hitmiss {

/// distance: the mesh's middle stands so far from the origin, in direction (2, 3, 6). Floats are
/// coarser there, so all vertices and the eye are first moved to the grid of the farthest step:
/// from step to step the mesh keeps its shape and each ray its direction, bit for bit. size:
/// everything is scaled about the origin. aspect: everything is squeezed along the image's up, to 1
/// / aspect of its height: triangles that face the view become slivers. grazing: the view meets
/// planes parallel to the image at that angle, 90 degrees as it is, while what lies in such a plane
/// keeps its shape. After these two everything is turned, for a product of three coordinates, one
/// of each axis, would not notice how an axis is scaled. But for distance each vertex is rounded
/// once.
enum class Over { distance, size, aspect, grazing };

struct OverRow {
    std::string_view name;
    std::string_view axis;  ///< what the number is, with its unit
    double from, to;        ///< unless others are asked for; of a distance times unit_of()
    Range allowed;
};
inline constexpr std::array<OverRow, 4> over_rows{{
    {"distance", "distance from the origin (scene units)", 1, 1e5, {1e-20, 1e20}},
    {"size", "size (times the scene's)", 1e-6, 1e6, {1e-15, 1e15}},
    {"aspect", "aspect (times the scene is squeezed)", 1, 1e6, {1, 1e7}},
    {"grazing", "grazing angle (degrees)", 1e-4, 90, {1e-5, 90}},
}};
constexpr const OverRow& row_of(Over over) {
    return over_rows[std::size_t(over)];
}

/// The power of ten at or below the diagonal of the mesh's box: the unit of a distance's range; 1
/// for the others.
double unit_of(Over over, const Scene& scene);

/// The nearest point whose coordinates are multiples of the grid, a power of two.
Vec<double> snapped(const Vec<double>& point, double grid);

/// The scene at one step.
struct Stage {
    Affine map;
    bool turns;  ///< whether it changes directions
    std::vector<Triangle<float>> triangles;
    Vec<double> eye;  ///< exactly representable in float

    /// The ray under the map: its origin rounded to float, which is exact where the mesh is moved,
    /// its direction normalised in double and rounded to float.
    Ray<float> operator()(const Ray<float>& ray) const;
};

class Staging {
public:
    /// Steps may be as large as `farthest`. Throws Error{Exit::usage}
    /// where triangles lose their area on the floats' grid there.
    Staging(Over over, const Scene& scene, double farthest);

    /// What the steps are images of: the mesh, and the camera whose rays they map.
    const std::vector<Triangle<float>>& triangles() const { return triangles_; }
    const Camera& camera() const { return camera_; }
    /// Points that are multiples of it are moved without rounding; 0: none is needed.
    double grid() const { return grid_; }

    /// Throws Error{Exit::usage} where the mesh grows too large or triangles lose their area.
    Stage at(double step) const;

private:
    Affine map(double step) const;

    Over over_;
    std::vector<Triangle<float>> triangles_;
    Camera camera_;
    double grid_ = 0;
    Vec<double> right_, up_, back_;  ///< of the image
    std::size_t flat_ = 0;           ///< triangles without area
};

}  // namespace hitmiss
