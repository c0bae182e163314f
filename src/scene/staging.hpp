#pragma once
// A scene, its camera and its rays under an affine map: moved, scaled, squashed or tilted step by
// step. Exact arithmetic would give the same hits at every step, so only rounding changes.

#include <array>
#include <string_view>
#include <vector>

#include "scene/scene.hpp"

namespace hitmiss {

/// distance: the centre of the mesh is at this distance from the origin, in a given direction.
/// Floats are coarser there, so all vertices and the eye are first rounded to the float grid of the
/// farthest step. From step to step the mesh then keeps its shape and each ray its direction, bit
/// for bit. size: everything is scaled about the origin. aspect: everything is squashed along the
/// image's up direction, to 1 / aspect of its height, so that triangles that face the camera become
/// slivers. grazing: the view direction meets planes parallel to the image at this angle (90
/// degrees changes nothing), and shapes in such a plane stay the same. After the last two, the
/// scene is rotated off the axes; otherwise scaling one axis would scale every term of a triple
/// product alike and hide rounding errors. Except for distance, each vertex is rounded once.
enum class Over { distance, size, aspect, grazing };

struct OverRow {
    std::string_view name;
    std::string_view step;  ///< what the number is, in a sentence
    std::string_view axis;  ///< the same with its unit
    double from, to;        ///< default range; for a distance, times unit_of()
    Range allowed;
};
inline constexpr std::array<OverRow, 4> over_rows{{
    {"distance", "distance", "distance from the origin (scene units)", 1, 1e5, {1e-20, 1e20}},
    {"size", "size", "size (times the scene's)", 1e-6, 1e6, {1e-15, 1e15}},
    {"aspect", "aspect ratio", "aspect (times the scene is squeezed)", 1, 1e6, {1, 1e7}},
    {"grazing", "grazing angle", "grazing angle (degrees)", 1e-4, 90, {1e-5, 90}},
}};
constexpr const OverRow& row_of(Over over) {
    return over_rows[std::size_t(over)];
}

/// Where distance goes unless somebody says it: off all axes, no two components equal.
inline const Vec<double> default_direction{2, 3, 6};

/// The unit of a distance's range: the power of ten at or below the diagonal of the mesh's box. 1
/// for the others.
double unit_of(Over over, const Scene& scene);

/// The nearest point whose coordinates are multiples of the grid, a power of two.
Vec<double> snapped(const Vec<double>& point, double grid);

/// The scene at one step.
struct Stage {
    Affine map;
    bool turns;  ///< whether the map changes directions
    std::vector<Triangle<float>> triangles;
    Vec<double> eye;  ///< exactly representable in float

    /// The ray under the map. Its origin is rounded to float, which is exact for distance; its
    /// direction is normalised in double and rounded to float.
    Ray<float> operator()(const Ray<float>& ray) const;
};

class Staging {
public:
    /// Steps may be as large as `farthest`; distance goes that way in the direction `along`, of any
    /// length but 0. Throws Error{Exit::usage} if triangles lose their area on the float grid
    /// there.
    Staging(Over over, const Scene& scene, double farthest,
            const Vec<double>& along = default_direction);

    /// The mesh and the camera that the steps map.
    const std::vector<Triangle<float>>& triangles() const { return triangles_; }
    const Camera& camera() const { return camera_; }
    /// Multiples of this are moved without rounding; 0 except for distance.
    double grid() const { return grid_; }

    /// Throws Error{Exit::usage} if the mesh grows too large or triangles lose their area.
    Stage at(double step) const;

private:
    Over over_;
    std::vector<Triangle<float>> triangles_;
    Camera camera_;
    Vec<double> away_;  ///< distance's direction, of length 1
    double grid_ = 0;
    Vec<double> right_, up_, back_;  ///< the image's axes
    std::size_t flat_ = 0;           ///< triangles without area
};

}  // namespace hitmiss
