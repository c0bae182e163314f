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
     "The question that all tests answer. The ray starts at o in direction d and meets the "
     "triangle's plane at P = o + t d. The weight of each corner is the share of the area "
     "opposite it. P is inside if no weight is negative.",
     draw_ray_and_triangle},
    {"methods", "hitmiss figures methods",
     "What each test compares, for one ray and one triangle, with the numbers of its own code: "
     "angles at P, normals of the triangles that P forms with the edges, weights of the corners, "
     "or volumes that the ray spans with the edges.",
     draw_what_methods_decide_by},
    {"knot-leaking",
     "hitmiss render scenes/small-knot.toml --size 384x384 -m "
     "moller-trumbore:epsilon=1e-6,cull=back",
     "A knot of 70,000 triangles, 0.156 units across, traced with the test of Möller and Trumbore "
     "at the ε of their paper, 10⁻⁶. It is compared with a determinant, which is small for "
     "small triangles, so rays slip through them."},
    {"knot-whole",
     "hitmiss render scenes/small-knot.toml --size 384x384 -m moller-trumbore:epsilon=0,cull=back",
     "The same knot, rays and test as in knot-leaking, with an ε of 0."},
    {"cube",
     "hitmiss compare scenes/cube.toml --size 207x207 --no-detail -m angle-sum:0.01 -m "
     "angle-sum:0.5 -m moller-trumbore --title \"The angle sum swells a cube; Möller-Trumbore "
     "leaves it as it is\" --format csv",
     "A cube of 12 triangles. With a tolerance of 0.5 the angle sum accepts points up to a "
     "circular arc beside each edge: false hits outside the outline, and wrong triangles where "
     "one face covers its neighbour."},
    {"angle-sum",
     "hitmiss compare scenes/angle-sum.toml --size 97x97 --no-detail -m angle-sum:1e-6 -m "
     "angle-sum:0.001 -m angle-sum:0.5 --title \"Too small a tolerance opens holes; too large a "
     "tolerance takes the wrong triangle\" --format csv",
     "A sphere traced with the angle sum at three tolerances. A small tolerance opens holes along "
     "edges: white where the ray leaves the sphere, dark where it hits the far side. A large "
     "tolerance grows petals that cover the neighbouring faces and reach beyond the outline. The "
     "13 leaks that remain at 0.001 and 0.5 are at pixels where a cosine rounds to less than −1 "
     "and its angle is NaN (not a number). No tolerance makes the test accept them; at an ε of 3 "
     "the halo of a neighbour covers 10 of them, with a wrong triangle."},
    {"triangle",
     "hitmiss compare scenes/triangle.toml --size 256x256 --overlay halo -m angle-sum:0.01 -m "
     "angle-sum:0.1 -m angle-sum:0.5 --title \"The angle sum's halo is a circular segment on each "
     "edge\" --format csv",
     "The halo by itself: each edge of the triangle grows by a circular segment, which is thicker "
     "for a larger ε. The dark arcs are predicted by the formula, and the table triangle.csv "
     "gives the predicted number of pixels beside the counted one."},
    {"grid",
     "hitmiss compare scenes/grid.toml --size 207x207 --no-detail --width-mm 120 -m same-side -m "
     "same-side:variant=corrected --title \"Zero is not negative, so the same-side test "
     "accepts a whole line\" --format csv",
     "The rays of the middle row and column lie exactly in the planes of shared edges. Published "
     "same-side accepts the whole line through two vertices, which draws streaks beyond the mesh."},
    {"small-triangles",
     "hitmiss compare scenes/small-knot.toml scenes/grazing-plane.toml scenes/icosphere-tiny.toml "
     "--size 256x256 -m moller-trumbore:epsilon=1e-6,cull=back -m "
     "moller-trumbore:epsilon=1e-6,cull=back,variant=corrected --title \"A tolerance on the "
     "determinant removes what is small or seen at a slant\" --format csv",
     "Three meshes by the test of Möller and Trumbore with back faces culled, as in their paper. "
     "Their determinant is twice a triangle's area times a cosine (for a ray of length 1). The ε "
     "of the paper, 10⁻⁶, removes 40 % of the pixels of a knot 0.156 units across with 70,000 "
     "triangles, the far part of a floor that is seen at 0.1 to 3 degrees, and all of a sphere of "
     "radius 0.006. If the determinant is compared with ε |n| |d| (corrected), which makes the "
     "tolerance an angle, nothing is lost."},
    {"room",
     "hitmiss compare scenes/room.toml --size 280x210 --no-detail -m angle-sum:0.5 -m "
     "moller-trumbore --title \"At ε = 0.5 the angle sum bends a room\" --format csv",
     "A room from inside. The halos of the angle sum swell the table, bend the sides of the "
     "window inwards, and let walls, ceiling and floor cover each other along their edges. Where "
     "the wrong triangle belongs to the same flat wall, the picture does not change."},
    {"sliver-fan",
     "hitmiss compare scenes/sliver-fan.toml --eye 0,0.78,2.6 --look-at 0,0.78,0 --fov 5.9 --size "
     "72x72 --no-detail -m angle-sum:0.001 -m angle-sum:0.01 -m angle-sum:0.1 -m moller-trumbore "
     "--title \"Among slivers, even a small tolerance hits the wrong triangle\" --format csv",
     "Part of a fan of triangles one degree wide, neighbours in different greys. A point near a "
     "sliver sees its two long edges at nearly 180 degrees, so even a small tolerance takes the "
     "neighbouring sliver for the right one. Where whole stripes are exchanged, the picture looks "
     "neat; the map shows it."},
    {"halo", "hitmiss figures halo",
     "Why the halo is a circular segment. Outside a triangle its three angles add up to twice the "
     "largest, so the angle sum accepts a point that sees an edge at more than π − ε/2. By the "
     "inscribed-angle theorem these points fill a segment of a circle, (L/2) tan(ε/4) high.",
     draw_halo_proof},
    {"acos", "hitmiss figures acos",
     "The arc cosine of floats near −1. Neighbouring cosines are 2⁻²⁴ apart, so the first angle "
     "below π is smaller by 3.45 × 10⁻⁴. Angles that lack up to 2.44 × 10⁻⁴ have a cosine that "
     "rounds to −1, and count as π. A smaller tolerance, such as the walking variant's 10⁻⁴, "
     "rejects points that lie inside, near an edge.",
     draw_arc_cosine},
    {"acceptance-above", "hitmiss figures acceptance-above",
     "Where three tests of points say inside, above and below the triangle's plane, where every "
     "acceptance is false: these tests rely on P being computed in the plane. Published same-side "
     "accepts points up to 0.433 edge lengths above an equilateral triangle. Corrected, it accepts "
     "an endless column, as does the signed sum, which projects along an axis. The angle sum "
     "accepts a cushion. The dashed lines are the triangle's hidden edges.",
     draw_acceptance_above},
    {"acceptance-ulps", "hitmiss figures acceptance-ulps",
     "An edge, float by float: each square is one point with float coordinates, its neighbours "
     "are the next floats, the line is the exact edge. In float, a cosine near −1 may round "
     "beyond it; the angle is then NaN, and the published angle sum rejects the point whatever "
     "its ε. In double this does not happen here. The walking variant's ε, 10⁻⁴, is smaller than "
     "the steps of a float angle near π, so clamping the cosines leaves it holes. The signed sum "
     "adds π where a cosine lies below −1, on either side of the edge. No arithmetic removes the "
     "halo: at an ε of 5 × 10⁻⁶ in double it is still several floats wide, with arc cosines as "
     "with arc tangents; at 0.1 it extends beyond the frame. How many points are lost differs "
     "much from edge to edge.",
     draw_acceptance_by_ulps},
    {"sweep",
     "hitmiss sweep scenes/icosphere.toml --size 512x512 --from 1e-12 --per-decade 2 -m angle-sum "
     "-m angle-sum:variant=atan2 -m angle-sum:precision=double --title \"With arc cosines in "
     "float every tolerance errs; with arc tangents, or in double, some do not\" --format "
     "csv",
     "Errors of the angle sum against its ε, on a sphere of 320 triangles. With arc cosines in "
     "float there is a valley between leaks on the left and the halo on the right, and its floor "
     "is not zero. The arc cosine is the cause, because it is coarse near π: with arc tangents, "
     "also in float, or in double, the leaks end before the halo is as wide as a pixel of this "
     "picture. Rays that meet edges exactly, as at 513 × 513 pixels, leak in double too."},
    {"far",
     "hitmiss sweep scenes/icosphere.toml --over distance --along 1,0,0 --along 1,1,1 --size "
     "128x128 -m moller-trumbore -m watertight -m baldwin-weber --title \"Far from the origin "
     "Baldwin-Weber, which stores the plane, goes wrong in float\" --format csv",
     "The same sphere, farther and farther from the origin, together with the eye: along x "
     "(1,0,0) and along a diagonal (1,1,1), which of 18 directions are the mildest and the worst "
     "for baldwin-weber. Its vertices are rounded to the float grid of the farthest step first, "
     "so its shape never changes. Baldwin-Weber stores a matrix that contains the plane's offset. "
     "Along x most of its errors are a wrong t; along the diagonal it loses the whole sphere in "
     "the end. Tests that subtract the ray's origin from the vertices first lose nothing."},
    {"slivers",
     "hitmiss sweep scenes/icosphere.toml --over aspect --size 128x128 -m moller-trumbore -m "
     "moller-trumbore:precision=double -m watertight -m baldwin-weber --title \"The thinner the "
     "triangles, the more rays float gets wrong\" --format csv",
     "The same sphere, squeezed together with its eye and rays to as little as a millionth of its "
     "height. Its triangles become slivers, while exact arithmetic gives the same picture. "
     "Möller-Trumbore in double loses only digits of t."},
    {"leaks",
     "hitmiss leaks scenes/icosphere.toml --rays 20000 -m watertight:precision=double -m "
     "watertight -m moller-trumbore:precision=double -m moller-trumbore -m "
     "same-side:precision=double -m same-side -m angle-sum:epsilon=0.1,precision=double -m "
     "angle-sum:0.1 --title \"In float every test shown errs at silhouettes; in double only the "
     "angle sum does\" --format csv",
     "Rays from inside a closed sphere, aimed at its edges, its vertices, random points of its "
     "triangles, or in random directions, and rays from outside aimed at its silhouettes. All "
     "tests are as published. The bars are the share of wrong answers by outcome, with 95 % "
     "intervals."},
    {"once",
     "hitmiss leaks scenes/icosphere.toml --whole-rays --rays 20000 -m exact:once=moved -m "
     "watertight -m signed-volume -m moller-trumbore --title \"In float, tests count edges and "
     "vertices twice, and miss or add crossings at silhouettes\" --format csv",
     "The same rays, followed to their end: on how many some crossing of the surface is missed "
     "or counted twice, something is counted where nothing is crossed, or the whole count is wrong "
     "by an odd number, which exchanges inside and outside. A test that lets a triangle contain "
     "its border accepts both triangles of an edge that it meets exactly. At silhouettes "
     "watertight misses or adds the front and the back together, so its parity stays right; "
     "Möller-Trumbore's "
     "does not."},
    {"inside",
     "hitmiss inside scenes/divided-cube.toml --points 20000 -m watertight --title \"A count "
     "of one ray's crossings is wrong where the ray meets an edge exactly\" --format csv",
     "A slice through a cube whose sides are cut into squares: points at short binary numbers, "
     "exactly and by five rules. The diagonal ray from many of them meets an edge exactly, where "
     "watertight accepts both triangles: seen along the rays, the wrong points lie on the edges. "
     "A second ray mends the count; the last two rules cast none."},
    {"solid-angle",
     "hitmiss inside scenes/icosphere.toml --sweep --points 20000 --title \"The angle sum fades "
     "out, but the solid angle jumps, so it works with almost any tolerance\" --format csv",
     "The angle sum of a triangle of side 1 and, one dimension up, the solid angle of a sphere of "
     "320 triangles. Left: outside a triangle's edge the angle sum falls off "
     "gently, so each tolerance has its halo, 1/8 of it in edge lengths; outside a surface the sum "
     "of solid angles lacks all of its 4π at once. Right: so its valley is wide. The table has "
     "points near the surface as well: in double none of them is wrong at any tolerance up to 10; "
     "in float only where the tolerance is below the sum's rounding."},
    {"acne",
     "hitmiss compare scenes/boxes.toml --size 256x192 --light 3.5,2.4,-1.4 -m moller-trumbore "
     "--epsilon 0,1e-4,0.3 --title \"Too small a tolerance speckles what is lit, too large a "
     "tolerance lets light through\" --format csv",
     "Boxes on a floor with a lamp and hard shadows; rays to the lamp ignore hits at t ≤ ε, in "
     "scene units. At 0 many hit the surface again that they leave, which is called shadow "
     "acne. "
     "At 0.3, more than the board is thick, light leaks in where it touches the slab. The exact "
     "picture asks the segment from the exact point to the lamp and needs no tolerance."},
    {"spawn",
     "hitmiss spawn scenes/room.toml --rays 20000 -m watertight --title \"Too small an ε hits "
     "the surface again, too large an ε skips the next\" --format csv",
     "Rays that start where other rays met the room, against the ε by which they leave it. "
     "Left: hits at t ≤ ε are ignored. Right: the start is moved along the normal, which "
     "needs less, because the angle does not matter; but the farther it is moved, the more rays "
     "are shifted: they correctly meet a surface that the ray from the exact point does not."},
    {"t-error", "hitmiss figures t-error",
     "How far a computed point lies from its triangle's plane. The error of o + t d is a share of "
     "the whole way from the origin, a few times 2⁻²⁴ of |o| + |t d|, so it grows with "
     "the distance. Interpolated between the corners with barycentric coordinates, the point "
     "carries only a share of the triangle's size, however far away the ray starts.",
     draw_point_errors},
    {"fused",
     "hitmiss leaks scenes/icosphere.toml --aim edges --rays 100000 -m watertight -m "
     "watertight:fused -m watertight:fused,kahan -m watertight:fused,compare -m signed-volume -m "
     "signed-volume:fused -m signed-volume:fused,canonical -m moller-trumbore -m "
     "moller-trumbore:fused -m baldwin-weber -m baldwin-weber:fused -m embree-robust -m "
     "embree-robust:fused -m pbrt -m pbrt:fused --title \"Fused multiply-adds open edges that "
     "separate rounding closes, but not in every form\" --format csv",
     "Rays from inside a closed sphere, aimed at its edges: the share that errs, each operation "
     "rounded by itself or products contracted to fused multiply-adds, as compilers do by "
     "default for ARM, GPUs and x86 with FMA. A difference of two products changes only its sign "
     "when its edge's corners are "
     "exchanged, unless one of the products is not rounded. Kahan's difference, compared products "
     "and a canonical order of the corners survive. out/README.md has a table of the other tests."},
    {"crack",
     "hitmiss accept scenes/icosphere.toml --triangle 100 --edge ab -m moller-trumbore -m "
     "watertight -m watertight:fused --title \"Möller-Trumbore leaves a crack between "
     "triangles; watertight none, unless fused\" --format csv",
     "Rays whose directions are neighbouring floats, around the middle of an edge that two "
     "triangles share. Orange rays hit neither; dots mark rays that get the neighbour of the right "
     "triangle, a tie."},
    {"vanish", "hitmiss figures vanish",
     "Programs give a test their own constants. A threshold on the determinant or on an area makes "
     "small triangles vanish, even seen face-on, and so does a bound on the error of t (pbrt). At "
     "10⁻¹⁹ the floats themselves end.",
     draw_vanish},
    {"det", "hitmiss figures det",
     "The determinant of Möller and Trumbore is a volume, so an ε on it asks for area and angle at "
     "once: at 10⁻⁶ it removes all of a sphere of radius 0.006, what is seen at a slant of a small "
     "knot, the far part of a floor, and of a unit sphere only what is seen edge-on.",
     draw_determinant},
    {"what-to-use", "hitmiss leaks scenes/methods.toml --rays 20000 --format text",
     "Every method as its source states it, in float and in double, on a closed sphere of 320 "
     "triangles. Rays in random directions hardly ever pass close enough to an edge to leak; on a "
     "finer mesh more of them do. Rays aimed at edges show what a method does then."},
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

/// Replaces what a screen reader says of a figure by its caption.
void describe(std::string& svg, std::string_view caption) {
    const auto from = svg.find("<desc>"), to = svg.find("</desc>");
    if (from == svg.npos) return;
    svg.replace(from + 6, to - from - 6, svg_escaped(caption));
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
    const auto output = !drawn                                         ? ""
                        : figure.command.starts_with("hitmiss render") ? " -o figure.png"
                                                                       : " -o figure.svg";
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
        parse_command_line(words_of(fmt::format("{}{}", figure.command, output), scenes))(kept);
    for (FigureFile& file : files)
        if (file.extension == "svg") describe(file.bytes, figure.caption);
    if (!text.empty()) text += '\n';
    files.push_back(
        {"txt", fmt::format("{}{}\n\nMade by: {}\n", text, figure.caption, figure.command)});
    return files;
}

}  // namespace hitmiss
