#pragma once
// Maps of where point tests say inside. The triangle lies in the plane z = 0, where every pair of
// floats x, y is a point of the plane and nothing has to be rounded to get there: what a map shows
// is the predicate's own doing.

#include "draw/inside_map.hpp"

namespace hitmiss {

/// `accepts` is asked about every point. Throws Error{Exit::bug} for a triangle that does not lie
/// in the plane z = 0.
InsideMap map_acceptance(const std::function<bool(const Vec<float>&)>& accepts,
                         const Triangle<float>& tri, const PointGrid& grid);
/// Throws Error{Exit::usage} for a method without a predicate for points.
InsideMap map_acceptance(const Method& method, const Triangle<float>& tri, const PointGrid& grid);

/// The point tests of some methods on one grid of points.
struct AcceptanceFigure {
    std::string title, subtitle;
    Triangle<float> triangle;  ///< in the plane z = 0
    PointGrid points;
    std::vector<Method> methods;
};
/// The map of each method. Throws as map_acceptance() does.
std::vector<InsideMap> maps_of(const AcceptanceFigure& figure);
/// A cell for each method.
std::vector<Cell> acceptance_cells(const AcceptanceFigure& figure, std::span<const InsideMap> maps,
                                   const Grid& grid);
std::vector<Drawing> draw_acceptance(const AcceptanceFigure& figure,
                                     std::span<const InsideMap> maps, const Page& page = {});

}  // namespace hitmiss
