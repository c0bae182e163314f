#include "trace/grazed.hpp"

#include <cmath>

#include "methods/grown_line.hpp"

namespace hitmiss {
namespace {

/// Of length 1, or NaN.
Vec<double> unit_normal(const Triangle<float>& tri) {
    const Vec<double> n = normal(Triangle<double>(tri));
    return n / glm::length(n);
}

Box grown(const Box& box, const Vec<double>& margin) {
    return {Vec<float>(Vec<double>(box.lo) - margin), Vec<float>(Vec<double>(box.hi) + margin)};
}

/// Its growth seen from one origin, and the margin of its box; none where there is no bound for its
/// line either.
struct GrownBox {
    GrownTriangle grown;
    Margin margin;

    GrownBox(const Kernel& kernel, const Growth& growth, const Triangle<float>& tri,
             const SeenTriangle& seen)
        : grown(growth, seen, kernel.reach(tri), kernel.precision()), margin(grown.best()) {
        if (growth.line && !GrownLine(tri, Vec<float>(seen.first), kernel.precision()).bounded)
            margin = no_margin;
    }
};

Grazed grazed_of(const GrownBox& own, const Triangle<float>& tri, const Vec<float>& origin,
                 std::uint32_t place) {
    const Margin& margin = own.margin;
    const Box& reach = own.grown.reach();
    const Vec<double> half = (Vec<double>(reach.hi) - Vec<double>(reach.lo)) / 2.0;
    const Vec<double> way = Vec<double>(reach.lo) + half - Vec<double>(origin);
    const double distance = glm::length(way);
    // The margin is one along each axis: sqrt(3) times as far, and a little for rounding.
    const double radius = glm::length(half) + 2 * margin.off;
    return {Vec<float>(unit_normal(tri)),         float(margin.steepness),
            Vec<float>(way / distance),           float(radius / distance),
            float(1.74 * margin.fall / distance), place};
}

/// Work(k) for each triangle, by several threads.
void for_each_triangle(std::size_t count, auto&& work) {
#pragma omp parallel for if (count > worth_threads)
    for (std::size_t k = 0; k < count; ++k) work(k);
}

}  // namespace

std::vector<std::vector<Grazed>> grow(WideTree& tree, std::span<const Kernel> kernels,
                                      std::span<const Triangle<float>> triangles,
                                      const Vec<float>& origin) {
    std::vector<Growth> growth;
    for (const Kernel& kernel : kernels) growth.push_back(kernel.growth());
    std::vector<Box> box(triangles.size());
    std::vector<Part> nearer(triangles.size());
    std::vector<std::uint8_t> is_grazed(triangles.size());
    for_each_triangle(triangles.size(), [&](std::size_t k) {
        const SeenTriangle seen(triangles[k], {origin, origin});
        for (std::size_t m = 0; m < kernels.size(); ++m) {
            const GrownBox own(kernels[m], growth[m], triangles[k], seen);
            is_grazed[k] |= own.margin.steepness > 0;
            if (own.margin.steepness == no_margin.steepness) continue;
            const Box box_of_hits = grown(own.grown.reach(), own.margin.size);
            box[k].include(grown(own.grown.reach(),
                                 own.margin.size + double(box_margin(origin, box_of_hits))));
            if (own.margin.nearer < 1 - depth_slack / 2)
                nearer[k] = std::min(nearer[k], Part::of(float(own.margin.nearer)));
        }
    });
    refit(tree, box, nearer);
    std::vector<std::vector<Grazed>> grazed(kernels.size());
    for (std::uint32_t n = 0; n < tree.nodes.size(); ++n)
        for (std::uint32_t k = 0; tree.nodes[n].is_leaf() && k < tree.nodes[n].count; ++k) {
            const auto place = std::uint32_t(n * WideNode::width + k);
            const auto& tri = triangles[tree.triangle[place]];
            if (is_grazed[tree.triangle[place]] == 0) continue;
            for (std::size_t m = 0; m < kernels.size(); ++m) {
                const GrownBox own(kernels[m], growth[m], tri, SeenTriangle(tri, {origin, origin}));
                if (own.margin.steepness > 0)
                    grazed[m].push_back(grazed_of(own, tri, origin, place));
            }
        }
    return grazed;
}

float grow(WideTree& tree, const Kernel& kernel, std::span<const Triangle<float>> triangles,
           const Box& origins) {
    std::vector<Box> box(triangles.size());
    std::vector<float> height(triangles.size());
    for_each_triangle(triangles.size(), [&](std::size_t k) {
        const GrownTriangle tri = kernel.grown(triangles[k], origins);
        double margin = tri.margin(0);
        if (std::isinf(margin)) {
            margin = tri.margin(grazing_steepness);
            height[k] = float(grazing_steepness * tri.farthest());
        }
        box[k] =
            std::isfinite(margin) ? grown(tri.reach(), Vec<double>(margin)) : Box::everything();
    });
    refit(tree, box);
    float highest = 0;
    for (const float own : height) highest = std::max(highest, own);
    return highest > 0 && kernel.growth().horizon ? Box::inf : highest;
}

}  // namespace hitmiss
