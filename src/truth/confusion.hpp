#pragma once
// Where a method errs, and how.

#include "truth/reference.hpp"

namespace hitmiss {

/// How a hit stands to E, all triangles at the exact nearest t (reference.hpp). E not empty:
/// leak_background, nothing is hit; leak_through, a hit more than 1e-3 scene diagonals behind E;
/// wrong_triangle, any other hit outside E, one in front of it included. E empty: false_hit,
/// anything is hit. Culled: not right, where cull=back had removed all of E.
enum class Outcome : std::uint8_t {
    right,
    leak_background,
    leak_through,
    false_hit,
    wrong_triangle,
    culled
};

std::string_view to_string(Outcome outcome);

/// The ray's direction is 1 long.
Outcome judge(const Hit& hit, const Answer& answer, double scene_diagonal, bool culled);

/// Whether every triangle of E is seen from behind (n . d > 0), where cull=back removes it.
bool seen_from_behind(const Answer& answer, const Ray<float>& ray, const Geometry& geometry);

/// Whether the kernel meets NaN, anywhere in its values, on a triangle of E.
bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry);

/// Pixels by outcome; hits and nan are counted by who traces.
struct Confusion {
    std::uint64_t hits = 0, leaks = 0, leaks_background = 0, false_hits = 0, wrong_triangle = 0,
                  culled = 0, nan = 0;

    void add(Outcome outcome);
    Confusion& operator+=(const Confusion& other);
    std::uint64_t errors() const { return leaks + false_hits + wrong_triangle; }
};

}  // namespace hitmiss
