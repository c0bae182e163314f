#include "bench/kernels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/exact.hpp"
#include "base/random.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t warm_triangles = 512, cold_triangles = 4096, warm_passes = 8;
constexpr std::array hit_rates{0, 25, 50, 75, 100};  // percent

/// The rays of these triangles, a packet each, that have hit nothing yet.
PacketGroup group_of(std::span<const Aimed> aimed, Precision precision) {
    PacketGroup group;
    group.origin = aimed[0].rays[0].o;
    for (std::size_t p = 0; p < aimed.size(); ++p) {
        Packet& packet = group.packet[p];
        for (std::size_t k = 0; k < lanes; ++k)
            for (int axis = 0; axis < 3; ++axis)
                packet.d[std::size_t(axis)][k] = aimed[p].rays[k].d[axis];
        packet.far.fill(Box::inf);
        if (precision == Precision::single)
            packet.best_single.fill(Box::inf);
        else
            packet.best_twice.fill(Box::inf);
        packet.triangle.fill(no_triangle);
    }
    return group;
}

/// Outside the cube of the triangles, off its planes of symmetry.
const Vec<float> eye{2, 1, 3};

/// In the cube from -1 to 1. No slivers: a side of the others would hardly matter to the cost, but
/// their misses would be far.
Triangle<float> random_triangle(Random& random) {
    const auto point = [&] {
        const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
        return Vec<float>(Vec<double>(x, y, random.uniform(-1, 1)));
    };
    for (;;) {
        const Vec<float> a = point(), b = point(), c = point();
        const Triangle<float> tri(a, b, c);
        if (glm::length(normal(tri)) > 0.5f) return tri;
    }
}

Ray<float> aim(Random& random, const Triangle<float>& tri, bool hit) {
    for (;;) {
        const double u = hit ? random.uniform() : random.uniform(-1, 2);
        const double v = hit ? random.uniform() : random.uniform(-1, 2);
        const auto P =
            (1 - u - v) * Vec<double>(tri.a) + u * Vec<double>(tri.b) + v * Vec<double>(tri.c);
        const Ray<float> ray{eye, Vec<float>(glm::normalize(P - Vec<double>(eye)))};
        if (exact_hit(ray, tri).hit == hit) return ray;
    }
}

/// The eye and the triangles' box: the scene that a method may fit itself to.
Surroundings surroundings(std::span<const Aimed> aimed) {
    Surroundings scene{Vec<double>(eye)};
    for (const auto& [triangle, rays] : aimed) scene.box.include(bounds(triangle));
    return scene;
}

}  // namespace

std::vector<Aimed> aim_rays(std::size_t triangles, double hit_rate) {
    Random random(1);
    std::vector<bool> hits(triangles * lanes);
    std::fill_n(hits.begin(), std::lround(hit_rate * double(hits.size())), true);
    for (std::size_t k = hits.size(); k > 1; --k) {
        const std::size_t other = random.below(std::uint32_t(k));
        const bool moved = hits[k - 1];
        hits[k - 1] = hits[other], hits[other] = moved;
    }
    std::vector<Aimed> all(triangles);
    for (std::size_t k = 0; k < hits.size(); ++k) {
        auto& [triangle, rays] = all[k / lanes];
        if (k % lanes == 0) triangle = random_triangle(random);
        rays[k % lanes] = aim(random, triangle, hits[k]);
    }
    return all;
}

AimedTests::AimedTests(const Method& method, std::span<const Aimed> aimed)
    : aimed_(aimed),
      kernel_(method.kernel(surroundings(aimed))),
      lines_(aimed.size() * kernel_.leaf_bytes / 64) {
    prepare();
    for (std::size_t k = 0; k < aimed.size(); ++k) {
        if (k % leaf_size == 0) {
            const auto some = aimed.subspan(k, std::min(leaf_size, aimed.size() - k));
            groups_.push_back(group_of(some, kernel_.precision));
            kernel_.packets->at[std::size_t(widest())].prepare_rays(some.size(), groups_.back());
        }
        tests_.push_back({leaf(k), 0, 1u << k % leaf_size, {}});
    }
}

void AimedTests::prepare() {
    for (std::size_t k = 0; k < aimed_.size(); ++k)
        kernel_.prepare(aimed_[k].triangle, std::uint32_t(k), leaf(k), 0);
}

