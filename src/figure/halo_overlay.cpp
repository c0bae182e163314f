#include "figure/halo_overlay.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "truth/halo_law.hpp"

namespace hitmiss {
namespace {

constexpr double least_size = 8;  // pixels along the visible part of an arc

/// What is drawn of an arc: its points on the image, nothing where a point is hidden.
class Projector {
public:
    Projector(const Scene& scene, std::span<const Hit> hits)
        : rays_(scene.camera, scene.width, scene.height), eye_(scene.camera.eye), hits_(hits) {
        const Box box = bounds(scene.mesh);
        slack_ = 0.01 * glm::length(Vec<double>(box.extent()));
    }

    std::optional<Point> operator()(const Vec<double>& point) const {
        const auto p = rays_.project(point);
        if (!p) return {};
        const bool on_image =
            p->x >= 0 && p->y >= 0 && p->x < rays_.width() && p->y < rays_.height();
        if (on_image) {
            const int pixel = int(p->y) * rays_.width() + int(p->x);
            if (hits_[std::size_t(pixel)].t + slack_ < glm::length(point - eye_)) return {};
        }
        return Point(p->x, p->y);
    }

private:
    PrimaryRays rays_;
    Vec<double> eye_;
    std::span<const Hit> hits_;
    double slack_;  ///< grazing arcs lie about in the surface; they count as seen
};

double length(const std::vector<std::optional<Point>>& points) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < points.size(); ++k)
        if (const auto& p = points[k], &q = points[k + 1]; p && q) sum += glm::length(*q - *p);
    return sum;
}

}  // namespace

std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon) {
    const Projector project(scene, hits);
    std::set<std::uint32_t> seen;
    for (const Hit& hit : hits)
        if (hit) seen.insert(hit.triangle);
    std::vector<Segment> lines;
    for (const std::uint32_t index : seen)
        for (const auto& arc : halo_arcs(Triangle<double>(scene.mesh.triangles[index]), epsilon)) {
            std::vector<std::optional<Point>> points;
            for (const auto& point : arc) points.push_back(project(point));
            if (length(points) < least_size) continue;
            for (std::size_t k = 0; k + 1 < points.size(); ++k)
                if (points[k] && points[k + 1]) lines.push_back({*points[k], *points[k + 1]});
        }
    return lines;
}

void draw_halo(Picture& picture, std::span<const Segment> lines) {
    const double width = std::max(1.0, std::min(picture.width, picture.height) / 400.0);
    for (const auto& [from, to] : lines) draw_line(picture, from, to, width, halo_colour);
}

}  // namespace hitmiss
