#include "commands/closed_mesh.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace hitmiss {
namespace {

void check_closed(const std::string& file, std::span<const Triangle<float>> triangles) {
    const auto open = find_open_edge(triangles);
    if (!open) return;
    const auto point = [](const Vec<float>& p) {
        return fmt::format("({}, {}, {})", p.x, p.y, p.z);
    };
    throw bad_input(file, 0,
                    fmt::format("the mesh is not closed: the edge from {} to {} belongs to {} "
                                "triangle{}; leaks needs a mesh whose edges belong to two each, so "
                                "that every ray from inside must hit",
                                point(open->a), point(open->b), open->triangles,
                                open->triangles == 1 ? "" : "s"));
}

}  // namespace

void add_aim(Command& command, const std::function<void(Aim)>& choose) {
    // In the order of Aim.
    constexpr std::string_view names[]{"edges", "vertices", "silhouettes", "interior", "random"};
    command.choice(
        "--aim", names, [choose](std::size_t k) { choose(Aim(k)); },
        "edges, vertices, silhouettes, interior or random: see  hitmiss leaks --help");
}

void add_grid(Command& command, std::optional<Axis>& grid) {
    command.choice(
        "--grid", axis_names, [&](std::size_t k) { grid = axis_of(k); },
        "x, y, z, -x, -y or -z, as in --grid=-y: WxH parallel rays that way, from outside, through "
        "points k / (W + 1) of the box's side, k from 1");
}

AimedRays closed_mesh_rays(const std::string& file, const Geometry& geometry, std::uint64_t seed) {
    check_closed(file, geometry.triangles);
    AimedRays aimed(geometry);
    if (Random random(seed); !aimed.encloses_space(random))
        throw bad_input(file, 0,
                        "no point inside the mesh was found; leaks needs one that encloses space");
    return aimed;
}

}  // namespace hitmiss
