// A ray, the plane of a triangle, the point P where they meet, and P's barycentric coordinates as
// areas: the beginning of the lesson.

#include "judge/acceptance.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

constexpr double width = 720, height = 500, unit = 190, letters = 22;
/// Half the side of the part of the plane that is drawn, and where the ray starts.
constexpr double reach = 1.3;
constexpr int hatches = 9;
const Vec<double> start{-0.9, -0.7, 1.5};

/// The plane seen from above at 25 degrees, turned by an angle in degrees; all lines parallel.
struct Perspective {
    double sin, cos;
    explicit Perspective(double degrees) {
        const auto [s, c] = sine_cosine(degrees * (pi<double> / 180));
        sin = s, cos = c;
    }
    Point operator()(const Vec<double>& p) const {
        const double right = cos * p.x - sin * p.y, away = sin * p.x + cos * p.y;
        return Point(width / 2, 0.66 * height) + unit * Point(right, -0.4226 * away - 0.9063 * p.z);
    }
};

double twice_the_area(const Vec<double>& a, const Vec<double>& b, const Vec<double>& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// A letter beside the segment from o to P, on the side where its middle lies; elsewhere unmoved.
Point beside_ray(const Point& middle, const Point& o, const Point& P) {
    const Point along = P - o, from = middle - o;
    const double length = glm::length(along);
    if (length == 0) return middle;
    const Point normal = Point(-along.y, along.x) / length;
    const double away = glm::dot(from, normal), share = glm::dot(from, along) / (length * length);
    if (std::abs(away) >= 0.9 * letters || share < 0 || share > 1 + letters / length) return middle;
    return middle + (std::copysign(0.9 * letters, away) - away) * normal;
}

List share(const Point& place) {
    return {place.x / width, place.y / height};
}

}  // namespace

/// The drawing, seen from the angle `turn`; the weights of the corners, which add up to 1; and
/// where the plane's origin and axes are in the drawing, so that a hand can move P.
Response ray(Lab&, const Arguments& asked) {
    const Triangle<float> tri = triangle_of(asked);
    const Vec<float> flat_P = flat(asked, "p");
    const Vec<double> P(flat_P);
    const std::array<Vec<double>, 3> corners{Vec<double>(tri.a), Vec<double>(tri.b),
                                             Vec<double>(tri.c)};
    const Perspective at(asked.number("turn"));
    const double whole = twice_the_area(corners[0], corners[1], corners[2]);

    Drawing drawing{width, height};
    const Pen thin{pale_ink, 1}, line{ink, 2}, blue{palette::ray, 3};
    drawing.add({{{{at({-reach, -reach, 0}), at({reach, -reach, 0}), at({reach, reach, 0}),
                    at({-reach, reach, 0})}}},
                 palette::plane,
                 Pen{palette::dark_area, 1}});
    // Behind the plane the ray is dashed.
    const Point o = at(start), seen = at(P), beyond = at(P + 0.35 * (P - start));
    drawing.line({seen, beyond}, {palette::ray, 2, {6, 6}});

    Rows weights;
    Drawing over;
    constexpr std::string_view names = "wuv", letters_of_corners = "abc";
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& from = corners[(k + 1) % 3];
        const auto& to = corners[(k + 2) % 3];
        const double weight = whole == 0 ? std::nan("") : twice_the_area(from, to, P) / whole;
        const Point ends[]{at(from), at(to)};
        const bool negative = weight < 0;
        const Rgb colour = palette::weights[k];
        if (!negative) drawing.add({{{{seen, ends[0], ends[1]}}}, colour, thin});
        // A negative area is hatched along the triangle's edge.
        for (int stroke = 1; negative && stroke < hatches; ++stroke)
            over.line({glm::mix(seen, ends[0], double(stroke) / hatches),
                       glm::mix(seen, ends[1], double(stroke) / hatches)},
                      {colour, 3});
        if (negative) over.add({{{{seen, ends[0], ends[1]}}}, {}, Pen{palette::leak, 2, {5, 5}}});
        weights.push_back({{"name", names.substr(k, 1)},
                           {"corner", letters_of_corners.substr(k, 1)},
                           {"value", rounded(weight, 3)},
                           {"colour", css(colour)}});
    }
    drawing.place(0, 0, over);
    drawing.add({{{{at(corners[0]), at(corners[1]), at(corners[2])}}}, {}, line});
    const Point middle = at((corners[0] + corners[1] + corners[2]) / 3.0);
    for (std::size_t k = 0; k < 3; ++k) {
        const Point ends[]{at(corners[(k + 1) % 3]), at(corners[(k + 2) % 3])};
        const bool negative =
            twice_the_area(corners[(k + 1) % 3], corners[(k + 2) % 3], P) * whole < 0;
        drawing.label(beside_ray((seen + ends[0] + ends[1]) / 3.0, o, seen),
                      (negative ? "−" : "") + std::string(names.substr(k, 1)), letters);
        const Point corner = at(corners[k]), away = corner - middle;
        const double length = glm::length(away);
        drawing.label(corner + (length > 0 ? away / length * 0.8 * letters : Point(0)),
                      letters_of_corners.substr(k, 1), letters);
    }
    drawing.line({o, seen}, blue);
    drawing.arrow(o, glm::mix(o, seen, 0.3), {palette::ray, 5});
    drawing.dot(o, 5, palette::ray);
    drawing.text(o.x + 12, o.y, 0, "o", letters);
    drawing.label(beside_ray(glm::mix(o, seen, 0.2) + Point(1, 0), o, seen), "d", letters);
    drawing.label(beside_ray(glm::mix(o, seen, 0.65) + Point(1, 0), o, seen), "t", letters);
    return {{{"svg", inline_svg(drawing)},
             {"weights", weights},
             {"inside", exactly_inside(flat_P, tri)},
             {"p", share(seen)},
             {"origin", share(at(Vec<double>(0)))},
             {"across", share(at({1, 0, 0}))},
             {"along", share(at({0, 1, 0}))}}};
}

}  // namespace hitmiss::lab
