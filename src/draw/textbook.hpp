#pragma once
// Labelled drawings for the first pages of a text: what a ray and a triangle are to each other, and
// what each method decides by.

#include "draw/drawing.hpp"

namespace hitmiss {

/// Ray, plane, P, triangle and the weights of its corners.
Drawing draw_ray_and_triangle();

/// For one ray and one triangle what each method computes of it, as the method's own kernel notes.
Drawing draw_what_methods_decide_by();

/// Where tests of points say inside: in the triangle's plane.
Drawing draw_acceptance_in_plane();

/// Where some of them do in planes above the triangle, and in an upright section through it.
Drawing draw_acceptance_above();

/// An edge under a microscope: each square is a pair of neighbouring floats.
Drawing draw_acceptance_by_ulps();

}  // namespace hitmiss
