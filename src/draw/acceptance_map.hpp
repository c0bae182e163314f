#pragma once
// Pictures of where the point-in-triangle predicates say inside.

#include "draw/drawing.hpp"
#include "judge/acceptance.hpp"

namespace hitmiss {

/// The predicates of some methods on one grid of points.
struct AcceptanceFigure {
    std::string title, subtitle;
    Triangle<float> triangle;  ///< in the plane z = 0
    PointGrid points;
    std::vector<Method> methods;
};
/// What the predicates say, by method. Throws as map_acceptance() does.
std::vector<AcceptanceMap> maps_of(const AcceptanceFigure& figure);
Drawing draw_acceptance(const AcceptanceFigure& figure, std::span<const AcceptanceMap> maps,
                        const Page& page = {});

/// Neighbouring floats, `count` by `count`, around the middle of the edge from p to q.
PointGrid edge_grid(const Vec<float>& p, const Vec<float>& q, int count);

/// The predicates in the triangle's plane.
Drawing draw_acceptance_in_plane();

/// Some predicates in planes above the triangle, and in an upright section through it.
Drawing draw_acceptance_above();

/// An edge under a microscope: each square is a pair of neighbouring floats.
Drawing draw_acceptance_by_ulps();

}  // namespace hitmiss
