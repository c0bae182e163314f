#include "bench/race.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/words.hpp"
#include "bench/embree_peer.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {
namespace {

/// Index of a tile's first ray: the rows of tiles above it and the tiles to its left come before.
std::size_t first_ray(const Tile& tile, int width) {
    return std::size_t(tile.y) * std::size_t(width) +
           std::size_t(tile.x) * std::size_t(tile.height);
}

/// Traces all rays on the racer's number of threads.
void trace_all(const Racer& racer, const StoredRays& stored, std::span<Hit> hits) {
    parallel_for(tile_count(stored.width, stored.height), [&](std::size_t k) {
        const Tile tile = tile_at(k, stored.width, stored.height);
        const std::size_t first = first_ray(tile, stored.width), count = std::size_t(tile.size());
        racer.trace(std::span(stored.rays).subspan(first, count), hits.subspan(first, count));
    });
}

}  // namespace

StoredRays store_rays(const PrimaryRays& primary) {
    const auto count = std::size_t(primary.width()) * std::size_t(primary.height());
    StoredRays stored{primary.width(), primary.height(), std::vector<Ray<float>>(count)};
    parallel_for(tile_count(stored.width, stored.height), [&](std::size_t k) {
        const Tile tile = tile_at(k, stored.width, stored.height);
        std::size_t next = first_ray(tile, stored.width);
        for_each_pixel(tile, [&](int x, int y) { stored.rays[next++] = primary(x, y); });
    });
    return stored;
}

std::vector<Racer> method_racers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how, const StoredRays& rays,
                                 const std::vector<int>& threads, double most_tests) {
    struct Current {
        std::optional<Method> method;
        Tracer tracer;
    };
    const auto current = std::make_shared<Current>();
    std::vector<Racer> racers;
    for (const Method& method : methods) {
        const auto prepare = [=, &geometry] {
            if (current->method == method) return;
            *current = {};
            *current = {method, Tracer(method, geometry, how)};
        };
        prepare();
        const double tests = double(rays.rays.size()) * double(geometry.triangles.size());
        if ((!current->tracer.bounded() || how == Traversal::brute_force) && tests > most_tests) {
            say("note: {} left out: {} tests, as every ray meets every triangle", to_string(method),
                number_text(tests, 2));
            continue;
        }
        for (const int count : threads)
            racers.push_back({{"rays", to_string(method), "", "Mrays/s", {}, count},
                              method,
                              [current](auto some, auto hits) { current->tracer(some, hits); },
                              prepare});
    }
    return racers;
}

std::vector<Racer> embree_racers(std::span<const Triangle<float>> triangles,
                                 const std::vector<int>& threads) {
    std::vector<Racer> racers;
    for (const bool robust : {false, true}) {
        const auto peers = make_peers(triangles, robust, omp_get_num_procs());
        for (std::size_t mode = 0; mode < peers.size(); ++mode) {
            const auto setting =
                fmt::format("{}, {}", robust ? "robust" : "fast", peer_modes[mode]);
            for (const int count : threads)
                racers.push_back(
                    {{"embree", peer_name(), setting, "Mrays/s", {}, count}, {}, peers[mode]});
        }
    }
    return racers;
}

std::vector<std::vector<double>> race(std::span<const Racer> racers, const StoredRays& rays,
                                      int rounds, Clock clock, const Watch& watch) {
    std::vector<Hit> hits(rays.rays.size());
    std::vector<Task> tasks;
    for (const Racer& racer : racers)
        tasks.push_back({[&] { trace_all(racer, rays, hits); },
                         [&] { racer.prepare(), omp_set_num_threads(*racer.about.threads); }});
    const int threads = omp_get_max_threads();
    auto seconds = take_turns(tasks, rounds, clock, watch);
    omp_set_num_threads(threads);
    return seconds;
}

Measurements ray_rates(std::span<const Racer> racers, const StoredRays& rays, int rounds,
                       const Watch& watch) {
    const auto seconds = race(racers, rays, rounds, Clock::wall, watch);
    std::map<int, std::size_t> best_peer;  // by number of threads
    for (std::size_t k = 0; k < racers.size(); ++k) {
        if (racers[k].method) continue;
        const auto [best, first] = best_peer.try_emplace(*racers[k].about.threads, k);
        if (quartiles(seconds[k]).median < quartiles(seconds[best->second]).median)
            best->second = k;
    }
    std::vector<Hit> hits(rays.rays.size());
    Measurements rows;
    for (std::size_t k = 0; k < racers.size(); ++k) {
        const Racer& racer = racers[k];
        racer.prepare();
        trace_all(racer, rays, hits);
        Measurement row = racer.about;
        row.value = rate(double(hits.size()) / 1e6, seconds[k]);
        row.hits = std::uint64_t(std::ranges::count_if(hits, &Hit::operator bool));
        if (const auto best = best_peer.find(*row.threads); best != best_peer.end()) {
            row.ratio = speedup(seconds[k], seconds[best->second]);
            row.ratio_to = fmt::format("Embree {}", racers[best->second].about.setting);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace hitmiss
