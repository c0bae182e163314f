// The colour of a hit.

#include <algorithm>
#include <cmath>

#include "draw/traced.hpp"

namespace hitmiss {
namespace {

/// Barycentric weights of P's nearest point in the plane; the far corner of a sliver may be off.
Vec<double> barycentric(const Triangle<double>& tri, const Vec<double>& P) {
    const auto n = normal(tri);
    const double nn = glm::dot(n, n);
    if (!(nn > 0)) return Vec<double>(0);
    const double u = glm::dot(glm::cross(P - tri.a, tri.c - tri.a), n) / nn;
    const double v = glm::dot(glm::cross(tri.b - tri.a, P - tri.a), n) / nn;
    return {1 - u - v, u, v};
}

/// A grey per index, a golden section apart, so that neighbours differ in lightness.
Vec<double> index_grey(std::uint32_t index) {
    return Vec<double>(0.45 + 0.5 * std::fmod(0.618033988749895 * index, 1.0));
}

}  // namespace

Shader::Shader(const Scene& scene, const Box& box) : scene_(scene) {
    const Vec<double> lo(box.lo), hi(box.hi), eye(scene.camera.eye);
    nearest_ = glm::length(eye - glm::clamp(eye, lo, hi));
    farthest_ = glm::length(glm::max(glm::abs(eye - lo), glm::abs(eye - hi)));
}

Vec<float> Shader::operator()(const Ray<float>& ray, const Hit& hit) const {
    if (!hit) return scene_.background;
    if (hit.triangle >= scene_.mesh.triangles.size()) return Vec<float>(0.5f);
    const Triangle<double> tri(scene_.mesh.triangles[hit.triangle]);
    const Vec<double> d(ray.d);
    switch (scene_.shading) {
        case Shading::facet: {
            const auto& kd = scene_.mesh.material_of(hit.triangle).kd;
            // Dark from behind: the inside of a closed mesh, seen through a leak, must stand out.
            const double facing = -glm::dot(unit_normal(tri), d);
            return kd * float(facing > 0 ? 0.25 + 0.75 * facing : 0.2 - 0.2 * facing);
        }
        case Shading::normal:
            return Vec<float>(0.5 + 0.5 * unit_normal(tri));
        case Shading::depth: {
            const double depth = (hit.t - nearest_) / std::max(farthest_ - nearest_, 1e-300);
            return Vec<float>(float(0.9 - 0.8 * std::clamp(depth, 0.0, 1.0)));
        }
        case Shading::barycentric: {
            const auto P = Vec<double>(ray.o) + hit.t * d;
            return Vec<float>(glm::clamp(barycentric(tri, P), Vec<double>(0), Vec<double>(1)));
        }
        case Shading::triangle:
            return Vec<float>(index_grey(hit.triangle));
    }
    return scene_.background;
}

template Picture traced(int, int, int, const Tracer&, const PrimaryRays&, const Shader&,
                        const std::function<void()>&);

}  // namespace hitmiss
