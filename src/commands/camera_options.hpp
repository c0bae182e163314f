#pragma once
// What the command line says about the camera.

#include "commands/command_line.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// As typed; empty: as the scene says, or the camera that frames it.
struct CameraOptions {
    std::string eye, look_at, up, fov, zoom;
    bool only_eye = false;  ///< see add_eye()
};
/// Their names, for Command::only_for().
std::string camera_names();
void add_camera(Command& command, CameraOptions& options);
/// --eye alone, where there is no picture: then it need not fit the view.
void add_eye(Command& command, CameraOptions& options);

/// Replaces what they say. A camera that frames the scene does so with their `up` and `fov`, unless
/// they say where it stands or looks. Throws Error{Exit::usage}.
void apply(const CameraOptions& options, Scene& scene);

/// What was typed, as " --eye x,y,z ..."; empty if nothing was.
std::string to_string(const CameraOptions& options);

/// x,y,z as typed behind that option, each within +-1e30. Throws Error{Exit::usage}.
Vec<double> read_point(std::string_view text, std::string_view option);

}  // namespace hitmiss
