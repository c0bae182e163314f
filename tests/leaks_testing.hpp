#pragma once
// A closed mesh to aim at, and counts of rays aimed at it.

#include "judge/judge.hpp"
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
    Round round(const Answerer& answerer, Aim aim, std::size_t rays, std::uint64_t seed = 1) const {
        return {aimed_rays(aimed, aim, rays, seed), {answerer}, exact, geometry};
    }
    Tally count(const Answerer& answerer, Aim aim, std::size_t rays) const {
        return judge_all(round(answerer, aim, rays))[0];
    }
    Tally count(const char* method, Aim aim, std::size_t rays) const {
        return count(make_aimed_answerer(kernel(method), geometry), aim, rays);
    }
    double edge_leaks_per_million(const char* method, std::size_t rays) const {
        return 1e6 * double(count(method, Aim::edge, rays).outcomes.leaks) / double(rays);
    }
};

}  // namespace hitmiss
