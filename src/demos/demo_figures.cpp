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
