#include "scene/projection.hpp"

#include <algorithm>
#include <cmath>

namespace hitmiss {
namespace {

/// The polygon's normal, as long as twice its area, and the same with areas that do not cancel.
struct Newell {
    Vec<double> normal{0}, absolute{0};
};

Newell newell(Corners corners) {
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

}  // namespace

std::vector<PlanePoint> along_axis(Corners corners) {
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

std::vector<PlanePoint> along_normal(Corners corners) {
    const auto [normal, absolute] = newell(corners);
    if (normal == Vec<double>{0}) return {};
    // An orthonormal basis of the plane.
    const Vec<double> n = glm::normalize(normal / glm::abs(normal)[widest_axis(glm::abs(normal))]);
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

}  // namespace hitmiss
