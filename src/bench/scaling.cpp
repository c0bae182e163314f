#include "bench/scaling.hpp"

#include <fmt/core.h>
#include <malloc.h>
#include <omp.h>

#include "bench/embree_peer.hpp"
#include "bench/race.hpp"
#include "scene/make.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

constexpr double mebi = 1024 * 1024;

/// Bytes that malloc has handed out and not got back.
double allocated() {
    const auto info = mallinfo2();
    return double(info.uordblks + info.hblkhd);
}

/// One view: what is built, and what has been measured of it.
struct Subject {
    std::string view;
    Mesh mesh;
    std::shared_ptr<const PeerMesh> peer_mesh;
    Camera camera;
    Method method = make_method("moller-trumbore");

    Subject(const ScaledView& seen, double aspect)
        : view(seen.name),
          mesh(make_mesh(seen.make)),
          peer_mesh(std::make_shared<PeerMesh>(mesh.triangles)),
          camera(seen.camera(mesh.triangles, aspect)) {}

    std::string setting(std::string_view what) const {
        return fmt::format("{}{}{}", view, view.empty() ? "" : ", ", what);
    }
};

Measurements build_times(const Subject& subject, Traversal how, std::span<const int> threads,
                         int rounds, const Watch& watch) {
    Measurements rows;
    std::vector<Task> runs;
    std::unique_ptr<Peer> peer;
    double own_bytes = 0, peer_bytes = 0;
    const auto add = [&](std::string name, int count, Task run) {
        rows.push_back({.part = "scaling",
                        .subject = std::move(name),
                        .setting = subject.setting("build"),
                        .unit = "ms",
                        .value = {},
                        .triangles = subject.mesh.triangles.size(),
                        .threads = count});
        runs.push_back(std::move(run));
    };
    for (const int count : threads) {
        add(to_string(subject.method), count,
            {[&] {
                 const double before = allocated();
                 const Geometry geometry(subject.mesh.triangles, subject.camera.eye);
                 const Tracer tracer(subject.method, geometry, how);
                 own_bytes = allocated() - before;
             },
             [count] { omp_set_num_threads(count); }});
        if (!peer_name().empty())
            add(peer_name(), count,
                {[&] { peer->build(), peer_bytes = double(peer->bytes()); },
                 [&, count] { peer = std::make_unique<Peer>(subject.peer_mesh, false, count); }});
    }
    const auto seconds = take_turns(runs, rounds, Clock::wall, watch);
    const std::size_t racers = runs.size() / threads.size();
    for (std::size_t k = 0; k < rows.size(); ++k) {
        rows[k].value = scaled(1e3, seconds[k]);
        if (racers == 1) continue;
        rows[k].ratio = speedup(seconds[k], seconds[k / racers * racers + 1]);
        rows[k].ratio_to = "Embree fast";
    }
    const auto add_memory = [&](const std::string& name, double bytes) {
        const double size = bytes / mebi;
        rows.push_back({.part = "scaling",
                        .subject = name,
                        .setting = subject.setting("memory"),
                        .unit = "MiB",
                        .value = {size, size, size},
                        .triangles = subject.mesh.triangles.size()});
    };
    add_memory(to_string(subject.method), own_bytes);
    if (racers > 1) add_memory(peer_name(), peer_bytes);
    return rows;
}

Measurements trace_rates(const Subject& subject, int width, int height, Traversal how,
                         std::span<const int> threads, int rounds, const Watch& watch) {
    const Geometry geometry(subject.mesh.triangles, subject.camera.eye);
    const StoredRays rays = store_rays(PrimaryRays(subject.camera, width, height));
    std::vector<Racer> racers;
    add_methods(racers, std::span(&subject.method, 1), geometry, how, rays, threads);
    add_peers(racers, subject.mesh.triangles, rays, threads);
    auto rows = race(racers, rays.rays.size(), rounds, Clock::wall, watch);
    for (auto& row : rows) {
        row.part = "scaling", row.triangles = subject.mesh.triangles.size();
        row.setting = subject.setting(row.setting.empty() ? "trace" : "trace, " + row.setting);
    }
    return rows;
}

}  // namespace

std::vector<ScaledView> scaled_views(int largest) {
    const auto whole = [](std::span<const Triangle<float>> triangles, double aspect) {
        return framing_camera(triangles, aspect);
    };
    const auto close = [](std::span<const Triangle<float>> triangles, double aspect) {
        Camera camera = framing_camera(triangles, aspect);
        camera.vertical_fov = 10;
        return camera;
    };
    const auto inside = [](std::span<const Triangle<float>>, double) {
        Camera camera;
        camera.eye = {-1.5, 2.2, 1.2}, camera.look_at = {0.6, 3.4, 20}, camera.vertical_fov = 65;
        return camera;
    };
    std::vector<ScaledView> views;
    const auto add = [&](int faces, std::string name, std::string_view kind, const auto& camera) {
        if (faces <= largest)
            views.push_back({std::move(name), fmt::format("{}:faces={}", kind, faces), camera});
    };
    for (const int faces : {1'000, 10'000, 50'000, 200'000, 800'000, 3'000'000})
        add(faces, "", "torus-knot", whole);
    add(30'000, "atrium inside", "atrium", inside);
    for (const int faces : {100'000, 400'000}) {
        add(faces, "scan", "scan", whole);
        add(faces, "scan close", "scan", close);
    }
    return views;
}

Measurements scaling(std::span<const ScaledView> views, int width, int height, Traversal how,
                     int rounds, const Watch& watch) {
    const auto threads = thread_counts();
    Measurements all;
    for (const ScaledView& view : views) {
        const Subject subject(view, double(width) / height);
        for (auto& row : build_times(subject, how, threads, rounds, watch))
            all.push_back(std::move(row));
        omp_set_num_threads(threads.back());
        for (auto& row : trace_rates(subject, width, height, how, threads, rounds, watch))
            all.push_back(std::move(row));
    }
    return all;
}

}  // namespace hitmiss
