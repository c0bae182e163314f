#pragma once
// A closed mesh to aim at, and counts of rays aimed at it.

#include "judge/leaks.hpp"
#include "scene/make.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

inline constexpr auto sphere_1280 = "icosphere:faces=1280";

inline Mesh moved_mesh(const char* kind, float by = 0) {
    Mesh mesh = make_mesh(kind);
    for (auto& tri : mesh.triangles) tri.a += by, tri.b += by, tri.c += by;
    return mesh;
}

struct Target {
    Mesh mesh;
    Geometry geometry;
    AimedRays aimed;
    Reference exact;

    explicit Target(const char* kind, float by = 0)
        : mesh(moved_mesh(kind, by)),
          geometry(mesh.triangles, AimedRays::farthest_start(bounds(mesh.triangles))),
          aimed(geometry),
          exact(make_reference(make_method("exact", {}), geometry)) {}

    Kernel kernel(const char* method) const {
        return parse_method(method).kernel(geometry.surroundings());
    }
    LeakCount count(const LeakCounter& counter, Aim aim, std::uint64_t rays) const {
        LeakCount sum;
#pragma omp parallel for schedule(dynamic)
        for (std::uint64_t first = 0; first < rays; first += rays_of_block) {
            const auto end = std::min(rays, first + rays_of_block);
            const auto part = count_leaks({counter}, aimed, exact, aim, first, end, 1)[0];
#pragma omp critical
            sum += part;
        }
        return sum;
    }
    LeakCount count(const char* method, Aim aim, std::uint64_t rays) const {
        return count(make_leak_counter(kernel(method), geometry), aim, rays);
    }
    double edge_leaks_per_million(const char* method, std::uint64_t rays) const {
        return 1e6 * double(count(method, Aim::edge, rays).outcomes.leaks) / double(rays);
    }
};

}  // namespace hitmiss
