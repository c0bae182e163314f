// The source texts' own programs: a walker before walls, and a point about a mesh.

#include <algorithm>

#include "demos/probe.hpp"
#include "demos/walk_pictures.hpp"
#include "demos/walk_row.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

/// The scenes to walk and to probe in.
Response demos(Lab&, const Arguments&) {
    std::vector<std::string> paths;
    for (const auto& file : std::filesystem::directory_iterator("scenes"))
        if (file.path().extension() == ".toml") paths.push_back(file.path().string());
    std::sort(paths.begin(), paths.end());
    Rows walks, probes;
    for (const auto& path : paths) {
        const Scene scene = load_scene(path);
        const auto method = to_string(scene.methods[0]);
        if (scene.walk)
            walks.push_back({{"scene", path}, {"method", method}, {"path", scene.walk->path}});
        if (scene.probe)
            probes.push_back({{"scene", path}, {"method", method}, {"keys", scene.probe->keys}});
    }
    return {{{"walks", walks}, {"probes", probes}}};
}

Scene scene_of(const Arguments& asked) {
    Scene scene = load_scene(asked.text("scene"));
    scene.methods = {parse_method(asked.text("method"))};
    return scene;
}

List point(const Point& p) {
    return {p.x, p.y};
}

Object shape_of(const Shape& shape) {
    List contours;
    double radius = 0;
    for (const Contour& contour : shape.contours) {
        List points;
        for (const Point& p : contour.points) points.push_back(point(p));
        contours.push_back(points);
        radius = contour.radius;
    }
    List dashes;
    if (shape.pen) dashes = List(shape.pen->dashes.begin(), shape.pen->dashes.end());
    return {{"contours", contours},
            {"radius", radius},
            {"fill", shape.fill ? Value(css(*shape.fill)) : Value()},
            {"stroke", shape.pen ? Value(css(shape.pen->colour)) : Value()},
            {"thick", shape.pen ? shape.pen->width : 0},
            {"dashes", dashes},
            {"closed", shape.closed}};
}

/// A drawing for a canvas; it has no pictures in it.
Object drawing_of(const Drawing& drawing) {
    Rows shapes, texts;
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element))
            shapes.push_back(shape_of(*shape));
        else if (const auto* words = std::get_if<Words>(&element))
            texts.push_back({{"at", point(words->start)},
                             {"text", words->text},
                             {"size", words->size},
                             {"colour", css(words->colour)}});
    return {
        {"width", drawing.width}, {"height", drawing.height}, {"shapes", shapes}, {"texts", texts}};
}

std::vector<WalkRun> walks_of(Scene& scene, const Arguments& asked) {
    scene.walk->path = parse_path(asked.text("path"));
    return walk_all(scene);
}

/// What the test measures its distances from.
std::string_view measured_from(const WalkRun& run) {
    if (run.construction != Construction::plane) return "the wall, along the ray";
    return run.variant == Variant::published
               ? "the wall's plane mirrored in the origin, dashed in the plan"
               : "the wall's plane";
}

/// The path walked, published and corrected: what happens, and the view from above, `width` pixels
/// wide.
Response walk_runs(Lab&, const Arguments& asked) {
    Scene scene = scene_of(asked);
    const auto runs = walks_of(scene, asked);
    // The plan's texts come out 14 pixels high.
    const double dpi = 14 * 72 / 8.0;
    const auto panels = walk_panels(scene, runs, {asked.number("width") / dpi * 25.4, dpi});
    Rows rows;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        Rows moves;
        for (std::size_t k = 0; k < runs[r].moves.size(); ++k)
            moves.push_back(walk_row(runs[r], k));
        const auto lines = describe(runs[r]);
        rows.push_back({{"variant", to_string(runs[r].variant)},
                        {"measured_from", measured_from(runs[r])},
                        {"lines", List(lines.begin(), lines.end())},
                        {"moves", for_people(std::move(moves))},
                        {"plan", drawing_of(panels[r])}});
    }
    Rows legend;
    for (const LegendEntry& entry : walk_legend(scene, runs))
        legend.push_back({{"colour", css(entry.colour)}, {"label", entry.label}});
    return {{{"runs", rows}, {"legend", legend}}};
}

/// What the walker of run `run` sees in the end.
Response walk_view(Lab&, const Arguments& asked) {
    Scene scene = scene_of(asked);
    const auto runs = walks_of(scene, asked);
    const WalkRun& run = runs[std::size_t(asked.integer("run"))];
    const Picture picture = first_person(scene, run, run.moves.size());
    return {{{"width", picture.width}, {"height", picture.height}}, {{"pixels", rgba(picture)}}};
}

/// The point where the keys lead it, by run `run`: published, corrected.
Response probe_view(Lab&, const Arguments& asked) {
    Scene scene = scene_of(asked);
    scene.probe->keys = parse_keys(asked.text("keys"));
    const auto runs = probe_all(scene);
    const ProbeRun& run = runs[std::size_t(asked.integer("run"))];
    const auto& [key, place, holds] = run.frames.back();
    const Picture picture = probe_picture(scene, run, run.frames.size() - 1);
    List held;
    for (std::size_t k = 0; k < holds.size(); ++k)
        if (holds[k]) held.push_back(k);
    const PrimaryRays rays(probe_camera(scene, run), scene.width, scene.height);
    const auto seen = rays.project(Vec<double>(place));
    return {{{"width", picture.width},
             {"height", picture.height},
             {"variant", to_string(run.variant)},
             {"point", List{shortest(place.x), shortest(place.y), shortest(place.z)}},
             {"seen", seen ? Value(List{seen->x, seen->y}) : Value()},
             {"held", held},
             {"triangles", holds.size()}},
            {{"pixels", rgba(picture)}}};
}

constexpr Handler of_demos[]{
    {"demos", demos}, {"walk", walk_runs}, {"walk view", walk_view}, {"probe", probe_view}};

}  // namespace

std::span<const Handler> demo_requests() {
    return of_demos;
}

}  // namespace hitmiss::lab
