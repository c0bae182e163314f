#pragma once
#include "demos/probe.hpp"
#include "figure/picture.hpp"

namespace hitmiss {

/// The mesh and, as a small yellow cube, the point of frame k of the run, ray traced. A camera that
/// frames the mesh makes room for all points of the run.
Picture probe_picture(const Scene& scene, const ProbeRun& run, std::size_t k);

/// All frames of a run.
std::vector<Picture> probe_pictures(const Scene& scene, const ProbeRun& run);

/// A sheet of those pictures, a row for each run; the numbers are of triangles that hold the point.
Picture probe_sheet(const Scene& scene, const std::vector<ProbeRun>& runs,
                    const std::vector<std::vector<Picture>>& pictures);

}  // namespace hitmiss
