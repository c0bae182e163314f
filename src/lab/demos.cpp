// The tutorials' own programs: a walker in front of walls, and a point around a mesh.

#include <fstream>

#include "demos/probe.hpp"
#include "demos/walk_pictures.hpp"
#include "draw/compose.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

/// Side of a sample in the legend.
constexpr double sample = 18;

/// The scene that a request names, with the request's method.
Scene scene_of(const Arguments& asked) {
    Scene scene = load_scene(asked.text("scene"));
    scene.methods = {asked.method()};
    return scene;
}

/// The comment at the head of a scene file, which says what is to be seen.
std::string comment_of(const std::string& path) {
    std::ifstream file(path);
    std::string text;
    for (std::string line; std::getline(file, line) && line.starts_with("# ");)
        text.append(text.empty() ? "" : " ").append(line, 2);
    return text;
}

/// From where the test measures its distances.
std::string_view measured_from(const WalkRun& run) {
    if (run.construction != Construction::plane) return "the wall, along the ray";
    return run.variant == Variant::published
               ? "the dashed plane, the wall's mirror image in the origin"
               : "the wall's plane";
}

}  // namespace

/// The scenes to walk and to probe in.
Response demos(Lab&, const Arguments&) {
    Rows walks, probes;
    for (const auto& path : scene_paths()) {
        const Scene scene = load_scene(path);
        const auto described = [&](const std::string& key, const std::string& moves) -> Object {
            return {{"scene", path},
                    {"method", to_string(scene.methods[0])},
                    {"comment", comment_of(path)},
                    {key, moves}};
        };
        if (scene.walk) walks.push_back(described("path", scene.walk->path));
        if (scene.probe) probes.push_back(described("keys", scene.probe->keys));
    }
    return {{{"walks", walks}, {"probes", probes}}};
}

/// The path walked, published and corrected: what happens, the view from above, `width` pixels
/// wide, and as an array what the walker sees in the end, with `samples` rays across a pixel.
Response walk_runs(Lab&, const Arguments& asked) {
    Scene scene = scene_of(asked);
    scene.walk->path = parse_path(asked.text("path"));
    const auto runs = walk_all(scene);
    scene.samples = asked.integer_or("samples", scene.samples);
    // The plan's texts come out 14 pixels high.
    const double dpi = 14 * 72 / 8.0;
    const auto panels = walk_panels(scene, runs, {asked.number("width") / dpi * 25.4, dpi});
    Rows rows;
    Response response;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        response.arrays.emplace_back(
            to_string(runs[r].variant),
            canvas_pixels(first_person(scene, runs[r], runs[r].moves.size())));
        Rows moves;
        for (std::size_t k = 0; k < runs[r].moves.size(); ++k)
            moves.push_back(walk_row(runs[r], k));
        rows.push_back({{"measured_from", measured_from(runs[r])},
                        {"lines", describe(runs[r])},
                        {"moves", for_people(std::move(moves))},
                        {"plan", inline_svg(panels[r])}});
    }
    Rows legend;
    for (const LegendEntry& entry : walk_legend(scene, runs))
        legend.push_back({{"sample", inline_svg(swatch(entry, sample))}, {"label", entry.label}});
    response.values = {
        {"runs", rows}, {"legend", legend}, {"width", scene.width}, {"height", scene.height}};
    return response;
}

/// The point after the keys, published and corrected: where it is, which triangles claim to contain
/// it, and as an array the picture.
Response probe_runs(Lab&, const Arguments& asked) {
    Scene scene = scene_of(asked);
    scene.probe->keys = parse_keys(asked.text("keys"));
    Rows rows;
    Response response;
    for (const ProbeRun& run : probe_all(scene)) {
        const auto& [key, place, holding] = run.frames.back();
        const PrimaryRays rays(probe_camera(scene, run), scene.width, scene.height);
        const auto seen = rays.project(Vec<double>(place));
        response.arrays.emplace_back(
            to_string(run.variant),
            canvas_pixels(probe_picture(scene, run, run.frames.size() - 1)));
        rows.push_back({{"point", {shortest(place.x), shortest(place.y), shortest(place.z)}},
                        {"seen", seen ? Value{seen->x, seen->y} : Value()},
                        {"held", holding},
                        {"triangles", scene.mesh.triangles.size()}});
    }
    response.values = {{"runs", rows}, {"width", scene.width}, {"height", scene.height}};
    return response;
}

}  // namespace hitmiss::lab
