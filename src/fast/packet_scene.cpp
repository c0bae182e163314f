#include "fast/packet_scene.hpp"

#include <algorithm>
#include <map>

namespace hitmiss {
namespace {

/// The numbers of the methods that are bounded, in groups that share a tree: no method's boxes have
/// more than one and a half times the area of another's, which costs rays next to nothing.
std::vector<std::vector<std::size_t>> sharing(std::span<const Kernel> kernels,
                                              std::span<const Triangle<float>> triangles,
                                              const Vec<float>& eye) {
    std::multimap<double, std::size_t> by_area;
    for (std::size_t m = 0; m < kernels.size(); ++m)
        if (kernels[m].growth.bounded) by_area.emplace(grown_area(kernels[m], triangles, eye), m);
    std::vector<std::vector<std::size_t>> groups;
    double least = 0;
    for (const auto& [area, m] : by_area) {
        if (groups.empty() || area > 1.5 * least) groups.emplace_back(), least = area;
        groups.back().push_back(m);
    }
    return groups;
}

/// The lines of the tree's triangles, in the order of places.
std::vector<GrownLine> grown_lines(const WideTree& tree, Precision precision,
                                   std::span<const Triangle<float>> triangles,
                                   const Vec<float>& eye) {
    std::vector<GrownLine> all;
    tree.for_each_place([&](std::uint32_t place) {
        const GrownLine line(triangles[tree.triangle(place)], eye, precision, place);
        if (line.bounded) all.push_back(line);
    });
    return all;
}

}  // namespace

std::vector<PacketScene> packet_scenes(std::span<const Kernel> kernels, const Geometry& geometry) {
    const auto triangles = geometry.triangles;
    const Vec<float> eye(geometry.eye);
    std::vector<PacketScene> all;
    for (const Kernel& kernel : kernels) {
        const auto alike = std::ranges::find_if(
            all, [&](const PacketScene& other) { return other.kernel.prepare == kernel.prepare; });
        LeafStore leaves =
            alike == all.end() ? LeafStore(kernel, geometry.bare_tree(), triangles) : alike->leaves;
        // Those that are bounded get a grown tree below.
        all.push_back({kernel, eye, kernel.growth.bounded ? nullptr : geometry.shared_tree(),
                       std::move(leaves)});
    }
    for (const auto& group : sharing(kernels, triangles, eye)) {
        std::vector<Kernel> of_group;
        for (const std::size_t m : group) of_group.push_back(kernels[m]);
        auto [grown, off_by_leaf, grazed] =
            grow_tree_from(geometry.bare_tree(), of_group, triangles, eye);
        const auto tree = std::make_shared<const WideTree>(std::move(grown));
        const auto off = std::make_shared<const Unfilled<OffOfLeaf>>(std::move(off_by_leaf));
        for (std::size_t k = 0; k < group.size(); ++k) {
            PacketScene& scene = all[group[k]];
            scene.tree = tree;
            scene.grazed = std::move(grazed[k]);
            if (scene.kernel.growth.line)
                scene.lines = grown_lines(*tree, scene.kernel.precision, triangles, eye);
            scene.off = off;
            if (scene.kernel.packets->first_rows == FirstRows::others)
                scene.corners = geometry.corners();
        }
    }
    return all;
}

}  // namespace hitmiss