std::uint64_t AimedTests::one_by_one(std::size_t rays_each) const {
    std::uint64_t hits = 0;
    for (std::size_t k = 0; k < aimed_.size(); ++k)
        hits += kernel_.packets->count_pairs(tests_[k].leaf, 1,
                                             std::span(aimed_[k].rays).first(rays_each));
    return hits;
}

std::uint64_t AimedTests::unprepared() const {
    std::uint64_t hits = 0;
    for (const auto& [triangle, rays] : aimed_)
        for (const auto& ray : rays) hits += kernel_.test(ray, triangle).hit();
    return hits;
}

// The hits of an earlier call stand in the packets. They change no time: whether a hit is the
// nearest is chosen without a branch.
void AimedTests::in_lanes() {
    const std::span tests(tests_);
    const auto& test_packets = kernel_.packets->at[std::size_t(widest())].test_packets;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const std::size_t first = g * leaf_size;
        const auto some = tests.subspan(first, std::min(leaf_size, tests.size() - first));
        test_packets(some, groups_[g]);
    }
}

std::uint64_t AimedTests::kept() const {
    std::uint64_t kept = 0;
    for (std::size_t k = 0; k < aimed_.size(); ++k)
        for (const auto triangle : groups_[k / leaf_size].packet[k % leaf_size].triangle)
            kept += triangle != no_triangle;
    return kept;
}

Measurements kernel_costs(std::span<const Method> methods, int rounds, const Watch& watch) {
    std::vector<std::vector<Aimed>> by_rate;
    for (const int percent : hit_rates)
        by_rate.push_back(aim_rays(warm_triangles, percent / 100.0));
    const auto cold_rays = aim_rays(cold_triangles, 0.5);
    std::vector<std::uint64_t> memory(std::size_t{1} << 23);
    // Writes more than most caches hold.
    const auto flush = [&] {
        for (auto& word : memory) ++word;
    };

    Measurements rows;
    std::vector<Task> runs;
    std::vector<double> counts;  // tests, or triangles prepared, of a run
    const auto add = [&](const std::string& subject, const std::string& setting, std::size_t count,
                         Task run) {
        rows.push_back(
            {.part = "kernels", .subject = subject, .setting = setting, .unit = "ns", .value = {}});
        runs.push_back(std::move(run));
        counts.push_back(double(count));
    };
    const auto add_warm = [&](const std::string& subject, const std::string& setting,
                              std::size_t count, auto work) {
        add(subject, setting, warm_passes * count, {[=] {
                for (std::size_t pass = 0; pass < warm_passes; ++pass) work();
            }});
    };
    constexpr std::size_t warm_tests = warm_triangles * lanes;
    for (const Method& method : methods) {
        std::vector<std::shared_ptr<AimedTests>> warm;
        for (const auto& aimed : by_rate)
            warm.push_back(std::make_shared<AimedTests>(method, aimed));
        const auto half = warm[hit_rates.size() / 2],
                   cold = std::make_shared<AimedTests>(method, cold_rays);
        const auto add_rates = [&](const std::string& subject, auto work) {
            for (std::size_t k = 0; k < warm.size(); ++k)
                add_warm(subject, fmt::format("{} %", hit_rates[k]), warm_tests,
                         [=, tests = warm[k]] { work(*tests); });
        };
        const std::string scalar = to_string(method) + ", scalar";
        add_rates(scalar, [](AimedTests& tests) { tests.one_by_one(); });
        add(scalar, "cold", cold_triangles, {[=] { cold->one_by_one(1); }, flush});
        add_warm(scalar, "unprepared", warm_tests, [=] { half->unprepared(); });
        add_warm(scalar, "to prepare", warm_triangles, [=] { half->prepare(); });
        if (half->scalar()) continue;
        const std::string in_lanes = to_string(method) + ", lanes";
        add_rates(in_lanes, [](AimedTests& tests) { tests.in_lanes(); });
        add(in_lanes, "cold", cold_triangles * lanes, {[=] { cold->in_lanes(); }, flush});
    }
    const auto seconds = take_turns(runs, rounds, Clock::thread, watch);
    for (std::size_t k = 0; k < rows.size(); ++k)
        rows[k].value = scaled(1e9 / counts[k], seconds[k]);
    return rows;
}

}  // namespace hitmiss
