#include "bench/race.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <map>
#include <set>

#include "base/error.hpp"
#include "base/words.hpp"
#include "bench/embree_peer.hpp"

namespace hitmiss {

std::vector<int> thread_counts() {
    const std::set<int> different{1, omp_get_max_threads()};
    return {different.begin(), different.end()};
}

void add_methods(std::vector<Racer>& racers, std::span<const Method> methods,
                 const Geometry& geometry, Traversal how, const StoredRays& rays,
                 std::span<const int> threads, double most_tests) {
    struct Current {
        std::optional<Method> method;
        Tracer tracer;
    };
    const auto prepared = std::make_shared<Current>();
    for (const Method& method : methods) {
        const auto prepare = [=, &geometry] {
            if (prepared->method == method) return;
            *prepared = {};
            *prepared = {method, Tracer(method, geometry, how)};
        };
        prepare();
        const double tests = double(rays.rays.size()) * double(geometry.triangles.size());
        if ((!prepared->tracer.bounded() || how == Traversal::brute_force) && tests > most_tests) {
            say("note: {} left out: {} tests, as every ray meets every triangle", to_string(method),
                number_text(tests, 2));
            continue;
        }
        for (const int count : threads)
            racers.push_back({"rays", to_string(method), "", count, method,
                              [&rays, prepared](std::span<Hit> hits) {
                                  trace_all(prepared->tracer, rays, hits);
                              },
                              prepare});
    }
}

void add_peers(std::vector<Racer>& racers, std::span<const Triangle<float>> triangles,
               const StoredRays& rays, std::span<const int> threads) {
    if (peer_name().empty()) return;
    const auto mesh = std::make_shared<const PeerMesh>(triangles);
    for (const bool robust : {false, true}) {
        const auto peer = std::make_shared<Peer>(mesh, robust, omp_get_num_procs());
        peer->build();
        for (std::size_t mode = 0; mode < peer_mode_names.size(); ++mode)
            for (const int count : threads)
                racers.push_back(
                    {"embree", peer_name(),
                     fmt::format("{}, {}", robust ? "robust" : "fast", peer_mode_names[mode]),
                     count, std::nullopt,
                     [=, &rays](std::span<Hit> hits) { peer->trace(rays, PeerMode(mode), hits); }});
    }
}

Measurements race(const std::vector<Racer>& racers, std::size_t ray_count, int rounds, Clock clock,
                  const Watch& watch) {
    std::vector<Hit> hits(ray_count);
    std::vector<std::uint64_t> hit_counts;
    std::vector<Task> runs;
    const int threads_before = omp_get_max_threads();
    for (const Racer& racer : racers) {
        const auto before = [&] { racer.prepare(), omp_set_num_threads(racer.threads); };
        before();
        racer.trace(hits);
        hit_counts.push_back(count_hits(hits));
        runs.push_back({[&] { racer.trace(hits); }, before});
    }
    const auto seconds = take_turns(runs, rounds, clock, watch);
    omp_set_num_threads(threads_before);

    std::map<int, std::size_t> best_peer;  // by number of threads
    for (std::size_t k = 0; k < racers.size(); ++k) {
        if (racers[k].method) continue;
        const auto [best, first] = best_peer.try_emplace(racers[k].threads, k);
        if (quartiles(seconds[k]).median < quartiles(seconds[best->second]).median)
            best->second = k;
    }
    Measurements rows;
    for (std::size_t k = 0; k < racers.size(); ++k) {
        const Racer& racer = racers[k];
        Measurement row{.part = racer.part,
                        .subject = racer.name,
                        .setting = racer.setting,
                        .unit = "Mrays/s",
                        .value = rate(double(ray_count) / 1e6, seconds[k]),
                        .threads = racer.threads,
                        .hits = hit_counts[k]};
        if (const auto best = best_peer.find(racer.threads); best != best_peer.end()) {
            row.ratio = speedup(seconds[k], seconds[best->second]);
            row.ratio_to = fmt::format("Embree {}", racers[best->second].setting);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace hitmiss
