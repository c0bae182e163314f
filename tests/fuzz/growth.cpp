// A ray and a triangle from raw floats: what a method accepts lies within its margin.

#include <fmt/core.h>

#include <cmath>
#include <cstring>

#include "../growth_check.hpp"
#include "base/limits.hpp"
#include "fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    std::array<Vec<float>, 5> points;
    if (size < sizeof points) return -1;
    std::memcpy(points.data(), data, sizeof points);
    for (Vec<float>& point : points)
        for (int k = 0; k < 3; ++k)
            if (!(std::abs(point[k]) <= float(max_coordinate))) point[k] = 1;
    const Triangle<float> tri(points[0], points[1], points[2]);
    // Raw, and aimed at an edge: few raw rays hit anything.
    const auto way = Vec<double>(0.5f * tri.a + 0.5f * tri.b) - Vec<double>(points[3]);
    static const auto methods = methods_and_switches();
    for (const auto& d : {points[4], Vec<float>(way / std::max(glm::length(way), 1e-300))}) {
        const Ray<float> ray(points[3], d);
        for (const Method& method : methods) {
            const Kernel kernel = method.kernel({Vec<double>(ray.o), bounds(tri)});
            if (const double used = margin_used(kernel, ray, tri); !(used <= 0.5)) {
                fmt::print(stderr, "{} uses {} of its margin\n", to_string(method), used);
                std::abort();
            }
        }
    }
    return 0;
}
