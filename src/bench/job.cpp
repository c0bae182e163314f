#include "bench/job.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "base/output_file.hpp"
#include "bench/stored_rays.hpp"
#include "draw/shade.hpp"

namespace hitmiss {
namespace {

Picture shaded(const Scene& scene, const Geometry& geometry, const StoredRays& stored,
               std::span<const Hit> hits) {
    const Shader shade(scene, geometry.box);
    Picture picture(stored.width, stored.height);
    for_each_tile(stored.width, stored.height, [&](const Tile& tile) {
        const std::size_t first = first_ray(tile, stored.width);
        for (std::size_t k = first; k < first + std::size_t(tile.size()); ++k)
            picture.pixels[stored.pixel[k]] = to_rgb(shade(stored.rays[k], hits[k]));
    });
    return picture;
}

}  // namespace

Measurements whole_job(const std::filesystem::path& scene_file, const Scene& scene,
                       const Method& method, Traversal how, int rounds) {
    const auto place =
        std::filesystem::temp_directory_path() / fmt::format("hitmiss-{}.png", ::getpid());
    std::optional<Geometry> geometry;
    Tracer tracer;
    StoredRays rays;
    std::vector<Hit> hits;
    Picture picture;
    std::string bytes;
    struct Stage {
        const char* name;
        std::function<void()> work;
    };
    const std::array stages{
        Stage{"load", [&] { load_scene(scene_file); }},
        Stage{"build", [&] { geometry.emplace(scene.mesh.triangles, scene.camera.eye); }},
        Stage{"prepare", [&] { tracer = Tracer(method, *geometry, how); }},
        Stage{"trace",
              [&] {
                  rays = store_rays(PrimaryRays(scene.camera, scene.width, scene.height));
                  hits.resize(rays.rays.size());
                  trace_all(tracer, rays, hits);
              }},
        Stage{"shade", [&] { picture = shaded(scene, *geometry, rays, hits); }},
        Stage{"encode", [&] { bytes = png(picture); }},
        Stage{"write", [&] { write_file(place, bytes); }},
    };
    // The stages depend on each other, so that each round runs them in their order.
    std::vector<std::vector<double>> seconds(stages.size());
    std::vector<double> all;
    for (int round = 0; round < rounds; ++round) {
        all.push_back(0);
        for (std::size_t k = 0; k < stages.size(); ++k) {
            seconds[k].push_back(seconds_of(stages[k].work));
            all.back() += seconds[k].back();
        }
        std::filesystem::remove(place);
    }
    Measurements rows;
    const auto add = [&](const char* stage, std::span<const double> sample) {
        rows.push_back({.part = "job",
                        .subject = to_string(method),
                        .setting = stage,
                        .unit = "ms",
                        .value = scaled(1e3, sample),
                        .triangles = scene.mesh.triangles.size(),
                        .threads = omp_get_max_threads()});
    };
    for (std::size_t k = 0; k < stages.size(); ++k) add(stages[k].name, seconds[k]);
    add("all", all);
    return rows;
}

}  // namespace hitmiss
