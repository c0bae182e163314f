#include "commands/figure_list.hpp"

#include <iomanip>
#include <sstream>

#include "commands/command_line.hpp"
#include "draw/textbook.hpp"
#include "wings.hpp"

namespace hitmiss {
namespace {

constexpr Figure all_figures[]{
    {"ray-triangle", "hitmiss figures ray-triangle",
     "What all methods ask. The ray starts at o in direction d and meets the plane of the triangle "
     "a, b, c in P = o + t d. The weights of the corners in P are the shares of the areas opposite "
     "them; P is inside if none is negative.",
     draw_ray_and_triangle},
    {"methods", "hitmiss figures methods",
     "What each method decides by, for one ray and one triangle, in the numbers of its own code: "
     "angles at P, normals of the triangles that P forms with the edges, weights of the corners, "
     "or volumes that the ray spans with the edges.",
     draw_what_methods_decide_by},
    {"angle-sum",
     "hitmiss compare scenes/angle-sum.toml --size 145x145 --no-detail -m angle-sum:1e-6 "
     "-m angle-sum:0.001 -m angle-sum:0.5 -m moller-trumbore --title \"Small tolerances leak at "
     "edges, large ones hit the wrong triangle; NaN leaks at any\" --format csv",
     "A sphere by the angle sum under three tolerances: holes along edges when epsilon is small, "
     "white where the ray leaves the sphere, dark where it hits the far side; when epsilon is "
     "large, petals that cover the faces beside them and reach beyond the outline. The leaks that "
     "remain from 0.001 on lie where a cosine rounds beyond -1 and its angle is NaN: no tolerance "
     "closes them."},
    {"triangle",
     "hitmiss compare scenes/triangle.toml --size 256x256 --overlay halo -m angle-sum:0.01 "
     "-m angle-sum:0.1 -m angle-sum:0.5 --title \"The angle sum grows each edge by a circular "
     "segment, as wide as a law says\" --format csv",
     "The halo by itself: each edge of the triangle grows by a circular segment, the thicker "
     "the larger epsilon is. The dark arcs are what the halo law predicts, and the table gives "
     "the pixels it predicts beside the counted ones."},
    {"grid",
     "hitmiss compare scenes/grid.toml --size 207x207 --no-detail -m same-side "
     "-m same-side:variant=corrected -m angle-sum:0.1 -m watertight --title \"Where rays meet "
     "edges "
     "exactly, same-side leaks and draws streaks, the angle sum hits the wrong triangle\" "
     "--format csv",
     "Ties: the rays of the middle row and column lie exactly in the planes of shared edges. "
     "Published same-side accepts the whole line through two vertices: streaks beyond the mesh."},
    {"icosphere",
     "hitmiss compare scenes/icosphere.toml --size 207x207 --no-detail -m angle-sum:0.0001 "
     "-m angle-sum-walking -m watertight --title \"By the angle sum rays slip through along "
     "a chain of edges\" --format csv",
     "A sphere of 320 triangles. The middle column of the image meets a chain of edges, where "
     "methods that decide each triangle by itself may let rays through."},
    {"icosphere-tiny",
     "hitmiss compare scenes/icosphere-tiny.toml --size 188x188 --no-detail --width-mm 110 "
     "-m moller-trumbore:epsilon=1e-6,cull=back "
     "-m moller-trumbore:epsilon=1e-6,cull=back,variant=corrected --title \"A tolerance on the "
     "determinant (published) removes a sphere of radius 0.006 whole, one on an angle (corrected) "
     "nothing\" --format csv",
     "A sphere of radius 0.006. The determinant of Möller and Trumbore is twice an area times a "
     "cosine, so a fixed epsilon of 1e-6 removes all of its small triangles. Compared with an "
     "angle (corrected: epsilon times |n| |d|), none is lost."},
    {"small-knot",
     "hitmiss compare scenes/small-knot.toml --size 256x256 --no-detail --width-mm 110 "
     "-m moller-trumbore:epsilon=1e-6,cull=back "
     "-m moller-trumbore:epsilon=1e-6,cull=back,variant=corrected --title \"A tolerance on the "
     "determinant (published) eats a knot 0.156 units wide, one on an angle (corrected) nothing\" "
     "--format csv",
     "A knot 0.156 units wide with 70,000 triangles, as small as many scans are. At the paper's "
     "epsilon of 1e-6 40 % of it is gone, with the same number as an angle (corrected: epsilon "
     "times |n| |d|) nothing."},
    {"grazing-plane",
     "hitmiss compare scenes/grazing-plane.toml --size 280x140 --no-detail "
     "-m moller-trumbore:1e-6 -m moller-trumbore --title \"A tolerance on the determinant cuts "
     "off the far part of a floor\" --format csv",
     "A floor seen under 0.1 to 3 degrees. The same fixed epsilon cuts off its far part, "
     "although every ray there meets it cleanly."},
    {"room",
     "hitmiss compare scenes/room.toml --size 280x210 --no-detail -m angle-sum:0.5 "
     "-m moller-trumbore --title \"Halos swell the table, bend the window's sides and lay a lens "
     "over the left wall\" --format csv",
     "A room from inside. The halos of the angle sum, what it accepts around each triangle, swell "
     "the table, bend the window's sides inwards and let walls, ceiling and floor cover each other "
     "along their edges. Where a triangle is wrong but of the same flat wall, the picture does not "
     "change."},
    {"sliver-fan",
     "hitmiss compare scenes/sliver-fan.toml --eye 0,0.78,2.6 --look-at 0,0.78,0 --fov 5.9 "
     "--size 72x72 --no-detail -m angle-sum:0.001 -m angle-sum:0.01 -m angle-sum:0.1 "
     "-m moller-trumbore --title \"Among slivers even a small tolerance hits the wrong triangle\" "
     "--format csv",
     "Part of a fan of triangles one degree wide, each in a colour of its own. Points near them "
     "see their two long edges under nearly 180 degrees, so even a small tolerance takes the one "
     "beside for the right one."},
    {"acceptance-plane", "hitmiss figures acceptance-plane",
     "Where each point-in-triangle predicate says inside, in the triangle's plane. The angle "
     "sum adds a circular segment to each edge; published same-side "
     "adds the whole line through b and c (bottom).",
     draw_acceptance_in_plane},
    {"acceptance-above", "hitmiss figures acceptance-above",
     "The same for points above and below the plane, where every acceptance is false: the "
     "predicates rely on P being computed in the plane. Published same-side accepts points up "
     "to 0.408 edge lengths above the centroid, corrected it accepts an endless prism, as "
     "does the signed sum, which projects along an axis; the angle sum accepts a cushion.",
     draw_acceptance_above},
    {"acceptance-ulps", "hitmiss figures acceptance-ulps",
     "An edge under the microscope: each square is one point with float coordinates, its "
     "neighbours are the next floats, the line is the exact edge. In float a cosine near -1 may "
     "round beyond it, and the published angle sum loses the point to NaN, whatever its epsilon; "
     "in double it does not. The walking text's 1e-4 is finer than the steps of a float angle near "
     "pi, so that clamping leaves it holes. The signed sum adds pi where a cosine lies below -1, "
     "on either side of the edge. No arithmetic removes the halo: at an epsilon of 5e-6 in double "
     "it is eight floats wide, by arc cosines as by arc tangents.",
     draw_acceptance_by_ulps},
    {"sweep",
     "hitmiss sweep scenes/icosphere.toml --size 512x512 --from 1e-12 --per-decade 2 -m angle-sum "
     "-m angle-sum:variant=atan2 -m angle-sum:precision=double --title \"By arc cosines in float "
     "(published) no tolerance is free of errors; by atan2, or in double, some are\" --format csv",
     "Errors of the angle sum against its epsilon, on a sphere of 320 triangles. In float there is "
     "a valley between leaks on the left and the halo on the right, and its floor is not zero. "
     "That is the arc cosine's fault, coarse near pi: by arc tangents no error is left over a "
     "decade, in double over seven."},
    {"far",
     "hitmiss sweep scenes/icosphere.toml --over distance --size 128x128 -m moller-trumbore "
     "-m watertight -m baldwin-weber -m baldwin-weber:precision=double "
     "-m collision-matrix:precision=float -m collision-matrix --title \"Far from the origin, "
     "baldwin-weber and collision-matrix in float lose hits, in double only digits of t\" "
     "--format csv",
     "The same sphere, farther and farther from the origin, with the eye beside it; its vertices "
     "lie on the floats' grid of the farthest step, so that its shape never changes. What takes "
     "the ray's origin from the vertices first loses nothing, wherever it stands. A matrix that "
     "holds the plane's place, stored in float, loses the sphere: from 30,000 on baldwin-weber "
     "hits so little that its false hits and wrong triangles fall to none as well."},
    {"slivers",
     "hitmiss sweep scenes/icosphere.toml --over aspect --size 128x128 -m moller-trumbore "
     "-m moller-trumbore:precision=double -m watertight -m baldwin-weber --title \"The thinner the "
     "slivers, the more hits float loses; moller-trumbore in double loses only digits of t\" "
     "--format csv",
     "The same sphere, squeezed to as little as a millionth of its height together with its eye "
     "and its rays: its triangles become slivers, and exact arithmetic gives the same picture."},
    {"leaks",
     "hitmiss leaks scenes/icosphere.toml --rays 20000 -m watertight:precision=double "
     "-m watertight -m moller-trumbore:precision=double -m moller-trumbore "
     "-m same-side:precision=double -m same-side -m angle-sum:epsilon=0.1,precision=double "
     "-m angle-sum:0.1 --title \"Aimed at edges, vertices and silhouettes, rays go wrong, most "
     "of all in float; random ones do not\" --format csv",
     "Rays from inside a closed sphere, aimed at its edges, its vertices, its silhouettes, at "
     "random points of its triangles and at random. How many slip through, hit what they pass by "
     "or get a wrong triangle, per million, with 95 % intervals. In float the watertight test errs "
     "at silhouettes alone, Möller-Trumbore at edges and vertices too; in double neither errs."},
    {"what-to-use", "hitmiss leaks scenes/methods.toml --rays 20000 --format text",
     "Every method as its source states it, in float and in double, on a closed sphere of 320 "
     "triangles. Random rays hardly ever meet an edge closely enough for a leak; those aimed at "
     "edges show what a method does when they do."},
};

/// The words after `hitmiss`, "several in quotes" being one, in which scenes/ stands for that
/// folder.
std::vector<std::string> words_of(std::string_view command, const std::filesystem::path& scenes) {
    constexpr std::string_view program = "hitmiss ", folder = "scenes/";
    std::istringstream stream(std::string(command.substr(program.size())));
    std::vector<std::string> words;
    for (std::string word; stream >> std::quoted(word);)
        words.push_back(word.starts_with(folder) ? (scenes / word.substr(folder.size())).native()
                                                 : word);
    return words;
}

}  // namespace

std::span<const Figure> figures() {
    static const std::vector<Figure> all = [] {
        std::vector<Figure> figures(std::begin(all_figures), std::end(all_figures));
        std::ranges::copy(wing_figures(), std::back_inserter(figures));
        return figures;
    }();
    return all;
}

std::vector<FigureFile> make(const Figure& figure, const std::filesystem::path& scenes) {
    std::vector<FigureFile> files;
    std::string text;
    const bool drawn = !figure.command.ends_with("--format text");
    const Output kept{[&](const std::filesystem::path& path, const Content& content) {
                          if (!files.empty()) return;
                          files.push_back({path.extension().string().substr(1), {}});
                          content([&](std::string_view piece) { files[0].bytes += piece; });
                      },
                      [&](std::string_view table) {
                          if (figure.command.ends_with("--format csv"))
                              files.push_back({"csv", std::string(table)});
                          else if (!drawn)
                              text = table;
                      },
                      80, false, ""};  // nobody pastes from a document
    if (figure.draw)
        kept.write("drawing.svg", svg(figure.draw()));
    else
        parse_command_line(words_of(
            fmt::format("{}{}", figure.command, drawn ? " -o figure.svg" : ""), scenes))(kept);
    if (!text.empty()) text += '\n';
    files.push_back(
        {"txt", fmt::format("{}{}\n\nMade by: {}\n", text, figure.caption, figure.command)});
    return files;
}

}  // namespace hitmiss
