#include <set>

#include "draw/comparison_sheet.hpp"
#include "judge/halo_law.hpp"

namespace hitmiss {

std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon) {
    constexpr double least_size = 8;  // pixels along the visible part of an arc
    const PrimaryRays rays = scene.rays();
    // Arcs that are seen edge-on lie nearly in the surface; they count as visible.
    const double slack = 0.01 * glm::length(Vec<double>(bounds(scene.mesh.triangles).extent()));
    // Where a point of an arc is in the image; nothing if it is hidden.
    const auto project = [&](const Vec<double>& point) -> std::optional<Point> {
        const auto p = rays.project(point);
        if (!p) return {};
        if (p->x >= 0 && p->y >= 0 && p->x < rays.width() && p->y < rays.height()) {
            const auto pixel = std::size_t(p->y) * std::size_t(rays.width()) + std::size_t(p->x);
            if (hits[pixel].t + slack < glm::length(point - scene.camera.eye)) return {};
        }
        return Point(p->x, p->y);
    };
    std::set<std::uint32_t> seen;
    for (const Hit& hit : hits)
        if (hit) seen.insert(hit.triangle);
    std::vector<Segment> lines;
    for (const std::uint32_t index : seen)
        for (const auto& arc : halo_arcs(Triangle<double>(scene.mesh.triangles[index]), epsilon)) {
            std::vector<Segment> visible;
            double length = 0;
            std::optional<Point> from;
            for (const auto& point : arc) {
                const auto to = project(point);
                if (from && to) {
                    visible.emplace_back(*from, *to);
                    length += glm::length(*to - *from);
                }
                from = to;
            }
            if (length >= least_size) lines.insert(lines.end(), visible.begin(), visible.end());
        }
    return lines;
}

void draw_halo(Drawing& target, std::span<const Segment> lines, Point corner, int factor,
               const Page& page) {
    for (const auto& [from, to] : lines)
        target.line_within(double(factor) * (from - corner), double(factor) * (to - corner),
                           {palette::halo, page.mm(0.2)});
}

}  // namespace hitmiss
