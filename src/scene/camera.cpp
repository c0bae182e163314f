#include "scene/camera.hpp"

#include <algorithm>
#include <cmath>

#include "base/vector_width.hpp"

namespace hitmiss {
namespace {

std::array<Vec<float>, 8> corners_of(const Box& box) {
    std::array<Vec<float>, 8> corners;
    for (unsigned k = 0; k < 8; ++k)
        corners[k] = {(k & 1 ? box.hi : box.lo).x, (k & 2 ? box.hi : box.lo).y,
                      (k & 4 ? box.hi : box.lo).z};
    return corners;
}

/// As glm::normalize() does it, in lanes.
void normalize_all(const std::array<const double*, 3>& columns, const Vec<double>& row,
                   const std::array<std::span<float>, 3>& d) {
    const double *const cx = columns[0], *const cy = columns[1], *const cz = columns[2];
    float *const dx = d[0].data(), *const dy = d[1].data(), *const dz = d[2].data();
    const std::size_t count = d[0].size();
#pragma omp simd
    for (std::size_t k = 0; k < count; ++k) {
        const double x = cx[k] - row.x, y = cy[k] - row.y, z = cz[k] - row.z;
        const double scale = 1 / std::sqrt(x * x + y * y + z * z);
        dx[k] = float(x * scale), dy[k] = float(y * scale), dz[k] = float(z * scale);
    }
}

}  // namespace

void PrimaryRays::directions(int x, int y, const std::array<std::span<float>, 3>& d) const {
    std::array<const double*, 3> from;
    for (std::size_t axis = 0; axis < 3; ++axis) from[axis] = columns_[axis].data() + x;
    at_width<normalize_all>(widest())(from, rows_[std::size_t(y)], d);
}

std::optional<CameraFault> fault_of(const Camera& camera) {
    // The squares of shorter vectors would underflow.
    constexpr double shortest = 1e-100;
    const auto view = camera.look_at - camera.eye;
    if (glm::length(view) < shortest)
        return CameraFault{"look_at", "eye and look_at are the same point; move one of them"};
    const auto parallel = [&](const Vec<double>& up) {
        return glm::length(glm::cross(glm::normalize(view), glm::normalize(up))) < 1e-6;
    };
    const Vec<double> y(0, 1, 0), z(0, 0, 1), right = parallel(y) ? z : y;
    if (glm::length(camera.up) < shortest) return CameraFault{"up", "up has no length", right};
    if (parallel(camera.up)) return CameraFault{"up", "up is parallel to the view", right};
    return {};
}

Camera framing_camera(std::span<const Triangle<float>> triangles, double aspect,
                      const Camera& like) {
    // A block of triangles fits if its box does, so only few blocks need a look at their vertices.
    constexpr std::size_t block_size = 128;
    const std::vector<Box> boxes = bounds_of_blocks(triangles, block_size);
    Box all;
    for (const Box& box : boxes) all.include(box);
    Camera camera = like;
    camera.look_at = 0.5 * (Vec<double>(all.lo) + Vec<double>(all.hi));
    const auto backward = glm::normalize(Vec<double>(1, 0.6, 1.2));
    const auto right = glm::normalize(glm::cross(camera.up, backward));
    const auto up = glm::cross(backward, right);
    const double slope = camera.slope();

    // A point at q from the centre fits at distances s with |q.up| <= slope (s - q.backward), and
    // likewise horizontally.
    const auto distance_for = [&](const Vec<float>& point) {
        const auto q = Vec<double>(point) - camera.look_at;
        const double size =
            std::max(std::abs(glm::dot(q, up)), std::abs(glm::dot(q, right)) / aspect);
        return size / slope + glm::dot(q, backward);
    };
    // By how much more distance a vertex may require, at most, when it moves by 1.
    const double per_move = 1 + std::max(1.0, 1 / aspect) / slope;
    // Many times the rounding error of the distance that a vertex requires.
    const double rounding = 1e-12 * glm::length(Vec<double>(all.extent())) * per_move;
    double distance = 0;
#pragma omp parallel for reduction(max : distance) if (triangles.size() > 10'000)
    for (std::size_t b = 0; b < boxes.size(); ++b) {
        const auto corners = corners_of(boxes[b]);
        const auto fits = [&](const Vec<float>& corner) {
            return distance_for(corner) + rounding < distance;
        };
        if (std::all_of(corners.begin(), corners.end(), fits)) continue;
        for (const auto& [p, q, r] : block_of(triangles, block_size, b))
            distance = std::max({distance, distance_for(p), distance_for(q), distance_for(r)});
    }
    // At least a few float spacings from the centre, so that the stored eye differs from it.
    const double farthest = largest_size(camera.look_at);
    // Rays start at the eye rounded to floats. Far from the origin this moves the picture by more
    // than the usual margin.
    const double moved = std::sqrt(3.0) * 0x1p-24 * (farthest + 2 * distance);
    distance = std::max({1.05 * distance, distance + moved * per_move, 1e-6 * farthest});
    camera.eye = camera.look_at + (distance > 0 ? distance : 1) * backward;
    return camera;
}

Camera framing_camera(const Box& box, double aspect, const Camera& like) {
    const auto c = corners_of(box);
    return framing_camera(
        std::array{Triangle<float>(c[0], c[1], c[2]), Triangle<float>(c[3], c[4], c[5]),
                   Triangle<float>(c[6], c[7], c[7])},
        aspect, like);
}

}  // namespace hitmiss
