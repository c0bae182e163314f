#pragma once
// What somebody should be told about a scene before they wonder at its picture.

#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace hitmiss {

/// A sentence for each of these that is so, empty otherwise:
/// most triangles are a few pixels wide, because few others reach far away and the camera frames
/// all; floats are so coarse where the mesh lies that they change its shape; triangles are so small
/// or so large that tests in float fail; triangles lie on others, corner on corner.
std::vector<std::string> notes_on(const Scene& scene);

/// How far from 0 the coordinates in that box reach, and how far floats are apart there.
struct Coarseness {
    float largest;
    double apart;
};
Coarseness coarseness_at(float largest);
Coarseness coarseness_of(const Box& all);

/// The second of these: what floats do to the shape of a mesh with that box. Empty if it is hardly
/// anything.
std::string coarse_note(const Box& all);

/// That no ray meets the mesh, and where it lies. `rays`: " of the file".
std::string empty_rays_note(const Scene& scene, std::string_view rays = "");
/// The same of the picture, and where the camera looks.
std::string empty_picture_note(const Scene& scene);

}  // namespace hitmiss
