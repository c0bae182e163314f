#include "truth/confusion.hpp"

#include <algorithm>

namespace hitmiss {

std::string_view to_string(Outcome outcome) {
    constexpr std::string_view names[] = {"right",     "leak_background", "leak_through",
                                          "false_hit", "wrong_triangle",  "culled"};
    return names[std::size_t(outcome)];
}

Outcome judge(const Hit& hit, const Answer& answer, double scene_diagonal, bool culled) {
    const auto& E = answer.triangles;
    if (E.empty()) return hit ? Outcome::false_hit : Outcome::right;
    if (hit && std::binary_search(E.begin(), E.end(), hit.triangle)) return Outcome::right;
    if (culled) return Outcome::culled;
    if (!hit) return Outcome::leak_background;
    return hit.t - answer.t > 1e-3 * scene_diagonal ? Outcome::leak_through
                                                    : Outcome::wrong_triangle;
}

bool seen_from_behind(const Answer& answer, const Ray<float>& ray, const Geometry& geometry) {
    const Vec<double> d(ray.d);
    return std::all_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return glm::dot(normal(Triangle<double>(geometry.triangles[index])), d) > 0;
    });
}

bool meets_nan(const Kernel& kernel, const Answer& answer, const Ray<float>& ray,
               const Geometry& geometry) {
    return std::any_of(answer.triangles.begin(), answer.triangles.end(), [&](std::uint32_t index) {
        return kernel.meets_nan(ray, geometry.triangles[index]);
    });
}

void Confusion::add(Outcome outcome) {
    leaks += outcome == Outcome::leak_background || outcome == Outcome::leak_through;
    leaks_background += outcome == Outcome::leak_background;
    false_hits += outcome == Outcome::false_hit;
    wrong_triangle += outcome == Outcome::wrong_triangle;
    culled += outcome == Outcome::culled;
}

Confusion& Confusion::operator+=(const Confusion& other) {
    hits += other.hits, leaks += other.leaks, leaks_background += other.leaks_background;
    false_hits += other.false_hits, wrong_triangle += other.wrong_triangle;
    culled += other.culled, nan += other.nan;
    return *this;
}

}  // namespace hitmiss
