#pragma once
// Labelled drawings for the first pages of a text: what a ray and a triangle are to each other, and
// what each method decides by.

#include "draw/drawing.hpp"

namespace hitmiss {

/// Ray, plane, P, triangle and the weights of its corners.
Drawing draw_ray_and_triangle();

/// For one ray and one triangle what each method computes of it, as the method's own kernel notes.
Drawing draw_what_methods_decide_by();

}  // namespace hitmiss
