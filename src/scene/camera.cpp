#include "scene/camera.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitmiss {

namespace {

/// Looks at the centre of the box; largest(f) is the largest f(point) of the points that are to
/// fit, or 0.
Camera framing(const Box& box, double aspect, const Camera& like, const auto& largest) {
    Camera camera = like;
    camera.look_at = 0.5 * (Vec<double>(box.lo) + Vec<double>(box.hi));
    const auto backward = glm::normalize(Vec<double>(1, 0.6, 1.2));
    const auto right = glm::normalize(glm::cross(camera.up, backward));
    const auto up = glm::cross(backward, right);
    const double slope = camera.slope();

    // A point at q from the centre fits from distance s on if |q.up| <= slope (s - q.backward),
    // and likewise across.
    double distance = largest([&](const Vec<float>& point) {
        const auto q = Vec<double>(point) - camera.look_at;
        const double size =
            std::max(std::abs(glm::dot(q, up)), std::abs(glm::dot(q, right)) / aspect);
        return size / slope + glm::dot(q, backward);
    });
    // Some float spacings from the centre, so that the stored eye differs from it.
    const auto magnitude = glm::abs(camera.look_at);
    const double least = 1e-6 * std::max({magnitude.x, magnitude.y, magnitude.z});
    distance = std::max(1.05 * distance, least);
    camera.eye = camera.look_at + (distance > 0 ? distance : 1) * backward;
    return camera;
}

/// The largest f(corner).
double most_of_corners(const Box& box, const auto& f) {
    double most = f(box.lo);
    for (int k = 1; k < 8; ++k)
        most = std::max(most, f(Vec<float>(k & 1 ? box.hi.x : box.lo.x, k & 2 ? box.hi.y : box.lo.y,
                                           k & 4 ? box.hi.z : box.lo.z)));
    return most;
}

}  // namespace

std::optional<CameraFault> fault_of(const Camera& camera) {
    // Shorter vectors than this would lose their direction when squared.
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
    // What fits a block's box fits its triangles: few blocks are asked for their vertices.
    constexpr std::size_t block_size = 128;
    const std::vector<Box> boxes = bounds_of_blocks(triangles, block_size);
    Box whole;
    for (const Box& box : boxes) whole.include(box);
    // Many times the rounding of what a vertex asks for.
    const double rounding = 1e-12 * glm::length(Vec<double>(whole.extent())) *
                            (1 + std::max(1.0, 1 / aspect) / like.slope());
    return framing(whole, aspect, like, [&](const auto& from) {
        double most = 0;
#pragma omp parallel for reduction(max : most) if (triangles.size() > 10'000)
        for (std::size_t b = 0; b < boxes.size(); ++b) {
            if (most_of_corners(boxes[b], from) + rounding < most) continue;
            for (const Triangle<float>& tri : block_of(triangles, block_size, b))
                most = std::max({most, from(tri.a), from(tri.b), from(tri.c)});
        }
        return most;
    });
}

Camera framing_camera(const Box& box, double aspect) {
    return framing(box, aspect, {},
                   [&](const auto& from) { return std::max(0.0, most_of_corners(box, from)); });
}

}  // namespace hitmiss
