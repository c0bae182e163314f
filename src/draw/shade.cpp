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

bool Shader::is_grey() const {
    const auto no_hue = [](const Vec<float>& c) { return c.x == c.y && c.y == c.z; };
    return !has_hues(scene_.shading) && no_hue(scene_.background) &&
           std::ranges::all_of(scene_.mesh.materials, no_hue, &Material::kd);
}

inline Shader::Facet Shader::facet(std::uint32_t triangle) const {
    return {unit_normal(Triangle<double>(scene_.mesh.triangles[triangle])),
            scene_.mesh.material_of(triangle).kd};
}

inline Vec<float> Shader::Facet::seen_along(const Vec<float>& d) const {
    // Dark from behind: the inside of a closed mesh, seen through a leak, must stand out.
    const double facing = -glm::dot(normal, Vec<double>(d));
    return kd * float(facing > 0 ? 0.25 + 0.75 * facing : 0.2 - 0.2 * facing);
}

Vec<float> Shader::operator()(const Ray<float>& ray, const Hit& hit) const {
    if (!hit) return scene_.background;
    if (hit.triangle >= scene_.mesh.triangles.size()) return Vec<float>(0.5f);
    const Triangle<double> tri(scene_.mesh.triangles[hit.triangle]);
    const Vec<double> d(ray.d);
    switch (scene_.shading) {
        case Shading::facet:
            return facet(hit.triangle).seen_along(ray.d);
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

void Shader::fill(std::span<const Ray<float>> rays, std::span<const Hit> hits,
                  std::span<Vec<float>> colours) const {
    const bool facets = scene_.shading == Shading::facet;
    std::uint32_t last = no_triangle;
    Facet of_last{};
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const std::uint32_t triangle = hits[k].triangle;
        if (triangle == no_triangle) {
            colours[k] = scene_.background;
        } else if (facets && triangle < scene_.mesh.triangles.size()) {
            // Neighbours often hit the same triangle.
            if (triangle != last) of_last = facet(triangle), last = triangle;
            colours[k] = of_last.seen_along(rays[k].d);
        } else {
            colours[k] = (*this)(rays[k], hits[k]);
        }
    }
}

std::vector<Rgb> pixels_of(std::span<const Vec<float>> colours, std::size_t rays) {
    std::vector<Rgb> pixels(colours.size() / rays);
    for (std::size_t k = 0; k < pixels.size(); ++k) {
        Vec<float> sum = colours[k * rays];
        for (std::size_t of = 1; of < rays; ++of) sum += colours[k * rays + of];
        pixels[k] = to_rgb(rays > 1 ? sum / float(rays) : sum);
    }
    return pixels;
}

template Picture traced(int, int, int, const Tracer&, const PrimaryRays&, const Shader&,
                        const std::function<void()>&);

}  // namespace hitmiss
