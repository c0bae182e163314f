#include "commands/figure_list.hpp"

#include <fmt/core.h>

#include "commands/compare.hpp"
#include "commands/table.hpp"
#include "figure/acceptance_map.hpp"
#include "figure/angle_sum_field.hpp"

namespace hitmiss {
namespace {

FigureFile png(const Picture& picture) {
    const auto bytes = encode_png(picture);
    return {"png", {bytes.begin(), bytes.end()}};
}

/// The contact sheet of a scene and its table.
Figure comparison(const std::string& scene, const std::string& size, std::string caption) {
    return {scene,
            fmt::format("hitmiss compare scenes/{}.toml --size {} --format csv", scene, size),
            std::move(caption), [=](const std::filesystem::path& scenes) {
                SceneOptions options;
                options.scene = scenes / (scene + ".toml"), options.size = size;
                const auto compared = compare_scene(options);
                return std::vector<FigureFile>{png(compared.sheet), {"csv", as_csv(compared.rows)}};
            }};
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
        comparison("triangle", "256x256",
                   "The halo by itself: each edge of the triangle grows by a circular segment, the "
                   "thicker the larger epsilon is."),
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
    };
}

std::string caption_text(const Figure& figure) {
    return fmt::format("{}\n\nMade by: {}\n", figure.caption, figure.command);
}

}  // namespace hitmiss
