#pragma once
// What somebody should be told about a scene before they wonder at its picture.

#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace hitmiss {

/// A sentence for each of these that is so, empty otherwise:
/// most triangles are a few pixels wide, because few others reach far away and the camera frames
/// all; floats are so coarse where the mesh lies that they change its shape; triangles lie on
/// others, corner on corner.
std::vector<std::string> notes_on(const Scene& scene);

/// The second of these: what floats do to the shape of a mesh with that box. Empty if it is hardly
/// anything.
std::string coarse_note(const Box& all);

/// That no ray of the picture meets the mesh.
std::string empty_picture_note(const Scene& scene);

}  // namespace hitmiss
