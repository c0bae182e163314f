#pragma once
// A panel that shows a scene from above, drawn in scene units.

#include <optional>
#include <string_view>
#include <utility>

#include "base/geometry.hpp"
#include "draw/drawing.hpp"

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

/// The panel while it is drawn, and where the points of the scene are in it.
struct PlanView {
    Drawing drawing;

    PlanView(const PlanBounds& bounds, double width, const Page& page);

    Point at(const Vec<double>& p) const { return (bounds_.in_plan(p) - corner_) * scale_; }
    /// What of the line can be seen.
    void line(const Vec<double>& from, const Vec<double>& to, const Pen& pen);
    /// "z = 5" where a line across the panel has one z, at its upper end.
    void axis_label(const Vec<double>& from, const Vec<double>& to, Rgb colour);
    /// Farther than any two points of the panel are from each other and from the origin.
    double far() const;
    /// Beside the piece of line, as near to its middle as nothing that is drawn there is covered.
    void label(const Point& from, const Point& to, std::string_view text, Rgb colour);
    /// A bar of a round length and the axes x and z, below the panel, which grows by them.
    void scale_bar();

private:
    PlanBounds bounds_;
    Page page_;
    double scale_;  ///< dots per scene unit
    Point corner_;  ///< of the panel, in the plan's units
};

}  // namespace hitmiss
