#pragma once
// A figure as a list of shapes, texts and pictures, from which both of its outputs are made: SVG,
// and pixels. Coordinates are in dots from the top left corner, y down; a dot is a pixel of the
// output at the page's resolution.

#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "draw/picture.hpp"
#include "draw/text.hpp"

namespace hitmiss {

using Point = glm::dvec2;
using Segment = std::pair<Point, Point>;

/// A figure's printed width, its resolution, the greatest height of a page, and its head.
struct Page {
    double width_mm = 160, dpi = 300, font_pt = 8.6, max_height_mm = 225;
    bool has_title = true, has_subtitle = true;     ///< else only screen readers say it
    std::string own_title = {}, own_subtitle = {};  ///< replace the finding if not empty

    std::string title_or(const std::string& finding) const {
        return own_title.empty() ? finding : own_title;
    }
    std::string subtitle_or(const std::string& facts) const {
        return own_subtitle.empty() ? facts : own_subtitle;
    }
    double mm(double length) const { return length * dpi / 25.4; }
    double width() const { return mm(width_mm); }
    double max_height() const { return mm(max_height_mm); }
    double font() const { return dpi * font_pt / 72; }  ///< of most texts
    double title() const { return 1.22 * font(); }      ///< in Face::medium
    double hair() const { return mm(0.176); }           ///< width of frames and outlines: 0.5 pt
    /// The number of columns that have room for labels.
    std::size_t columns() const { return std::size_t(width_mm < 38 ? 1 : width_mm / 38); }
};

/// Throws Error{Exit::usage} for a page narrower than `letters`, in font sizes, and `mm` together.
void check_width(const Page& page, double letters, double mm);

/// Points joined by straight lines, or a circle around the only one.
struct Contour {
    std::vector<Point> points;
    double radius = 0;
};

struct Pen {
    Rgb colour = ink;
    double width = 1;                 ///< ends and corners are round
    std::vector<double> dashes = {};  ///< lengths of stroke and gap in turn; none: a solid line
};

/// Contours that are filled, each separately, or stroked, or both.
struct Shape {
    std::vector<Contour> contours;
    std::optional<Rgb> fill = {};
    std::optional<Pen> pen = {};
    bool closed = true;
};

/// One line of text; upright reads from below.
struct Words {
    Point start;  ///< of the baseline
    std::string text;
    double size;
    Rgb colour = ink;
    bool upright = false;
    Face face = Face::regular;
};

/// A picture whose pixels are squares of `factor` dots.
struct Raster {
    int x, y;
    Picture picture;
    int factor;
};

struct Drawing {
    double width = 0, height = 0;
    double dpi = Page{}.dpi;
    std::vector<std::variant<Shape, Words, Raster>> elements = {};
    /// What a screen reader says; of a whole figure.
    std::string title = {}, description = {};

    void add(Shape shape) { elements.emplace_back(std::move(shape)); }
    void line(std::vector<Point> points, Pen pen) { add({{{std::move(points)}}, {}, pen, false}); }
    void polygon(std::vector<Point> corners, std::optional<Rgb> fill, std::optional<Pen> pen = {}) {
        add({{{std::move(corners)}}, fill, std::move(pen)});
    }
    /// The part of a line that lies within the drawing, if any.
    void line_within(Point from, Point to, const Pen& pen);
    void arrow(Point from, Point to, const Pen& pen);
    /// An arrow along the view, in a ring: the dot of its tip, or the cross of its feathers.
    void arrow_end_on(Point at, bool towards_reader, const Pen& pen);
    void box(double x, double y, double across, double down, std::optional<Rgb> fill,
             std::optional<Pen> pen = {});
    void dot(Point centre, double radius, Rgb colour) { add({{{{centre}, radius}}, colour}); }
    /// `anchor`: 0, 0.5 or 1 of the text's width lies before x.
    void text(double x, double baseline, double anchor, std::string_view text, double size,
              Rgb colour = ink, Face face = Face::regular);
    /// Text centred at a point.
    void label(Point middle, std::string_view text, double size, Rgb colour = ink) {
        this->text(middle.x, middle.y + 0.35 * size, 0.5, text, size, colour);
    }
    /// Text centred at x = middle, but moved where it would begin before `left` or end after
    /// `right`.
    void text_between(double left, double right, double middle, double baseline,
                      std::string_view text, double size);
    void upright(double baseline, double middle, std::string_view text, double size,
                 Rgb colour = ink);
    /// Adds the part, its corner at the nearest whole dot. Only a part without pictures may be
    /// enlarged.
    void place(double x, double y, Drawing part, double scale = 1);
};

/// The part of a segment within width x height from the origin; nothing if there is none.
std::optional<Segment> clipped(Point from, Point to, double width, double height);

/// The mark of that shape around a point; without points for PlotMarker::none.
Contour marker(PlotMarker shape, Point centre, double radius);

/// The box that a text needs: of its advance width, from the top of capitals to the descent.
struct TextBox {
    double left, top, right, bottom;
    const Words* words;

    bool overlaps(Point lo, Point hi) const {
        return left < hi.x && lo.x < right && top < hi.y && lo.y < bottom;
    }
};
std::vector<TextBox> text_boxes(const Drawing& drawing);

/// The same bytes on any machine, except for pictures: PNG files depend on the deflate library.
/// Texts are outlines, alike in any viewer and never larger than the space measured for them.
std::string svg(const Drawing& drawing);
// What SVG files and the page's inline SVG have in common.
/// Text as an XML attribute or content; control characters, which XML 1.0 cannot hold, become
/// U+FFFD.
std::string svg_escaped(std::string_view text);
/// At most two decimals, and never a minus before a zero.
std::string svg_number(double value);
/// A shape as a path element.
std::string svg_path(const Shape& shape);

/// The drawing in whole dots. Throws Error{Exit::cannot_write} if it is too large for a PNG file.
Picture pixels(const Drawing& drawing);

}  // namespace hitmiss
