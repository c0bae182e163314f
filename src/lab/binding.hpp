#pragma once
// What the page asks of the program: requests by name, with named values in and out, and the scene
// that they are about.

#include <deque>

#include "base/report.hpp"
#include "commands/camera_options.hpp"
#include "draw/picture.hpp"
#include "judge/sweep.hpp"

namespace hitmiss::lab {

/// The named values of a request. What is missing or of another kind is the page's bug and throws.
struct Arguments {
    Value values;
    std::string text(std::string_view key) const { return values.at(key).get<std::string>(); }
    double number(std::string_view key) const { return values.at(key).get<double>(); }
    int integer(std::string_view key) const { return int(number(key)); }
    Method method(std::string_view key = "method") const { return parse_method(text(key)); }
    /// Those of `methods`.
    std::vector<Method> methods() const;
};

/// Named values, and arrays of bytes beside them.
struct Response {
    Object values = {};
    std::vector<std::pair<std::string, std::vector<std::uint8_t>>> arrays = {};
};

/// How far the page's camera is turned from the scene's own, in degrees about what it looks at:
/// to the left about `up`, and up; and how much it magnifies.
struct Orbit {
    double turn = 0, tilt = 0, zoom = 1;
    bool operator==(const Orbit&) const = default;
};

/// A scene from one camera, in one size, and what was computed of it.
struct Shot {
    Orbit orbit;
    int width, height;
    std::vector<ErrorCurve> curves = {};  ///< by method without its epsilon: as far as computed
    std::optional<Round> kept = {};       ///< the rays, made once, and their right answers
};

struct Stage {
    const std::string source;
    Scene scene;  ///< with the camera and the size of the shot
    const Camera own_camera;
    const bool own_framed;
    const int own_width, own_height;
    Geometry geometry;            ///< from the shot's eye
    CameraOptions options = {};   ///< the shot's, as the program's command line has the camera
    std::deque<Shot> shots = {};  ///< the last one first

    /// A scene's path, or a made mesh as make_mesh() reads it. Throws Error.
    explicit Stage(const std::string& source_);
    /// Whether the source is a path.
    bool is_file() const { return source.find('/') != source.npos; }
    /// Takes a shot, kept from before or new. A size of 0: the scene's own.
    void shoot(const Orbit& orbit, int width, int height);
    Shot& shot() { return shots.front(); }
    PrimaryRays rays() const { return {scene.camera, scene.width, scene.height}; }
    /// One method on the shot's rays.
    Round round(const Method& method);
};

/// How far a camera may be tilted without going over the top.
std::pair<double, double> tilts(const Camera& camera);

/// What a worker keeps between requests.
struct Lab {
    std::unique_ptr<Stage> stage = {};  ///< of the scene asked for last
};

using Request = Response(Lab& lab, const Arguments& asked);
Request about, method, scene, picture, render, curve, explain_pixel, command, hits, predicates,
    acceptance, point, demos, walk_runs, walk_view, probe_view;

/// Answers the request `name`, whose arguments are a JSON object. Throws Error.
Response respond(Lab& lab, std::string_view name, const std::string& arguments);

/// How far the numbers next to 2 pi are apart, as all from 4 to 8: what an angle sum cannot tell.
constexpr double step_at_full_turn(Precision precision) {
    return 4 * (precision == Precision::single ? double(std::numeric_limits<float>::epsilon())
                                               : std::numeric_limits<double>::epsilon());
}

/// The scenes that come with the page, in order.
std::vector<std::string> scene_paths();

/// A picture and what is said of it, as a canvas takes it.
Response response_of(const Picture& picture, Object more = {});

}  // namespace hitmiss::lab
