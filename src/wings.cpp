// The one place that names the wings' parts; the peer's answers are in bench/.

#include "wings.hpp"

#include "commands/commands.hpp"
#include "commands/figure_list.hpp"

namespace hitmiss {

AddCommand add_advise, add_walk, add_probe, add_bench, add_lab;

std::span<AddCommand* const> wing_commands() {
    static constexpr AddCommand* all[]{add_advise, add_walk, add_probe, add_bench, add_lab};
    return all;
}

bool counts_can_resume() {
    return true;
}

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
