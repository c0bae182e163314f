#include "lab/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "scene/make.hpp"

namespace hitmiss::lab {
namespace {

/// A coarse picture, the full one, and those of the step before.
constexpr std::size_t most_shots = 4;
/// Degrees that a camera keeps from straight above and below.
constexpr double off_pole = 5;

Scene open(const std::string& source) {
    if (Stage::is_file(source)) return load_scene(source);
    Scene scene;
    scene.name = source.substr(0, source.find(':'));
    scene.mesh = make_mesh(source);
    frame(scene);
    return scene;
}

/// v turned by an angle in degrees about an axis of length 1 (Rodrigues).
Vec<double> turned(const Vec<double>& v, const Vec<double>& axis, double degrees) {
    const auto [sin, cos] = sine_cosine(degrees * (pi<double> / 180));
    return cos * v + sin * glm::cross(axis, v) + (1 - cos) * glm::dot(axis, v) * axis;
}

}  // namespace

Shot::Shot(Scene& scene, const Geometry& geometry, const CameraOptions& camera)
    : options_(camera), width_(scene.width), height_(scene.height), geometry_(geometry) {
    apply(options_, scene);
    camera_ = scene.camera;
    geometry_.eye = camera_.eye;
}

void Shot::restore(Scene& scene) const {
    scene.camera = camera_, scene.width = width_, scene.height = height_;
}

Round Shot::round(const Method& method, const Method& reference) {
    if (!round_)
        round_ = remembering({picture_rays(camera_, width_, height_),
                              {},
                              make_reference(reference, geometry_),
                              geometry_});
    Round round = *round_;
    round.answerers = make_answerers({&method, 1}, geometry_, Traversal::tiles);
    return round;
}

Stage::Stage(const std::string& source)
    : source_(source),
      scene_(open(source)),
      own_camera_(scene_.camera),
      own_framed_(scene_.framed),
      own_width_(scene_.width),
      own_height_(scene_.height),
      geometry_(scene_.mesh.triangles, scene_.camera.eye) {}

bool Stage::is_file(const std::string& source) {
    return source.find('/') != source.npos;
}

std::pair<double, double> Stage::tilts() const {
    const auto away = glm::normalize(own_camera_.eye - own_camera_.look_at);
    const double up = glm::dot(away, glm::normalize(own_camera_.up));
    const double height = std::asin(std::clamp(up, -1.0, 1.0)) * (180 / pi<double>);
    return {-90 + off_pole - height, 90 - off_pole - height};
}

CameraOptions Stage::camera_options(const Orbit& orbit) const {
    CameraOptions options;
    if (orbit.zoom != 1) options.zoom = number_text(orbit.zoom);
    if (orbit.turn == 0 && orbit.tilt == 0) return options;
    const Camera& camera = scene_.camera;
    const auto up = glm::normalize(camera.up);
    const auto right = glm::normalize(glm::cross(camera.look_at - camera.eye, up));
    auto away = turned(camera.eye - camera.look_at, right, -orbit.tilt);
    away = turned(away, up, -orbit.turn);
    const auto eye = camera.look_at + away;
    // A millionth of the way is less than a pixel, and the command stays short.
    const int decimals = std::max(0, 6 - int(std::floor(common_logarithm(glm::length(away)))));
    const auto text = [&](double x) {
        return number_text(*parse_number<double>(fmt::format("{:.{}f}", x, decimals)) + 0.0);
    };
    options.eye = fmt::format("{},{},{}", text(eye.x), text(eye.y), text(eye.z));
    return options;
}

Shot& Stage::shot(const Orbit& orbit, int width, int height) {
    if (width == 0) width = own_width_, height = own_height_;
    const auto found = std::find_if(shots_.begin(), shots_.end(), [&](const Kept& kept) {
        return kept.orbit == orbit && kept.width == width && kept.height == height;
    });
    if (found != shots_.end())
        std::rotate(shots_.begin(), found, found + 1);
    else {
        scene_.camera = own_camera_, scene_.framed = own_framed_;
        resize(scene_, width, height);
        auto shot = std::make_unique<Shot>(scene_, geometry_, camera_options(orbit));
        shots_.push_front({orbit, width, height, std::move(shot)});
        if (shots_.size() > most_shots) shots_.pop_back();
    }
    shots_.front().shot->restore(scene_);
    return *shots_.front().shot;
}

}  // namespace hitmiss::lab
