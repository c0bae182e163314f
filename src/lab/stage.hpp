#pragma once
// A scene on the page, and what is right for the pictures of it that were asked for last.

#include <deque>

#include "commands/camera_options.hpp"
#include "judge/sweep.hpp"

namespace hitmiss::lab {

/// How far the page's camera is turned from the scene's own, in degrees about what it looks at:
/// to the left about `up`, and up; and how much it magnifies.
struct Orbit {
    double turn = 0, tilt = 0, zoom = 1;
    bool operator==(const Orbit&) const = default;
};

/// A scene from one camera, in one size, with the exact answers of its rays once asked for.
class Shot {
public:
    /// The scene is copied but for what the camera and the size change in it.
    Shot(Scene& scene, const Geometry& geometry, const CameraOptions& camera);

    /// Sets the scene's camera and size to this shot's.
    void restore(Scene& scene) const;
    const Geometry& geometry() const { return geometry_; }
    PrimaryRays rays() const { return {camera_, width_, height_}; }
    /// One method on the shot's rays, which are made once, as are their right answers.
    Round round(const Method& method, const Method& reference);
    /// As the program's command line has them.
    const CameraOptions& camera() const { return options_; }
    int width() const { return width_; }
    int height() const { return height_; }
    /// By method without its epsilon: as far as it is computed.
    std::vector<ErrorCurve> curves;

private:
    CameraOptions options_;
    Camera camera_;
    int width_, height_;
    Geometry geometry_;
    std::optional<Round> round_;
};

class Stage {
public:
    /// `source`: a scene's path, or a made mesh as make_mesh() reads it. Throws Error.
    explicit Stage(const std::string& source);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// Whether a source is a path.
    static bool is_file(const std::string& source);

    const std::string& source() const { return source_; }
    /// With the camera and the size of the last shot.
    const Scene& scene() const { return scene_; }
    /// The size that the scene itself asks for.
    int own_width() const { return own_width_; }
    int own_height() const { return own_height_; }
    /// How far the camera may be tilted without going over the top.
    std::pair<double, double> tilts() const;
    /// The shot, kept from before or new; the scene follows it. A size of 0: the scene's own.
    Shot& shot(const Orbit& orbit, int width, int height);

private:
    CameraOptions camera_options(const Orbit& orbit) const;

    std::string source_;
    Scene scene_;
    Camera own_camera_;
    bool own_framed_;
    int own_width_, own_height_;
    Geometry geometry_;
    struct Kept {
        Orbit orbit;
        int width, height;
        std::unique_ptr<Shot> shot;
    };
    std::deque<Kept> shots_;
};

}  // namespace hitmiss::lab
