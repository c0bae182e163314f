// A tiny scene from raw floats: the tree must answer as brute force does, for every method.

#include <cmath>
#include <cstring>

#include "base/limits.hpp"
#include "fuzzing.hpp"
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

const std::vector<MethodSpec>& methods() {
    static const auto all = [] {
        std::vector<MethodSpec> specs;
        for (const auto& entry : describe_catalogue()) {
            const std::string name(entry.info.name);
            specs.push_back(parse_method(name));
            specs.push_back(parse_method(name + ":precision=double"));
            if (!entry.info.corrected.empty())
                specs.push_back(parse_method(name + ":variant=corrected"));
            if (entry.info.atan2) specs.push_back(parse_method(name + ":variant=atan2"));
            if (name.starts_with("angle-sum")) specs.push_back(parse_method(name + ":epsilon=0.5"));
        }
        return specs;
    }();
    return all;
}

void check(const MethodSpec& method, const Geometry& geometry,
           const std::vector<Ray<float>>& rays) {
    const auto hits_by = [&](Walk walk) {
        std::vector<Hit> hits(rays.size());
        make_tracer(method, geometry, walk).trace(rays, hits);
        return hits;
    };
    const auto brute_force = hits_by(Walk::brute_force);
    for (const Walk walk : {Walk::tree, Walk::tiles}) {
        const auto hits = hits_by(walk);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const Hit &hit = hits[k], &brute = brute_force[k];
            if (hit.triangle == brute.triangle && hit.t == brute.t) continue;
            fmt::print(stderr, "{}, ray {}: walk {} finds {} at {}, brute force {} at {}\n",
                       to_string(method), k, int(walk), hit.triangle, hit.t, brute.triangle,
                       brute.t);
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
    // Rays to the given point and to and about the corners, where methods differ most.
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
