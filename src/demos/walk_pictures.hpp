#pragma once
// A walk in pictures: from above, and as the walker sees it.

#include "demos/walker.hpp"

namespace hitmiss {

/// The walks seen from above, one below the other, the walker setting out to the right: the walls,
/// cut at the height of the eye, the path, and the steps that are blocked or should have been.
std::vector<Drawing> walk_plan(const Scene& scene, const std::vector<WalkRun>& runs,
                               const Page& page = {});

/// The panels of that drawing, one for each run, as wide as the page.
std::vector<Drawing> walk_panels(const Scene& scene, const std::vector<WalkRun>& runs,
                                 const Page& page);

/// The view from the eye before move k of the run, or after the last if k is the number of moves.
/// A near clipping plane cuts away what is nearer than [walk] near.
Picture first_person(const Scene& scene, const WalkRun& run, std::size_t k);

/// A sheet of the views of each run before each move and at the end, one row per run.
std::vector<Drawing> first_person_sheet(const Scene& scene, const std::vector<WalkRun>& runs,
                                        const std::vector<std::vector<Picture>>& views,
                                        const Page& page = {});

/// What a panel must hold. `ahead`, seen from above, points to the right.
struct PlanBounds {
    Vec<double> ahead, aside;  ///< unit vectors of the directions right and down
    Point lo{Box::inf}, hi{-Box::inf};

    explicit PlanBounds(const Vec<double>& facing)
        : ahead(glm::normalize(Vec<double>(facing.x, 0, facing.z))), aside(-ahead.z, 0, ahead.x) {}
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
    /// The visible part of the line.
    void line(const Vec<double>& from, const Vec<double>& to, const Pen& pen) {
        drawing.line_within(at(from), at(to), pen);
    }
    /// "𝑧 = 5" where a line across the panel has one z, at its upper end. Said once for each z.
    void axis_label(const Vec<double>& from, const Vec<double>& to, Rgb colour);
    /// Farther than any two points of the panel are from each other and from the origin.
    double far() const {
        return 2 * (glm::length(bounds_.lo) + glm::length(bounds_.hi)) + drawing.width / scale_;
    }
    /// Labels a piece of line, as near to its middle as possible without covering anything.
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
