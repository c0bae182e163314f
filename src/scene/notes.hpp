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

/// That no ray of the picture meets the mesh.
std::string empty_picture_note(const Scene& scene);

}  // namespace hitmiss
