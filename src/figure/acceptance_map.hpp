#pragma once
// Pictures of where the point-in-triangle predicates say inside.

#include "figure/picture.hpp"

namespace hitmiss {

/// Every predicate and variant in the triangle's plane.
Picture draw_acceptance_in_plane();

/// Some predicates in planes above the triangle, and in an upright section through it.
Picture draw_acceptance_above();

/// An edge under a microscope: each square is a pair of neighbouring floats.
Picture draw_acceptance_by_ulps();

}  // namespace hitmiss
