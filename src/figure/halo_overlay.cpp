#include "figure/halo_overlay.hpp"

#include <algorithm>
#include <set>

#include "truth/halo_law.hpp"

namespace hitmiss {
namespace {

constexpr double least_size = 8;  // pixels from end to end of an arc

}  // namespace

Coverage halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    const double thickness = std::max(1.0, std::min(scene.width, scene.height) / 512.0);
    std::set<std::uint32_t> seen;
    for (const Hit& hit : hits)
        if (hit) seen.insert(hit.triangle);
    Coverage coverage(scene.width, scene.height);
    for (const std::uint32_t index : seen)
        for (const auto& arc : halo_arcs(Triangle<double>(scene.mesh.triangles[index]), epsilon)) {
            std::vector<std::optional<Projection>> places;
            for (const auto& point : arc) places.push_back(rays.project(point));
            if (places.empty() || !places.front() || !places.back()) continue;
            const double width = places.back()->x - places.front()->x;
            const double height = places.back()->y - places.front()->y;
            if (width * width + height * height < least_size * least_size) continue;
            for (std::size_t k = 0; k + 1 < places.size(); ++k)
                if (const auto &p = places[k], &q = places[k + 1]; p && q)
                    coverage.add_line({p->x, p->y}, {q->x, q->y}, thickness);
        }
    return coverage;
}

}  // namespace hitmiss
