#pragma once
// Labelled drawings for the first pages of a text: how a ray meets a triangle, and by what each
// method decides.

#include <array>

#include "draw/drawing.hpp"

namespace hitmiss {

/// Ray, plane, P, triangle and the weights of its corners.
Drawing draw_ray_and_triangle();

/// What a method's own kernel notes for the figure's ray and triangle: the numbers of the parts of
/// the triangle between P and the edges bc, ca and ab.
struct DrawnNumbers {
    std::string method;
    std::array<double, 3> numbers;
};
/// Those of each sketch, whose methods share an idea.
std::vector<std::vector<DrawnNumbers>> drawn_numbers();
/// A sketch for each idea by which methods decide.
Drawing draw_what_methods_decide_by();

/// Where some of them do, in planes above the triangle and in a vertical section through it.
Drawing draw_acceptance_above();

/// An edge under a microscope: each square is a pair of neighbouring floats.
Drawing draw_acceptance_by_ulps();

/// The legs of the smallest right triangle that a method hits face-on, from half a unit away.
struct SmallestSeen {
    std::string program, method;
    double leg;
};
/// For the tests that programs ship, the largest first.
std::vector<SmallestSeen> smallest_triangles();
Drawing draw_vanish();

/// What the arc cosine of a float near -1 rounds to, against the true angle.
Drawing draw_arc_cosine();

/// Why the halo is a circular segment, and how high.
Drawing draw_halo_proof();

/// What Möller & Trumbore's epsilon removes, by the triangle's area and the angle.
Drawing draw_determinant();

/// How far computed points lie from their planes, against distance and angle.
Drawing draw_point_errors();

}  // namespace hitmiss
