#pragma once
// The camera and its primary rays.

#include <glm/geometric.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/math.hpp"

namespace hitmiss {

/// A pinhole camera; vertical_fov in degrees, in (0, 180).
struct Camera {
    Vec<double> eye{0, 0, 5}, look_at{0}, up{0, 1, 0};
    double vertical_fov = 40;
    double zoom = 1;  ///< magnifies the image about its centre

    /// Half of the image plane's height at distance 1, before zooming.
    double slope() const { return tangent(vertical_fov * (pi<double> / 180) / 2); }
};

/// What is wrong with a camera: the key of the scene file, why, and an `up` that would be right.
struct CameraFault {
    std::string_view key, text;
    std::optional<Vec<double>> up = {};
};
std::optional<CameraFault> fault_of(const Camera& camera);

/// A point projected to the image. x, y: in the grid of rays (pixels, if a pixel has one ray), from
/// the top left corner; ray (i, j) is at the centre of [i, i + 1) x [j, j + 1). depth: the point's
/// distance from the eye along the view direction.
struct Projection {
    double x, y, depth;
};

/// The rays of an image of width x height pixels: samples x samples per pixel, on a regular grid;
/// if samples is odd, one is at the pixel's centre. Computed in double and rounded once to float.
/// Every method and the exact answer get these same rays.
class PrimaryRays {
public:
    PrimaryRays(const Camera& camera, int width, int height, int samples = 1)
        : width_(width * samples), height_(height * samples), origin_(camera.eye) {
        forward_ = glm::normalize(camera.look_at - camera.eye);
        const double slope = camera.slope() / camera.zoom;
        const auto right = glm::normalize(glm::cross(forward_, camera.up));
        up_ = slope * glm::cross(right, forward_);
        right_ = slope * (double(width) / double(height)) * right;
        // All rays of a column or row share one division, which takes as long as all the rest.
        for (int x = 0; x < width_; ++x) {
            const auto column = forward_ + (2 * (x + 0.5) / width_ - 1) * right_;
            for (int axis = 0; axis < 3; ++axis)
                columns_[std::size_t(axis)].push_back(column[axis]);
        }
        rows_.reserve(std::size_t(height_));
        for (int y = 0; y < height_; ++y) rows_.push_back((2 * (y + 0.5) / height_ - 1) * up_);
    }

    /// Number of rays across and down.
    int width() const { return width_; }
    int height() const { return height_; }

    /// The ray through grid point (x, y), y down.
    Ray<float> operator()(int x, int y) const {
        const auto k = std::size_t(x);
        const Vec<double> column(columns_[0][k], columns_[1][k], columns_[2][k]);
        return {origin_, Vec<float>(glm::normalize(column - rows_[std::size_t(y)]))};
    }
    /// The directions of the rays through (x, y) and on along its row, by axis; `d` are of one
    /// size.
    void directions(int x, int y, const std::array<std::span<float>, 3>& d) const;
    const Vec<float>& origin() const { return origin_; }

    /// The inverse: projects a point. Nothing if it is not in front of the eye.
    std::optional<Projection> project(const Vec<double>& point) const {
        const auto p = point - Vec<double>(origin_);
        const double depth = glm::dot(p, forward_);
        if (!(depth > 0)) return {};
        const double across = glm::dot(p, right_) / (glm::dot(right_, right_) * depth);
        const double down = -glm::dot(p, up_) / (glm::dot(up_, up_) * depth);
        return Projection{(across + 1) / 2 * width_, (down + 1) / 2 * height_, depth};
    }

private:
    int width_, height_;
    Vec<float> origin_;
    Vec<double> forward_, right_, up_;
    // A ray's direction is column - row.
    std::array<std::vector<double>, 3> columns_;  ///< by axis
    std::vector<Vec<double>> rows_;
};

/// The camera of a bare mesh. It looks along -(1, 0.6, 1.2) at the centre of the bounding box, from
/// 1.05 times the nearest distance at which all vertices fit into an image of this aspect (width /
/// height). up, field of view and zoom are those of `like`. A mesh without extent is seen from a
/// small distance.
Camera framing_camera(std::span<const Triangle<float>> triangles, double aspect = 1,
                      const Camera& like = {});
/// The same for the eight corners of a box.
Camera framing_camera(const Box& box, double aspect = 1, const Camera& like = {});

}  // namespace hitmiss
