#include "commands/figure_list.hpp"

#include <fmt/core.h>

#include "commands/compare.hpp"
#include "commands/leaks.hpp"
#include "commands/sweep.hpp"
#include "commands/table.hpp"
#include "demos/probe_picture.hpp"
#include "demos/walk_plan.hpp"
#include "figure/acceptance_map.hpp"
#include "figure/angle_sum_field.hpp"

namespace hitmiss {
namespace {

FigureFile png(const Picture& picture) {
    const auto bytes = encode_png(picture);
    return {"png", {bytes.begin(), bytes.end()}};
}

/// The contact sheet of a scene and its table.
Figure comparison(const std::string& scene, const std::string& size, std::string caption,
                  Overlay overlay = Overlay::none) {
    return {scene,
            fmt::format("hitmiss compare scenes/{}.toml --size {} {}--format csv", scene, size,
                        overlay == Overlay::halo ? "--overlay halo " : ""),
            std::move(caption), [=](const std::filesystem::path& scenes) {
                SceneOptions options;
                options.scene = scenes / (scene + ".toml"), options.size = size;
                const auto compared = compare_scene(options, overlay);
                return std::vector<FigureFile>{png(compared.sheet), {"csv", as_csv(compared.rows)}};
            }};
}

/// The plot of a sweep and its table, down to where double leaks too.
Figure sweep_plot(const std::string& name, const std::string& scene, const std::string& size,
                  std::string caption) {
    return {name,
            fmt::format("hitmiss sweep scenes/{}.toml --size {} --from 1e-12 --per-decade 2 "
                        "--format csv",
                        scene, size),
            std::move(caption), [=](const std::filesystem::path& scenes) {
                SweepOptions options;
                options.scene.scene = scenes / (scene + ".toml"), options.scene.size = size;
                options.from = 1e-12, options.per_decade = 2;
                const auto swept = sweep_scene(options);
                return std::vector<FigureFile>{{"svg", swept.svg},
                                               {"csv", as_csv(swept.report["points"])}};
            }};
}

/// The table of the rays that leak.
Figure leak_table(const std::string& name, const std::string& scene, std::string caption) {
    return {name, fmt::format("hitmiss leaks scenes/{}.toml --rays 20000 --format csv", scene),
            std::move(caption), [=](const std::filesystem::path& scenes) {
                LeakOptions options;
                options.scene.scene = scenes / (scene + ".toml"), options.rays = 20'000;
                return std::vector<FigureFile>{
                    {"csv", as_csv(leaks_of_scene(options).report["rates"])}};
            }};
}

/// What a demonstration draws of its scene.
Figure demonstration(const std::string& command, const std::string& scene, std::string caption,
                     Picture draw(const Scene&)) {
    return {scene, fmt::format("hitmiss {} scenes/{}.toml", command, scene), std::move(caption),
            [=](const std::filesystem::path& scenes) {
                return std::vector{png(draw(load_scene(scenes / (scene + ".toml"))))};
            }};
}

Picture draw_walk(const Scene& scene) {
    return walk_plan(scene, walk_all(scene));
}

Picture draw_probe(const Scene& scene) {
    const auto runs = probe_all(scene);
    std::vector<std::vector<Picture>> views;
    for (const auto& run : runs) views.push_back(probe_pictures(scene, run));
    return probe_sheet(scene, runs, views);
}

/// A picture that no other command makes.
Figure drawing(const std::string& name, std::string caption, Picture draw()) {
    return {name, "hitmiss figures " + name, std::move(caption),
            [=](const auto&) { return std::vector{png(draw())}; }};
}

}  // namespace

std::vector<Figure> figures() {
    return {
        comparison(
            "angle-sum", "257x257",
            "A sphere under ever larger tolerances of the angle sum: holes along edges when "
            "epsilon is small; when it is large, petals that cover the neighbouring faces and "
            "reach beyond the outline."),
        comparison(
            "triangle", "256x256",
            "The halo by itself: each edge of the triangle grows by a circular segment, the "
            "thicker the larger epsilon is. The dark arcs are what the halo law predicts, and the "
            "table gives the pixels it predicts beside the counted ones.",
            Overlay::halo),
        comparison(
            "grid", "257x257",
            "Ties: the rays of the middle row and column lie exactly in the planes of shared "
            "edges. Published same-side accepts the whole line through two vertices: streaks "
            "beyond the mesh."),
        comparison(
            "icosphere", "257x257",
            "A sphere of 320 triangles. The middle column of the image meets a chain of edges, "
            "where methods that decide each triangle by itself may let rays through."),
        comparison(
            "icosphere-tiny", "256x256",
            "A sphere of radius 0.006. The determinant of Möller and Trumbore is twice an area "
            "times a cosine, so a fixed epsilon of 1e-6 removes all of its small triangles. "
            "Compared with an angle (corrected) or with zero, none is lost."),
        comparison("small-knot", "256x256",
                   "A knot 0.156 units wide with 70,000 triangles, as small as many scans are. At "
                   "the paper's epsilon of 1e-6 nearly half of it is gone."),
        comparison(
            "grazing-plane", "320x160",
            "A floor seen under 0.1 to 3 degrees. The same fixed epsilon cuts off its far part, "
            "although every ray there meets it cleanly."),
        comparison("room", "320x240",
                   "A room from inside. The halos of the angle sum swell the table and bend the "
                   "window's sides inwards; single rays leak along edges."),
        comparison("sliver-fan", "256x256",
                   "A fan of triangles one degree wide. Points near them see their two long edges "
                   "under nearly 180 degrees, so even a small tolerance takes a neighbour for the "
                   "right one."),
        drawing(
            "acceptance-plane",
            "Where each point-in-triangle predicate says inside, in the triangle's plane. The "
            "angle "
            "sum adds a circular segment to each edge, in every variant alike; published same-side "
            "adds the whole line through b and c (bottom). The few leaks lie under the outline, "
            "at vertices and beside edges.",
            draw_acceptance_in_plane),
        drawing(
            "acceptance-above",
            "The same for points above and below the plane, where every acceptance is false: the "
            "predicates rely on P being computed in the plane. Published same-side accepts points "
            "up to 0.408 edge lengths above the centroid, corrected it accepts an endless prism, "
            "the angle sum a lens.",
            draw_acceptance_above),
        drawing(
            "acceptance-ulps",
            "An edge under the microscope: each square is one point with float coordinates, its "
            "neighbours are the next floats, the line is the exact edge. In float a cosine near -1 "
            "may round beyond it, and the published angle sum loses the point to NaN, whatever its "
            "epsilon; clamped (corrected), with atan2 or in double it does not. The walking text's "
            "1e-4 is finer than the steps of a float angle near pi, so that clamping leaves it "
            "holes. No arithmetic removes the halo: at an epsilon of 5e-6 it is still eight floats "
            "wide.",
            draw_acceptance_by_ulps),
        drawing(
            "angle-sum-field",
            "The sum of the angles under which a point sees the three edges, in the triangle's "
            "plane: 2 pi inside, less outside. On each line it is short of 2 pi by the number "
            "beside the line, in radians, so the line bounds what the angle sum accepts with that "
            "epsilon: circular arcs from vertex to vertex.",
            draw_angle_sum_field),
        sweep_plot("sweep", "icosphere", "512x512",
                   "Errors of the angle sum against its epsilon, on a sphere of 320 triangles. In "
                   "float there is a valley between leaks on the left and the halo on the right, "
                   "and its floor is not zero. In double no error is left over several decades."),
        leak_table("leaks", "icosphere",
                   "Rays from inside a closed sphere, aimed at its edges, its vertices, its "
                   "silhouettes, at random points of its triangles and at random. How many slip "
                   "through, per million, with 95 % intervals."),
        demonstration(
            "walk", "walk-plane",
            "A walker and a wall at z = -5, seen from above. The published plane constant "
            "has the wrong sign: it tests the mirrored plane and walks through.",
            draw_walk),
        demonstration("walk", "walk-ray",
                      "The walker of the ray tutorial. Published, the ray is position + direction "
                      "and t is not looked at, so that it stops where nothing is and passes where "
                      "a wall is.",
                      draw_walk),
        demonstration("probe", "probe-cube",
                      "A point (yellow) against every triangle of a cube. Published colours "
                      "vertices, which neighbours share and overwrite; corrected colours faces.",
                      draw_probe),
        demonstration("probe", "probe-volume",
                      "A point above an equilateral triangle of side 1. Published same-side holds "
                      "it up to a height of 0.408; corrected asks for its distance from the plane.",
                      draw_probe),
    };
}

std::string caption_text(const Figure& figure) {
    return fmt::format("{}\n\nMade by: {}\n", figure.caption, figure.command);
}

}  // namespace hitmiss
