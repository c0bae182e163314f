// A scene on the page, as the views that were asked for last show it.

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

CameraOptions camera_options(const Camera& camera, const View& view) {
    CameraOptions options;
    if (view.zoom != 1) options.zoom = number_text(view.zoom);
    if (view.turn == 0 && view.tilt == 0) return options;
    const auto up = glm::normalize(camera.up);
    const auto right = glm::normalize(glm::cross(camera.look_at - camera.eye, up));
    const auto tilted = turned(camera.eye - camera.look_at, right, -view.tilt);
    const auto away = turned(tilted, up, -view.turn), eye = camera.look_at + away;
    // A millionth of the distance is less than a pixel, and keeps the command short.
    const int decimals = std::max(0, 6 - int(std::floor(common_logarithm(glm::length(away)))));
    const auto text = [&](double x) {
        return number_text(*parse_number<double>(fmt::format("{:.{}f}", x, decimals)) + 0.0);
    };
    options.eye = fmt::format("{},{},{}", text(eye.x), text(eye.y), text(eye.z));
    return options;
}

/// The rays of every `stride`-th column and row of the view.
RaySource thinned_rays(const Camera& camera, const View& view) {
    const int stride = view.stride, columns = view.thinned(view.width);
    RaySource source = picture_rays(camera, columns, view.thinned(view.height));
    if (stride == 1) return source;
    const auto batch = [=, rays = PrimaryRays(camera, view.width, view.height),
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

/// How far a camera may be tilted without going over the top.
std::pair<double, double> tilts(const Camera& camera) {
    const auto away = glm::normalize(camera.eye - camera.look_at);
    const double up = glm::dot(away, glm::normalize(camera.up));
    const double elevation = std::asin(std::clamp(up, -1.0, 1.0)) * (180 / pi<double>);
    return {-90 + off_pole - elevation, 90 - off_pole - elevation};
}

}  // namespace

Stage::Stage(const std::string& source_)
    : source(source_),
      scene(is_file() ? load_scene(source) : made(source)),
      own_camera(scene.camera),
      own_framed(scene.framed),
      own_width(scene.width),
      own_height(scene.height),
      notes(notes_on(scene)),
      geometry(scene.mesh.triangles, scene.camera.eye) {}

void Stage::shoot(const View& view) {
    if (!shots.empty() && shots.front().view == view) return;
    scene.camera = own_camera, scene.framed = own_framed;
    resize(scene, view.width, view.height);
    options = camera_options(scene.camera, view);
    apply(options, scene);
    geometry.eye = scene.camera.eye;
    const auto found = std::ranges::find(shots, view, &Shot::view);
    if (found != shots.end()) {
        std::rotate(shots.begin(), found, found + 1);
        return;
    }
    shots.push_front({view});
    if (shots.size() > most_shots) shots.pop_back();
}

Round Stage::round(const Method& method) {
    auto& kept = shot().kept;
    if (!kept)
        kept = remembering({thinned_rays(scene.camera, shot().view),
                            {},
                            make_reference(scene.reference, geometry),
                            geometry});
    return with_method(*kept, method, Traversal::tiles);
}

Stage& stage_of(Lab& lab, const std::string& source) {
    if (!lab.stage || lab.stage->source != source) {
        lab.stage.reset();
        lab.stage = std::make_unique<Stage>(source);
    }
    return *lab.stage;
}

Stage& shot_of(Lab& lab, const Arguments& asked) {
    Stage& stage = stage_of(lab, asked.text("scene"));
    stage.shoot({asked.number("turn"), asked.number("tilt"), asked.number("zoom"),
                 asked.integer("width"), asked.integer("height"), asked.integer_or("stride", 1)});
    return stage;
}

/// The scene behind the picture.
Response scene(Lab& lab, const Arguments& asked) {
    const Stage& stage = stage_of(lab, asked.text("scene"));
    const auto [lowest, highest] = tilts(stage.own_camera);
    // Without what options could do, because the page has none.
    std::vector<std::string> notes;
    for (const auto& note : stage.notes) notes.push_back("Note: " + note.text);
    return {{{"triangles", stage.scene.mesh.triangles.size()},
             {"warnings", stage.scene.mesh.warnings},
             {"notes", notes},
             {"lowest_tilt", lowest},
             {"highest_tilt", highest}}};
}

}  // namespace hitmiss::lab
