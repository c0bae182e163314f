#pragma once
// An accepted point against the margin that growth.hpp grants it.

#include <cmath>

#include "methods/catalogue.hpp"
#include "methods/grown_line.hpp"

namespace hitmiss {

/// How far beyond the box the point lies, along the axis on which that is most.
inline long double beyond(const Box& box, const Vec<long double>& P) {
    const Vec<long double> out =
        glm::max(Vec<long double>(box.lo) - P, P - Vec<long double>(box.hi));
    return std::max({0.0L, out.x, out.y, out.z});
}

/// How much of its margin an accepted pair uses, its point o + t d taken from the stored floats and
/// the method's t, or of its line's band, if that is less; 0 for a pair that is none or whose
/// triangle is tried on every ray.
inline double margin_used(const Kernel& kernel, const Ray<float>& ray, const Triangle<float>& tri) {
    const Verdict verdict = kernel.test(ray, tri);
    using Wide = Vec<long double>;
    const Wide n = normal(Triangle<long double>(tri)), d(ray.d);
    const auto steepness = std::abs(glm::dot(n, d)) / (glm::length(n) * glm::length(d));
    if (!verdict.hit() || !margin_holds(ray.d)) return 0;
    const double margin = kernel.grown(tri, ray.o).margin(double(steepness));
    if (std::isinf(margin)) return 0;
    const Wide P = Wide(ray.o) + static_cast<long double>(verdict.t) * Wide(ray.d);
    const auto used = static_cast<double>(beyond(kernel.reach(tri), P) / margin);
    if (!kernel.growth().line || used < 1e-9) return used;
    const GrownLine line(tri, ray.o, kernel.precision());
    if (!line.bounded || double(steepness) < line.steepness) return 0;
    const Wide aside = glm::cross(Wide(tri.b) - Wide(ray.o), Wide(tri.c) - Wide(ray.o));
    const auto off = std::abs(glm::dot(aside, d)) / (glm::length(aside) * glm::length(d));
    return std::min(used, static_cast<double>(off) / line.band(double(steepness)));
}

/// Every method in every precision and variant, with its switches and, for a halo, three sizes.
inline std::vector<Method> methods_and_switches() {
    std::vector<Method> all;
    for (const Method& method : all_methods()) {
        all.push_back(method);
        for (const char* key : {"plane", "cull"})
            if (method.get(key)) all.push_back(method.with(key, 1));
        if (method.name().starts_with("angle-sum"))
            for (const double epsilon : {1e-3, 0.5, 2.0})
                all.push_back(method.with("epsilon", epsilon));
    }
    return all;
}

}  // namespace hitmiss
