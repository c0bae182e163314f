#pragma once
// Just enough SVG for two charts.

#include <string>
#include <string_view>

namespace hitmiss {

enum class Anchor { start, middle, end };

/// A drawing in pixels, y down, on white. Colours are written as in SVG.
class Svg {
public:
    Svg(double width, double height) : width_(width), height_(height) {}

    void rectangle(double x, double y, double width, double height, std::string_view colour);
    void line(double x0, double y0, double x1, double y1, std::string_view colour);
    void circle(double x, double y, double radius, std::string_view colour);
    void text(double x, double y, std::string_view words, Anchor anchor = Anchor::start,
              double size = 12);

    /// The whole file.
    std::string file() const;

private:
    double width_, height_;
    std::string body_;
};

}  // namespace hitmiss
