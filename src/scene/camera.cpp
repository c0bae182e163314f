#include "scene/camera.hpp"

#include <algorithm>
#include <cmath>

namespace hitmiss {

Camera framing_camera(const Box& box, double aspect) {
    Camera camera;
    const Vec<double> lo(box.lo), hi(box.hi);
    camera.look_at = 0.5 * (lo + hi);
    const auto backward = glm::normalize(Vec<double>(1, 0.6, 1.2));
    const auto right = glm::normalize(glm::cross(camera.up, backward));
    const auto up = glm::cross(backward, right);
    const double slope = tangent(camera.vertical_fov * (pi<double> / 180) / 2);

    // A corner at q from the centre fits from distance s on if |q.up| <= slope (s - q.backward),
    // and likewise across.
    double distance = 0;
    for (int k = 0; k < 8; ++k) {
        const Vec<double> corner(k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z);
        const auto q = corner - camera.look_at;
        const double size =
            std::max(std::abs(glm::dot(q, up)), std::abs(glm::dot(q, right)) / aspect);
        distance = std::max(distance, size / slope + glm::dot(q, backward));
    }
    // Some float spacings from the centre, so that the stored eye differs from it.
    const auto magnitude = glm::abs(camera.look_at);
    const double least = 1e-6 * std::max({magnitude.x, magnitude.y, magnitude.z});
    distance = std::max(1.02 * distance, least);
    camera.eye = camera.look_at + (distance > 0 ? distance : 1) * backward;
    return camera;
}

}  // namespace hitmiss
