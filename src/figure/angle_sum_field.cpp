#include "figure/angle_sum_field.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "figure/blocks.hpp"
#include "figure/stroke.hpp"
#include "figure/text.hpp"
#include "methods/halo.hpp"
#include "truth/acceptance.hpp"

namespace hitmiss {
namespace {

constexpr int side = 1100;
constexpr double font = 28, capital = 0.73 * font;  // of the text, and of its capital letters
constexpr double levels[]{0.1, 0.5, 1, 2, 3};       // below pi, ascending

/// From positions in the picture to the plane z = 0 and back.
struct View {
    glm::dvec2 centre;
    double scale;  ///< pixels per unit

    /// The circle over each edge as its diameter holds the lines of all levels below pi.
    explicit View(const Triangle<float>& tri) {
        Box box;
        for (const auto& [p, q] : {std::pair{tri.a, tri.b}, {tri.b, tri.c}, {tri.c, tri.a}}) {
            const auto middle = 0.5f * (p + q);
            const float radius = glm::length(q - p) / 2;
            box.include(middle - radius), box.include(middle + radius);
        }
        centre = glm::dvec2(box.centre());
        scale = 0.96 * side / double(std::max(box.extent().x, box.extent().y));
    }
    Vec<double> point(glm::dvec2 p) const {
        return {centre.x + (p.x - side / 2.0) / scale, centre.y - (p.y - side / 2.0) / scale, 0};
    }
    glm::dvec2 place(const Vec<double>& v) const {
        return {side / 2.0 + (v.x - centre.x) * scale, side / 2.0 - (v.y - centre.y) * scale};
    }
};

/// How many of the lines the sum is inside of.
std::ptrdiff_t lines_around(double sum) {
    return std::count_if(std::begin(levels), std::end(levels),
                         [&](double epsilon) { return sum > 2 * pi<double> - epsilon; });
}

/// White far away, the darker the nearer to 2 pi.
Rgb grey(double sum) {
    const auto shade = std::uint8_t(255 - 22 * lines_around(sum));
    return {shade, shade, shade};
}

/// The box of a label, with some air.
struct Label {
    std::string text;
    double width = text_width(text, font) + 8, height = capital + 8;

    /// Whether the box around the middle lies between the same two lines all over.
    bool fits(const Field& field, glm::dvec2 middle, std::ptrdiff_t band) const {
        for (const double x : {-0.5, -0.25, 0.0, 0.25, 0.5})
            for (const double y : {-0.5, 0.0, 0.5})
                if (lines_around(field(middle + glm::dvec2(x * width, y * height))) != band)
                    return false;
        return true;
    }
    void draw(Picture& picture, glm::dvec2 middle) const {
        draw_text(picture, int(middle.x - text_width(text, font) / 2.0),
                  int(middle.y + capital / 2), text, font, ink);
    }
};

/// The epsilon of each line, just outside of it over the middle of the edge from p to q, where the
/// next line leaves room for it.
void label_lines(Picture& picture, const View& view, const Field& field, const Vec<double>& p,
                 const Vec<double>& q) {
    const auto from = view.place(p), to = view.place(q);
    const double length = glm::length(to - from);
    const auto outward = glm::dvec2(from.y - to.y, to.x - from.x) / length;
    for (std::ptrdiff_t k = 0; k < std::ssize(levels); ++k) {
        const Label label{fmt::format("{}", levels[k])};
        const auto on_line = 0.5 * (from + to) + halo_height(length, levels[k]) * outward;
        for (int away = 0; away < 60; ++away) {
            const auto place = on_line + double(away) * outward;
            if (!label.fits(field, place, std::ssize(levels) - 1 - k)) continue;
            label.draw(picture, place);
            break;
        }
    }
}

}  // namespace

Picture draw_angle_sum_field() {
    const Triangle<float> tri{{-0.2f, 1.5f, 0}, {-0.87f, 0, 0}, {0.87f, 0, 0}};
    const View view(tri);
    const Field field = [&](glm::dvec2 p) { return angle_sum(view.point(p), tri); };
    Picture picture(side, side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) picture.at(x, y) = grey(field({x + 0.5, y + 0.5}));
    for (const double epsilon : levels)
        draw_iso_line(picture, field, 2 * pi<double> - epsilon, 2, ink);
    const Triangle<double> exact(tri);
    for (const auto& [p, q] :
         {std::pair{exact.a, exact.b}, {exact.b, exact.c}, {exact.c, exact.a}}) {
        draw_line(picture, view.place(p), view.place(q), 4, ink);
        label_lines(picture, view, field, p, q);
    }
    Label{"sum = 2π"}.draw(picture, view.place((exact.a + exact.b + exact.c) / 3.0));
    const Picture parts[] = {
        text_block({{"The angle sum in the triangle's plane"}}, 1.4 * font, side, TextAlign::left),
        text_block(
            {{"each line: the points where the sum is 2π − ε; the number is its ε in radians",
              pale_ink}},
            font, side, TextAlign::left),
        picture};
    return with_margin(stacked(parts, int(font / 2)), int(font));
}

}  // namespace hitmiss
