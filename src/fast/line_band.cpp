#include "fast/line_band.hpp"

#include "fast/grown_line.hpp"

namespace hitmiss {

std::vector<LineBand> line_bands(const WideTree& tree, const Kernel& kernel,
                                 std::span<const Triangle<float>> triangles,
                                 const Vec<float>& origin) {
    std::vector<LineBand> all;
    if (!kernel.growth.line) return all;
    const auto up = [](double number) { return float(number) * (1 + 0x1p-20f); };
    for (std::uint32_t n = 0; n < tree.nodes.size(); ++n)
        for (std::uint32_t k = 0; tree.nodes[n].is_leaf() && k < tree.nodes[n].count; ++k) {
            const auto place = std::uint32_t(n * WideNode::width + k);
            const GrownLine line(triangles[tree.triangle[place]], origin, kernel.precision);
            if (line.bounded)
                all.push_back({Vec<float>(line.normal), Vec<float>(line.aside), up(line.steepness),
                               up(line.by_tilt), up(line.always), up(line.by_steepness), place});
        }
    return all;
}

}  // namespace hitmiss
