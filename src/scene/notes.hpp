#pragma once
// What somebody should be told about a scene before they wonder at its picture.

#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace hitmiss {

/// Something about a scene, without a full stop.
struct SceneNote {
    std::string text;
    std::string options = {};  ///< goes on with what options or a scene file can do about it
};

/// A note for each of these that is so:
/// most triangles are a few pixels wide, because few others reach far away and the camera frames
/// all; floats are so coarse where the mesh lies that they change its shape; triangles are so small
/// or so large that tests in float fail; triangles lie on others, corner on corner.
std::vector<SceneNote> notes_on(const Scene& scene);

/// How far from 0 the coordinates in that box reach, and how far floats are apart there.
struct Coarseness {
    float largest;
    double apart;
};
Coarseness coarseness_at(float largest);
Coarseness coarseness_of(const Box& all);

/// The second of these: what floats do to the shape of a mesh with that box. Its text is empty if
/// that is hardly anything.
SceneNote coarse_note(const Box& all);

/// That no ray meets the mesh, and where it lies. `rays`: " of the file".
std::string empty_rays_note(const Scene& scene, std::string_view rays = "");
/// The same of the picture, and where the camera looks.
std::string empty_picture_note(const Scene& scene);

}  // namespace hitmiss
