// The one place that names the wings' parts; their figures are in demos/demo_figures.cpp, the
// peer's answers in bench/.

#include "wings.hpp"

#include "commands/commands.hpp"

namespace hitmiss {

AddCommand add_advise, add_walk, add_probe, add_bench, add_lab;

std::span<AddCommand* const> wing_commands() {
    static constexpr AddCommand* all[]{add_advise, add_walk, add_probe, add_bench, add_lab};
    return all;
}

bool counts_can_resume() {
    return true;
}

}  // namespace hitmiss
