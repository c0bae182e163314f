#include "bench/kernels.hpp"

#include <fmt/core.h>

#include <bit>
#include <memory>

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

}  // namespace

AimedTests::AimedTests(const Method& method, std::span<const Aimed> aimed)
    : aimed_(aimed),
      kernel_(method.kernel(surroundings(aimed))),
      lines_(aimed.size() * kernel_.leaf_bytes() / 64) {
    prepare();
    for (std::size_t k = 0; k < aimed.size(); ++k) {
        if (k % leaf_size == 0)
            groups_.push_back(group_of(aimed.subspan(k, std::min(leaf_size, aimed.size() - k)),
                                       kernel_.precision()));
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
        hits += kernel_.count_pairs(tests_[k].leaf, 1, std::span(aimed_[k].rays).first(rays_each));
    return hits;
}

std::uint64_t AimedTests::unprepared() const {
    std::uint64_t hits = 0;
    for (const auto& [triangle, rays] : aimed_)
        for (const auto& ray : rays) hits += kernel_.test(ray, triangle).hit();
    return hits;
}

// The hits of an earlier call stand in the packets. They change no time: whether a hit is the
// nearest is chosen without a branch, after all tests.
std::uint64_t AimedTests::in_lanes() {
    const std::span tests(tests_);
    const VectorWidth width = widest();
    std::uint64_t hit = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const std::size_t first = g * leaf_size;
        const auto some = tests.subspan(first, std::min(leaf_size, tests.size() - first));
        hit += std::uint64_t(std::popcount(kernel_.test_packets(width, some, groups_[g])));
    }
    return hit;
}

Measurements kernel_costs(std::span<const Method> methods, int rounds) {
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
    const auto seconds = take_turns(runs, rounds, Clock::thread);
    for (std::size_t k = 0; k < rows.size(); ++k)
        rows[k].value = scaled(1e9 / counts[k], seconds[k]);
    return rows;
}

}  // namespace hitmiss
