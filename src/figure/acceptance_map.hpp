#pragma once
// Pictures of where the point-in-triangle predicates say inside.

#include "figure/picture.hpp"
#include "truth/acceptance.hpp"

namespace hitmiss {

/// The equilateral triangle of side 1 whose acceptance is drawn: b and c on the x axis, where
/// samples lie exactly on the line through them.
Triangle<float> equilateral_triangle();

/// Every predicate and variant in the triangle's plane.
Picture draw_acceptance_in_plane();

/// Some predicates in planes above the triangle, and in an upright section through it.
Picture draw_acceptance_above();

/// An edge under a microscope: each square is a pair of neighbouring floats.
Picture draw_acceptance_by_ulps();

}  // namespace hitmiss
