#pragma once
// A slice through a mesh: where rules say inside, and where they are wrong.

#include "draw/compose.hpp"
#include "draw/error_map.hpp"
#include "judge/acceptance.hpp"
#include "judge/inside.hpp"

namespace hitmiss {

/// The part of a plane in the box and a twentieth around it, its points on multiples of a power of
/// two, so that rays of simple directions meet the edges of simple meshes exactly; at most about
/// width x height of them.
PointGrid make_slice(const Box& box, int axis, float at, int width, int height);

/// The answers of a rule or a test, or the exact ones, on a grid, row by row.
struct InsideMap {
    std::vector<std::string> caption;
    OutcomeMap outcomes{};             ///< leak: inside, called outside; false_hit: the reverse
    std::vector<std::uint8_t> said{};  ///< 0: outside; 1: inside; 2: on the surface, not judged
    InsideTally tally{};               ///< if they are judged

    std::uint64_t errors() const { return tally.errors(); }
    /// All points outside, rightly.
    void begin(const PointGrid& grid);
    /// Whether that point was called inside; from any thread, for different points.
    void mark(std::size_t number, const ExactInside& exact, bool inside);
    /// Whether that point, which is not on the surface, is exactly inside.
    bool is_inside(std::size_t number) const {
        return (said[number] == 1) == (outcomes.pixels[number] == Outcome::right);
    }
};

/// What is exactly so on the slice.
struct ExactMaps {
    InsideMap parity{{"exact", "parity"}};
    InsideMap winding{{"exact", "winding number"}};  ///< its errors: the parity says otherwise
    std::uint64_t on_surface = 0;                    ///< points that are not judged
};

/// Asks the rules about every point. If not `judged`, nothing is an error.
ExactMaps map_slice(const PointGrid& slice, const std::vector<Insider>& rules,
                    const Geometry& geometry, bool judged, std::vector<InsideMap>& maps);
/// The map as a picture, a pixel for each point; `outside`: the colour of those rightly outside.
Picture picture_of(const InsideMap& map, Rgb outside = palette::background);

struct InsideFigure {
    std::string title, subtitle;
    PointGrid slice;
    std::vector<InsideMap> maps;   ///< by rule
    std::vector<InsideMap> exact;  ///< shown before those
    std::uint64_t points = 0;      ///< that are judged
    bool judged = true;            ///< else there is no exact answer, and all that was said is grey
    /// A map whose rule casts one ray from each point, and the direction of these.
    std::optional<std::pair<const InsideMap*, Vec<double>>> one_ray = {};
};
/// The exact maps and one for each rule that errs, with the mesh's section as lines unless it has
/// too many, the wrong points on the mesh as its rays see it if there is only one, and the
/// names of all others.
std::vector<Drawing> draw_inside(const InsideFigure& figure,
                                 std::span<const Triangle<float>> triangles, const Page& page);

}  // namespace hitmiss
