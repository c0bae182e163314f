// The demonstrations' figures of the documentation.

#include "commands/figure_list.hpp"
#include "wings.hpp"

namespace hitmiss {

std::span<const Figure> wing_figures() {
    static constexpr Figure all[]{
        {"walk-plane",
         "hitmiss walk scenes/walk-plane.toml --title \"With the plane constant's sign wrong, the "
         "tested plane stands behind the walker\"",
         "A walker and a wall at z = -5, seen from above. The published plane constant has the "
         "wrong sign, so the walker tests the mirrored plane and walks through the wall."},
        {"walk-ray",
         "hitmiss walk scenes/walk-ray.toml --title \"With position + direction as the ray, the "
         "walker stops in free space, then walks through a wall\"",
         "The walker of the ray tutorial. In the published code the ray's direction is position + "
         "direction, and t is not checked. On the axis the ray meets the wall six step lengths "
         "ahead, which stops him at once. Beside the axis it points past the wall's end, and he "
         "walks through. Beyond the wall it meets the wall behind him, at t < 0, and he is "
         "stopped again."},
        {"probe-cube",
         "hitmiss probe scenes/probe-cube.toml --point 0.35,0.45,0.9 --keys EWW --title \"From "
         "inside a cube to its face: published same-side accepts the point too soon, and paints "
         "corners that triangles share\"",
         "A point is tested against every triangle of a cube. It comes from inside to the front "
         "face and moves along it. The published demonstration colours vertices, white or green, "
         "one triangle after the other, so white runs into neighbours that do not contain the "
         "point, and green covers most of the triangle that does (right). The corrected one "
         "colours faces."},
        {"probe-volume",
         "hitmiss probe scenes/probe-volume.toml --title \"Published same-side accepts a point "
         "0.4 above the triangle\"",
         "A point above the centroid of an equilateral triangle of side 1. Published same-side "
         "accepts it up to a height of 0.408, and other points up to 0.433. The corrected "
         "demonstration also asks for the distance from the plane."},
    };
    return all;
}

}  // namespace hitmiss
