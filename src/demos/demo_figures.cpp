// The demonstrations' figures of the documentation.

#include "commands/figure_list.hpp"
#include "wings.hpp"

namespace hitmiss {

std::span<const Figure> wing_figures() {
    static constexpr Figure all[]{
        {"walk-plane",
         "hitmiss walk scenes/walk-plane.toml --title \"A wrong sign mirrors the tested plane, "
         "so the walker passes through the wall\"",
         "A walker and a wall at z = −5, seen from above. The published plane constant has the "
         "wrong sign, so the walker tests the mirrored plane and walks through the wall."},
    };
    return all;
}

}  // namespace hitmiss
