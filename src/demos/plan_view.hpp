#pragma once
// A panel that shows a scene from above, drawn in scene units.

#include <optional>
#include <string_view>
#include <utility>

#include "base/geometry.hpp"
#include "figure/stroke.hpp"

namespace hitmiss {

/// Where a triangle meets the horizontal plane of that height; nothing if it does not, or lies in
/// it.
std::optional<std::pair<Vec<double>, Vec<double>>> cut_at(const Triangle<float>& tri, float height);

/// What a panel must hold. `ahead`, seen from above, points to the right.
struct PlanBounds {
    Vec<double> ahead, aside;  ///< unit vectors of the directions right and down
    Point lo{Box::inf}, hi{-Box::inf};

    explicit PlanBounds(const Vec<double>& ahead_);
    Point in_plan(const Vec<double>& p) const { return {glm::dot(p, ahead), glm::dot(p, aside)}; }
    void include(const Vec<double>& p) {
        lo = glm::min(lo, in_plan(p)), hi = glm::max(hi, in_plan(p));
    }
};

/// Lengths in scene units, widths in pixels.
class PlanView {
public:
    PlanView(const PlanBounds& bounds, int width, double font);

    void line(const Vec<double>& from, const Vec<double>& to, double width, Rgb colour);
    void dashes(const Vec<double>& from, const Vec<double>& to, double width, Rgb colour);
    void arrow(const Vec<double>& from, const Vec<double>& to, double width, Rgb colour);
    /// A step that does not come to its end: a line with a bar across.
    void stop(const Vec<double>& from, const Vec<double>& to, double width, Rgb colour);
    void dot(const Vec<double>& centre, double radius, Rgb colour);
    /// Above and to the right of the place.
    void label(const Vec<double>& place, std::string_view text, Rgb colour);
    void ring(const Vec<double>& centre, double radius, Rgb colour);
    /// A bar of a round length and the axes x and z, in the lower left corner.
    void scale_bar();

    /// Farther than any two points of the panel are from each other and from the origin.
    double far() const;
    const Picture& picture() const { return picture_; }

private:
    Point pixel(const Vec<double>& p) const;

    PlanBounds bounds_;
    double font_, scale_;  ///< pixels per scene unit
    Point corner_;         ///< of the panel, in the plan's units
    Picture picture_;
};

}  // namespace hitmiss
