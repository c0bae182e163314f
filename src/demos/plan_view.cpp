#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "demos/walk_pictures.hpp"
#include "draw/text.hpp"

namespace hitmiss {

PlanView::PlanView(const PlanBounds& bounds, double width, const Page& page)
    : bounds_(bounds), page_(page) {
    const double font = page.font(), least = 8 * font, most = 1.3 * width;
    const Point margin(std::min(3.5 * font, 0.25 * width), std::min(1.5 * font, 0.25 * most));
    const Point extent = glm::max(bounds.hi - bounds.lo, Point(1e-30));
    scale_ = std::min((width - 2 * margin.x) / extent.x, (most - 2 * margin.y) / extent.y);
    const double height = std::max(least, scale_ * extent.y + 2 * margin.y);
    corner_ = 0.5 * (bounds.lo + bounds.hi) - Point(width, height) / (2 * scale_);
    drawing = {width, height};
}

void PlanView::axis_label(const Vec<double>& from, const Vec<double>& to, Rgb colour) {
    const auto seen = clipped(at(from), at(to), drawing.width, drawing.height);
    if (!seen || std::abs(from.z - to.z) > 1e-6 * glm::length(to - from)) return;
    const double font = page_.font();
    const Point upper = seen->first.y < seen->second.y ? seen->first : seen->second;
    const auto text = (from.z < 0 ? "𝑧 = −" : "𝑧 = ") + number_text(std::abs(from.z), 6);
    const auto boxes = text_boxes(drawing);
    const auto says = [&](const TextBox& box) { return box.words->text == text; };
    // Walls of several triangles, and a plane in one with a wall, have one label.
    if (std::ranges::any_of(boxes, says)) return;
    const double width = text_width(text, font);
    // Lower down the line where the label of another one stands.
    double baseline = std::max(upper.y, font);
    while (baseline < drawing.height) {
        for (const double left : {upper.x + 0.4 * font, upper.x - 0.4 * font - width}) {
            const Point lo(left, baseline - font), hi(left + width, baseline + 0.3 * font);
            const bool covered = std::ranges::any_of(
                boxes, [&](const TextBox& box) { return box.overlaps(lo, hi); });
            if (covered || left < 0 || left + width > drawing.width) continue;
            drawing.text(left, baseline, 0, text, font, colour);
            return;
        }
        baseline += 1.3 * font;
    }
}

void PlanView::label(const Point& from, const Point& to, std::string_view text, Rgb colour) {
    const double font = page_.font(), space = 0.2 * font;
    const Point half = 0.5 * Point(text_width(text, font), capital_height(font));
    const auto is_free = [&](const Point& centre, bool of_lines) {
        const Point corner = centre - half - space, size = 2.0 * (half + space);
        const auto covers = [&](const Point& p, const Point& q) {
            return clipped(p - corner, q - corner, size.x, size.y).has_value();
        };
        for (const auto& element : drawing.elements)
            if (const auto* shape = std::get_if<Shape>(&element); shape && of_lines)
                for (const auto& [points, radius] : shape->contours)
                    for (std::size_t k = 1; k < points.size(); ++k)
                        if (covers(points[k - 1], points[k])) return false;
        const Point end = corner + size;
        for (const TextBox& box : text_boxes(drawing))
            if (box.overlaps(corner, end)) return false;
        return corner.x > 0 && corner.y > 0 && end.x < drawing.width && end.y < drawing.height;
    };
    const Point way = from == to ? Point(1, 0) : glm::normalize(to - from), aside(way.y, -way.x);
    const Point away = (glm::dot(half, glm::abs(aside)) + page_.mm(1.9)) *
                       (aside.y > 1e-6 ? -aside : aside);  // above rather than below
    const auto free_place = [&] {
        const Point middle = 0.5 * (from + to);
        for (const bool of_lines : {true, false})  // where walls are dense, of texts alone
            for (int k = 0; k < 16; ++k)
                for (const Point& rise : {away, -away})
                    for (const double along : {0.25 * font * k, -0.25 * font * k})
                        if (const Point place = middle + along * way + rise;
                            is_free(place, of_lines))
                            return place;
        return middle + away;
    };
    const Point centre = free_place();
    drawing.text(centre.x, centre.y + half.y, 0.5, text, font, colour);
}

void PlanView::scale_bar() {
    const double font = page_.font(), line = page_.mm(0.2), end = page_.mm(0.8);
    drawing.height += 3.5 * font;
    double unit = 1;
    while (unit * scale_ < page_.mm(6)) unit *= 10;
    // Leave room for its number and the axes. A narrow panel has the axes only.
    const double longest = std::min(page_.mm(60), drawing.width - 11.5 * font);
    while (unit * scale_ > std::max(longest, page_.mm(6))) unit /= 10;
    const bool fits = unit * scale_ <= longest;
    const Point left(4.5 * font, drawing.height - 0.8 * font),
        right = fits ? left + Point(unit * scale_, 0) : Point(-0.5 * font, left.y);
    if (fits) {
        drawing.line({left, right}, {ink, line});
        for (const Point& tip : {left, right})
            drawing.line({tip - Point(0, end), tip + Point(0, end)}, {ink, line});
        drawing.text(right.x + 0.5 * font, right.y + 0.3 * font, 0, number_text(unit), font);
    }

    const Point origin(right.x + 4 * font, drawing.height - 2.6 * font);
    for (const auto& [name, axis] :
         {std::pair{"𝑥", Vec<double>(1, 0, 0)}, {"𝑧", Vec<double>(0, 0, 1)}}) {
        const Point way = bounds_.in_plan(axis);
        drawing.arrow(origin, origin + 1.4 * font * way, {pale_ink, line});
        const Point label = origin + 2 * font * way;
        drawing.text(label.x, label.y + 0.3 * font, 0.5, name, font, pale_ink);
    }
}

}  // namespace hitmiss
