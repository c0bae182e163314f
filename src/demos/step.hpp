#pragma once
// What a collision test says about a step of the walker, the segment o + t d of a ray, 0 < t <= 1.

#include <array>
#include <limits>
#include <string_view>

#include "base/geometry.hpp"

namespace hitmiss {

/// Why a step is blocked or not, the more telling the later.
enum class Reason { untested, misses, same_side, behind, beyond, touches, beside, collision };
inline constexpr std::array<std::string_view, 8> reasons{"not tested",
                                                         "ray misses the triangle",
                                                         "stays on one side of the plane",
                                                         "hit behind the walker",
                                                         "hit beyond the step",
                                                         "touches the plane",
                                                         "crosses the plane beside the triangle",
                                                         "collision"};

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Distances in scene units, as the test measures them, flaws included: the plane tests' have the
/// sign of the side, the ray tests' are along the ray. What a test does not know is NaN.
struct StepVerdict {
    Reason reason = Reason::untested;
    double before = unknown, after = unknown;  ///< distances from the wall at the step's ends
    double t = unknown;                        ///< of the plane or the hit, in lengths of `asked`
    Vec<double> asked{0};                      ///< the direction that was asked about

    bool collides() const { return reason == Reason::collision; }
};

}  // namespace hitmiss
