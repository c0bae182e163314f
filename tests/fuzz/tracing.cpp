// A tiny scene from raw floats: every traversal must answer as the plain loop does, for every
// method.

#include <fmt/core.h>

#include <cmath>
#include <cstring>

#include "base/limits.hpp"
#include "fuzzing.hpp"
#include "trace/plain.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

/// Takes floats from the front of the bytes as long as there are enough.
class Floats {
public:
    explicit Floats(std::string_view bytes) : bytes_(bytes) {}

    bool has(std::size_t count) const { return bytes_.size() >= 4 * count; }

    /// Any finite point of a scene, be it huge, tiny or denormal.
    Vec<float> point() {
        Vec<float> p;
        for (int k = 0; k < 3; ++k) {
            std::memcpy(&p[k], bytes_.data(), sizeof(float));
            bytes_.remove_prefix(sizeof(float));
            if (!(std::abs(p[k]) <= float(max_coordinate))) p[k] = 1;
        }
        return p;
    }

private:
    std::string_view bytes_;
};

const std::vector<Method>& methods() {
    static const auto all = [] {
        std::vector<Method> methods = all_methods();
        methods.push_back(parse_method("angle-sum:0.5"));
        methods.push_back(parse_method("angle-sum-walking:0.5"));
        return methods;
    }();
    return all;
}

void check(const Method& method, const Geometry& geometry, const std::vector<Ray<float>>& rays) {
    const Kernel kernel = method.kernel(geometry.surroundings());
    std::vector<Hit> plain, hits(rays.size());
    for (const auto& ray : rays) plain.push_back(nearest_hit(kernel, geometry.triangles, ray));
    for (const auto how : {Traversal::one_ray, Traversal::tiles, Traversal::brute_force}) {
        Tracer(method, geometry, how)(rays, hits);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            if (hits[k].triangle == plain[k].triangle && hits[k].t == plain[k].t) continue;
            fmt::print(stderr, "{}, ray {}: traversal {} finds {} at {}, the plain loop {} at {}\n",
                       to_string(method), k, int(how), hits[k].triangle, hits[k].t,
                       plain[k].triangle, plain[k].t);
            std::abort();
        }
    }
}

}  // namespace
}  // namespace hitmiss

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    Floats floats(as_text(data, size));
    if (!floats.has(6 + 9)) return -1;
    const Vec<float> eye = floats.point(), look_at = floats.point();
    std::vector<Triangle<float>> triangles;
    while (floats.has(9) && triangles.size() < 8) {
        const auto a = floats.point(), b = floats.point(), c = floats.point();
        triangles.emplace_back(a, b, c);
    }
    // Rays to the given point, and to and near the corners, where methods differ most.
    std::vector<Vec<float>> targets{look_at};
    for (const auto& tri : triangles)
        targets.insert(targets.end(), {tri.a, 0.5f * tri.a + 0.5f * tri.b,
                                       tri.a / 3.0f + tri.b / 3.0f + tri.c / 3.0f});
    std::vector<Ray<float>> rays;
    for (const auto& target : targets) {
        const auto direction = Vec<double>(target) - Vec<double>(eye);
        const double length = glm::length(direction);
        if (length > 0) rays.emplace_back(eye, Vec<float>(direction / length));
    }
    const Geometry geometry(triangles, Vec<double>(eye));
    for (const auto& method : methods()) check(method, geometry, rays);
    return 0;
}
