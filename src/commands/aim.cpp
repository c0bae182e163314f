#include "commands/aim.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {

void add_aim(Command& command, const std::function<void(Aim)>& choose) {
    // In the order of Aim.
    constexpr std::string_view names[]{"edges", "vertices", "silhouettes", "interior", "random"};
    command.choice(
        "--aim", names, [choose](std::size_t k) { choose(Aim(k)); },
        "edges, vertices, silhouettes, interior or random: see  hitmiss leaks --help");
}

void add_grid(Command& command, std::optional<Axis>& grid) {
    command.choice(
        "--grid", axis_names, [&](std::size_t k) { grid = Axis(k); },
        "x, y, z, -x, -y or -z, as in --grid=-y: WxH parallel rays that way, from outside, through "
        "points k / (W + 1) of the box's side, k from 1");
}

AimedRays aim_at(const Geometry& geometry, const SceneOptions& options, const Scene& scene,
                 std::uint64_t seed) {
    AimedRays inside(geometry);
    const std::size_t border = inside.border_edges();
    Random random(seed);
    if (options.camera.eye.empty() && border == 0 && inside.encloses_space(random)) return inside;
    say("note: {}, so all rays start at the eye{}",
        !options.camera.eye.empty() ? "--eye is given"
        : border > 0                ? "the mesh has borders"
                                    : "no point inside the mesh was found",
        border == 0 ? "" : fmt::format("; border edges left out: {}", with_separators(border)));
    return AimedRays(geometry, Vec<float>(scene.camera.eye));
}

}  // namespace hitmiss
