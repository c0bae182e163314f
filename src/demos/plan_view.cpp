#include "demos/plan_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "figure/blocks.hpp"
#include "figure/text.hpp"

namespace hitmiss {

std::optional<std::pair<Vec<double>, Vec<double>>> cut_at(const Triangle<float>& tri,
                                                          float height) {
    const Vec<double> corners[] = {Vec<double>(tri.a), Vec<double>(tri.b), Vec<double>(tri.c)};
    std::optional<Vec<double>> first;
    for (int k = 0; k < 3; ++k) {
        const auto &p = corners[k], &q = corners[(k + 1) % 3];
        if ((p.y < height) == (q.y < height)) continue;
        const auto P = glm::mix(p, q, (double(height) - p.y) / (q.y - p.y));
        if (first) return std::pair{*first, P};
        first = P;
    }
    return {};
}

PlanBounds::PlanBounds(const Vec<double>& ahead_)
    : ahead(glm::normalize(Vec<double>(ahead_.x, 0, ahead_.z))), aside(-ahead.z, 0, ahead.x) {}

PlanView::PlanView(const PlanBounds& bounds, int width, double font)
    : bounds_(bounds), font_(font) {
    const double margin = 2.5 * font, least = 12 * font, most = 1.3 * width;
    const Point extent = glm::max(bounds.hi - bounds.lo, Point(1e-30));
    scale_ = std::min((width - 2 * margin) / extent.x, (most - 2 * margin) / extent.y);
    const double height = std::max(least, scale_ * extent.y + 2 * margin);
    corner_ = 0.5 * (bounds.lo + bounds.hi) - Point(width, height) / (2 * scale_);
    picture = Picture(width, int(height + 2 * font));  // the scale bar stands below
}

double PlanView::far() const {
    return 2 * (glm::length(bounds_.lo) + glm::length(bounds_.hi)) + picture.width / scale_;
}

void PlanView::label(const Vec<double>& place, std::string_view text, Rgb colour) {
    const Point there = at(place);
    const int most = picture.width - text_width(text, 0.8 * font_) - 4;
    draw_text(picture, std::min(most, int(there.x + 0.5 * font_)), int(there.y - 0.5 * font_), text,
              0.8 * font_, colour);
}

void PlanView::scale_bar() {
    double unit = 1;
    while (unit * scale_ < 40) unit *= 10;
    while (unit * scale_ > 400) unit /= 10;
    const Point left(3.5 * font_, picture.height - 0.8 * font_),
        right = left + Point(unit * scale_, 0);
    draw_line(picture, left, right, 2, ink);
    for (const Point end : {left, right})
        draw_line(picture, end - Point(0, 5), end + Point(0, 5), 2, ink);
    draw_text(picture, int(right.x + 0.5 * font_), int(right.y + 0.3 * font_),
              fmt::format("{}", unit), 0.8 * font_, ink);

    const Point origin(right.x + 4 * font_, picture.height - 2.4 * font_);
    for (const auto& [name, axis] :
         {std::pair{"x", Vec<double>(1, 0, 0)}, {"z", Vec<double>(0, 0, 1)}}) {
        const Point tip = origin + bounds_.in_plan(axis) * (1.4 * font_);
        draw_arrow(picture, origin, tip, 2, pale_ink);
        const Point label = origin + bounds_.in_plan(axis) * (2 * font_);
        draw_text(picture, int(label.x - 0.25 * font_), int(label.y + 0.25 * font_), name,
                  0.8 * font_, pale_ink);
    }
}

}  // namespace hitmiss
