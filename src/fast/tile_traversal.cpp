// The fast traversal: squares of rays from one origin traverse the tree together (ray_tile.hpp).
// Fast if each run of 16, 256 or 4,096 rays is coherent, as in for_each_pixel's order.

#include <algorithm>

#include "fast/ray_tile.hpp"

namespace hitmiss {
namespace {

/// Every ray against every triangle: the plain loop, in lanes. The only way for a method without
/// bounds, and for a ray whose direction is NaN, or too long or short for any margin. Its time is
/// that of the tests, which are compiled for the scene's width.
void trace_all_pairs(const PacketScene& scene, std::span<const Ray<float>> rays,
                     std::span<Hit> hits) {
    for (std::size_t begin = 0; begin < rays.size(); begin += SeenRays::most) {
        const auto part = rays.subspan(begin, std::min(SeenRays::most, rays.size() - begin));
        const View view(part[0].o, part[0].d);
        SeenRays seen;
        seen.take(part, view.origin);
        Packets packets(scene, view, part, seen);
        const auto by_all = [](float, float, float, float) { return true; };
        scene.tree->for_each_place([&](std::uint32_t place) { packets.test(place, by_all); });
        packets.finish(hits.subspan(begin, part.size()));
    }
}

/// Up to 4,096 rays; false if they have several origins, or no view suits them all.
bool trace_tile(const PacketScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    RayGroups groups(scene, rays);
    if (groups.suit()) RayTile(scene, groups).trace(hits);
    return groups.suit();
}

bool have_one_origin(std::span<const Ray<float>> rays) {
    return std::ranges::all_of(
        rays, [&](const Ray<float>& ray) { return bits_of(ray.o) == bits_of(rays[0].o); });
}

/// Traces up to `most` rays together, if they are from the eye and suit one view; else in quarters,
/// down to single rays. Rays from elsewhere, or in a direction without a view, meet all triangles.
void trace_squares(const PacketScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits,
                   std::size_t most) {
    const auto trace = at_width<trace_tile>(scene.width);
    for (std::size_t begin = 0; begin < rays.size(); begin += most) {
        const auto part = rays.subspan(begin, std::min(most, rays.size() - begin));
        const auto out = hits.subspan(begin, part.size());
        const bool held = scene.holds(part[0].o);
        if (held && trace(scene, part, out)) continue;
        if (part.size() == 1 || (!held && have_one_origin(part)))
            trace_all_pairs(scene, part, out);
        else
            trace_squares(scene, part, out, most / 4);
    }
}

/// Rays from anywhere.
void trace_rays(const PacketScene& scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    if (scene.tree->nodes.empty()) return std::fill(hits.begin(), hits.end(), Hit{});
    trace_squares(scene, rays, hits, RayTile::most);
}

}  // namespace

std::vector<FastTrace> fast_traces(std::span<const Kernel> kernels, const Geometry& geometry,
                                   Traversal how, VectorWidth width) {
    const auto runs = [&](const Kernel& kernel) {
        return kernel.packets->at[std::size_t(width)].test_packets != nullptr;
    };
    std::vector<Kernel> in_lanes;
    std::ranges::copy_if(kernels, std::back_inserter(in_lanes), runs);
    auto scenes = packet_scenes(in_lanes, geometry);
    auto next = scenes.begin();
    std::vector<FastTrace> all(kernels.size());
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        if (!runs(kernels[k])) continue;
        next->how = how, next->width = width;
        all[k] = {std::make_shared<const PacketScene>(std::move(*next++)), trace_rays};
    }
    return all;
}

}  // namespace hitmiss
