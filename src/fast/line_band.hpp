#pragma once
// Triangles that rays may hit on a whole line beside them: see grown_line.hpp.

#include "fast/grown_line.hpp"
#include "fast/view.hpp"

namespace hitmiss {

/// A triangle that is to be tested with every ray that passes its line so near.
struct LineBand {
    Vec<float> normal, aside;  ///< as in GrownLine, as the rest
    float steepness, by_tilt, always, by_steepness;
    std::uint32_t place;

    LineBand(const GrownLine& line, std::uint32_t at)
        : normal(line.normal),
          aside(line.aside),
          steepness(up(line.steepness)),
          by_tilt(up(line.by_tilt)),
          always(up(line.always)),
          by_steepness(up(line.by_steepness)),
          place(at) {}

private:
    static float up(double number) { return float(number) * (1 + 0x1p-20f); }
};

/// A line, as rays are told apart: over |d.ahead|, normal . d and aside . d are linear in the
/// slopes, and |d| is at most `longest`.
class LineInView {
public:
    LineInView(const View& view, const LineBand& line, float longest)
        : normal_(view, line.normal),
          aside_(view, line.aside),
          steepness_(line.steepness * longest),
          by_tilt_(line.by_tilt * longest * longest),
          always_(line.always * longest),
          by_steepness_(line.by_steepness) {}

    /// Whether rays in the window may hit the line. A NaN says yes.
    bool may_meet(float s_lo, float s_hi, float r_lo, float r_hi) const {
        const auto along = normal_.over(s_lo, s_hi, r_lo, r_hi);
        const auto aside = aside_.over(s_lo, s_hi, r_lo, r_hi);
        const float least = largest(along.lo, -along.hi) - rounding;
        const float most = largest(along.hi, -along.lo) + rounding;
        const float off = largest(aside.lo, -aside.hi) - rounding;
        return !(bool(least > steepness_) &
                 bool(off * least > by_tilt_ + least * (always_ + by_steepness_ * most)));
    }

private:
    /// Of sums of three products of numbers up to 2 and 1.
    static constexpr float rounding = 0x1p-20f;

    LinearInSlopes normal_, aside_;
    float steepness_, by_tilt_, always_, by_steepness_;
};

}  // namespace hitmiss
