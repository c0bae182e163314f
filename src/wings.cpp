// The one place that names the wings' parts.

#include "wings.hpp"

#include "bench/embree_peer.hpp"
#include "commands/commands.hpp"
#include "demos/demo_figures.hpp"

namespace hitmiss {

AddCommand add_advise, add_walk, add_probe, add_bench;

std::span<AddCommand* const> wing_commands() {
    static constexpr AddCommand* all[]{add_advise, add_walk, add_probe, add_bench};
    return all;
}

std::span<const Figure> wing_figures() {
    return demo_figures();
}

Answerer peer_answers(const Method& method, const Geometry& geometry) {
    return embree_answers(method, geometry);
}

bool counts_for_long() {
    return true;
}

}  // namespace hitmiss
