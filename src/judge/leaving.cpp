#include "judge/leaving.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "methods/scaling.hpp"

namespace hitmiss {
namespace {

constexpr std::array<LeavingInfo, 7> leaving_rules{{
    {"a hit counts only at t > epsilon", "tutorials; Shirley, Ray Tracing in One Weekend", true,
     PointBy::along_ray, false},
    {"the start is moved by epsilon along the normal", "tutorials and engines", true,
     PointBy::along_ray, false},
    {"each coordinate is moved by up to 256 floats along the normal, near 0 by up to 1 / 65536",
     "Wächter and Binder, A Fast and Robust Method for Avoiding Self-Intersection (2019)", false,
     PointBy::barycentric, false},
    {"the start is moved along the normal out of a box that bounds its error, and rounded outwards",
     "Pharr, Jakob and Humphreys, pbrt-v4 (2023), with weights by Möller and Trumbore", false,
     PointBy::barycentric, true},
    {"the start is moved along the normal by a bound on its error, with the identity as the "
     "object's transform",
     "NVIDIA, Solving Self-Intersection Artifacts in DirectX Raytracing (2023)", false,
     PointBy::barycentric, true},
    {"the start is moved along the normal by 32 u times its triangle's largest coordinates, as the "
     "text of the change describes it",
     "Jakob, A Better Ray Epsilon, Mitsuba 3 (2026)", false, PointBy::barycentric, true},
    {"hits of the triangle that the ray leaves are ignored, by its number", "many programs", false,
     PointBy::along_ray, false},
}};

/// o + t d.
template <typename Real>
Vec<float> along_ray(const Ray<float>& ray, double t) {
    const Ray<Real> r(ray);
    return Vec<float>(r.o + Real(t) * r.d);
}

/// The coordinates u and v by Möller and Trumbore (1997), in float.
std::pair<float, float> barycentric(const Ray<float>& ray, const Triangle<float>& tri) {
    const Vec<float> e1 = tri.b - tri.a, e2 = tri.c - tri.a, s = ray.o - tri.a;
    const Vec<float> p = glm::cross(ray.d, e2), q = glm::cross(s, e1);
    const float inverse = 1 / glm::dot(e1, p);
    return {glm::dot(s, p) * inverse, glm::dot(ray.d, q) * inverse};
}

/// pbrt's point, the sum of the corners with their weights, and the bound on its error: gamma(7)
/// times the absolute terms.
std::pair<Vec<float>, Vec<float>> weighted_point(const Met& met) {
    const auto [u, v] = barycentric(met.ray, met.triangle);
    const Vec<float> a = (1 - u - v) * met.triangle.a, b = u * met.triangle.b,
                     c = v * met.triangle.c;
    constexpr float epsilon = 0x1p-24f, gamma_7 = 7 * epsilon / (1 - 7 * epsilon);
    return {a + b + c, gamma_7 * (glm::abs(a) + glm::abs(b) + glm::abs(c))};
}

/// The unit normal in float, on the side to which d goes; 0 if the triangle has no area. No square
/// leaves the range of floats, however large or small the triangle is.
Vec<float> normal_towards(const Vec<float>& d, const Triangle<float>& tri) {
    const Vec<float> n =
        scaled_to_one(glm::cross(scaled_to_one(tri.b - tri.a), scaled_to_one(tri.c - tri.a)));
    if (n == Vec<float>(0)) return n;
    return glm::dot(n, d) < 0 ? -glm::normalize(n) : glm::normalize(n);
}

// Where the next ray starts, from a point and the triangle's unit normal, which is turned to the
// side to which that ray goes.

Vec<float> offset_integer(const Vec<float>& point, const Vec<float>& n) {
    constexpr float origin = 1 / 32.0f, float_scale = 1 / 65536.0f, int_scale = 256;
    Vec<float> start;
    for (int k = 0; k < 3; ++k) {
        // So many floats away from 0, or towards it.
        const auto floats = std::int32_t(int_scale * n[k]);
        const auto bits = std::bit_cast<std::int32_t>(point[k]);
        const float moved = std::bit_cast<float>(bits + (point[k] < 0 ? -floats : floats));
        start[k] = std::abs(point[k]) < origin ? point[k] + float_scale * n[k] : moved;
    }
    return start;
}

Vec<float> offset_error_box(const Vec<float>& point, const Vec<float>& n, const Vec<float>& error) {
    // Each coordinate as an interval whose ends are rounded outwards: its middle and half its
    // width.
    Vec<float> middle = point, half(0);
    for (int k = 0; k < 3; ++k) {
        if (error[k] == 0) continue;
        const float low = std::nextafter(point[k] - error[k], -Box::inf),
                    high = std::nextafter(point[k] + error[k], Box::inf);
        middle[k] = (low + high) / 2, half[k] = (high - low) / 2;
    }
    const Vec<float> offset = glm::dot(glm::abs(n), half) * n;
    Vec<float> start = middle + offset;
    for (int k = 0; k < 3; ++k)
        if (offset[k] != 0)
            start[k] = std::nextafter(start[k], offset[k] > 0 ? Box::inf : -Box::inf);
    return start;
}

}  // namespace

const LeavingInfo& info_of(Leaving rule) {
    return leaving_rules[std::size_t(rule)];
}

Vec<float> point_of(const Met& met, PointBy by) {
    switch (by) {
        case PointBy::along_ray:
            return met.precision == Precision::single ? along_ray<float>(met.ray, met.hit.t)
                                                      : along_ray<double>(met.ray, met.hit.t);
        case PointBy::barycentric: {
            const auto& [a, b, c] = met.triangle;
            const auto [u, v] = barycentric(met.ray, met.triangle);
            return a + (u * (b - a) + v * (c - a));
        }
        case PointBy::exact:
            break;
    }
    return Vec<float>(met.exact);
}

float nvidia_offset(const Triangle<float>& tri, const Vec<float>& point, const Vec<float>& n) {
    constexpr float c0 = 5.9604644775390625e-8f, c1 = 1.788139769587360206060111522674560546875e-7f,
                    c2 = 1.19209317972490680404007434844970703125e-7f;
    const Vec<float> e1 = tri.b - tri.a, e2 = tri.c - tri.a;
    const Vec<float> extents = glm::abs(e1) + glm::abs(e2) + glm::abs(e1 - e2);
    const float extent = std::max({extents.x, extents.y, extents.z});
    // Errors of the point and the intersection, of the way to world coordinates, and of that back.
    const Vec<float> object = c0 * glm::abs(tri.a) + Vec<float>(c1 * extent);
    const Vec<float> to_world = c1 * glm::abs(point), to_object = c2 * glm::abs(point);
    return glm::dot(object + to_object, glm::abs(n)) + glm::dot(to_world, glm::abs(n));
}

float mitsuba_offset(const Triangle<float>& tri, const Vec<float>& n) {
    const Vec<float> largest =
        glm::max(glm::max(glm::abs(tri.a), glm::abs(tri.b)), glm::abs(tri.c));
    return 32 * 0x1p-24f * glm::dot(largest, glm::abs(n));
}

Duplicates copies_for(Leaving rule, std::span<const Triangle<float>> triangles) {
    return Duplicates(rule == Leaving::own_triangle ? triangles : triangles.first(0));
}

Left leave(Leaving rule, double epsilon, PointBy by, const Met& met) {
    const Triangle<float>& tri = met.triangle;
    const Vec<float> n = normal_towards(met.d, tri), point = point_of(met, by);
    switch (rule) {
        case Leaving::t_min:
            return {point, point, {epsilon}};
        case Leaving::normal:
            return {point, point + float(epsilon) * n, {}};
        case Leaving::integer:
            return {point, offset_integer(point, n), {}};
        case Leaving::pbrt: {
            const auto [weighted, error] = weighted_point(met);
            return {weighted, offset_error_box(weighted, n, error), {}};
        }
        case Leaving::nvidia:
            return {point, point + nvidia_offset(tri, point, n) * n, {}};
        case Leaving::mitsuba:
            return {point, point + mitsuba_offset(tri, n) * n, {}};
        case Leaving::own_triangle:
            break;
    }
    // All copies are hit by the number of the first, and the ray starts on the others, too.
    return {point, point, {0, met.copied ? no_triangle : met.hit.triangle}};
}

std::pair<Ray<float>, HitFilter> ray_to_lamp(const Left& left, const Vec<float>& lamp) {
    const Ray<float> ray{left.o, lamp - left.o};
    HitFilter filter = left.filter;
    filter.t_max = 1;
    if (filter.t_min > 0) filter.t_min /= glm::length(Vec<double>(ray.d));
    return {ray, filter};
}

}  // namespace hitmiss
