#include "draw/halo_overlay.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "judge/halo_law.hpp"

namespace hitmiss {
namespace {

constexpr double least_size = 8;  // pixels along the visible part of an arc

double path_length(const std::vector<std::optional<Point>>& points) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < points.size(); ++k)
        if (const auto& p = points[k], &q = points[k + 1]; p && q) sum += glm::length(*q - *p);
    return sum;
}

}  // namespace

std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    // Grazing arcs lie about in the surface; they count as seen.
    const double slack = 0.01 * glm::length(Vec<double>(bounds(scene.mesh.triangles).extent()));
    // Where a point of an arc is on the image; nothing where it is hidden.
    const auto project = [&](const Vec<double>& point) -> std::optional<Point> {
        const auto p = rays.project(point);
        if (!p) return {};
        if (p->x >= 0 && p->y >= 0 && p->x < rays.width() && p->y < rays.height()) {
            const Hit& hit =
                hits[std::size_t(p->y) * std::size_t(rays.width()) + std::size_t(p->x)];
            if (hit.t + slack < glm::length(point - scene.camera.eye)) return {};
        }
        return Point(p->x, p->y);
    };
    std::set<std::uint32_t> seen;
    for (const Hit& hit : hits)
        if (hit) seen.insert(hit.triangle);
    std::vector<Segment> lines;
    for (const std::uint32_t index : seen)
        for (const auto& arc : halo_arcs(Triangle<double>(scene.mesh.triangles[index]), epsilon)) {
            std::vector<std::optional<Point>> points;
            for (const auto& point : arc) points.push_back(project(point));
            if (path_length(points) < least_size) continue;
            for (std::size_t k = 0; k + 1 < points.size(); ++k)
                if (points[k] && points[k + 1]) lines.push_back({*points[k], *points[k + 1]});
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
