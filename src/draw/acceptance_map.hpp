#pragma once
// Maps of where point tests say inside.

#include "draw/compose.hpp"
#include "judge/acceptance.hpp"

namespace hitmiss {

/// The point tests of some methods on one grid of points.
struct AcceptanceFigure {
    std::string title, subtitle;
    Triangle<float> triangle;  ///< in the plane z = 0
    PointGrid points;
    std::vector<Method> methods;
};
/// The map of each method. Throws as map_acceptance() does.
std::vector<AcceptanceMap> maps_of(const AcceptanceFigure& figure);
/// A cell for each method.
std::vector<Cell> acceptance_cells(const AcceptanceFigure& figure,
                                   std::span<const AcceptanceMap> maps, const Grid& grid);
std::vector<Drawing> draw_acceptance(const AcceptanceFigure& figure,
                                     std::span<const AcceptanceMap> maps, const Page& page = {});

}  // namespace hitmiss
