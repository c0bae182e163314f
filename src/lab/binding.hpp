#pragma once
// The page's requests to the program, by name, with named values in and out; and the scene that
// they are about.

#include <deque>

#include "base/report.hpp"
#include "commands/camera_options.hpp"
#include "draw/drawing.hpp"
#include "judge/sweep.hpp"
#include "scene/notes.hpp"

namespace hitmiss::lab {

/// The named values of a request. A missing value, or another type, is the page's bug and throws.
struct Arguments {
    Value values;
    std::string text(std::string_view key) const { return values.at(key).get<std::string>(); }
    double number(std::string_view key) const { return values.at(key).get<double>(); }
    int integer(std::string_view key) const { return int(number(key)); }
    /// A value that may be missing.
    int integer_or(std::string_view key, int fallback) const {
        return values.contains(key) ? integer(key) : fallback;
    }
    Method method(std::string_view key = "method") const { return parse_method(text(key)); }
    /// The methods that `methods` names.
    std::vector<Method> methods() const;
};

/// Named values, and arrays of bytes beside them.
struct Response {
    Object values = {};
    std::vector<std::pair<std::string, std::vector<std::uint8_t>>> arrays = {};
};

/// How the page looks at a scene. turn, tilt: how far the camera is turned from the scene's own
/// around the point it looks at, in degrees: to the left around `up`, and upwards; zoom: how much
/// it magnifies.
struct View {
    double turn, tilt, zoom;
    int width, height;
    int stride;  ///< only every so many columns and rows have a ray

    /// Columns, or rows, of that many pixels that have a ray.
    int thinned(int pixels) const { return (pixels + stride - 1) / stride; }
    bool operator==(const View&) const = default;
};

/// A scene as one view shows it, and what was computed for it.
struct Shot {
    View view;
    std::vector<ErrorCurve> curves = {};  ///< by method without its epsilon: as far as computed
    std::optional<Round> kept = {};       ///< the rays, made once, and their exact answers
};

struct Stage {
    const std::string source;
    Scene scene;  ///< with the camera and the size of the shot
    const Camera own_camera;
    const bool own_framed;
    const int own_width, own_height;
    const std::vector<SceneNote> notes;
    Geometry geometry;            ///< from the shot's eye
    CameraOptions options = {};   ///< the shot's camera, as the command line has it
    std::deque<Shot> shots = {};  ///< the last one first

    /// A scene's path, or a made mesh as make_mesh() reads it. Throws Error.
    explicit Stage(const std::string& source_);
    /// Whether the source is a path.
    bool is_file() const { return source.find('/') != source.npos; }
    /// Selects a shot, kept from before or new.
    void shoot(const View& view);
    Shot& shot() { return shots.front(); }
    /// One method on the shot's rays.
    Round round(const Method& method);
};

/// What a worker keeps between requests: the scene asked for last.
struct Lab {
    std::unique_ptr<Stage> stage = {};
};

/// The scene from that source, made anew unless it was the last one.
Stage& stage_of(Lab& lab, const std::string& source);
/// The scene with the camera and in the size that a request names.
Stage& shot_of(Lab& lab, const Arguments& asked);

using Request = Response(Lab& lab, const Arguments& asked);
Request about, method, scene, picture, render, curve, explain_pixel, command, hits, acceptance,
    point, ray, demos, walk_runs, probe_runs, inside, lit, figure, animation;

/// Answers the request `name`, whose arguments are a JSON object. Throws Error.
Response respond(Lab& lab, std::string_view name, const std::string& arguments);

/// The last zoom step of the triangle's map, which shows neighbouring floats.
constexpr int nearest_step = 20;

/// The spacing of numbers near 2 pi, as between 4 and 8: what an angle sum cannot resolve.
constexpr double step_at_full_turn(Precision precision) {
    return 4 * (precision == Precision::single ? double(std::numeric_limits<float>::epsilon())
                                               : std::numeric_limits<double>::epsilon());
}

/// The epsilons of a slider or a curve for `method`, which has one: 0 if it is allowed, then steps
/// as a sweep makes them.
std::vector<double> epsilons_of(const Method& method, int per_decade);

/// The scenes that come with the page, in order.
std::vector<std::string> scene_paths();

/// A point of the plane z = 0, the triangle there, the ground of pictures if it is another one, and
/// the colour in which they mark an outcome, as requests name them.
Vec<float> flat(const Arguments& asked, const std::string& name);
Triangle<float> triangle_of(const Arguments& asked);
std::optional<Rgb> ground_of(const Arguments& asked);
Rgb ink_of(const Arguments& asked, const OutcomeRow& row);

/// A drawing without pictures as an element of the page.
std::string inline_svg(const Drawing& drawing);

/// A picture's pixels for a canvas, and such a picture with what else there is to say about it.
std::vector<std::uint8_t> canvas_pixels(const Picture& picture);
Response response_of(const Picture& picture, Object more);

}  // namespace hitmiss::lab
