#pragma once
// What a user waits for: a picture from a file on the disk to a file on the disk.

#include <filesystem>

#include "bench/measurement.hpp"
#include "scene/scene.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// Time of each stage of rendering the scene by one method, one ray per pixel: load (read and check
/// the files), build (the tree), prepare (the method's triangles), trace, shade, encode (PNG) and
/// write (a temporary file, gone afterwards); and of all together.
Measurements whole_job(const std::filesystem::path& scene_file, const Scene& scene,
                       const Method& method, Traversal how, int rounds);

}  // namespace hitmiss
