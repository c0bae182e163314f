#include "scene/camera.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitmiss {

namespace {

/// A camera that looks at the centre of the box. largest(f) is the largest f(point) over the points
/// that must fit, or 0.
Camera framing(const Box& box, double aspect, const Camera& like, const auto& largest) {
    Camera camera = like;
    camera.look_at = 0.5 * (Vec<double>(box.lo) + Vec<double>(box.hi));
    const auto backward = glm::normalize(Vec<double>(1, 0.6, 1.2));
    const auto right = glm::normalize(glm::cross(camera.up, backward));
    const auto up = glm::cross(backward, right);
    const double slope = camera.slope();

    // A point at q from the centre fits at distances s with |q.up| <= slope (s - q.backward), and
    // likewise horizontally.
    double distance = largest([&](const Vec<float>& point) {
        const auto q = Vec<double>(point) - camera.look_at;
        const double size =
            std::max(std::abs(glm::dot(q, up)), std::abs(glm::dot(q, right)) / aspect);
        return size / slope + glm::dot(q, backward);
    });
    // At least a few float spacings from the centre, so that the stored eye differs from it.
    const auto magnitude = glm::abs(camera.look_at);
    const double least = 1e-6 * std::max({magnitude.x, magnitude.y, magnitude.z});
    distance = std::max(1.05 * distance, least);
    camera.eye = camera.look_at + (distance > 0 ? distance : 1) * backward;
    return camera;
}

/// The largest f(corner) of the eight corners.
double largest_at_corners(const Box& box, const auto& f) {
    double most = f(box.lo);
    for (int k = 1; k < 8; ++k)
        most = std::max(most, f(Vec<float>(k & 1 ? box.hi.x : box.lo.x, k & 2 ? box.hi.y : box.lo.y,
                                           k & 4 ? box.hi.z : box.lo.z)));
    return most;
}

}  // namespace

std::optional<CameraFault> fault_of(const Camera& camera) {
    // The squares of shorter vectors would underflow.
    constexpr double shortest = 1e-100;
    const auto view = camera.look_at - camera.eye;
    if (glm::length(view) < shortest)
        return CameraFault{"look_at", "eye and look_at are the same point; move one of them"};
    if (glm::length(camera.up) < shortest)
        return CameraFault{"up", "up has no length; [0, 1, 0] would be right"};
    if (glm::length(glm::cross(glm::normalize(view), glm::normalize(camera.up))) < 1e-6)
        return CameraFault{"up",
                           "up is parallel to the view; it takes another direction, as [0, 0, 1] "
                           "when looking down"};
    return {};
}

Camera framing_camera(std::span<const Triangle<float>> triangles, double aspect,
                      const Camera& like) {
    // A block of triangles fits if its box does, so only few blocks need a look at their vertices.
    constexpr std::size_t block_size = 128;
    const std::vector<Box> boxes = bounds_of_blocks(triangles, block_size);
    Box all;
    for (const Box& box : boxes) all.include(box);
    // Many times the rounding error of the distance that a vertex requires.
    const double rounding = 1e-12 * glm::length(Vec<double>(all.extent())) *
                            (1 + std::max(1.0, 1 / aspect) / like.slope());
    return framing(all, aspect, like, [&](const auto& distance) {
        double most = 0;
#pragma omp parallel for reduction(max : most) if (triangles.size() > 10'000)
        for (std::size_t b = 0; b < boxes.size(); ++b) {
            if (largest_at_corners(boxes[b], distance) + rounding < most) continue;
            for (const Triangle<float>& tri : block_of(triangles, block_size, b))
                most = std::max({most, distance(tri.a), distance(tri.b), distance(tri.c)});
        }
        return most;
    });
}

Camera framing_camera(const Box& box, double aspect) {
    return framing(box, aspect, {}, [&](const auto& distance) {
        return std::max(0.0, largest_at_corners(box, distance));
    });
}

}  // namespace hitmiss
