#pragma once
// Padding of boxes for many rays from one origin: smaller than GrownTriangle::margin, because rays
// that graze the triangle can be tested apart. See methods/growth.md.

#include "methods/growth.hpp"

namespace hitmiss {

/// A box may be left out where it begins so much deeper than a ray's best hit, as a fraction.
inline constexpr float depth_slack = 0x1p-11f;

/// A margin, and for which rays it holds: those that meet the plane with c >= `steepness`. 0: all;
/// infinity: none. A ray that meets it less steeply hits no farther off than `off` + `fall`/c, or,
/// where c < 4.3 `fall`/D, anywhere.
struct Margin {
    Vec<double> size;  ///< along each axis
    double nearer;     ///< hits may be at this fraction of the way to the box, or beyond
    double steepness, off, fall;
};
inline constexpr Margin no_margin{Vec<double>(0), 1, std::numeric_limits<double>::infinity(), 0,
                                  std::numeric_limits<double>::infinity()};

/// The margin that makes least work, for rays of one origin.
Margin best_margin(const GrownTriangle& tri);

}  // namespace hitmiss
