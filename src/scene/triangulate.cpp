#include "scene/triangulate.hpp"

#include <algorithm>
#include <cmath>

namespace hitmiss {
namespace {

using Polygon = std::span<const Vec<float>>;

/// The polygon's normal, as long as twice its area, and the same with areas that do not cancel.
struct Newell {
    Vec<double> normal{0}, absolute{0};
};

Newell newell(Polygon corners) {
    // Relative to the first corner: far from the origin, rounding would swallow the area.
    const Vec<double> origin(corners[0]);
    Newell sum;
    for (std::size_t k = 2; k < corners.size(); ++k) {
        const auto part =
            glm::cross(Vec<double>(corners[k - 1]) - origin, Vec<double>(corners[k]) - origin);
        sum.normal += part, sum.absolute += glm::abs(part);
    }
    return sum;
}

/// The polygon projected along the largest component of its Newell normal, mirrored if necessary so
/// that it winds counter-clockwise. Dropping a coordinate rounds nothing.
std::vector<PlanePoint> along_axis(Polygon corners) {
    const auto [normal, absolute] = newell(corners);
    // The two halves of a bow tie cancel.
    const int drop = widest_axis(normal == Vec<double>{0} ? absolute : glm::abs(normal));
    int u = (drop + 1) % 3, v = (drop + 2) % 3;
    if (normal[drop] < 0) std::swap(u, v);
    std::vector<PlanePoint> points;
    points.reserve(corners.size());
    for (const auto& corner : corners) points.push_back({corner[u], corner[v]});
    return points;
}

/// The polygon projected along its Newell normal onto its own plane, where it winds
/// counter-clockwise; rounded, and as large as a unit. Empty if it has no normal.
std::vector<PlanePoint> along_normal(Polygon corners) {
    const auto [normal, absolute] = newell(corners);
    if (normal == Vec<double>{0}) return {};
    // An orthonormal basis of the plane.
    const Vec<double> n = glm::normalize(normal);
    Vec<double> axis{0};
    axis[(widest_axis(glm::abs(n)) + 1) % 3] = 1;
    const Vec<double> u = glm::normalize(glm::cross(axis, n)), v = glm::cross(n, u);
    std::vector<glm::dvec2> points;
    double size = 0;
    for (const auto& corner : corners) {
        const auto p = Vec<double>(corner) - Vec<double>(corners[0]);
        const auto& at = points.emplace_back(glm::dot(p, u), glm::dot(p, v));
        size = std::max({size, std::abs(at.x), std::abs(at.y)});
    }
    std::vector<PlanePoint> rounded;
    rounded.reserve(points.size());
    for (const auto& p : points) rounded.emplace_back(p / size);
    return rounded;
}

bool split_quad(Polygon corners, const std::vector<PlanePoint>& p, FaceTriangles& triangles) {
    // The worse of the two triangles a diagonal makes: 1 is inside, 0 touches, -1 is outside.
    const int first = std::min(orientation(p[0], p[1], p[2]), orientation(p[0], p[2], p[3]));
    const int second = std::min(orientation(p[0], p[1], p[3]), orientation(p[1], p[2], p[3]));
    const auto length = [&](std::size_t a, std::size_t b) {
        return glm::length(Vec<double>(corners[a]) - Vec<double>(corners[b]));
    };
    if (first != second ? first > second : length(0, 2) <= length(1, 3))
        triangles.insert(triangles.end(), {{0, 1, 2}, {0, 2, 3}});
    else
        triangles.insert(triangles.end(), {{0, 1, 3}, {1, 2, 3}});
    return std::max(first, second) >= 0;
}

}  // namespace

bool is_degenerate(const Triangle<float>& tri) {
    const auto collinear = [&](int u, int v) {
        return orientation({tri.a[u], tri.a[v]}, {tri.b[u], tri.b[v]}, {tri.c[u], tri.c[v]}) == 0;
    };
    return collinear(0, 1) && collinear(1, 2) && collinear(2, 0);
}

bool triangulate(Polygon corners, FaceTriangles& triangles) {
    const auto split = [&](const std::vector<PlanePoint>& points, FaceTriangles& into) {
        return corners.size() == 4 ? split_quad(corners, points, into) : clip_ears(points, into);
    };
    const std::size_t before = triangles.size();
    if (split(along_axis(corners), triangles)) return true;
    // A bent outline may cross itself as seen along an axis, but not in its own plane.
    const auto points = along_normal(corners);
    FaceTriangles in_plane;
    if (points.empty() || !split(points, in_plane)) return false;
    std::ranges::copy(in_plane, triangles.begin() + std::ptrdiff_t(before));
    return true;
}

void SplitFaces::add(const Triangle<float>& tri) {
    triangles.push_back(tri);
    if (is_degenerate(tri)) ++degenerate;
}

void SplitFaces::add(std::span<const Vec<float>> corners) {
    if (corners.size() == 3) return add({corners[0], corners[1], corners[2]});
    FaceTriangles split;
    if (!triangulate(corners, split)) ++crossing;
    for (const auto& [a, b, c] : split) add({corners[a], corners[b], corners[c]});
}

void SplitFaces::append(const SplitFaces& next) {
    triangles.insert(triangles.end(), next.triangles.begin(), next.triangles.end());
    degenerate += next.degenerate, crossing += next.crossing;
}

}  // namespace hitmiss
