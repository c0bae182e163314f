#include "bench/race.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {

void trace_all(const Racer& racer, std::vector<StoredBatch>& batches) {
    parallel_for(batches.size(),
                 [&](std::size_t k) { racer.trace(batches[k].rays, batches[k].hits); });
}

std::vector<StoredBatch> store_rays(const RaySource& source) {
    std::vector<StoredBatch> batches(source.batches);
    parallel_for(source.batches, [&](std::size_t k) {
        batches[k].rays = source.batch(k).rays;
        batches[k].hits.resize(batches[k].rays.size());
    });
    return batches;
}

std::vector<Racer> method_racers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how, std::size_t rays, const std::vector<int>& threads,
                                 double most_tests) {
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
        const double tests = double(rays) * double(geometry.triangles.size());
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

std::vector<std::vector<double>> race(std::span<const Racer> racers,
                                      std::vector<StoredBatch>& batches, int rounds,
                                      clockid_t clock, const Watch& watch) {
    std::vector<Task> tasks;
    for (const Racer& racer : racers)
        tasks.push_back({[&] { trace_all(racer, batches); },
                         [&] { racer.prepare(), omp_set_num_threads(*racer.about.threads); }});
    const int threads = omp_get_max_threads();
    auto seconds = take_turns(tasks, rounds, clock, watch);
    omp_set_num_threads(threads);
    return seconds;
}

Measurements ray_rates(std::span<const Racer> racers, const RaySource& source, int rounds,
                       const Watch& watch) {
    auto batches = store_rays(source);
    const auto seconds = race(racers, batches, rounds, CLOCK_MONOTONIC, watch);
    std::map<int, std::size_t> best_peer;  // by number of threads
    for (std::size_t k = 0; k < racers.size(); ++k) {
        if (racers[k].method) continue;
        const auto [best, first] = best_peer.try_emplace(*racers[k].about.threads, k);
        if (quartiles(seconds[k]).median < quartiles(seconds[best->second]).median)
            best->second = k;
    }
    const std::vector<double> million_rays(std::size_t(rounds), double(source.count) / 1e6);
    Measurements rows;
    for (std::size_t k = 0; k < racers.size(); ++k) {
        const Racer& racer = racers[k];
        racer.prepare();
        trace_all(racer, batches);
        Measurement row = racer.about;
        row.value = quotients(million_rays, seconds[k]);
        row.hits = 0;
        for (const StoredBatch& batch : batches)
            *row.hits += std::uint64_t(std::ranges::count_if(batch.hits, &Hit::operator bool));
        if (const auto best = best_peer.find(*row.threads); best != best_peer.end()) {
            row.ratio = quotients(seconds[best->second], seconds[k]);
            row.ratio_to = fmt::format("Embree {}", racers[best->second].about.setting);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace hitmiss
