#pragma once
// A slice through a mesh: where rules say inside, and where they are wrong.

#include "draw/compose.hpp"
#include "draw/error_map.hpp"
#include "judge/inside.hpp"

namespace hitmiss {

/// A plane on which one coordinate is constant, with its points in rows and columns, as a picture
/// shows them: the next coordinate to the right, the one after it upwards.
struct Slice {
    int axis = 2;  ///< 0, 1, 2: x, y, z
    float at = 0;
    std::vector<float> columns, rows;

    std::size_t points() const { return columns.size() * rows.size(); }
    Vec<float> point(std::uint64_t number) const;
    Vec<double> at_place(const Point& place) const;  ///< in the plane
};

/// The part of a plane in the box and a twentieth around it, its points on multiples of a power of
/// two, so that rays of simple directions meet the edges of simple meshes exactly; at most about
/// width x height of them.
Slice make_slice(const Box& box, int axis, float at, int width, int height);

/// The answers of a rule, or the exact ones, on the slice, row by row.
struct InsideMap {
    std::vector<std::string> caption;
    OutcomeMap outcomes{};             ///< leak: inside, called outside; false_hit: the reverse
    std::vector<std::uint8_t> said{};  ///< 0: outside; 1: inside; 2: on the surface, not judged
    std::uint64_t missing = 0, added = 0;

    std::uint64_t errors() const { return missing + added; }
};

/// What is exactly so on the slice.
struct ExactMaps {
    InsideMap parity{{"exact", "parity"}};
    InsideMap winding{{"exact", "winding number"}};  ///< its errors: the parity says otherwise
    std::uint64_t on_surface = 0;                    ///< points that are not judged
};

/// Asks the rules about every point. If not `judged`, nothing is an error.
ExactMaps map_slice(const Slice& slice, const std::vector<Insider>& rules, const Geometry& geometry,
                    bool judged, std::vector<InsideMap>& maps);
/// The map as a picture, a pixel for each point.
Picture picture_of(const InsideMap& map);

struct InsideFigure {
    std::string title, subtitle;
    Slice slice;
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
