#pragma once
// Tests a point against every triangle of a mesh ("triangle and point intersection" with OpenGL).

#include "draw/drawing.hpp"
#include "methods/catalogue.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// A method's point test, for points that need not lie in the triangle's plane. Published: tests
/// the point itself, wherever it is. Corrected: the point must be within `tolerance` of the plane
/// and its projection inside; the method's own variant is the corrected one too, if it has one.
struct PointPredicate {
    Kernel kernel;
    Variant variant;
    double tolerance;

    /// Throws Error{Exit::usage} that names the methods that test points.
    PointPredicate(const Method& method, Variant variant, double tolerance);
    /// Whether the triangle contains the point, according to the test.
    bool operator()(const Vec<float>& point, const Triangle<float>& tri) const;
};

struct ProbeFrame {
    char key;  ///< that led here; ' ' for the start
    Vec<float> point;
    std::vector<std::size_t> holding;  ///< the triangles that contain the point
};

struct ProbeRun {
    Method method;
    Variant variant;
    std::vector<ProbeFrame> frames;  ///< the start, then one per key
};

/// The scene's [probe], which must be there, by each method: published, then corrected.
/// W and S move the point along x, A and D along y, E and Q along z, the first of each forward.
std::vector<ProbeRun> probe_all(const Scene& scene);

/// The colours of each triangle's corners: white if it is one of those `holding` the point, grey
/// otherwise.
/// Published: as in the text, which colours the vertices that triangles share, one triangle after
/// the other, so the last one wins. Corrected: each triangle separately.
struct CornerColours {
    Vec<float> a, b, c;
};
std::vector<CornerColours> corner_colours(const std::vector<Triangle<float>>& triangles,
                                          const std::vector<std::size_t>& holding, Variant variant);

/// The scene's camera; one that frames the mesh makes room for all points of the run.
Camera probe_camera(const Scene& scene, const ProbeRun& run);

/// The mesh and, as a small cube, the point of frame k of the run, ray traced.
Picture probe_picture(const Scene& scene, const ProbeRun& run, std::size_t k);

/// A sheet of the pictures of each run, one row per run, with the number of triangles that contain
/// the point.
std::vector<Drawing> probe_sheet(const Scene& scene, const std::vector<ProbeRun>& runs,
                                 const std::vector<std::vector<Picture>>& pictures,
                                 const Page& page = {});

}  // namespace hitmiss
