#include "commands/camera_options.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "commands/paste.hpp"

namespace hitmiss {
namespace {

double read_number(std::string_view text, std::string_view option, double low, double high) {
    const auto number = parse_number<double>(text);
    if (!number || *number <= low || *number >= high)
        throw Error(Exit::usage, "{} {}: not a number above {} and below {}", option, text,
                    number_text(low), number_text(high));
    return *number;
}

constexpr struct {
    const char* name;
    std::string CameraOptions::*value;
    const char* help;
} camera_options[]{
    {"--eye", &CameraOptions::eye, "x,y,z where the camera stands; replaces the scene's"},
    {"--look-at", &CameraOptions::look_at, "x,y,z in the middle of the image"},
    {"--up", &CameraOptions::up,
     "x,y,z of the direction that is up (default: the scene's, else 0,1,0)"},
    {"--fov", &CameraOptions::fov,
     "vertical field of view in degrees (default: the scene's, else 40)"},
    {"--zoom", &CameraOptions::zoom, "magnifies the middle of the image by this factor"}};

}  // namespace

void add_eye(Command& command, CameraOptions& options) {
    options.only_eye = true;
    command.option(camera_options[0].name, options.eye,
                   "x,y,z where rays start, as if the camera stood there");
}

void add_camera(Command& command, CameraOptions& options) {
    for (const auto& [name, value, help] : camera_options)
        command.option(name, options.*value, help);
}

std::string camera_names() {
    std::string names;
    for (const auto& option : camera_options) names += fmt::format(" {}", option.name);
    return names.substr(1);
}

std::string to_string(const CameraOptions& options) {
    std::string text;
    for (const auto& [name, value, help] : camera_options)
        text += option_text(name, options.*value);
    return text;
}

Vec<double> read_point(std::string_view text, std::string_view option) {
    // As scene files write it too: [0.5, 0, -1].
    std::string plain(text);
    if (plain.starts_with('[') && plain.ends_with(']')) plain = plain.substr(1, plain.size() - 2);
    std::erase(plain, ' ');
    const auto point = parse_numbers<double, 3>(plain, ',');
    const auto too_large = [](double number) { return std::abs(number) > max_coordinate; };
    if (!point || std::ranges::any_of(*point, too_large))
        throw Error(Exit::usage, "{} {}: not x,y,z within ±{}, as in 0.5,0,-1", option, text,
                    number_text(max_coordinate));
    return {(*point)[0], (*point)[1], (*point)[2]};
}

void apply(const CameraOptions& options, Scene& scene) {
    Camera& camera = scene.camera;
    if (!options.up.empty()) camera.up = read_point(options.up, "--up");
    if (!options.fov.empty()) camera.vertical_fov = read_number(options.fov, "--fov", 1e-12, 180);
    if (!options.zoom.empty()) camera.zoom = read_number(options.zoom, "--zoom", 1e-12, 1e6);
    if (scene.framed && !(options.up.empty() && options.fov.empty())) frame(scene);
    if (!options.eye.empty()) camera.eye = read_point(options.eye, "--eye");
    if (!options.look_at.empty()) camera.look_at = read_point(options.look_at, "--look-at");
    scene.framed = scene.framed && options.eye.empty() && options.look_at.empty();
    const bool moved = !options.eye.empty() && options.look_at.empty();
    if (const auto fault = options.only_eye ? std::nullopt : fault_of(camera))
        throw Error(Exit::usage, "--{}: {}{}",
                    fault->key == "up" ? "up"
                    : moved            ? "eye"
                                       : "look-at",
                    fault->text,
                    fault->up ? fmt::format("; --up {},{},{} would be right", fault->up->x,
                                            fault->up->y, fault->up->z)
                              : "");
}

}  // namespace hitmiss
