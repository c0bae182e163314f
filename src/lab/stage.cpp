// A scene on the page, from the cameras and in the sizes that were asked for last.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "lab/binding.hpp"
#include "scene/make.hpp"

namespace hitmiss::lab {
namespace {

/// A coarse picture, the full one, and both of the step before.
constexpr std::size_t most_shots = 4;
/// Degrees that a camera keeps away from straight above and below.
constexpr double off_pole = 5;

Scene made(const std::string& mesh) {
    Scene scene;
    scene.name = mesh.substr(0, mesh.find(':'));
    scene.mesh = make_mesh(mesh);
    frame(scene);
    return scene;
}

/// v rotated by an angle in degrees around an axis of length 1 (Rodrigues).
Vec<double> turned(const Vec<double>& v, const Vec<double>& axis, double degrees) {
    const auto [sin, cos] = sine_cosine(degrees * (pi<double> / 180));
    return cos * v + sin * glm::cross(axis, v) + (1 - cos) * glm::dot(axis, v) * axis;
}

CameraOptions camera_options(const Camera& camera, const Orbit& orbit) {
    CameraOptions options;
    if (orbit.zoom != 1) options.zoom = number_text(orbit.zoom);
    if (orbit.turn == 0 && orbit.tilt == 0) return options;
    const auto up = glm::normalize(camera.up);
    const auto right = glm::normalize(glm::cross(camera.look_at - camera.eye, up));
    const auto tilted = turned(camera.eye - camera.look_at, right, -orbit.tilt);
    const auto away = turned(tilted, up, -orbit.turn), eye = camera.look_at + away;
    // A millionth of the distance is less than a pixel, and keeps the command short.
    const int decimals = std::max(0, 6 - int(std::floor(common_logarithm(glm::length(away)))));
    const auto text = [&](double x) {
        return number_text(*parse_number<double>(fmt::format("{:.{}f}", x, decimals)) + 0.0);
    };
    options.eye = fmt::format("{},{},{}", text(eye.x), text(eye.y), text(eye.z));
    return options;
}

/// The picture's rays of every `stride`-th column and row.
RaySource thinned_rays(const Scene& scene, int stride) {
    const auto thinned = [stride](int pixels) { return (pixels + stride - 1) / stride; };
    const int columns = thinned(scene.width);
    RaySource source = picture_rays(scene.camera, columns, thinned(scene.height));
    if (stride == 1) return source;
    const auto batch = [=, rays = PrimaryRays(scene.camera, scene.width, scene.height),
                        tiles = source.batch](std::size_t index) {
        Batch thinner = tiles(index);
        for (std::size_t k = 0; k < thinner.rays.size(); ++k) {
            const int number = int(thinner.numbers[k]);
            thinner.rays[k] = rays(number % columns * stride, number / columns * stride);
        }
        return thinner;
    };
    source.batch = batch;
    return source;
}

}  // namespace

Stage::Stage(const std::string& source_)
    : source(source_),
      scene(is_file() ? load_scene(source) : made(source)),
      own_camera(scene.camera),
      own_framed(scene.framed),
      own_width(scene.width),
      own_height(scene.height),
      geometry(scene.mesh.triangles, scene.camera.eye) {}

std::pair<double, double> tilts(const Camera& camera) {
    const auto away = glm::normalize(camera.eye - camera.look_at);
    const double up = glm::dot(away, glm::normalize(camera.up));
    const double height = std::asin(std::clamp(up, -1.0, 1.0)) * (180 / pi<double>);
    return {-90 + off_pole - height, 90 - off_pole - height};
}

void Stage::shoot(const Orbit& orbit, int width, int height, int stride) {
    if (width == 0) width = own_width, height = own_height;
    const auto is_wanted = [&](const Shot& shot) {
        return shot.orbit == orbit && shot.width == width && shot.height == height &&
               shot.stride == stride;
    };
    if (!shots.empty() && is_wanted(shots.front())) return;
    scene.camera = own_camera, scene.framed = own_framed;
    scene.width = own_width, scene.height = own_height;
    resize(scene, width, height);
    options = camera_options(scene.camera, orbit);
    apply(options, scene);
    geometry.eye = scene.camera.eye;
    const auto found = std::ranges::find_if(shots, is_wanted);
    if (found != shots.end()) {
        std::rotate(shots.begin(), found, found + 1);
        return;
    }
    shots.push_front({orbit, width, height, stride});
    if (shots.size() > most_shots) shots.pop_back();
}

Round Stage::round(const Method& method) {
    auto& kept = shot().kept;
    if (!kept)
        kept = remembering({thinned_rays(scene, shot().stride),
                            {},
                            make_reference(scene.reference, geometry),
                            geometry});
    return with_method(*kept, method, Traversal::tiles);
}

}  // namespace hitmiss::lab
