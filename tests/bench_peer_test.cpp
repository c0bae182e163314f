// The benchmark's stored rays, and the peer that gets the same.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "base/exact.hpp"
#include "bench/race.hpp"
#include "scene/make.hpp"
#include "scene/scene.hpp"

// Replaces Embree's functions, with its types, which the linker needs when one is called.
struct RTCSceneTy;
struct RTCIntersectContext;
struct RTCRayHit;
struct RTCRayHit8;
struct RTCRayHit16;

namespace {
std::array<std::atomic<int>, 4> calls;  ///< of Embree, by mode
std::atomic<bool> coherent;             ///< of the last call

template <typename... Arguments>
void pass_on(std::size_t mode, const char* function, RTCIntersectContext* context,
             Arguments... arguments) {
    ++calls[mode];
    coherent = *reinterpret_cast<const int*>(context) == 1;
    reinterpret_cast<void (*)(Arguments...)>(dlsym(RTLD_NEXT, function))(arguments...);
}
}  // namespace

extern "C" {
void rtcIntersect1(RTCSceneTy* scene, RTCIntersectContext* context, RTCRayHit* ray) {
    pass_on(0, "rtcIntersect1", context, scene, context, ray);
}
void rtcIntersect8(const int* valid, RTCSceneTy* scene, RTCIntersectContext* context,
                   RTCRayHit8* rays) {
    pass_on(1, "rtcIntersect8", context, valid, scene, context, rays);
}
void rtcIntersect16(const int* valid, RTCSceneTy* scene, RTCIntersectContext* context,
                    RTCRayHit16* rays) {
    pass_on(2, "rtcIntersect16", context, valid, scene, context, rays);
}
void rtcIntersect1M(RTCSceneTy* scene, RTCIntersectContext* context, RTCRayHit* rays,
                    unsigned count, std::size_t stride) {
    pass_on(3, "rtcIntersect1M", context, scene, context, rays, count, stride);
}
}

namespace hitmiss {
namespace {

/// The primary rays of a picture as they are stored, in a row.
std::vector<Ray<float>> stored_rays(const Camera& camera, int width, int height) {
    std::vector<Ray<float>> all;
    for (const StoredBatch& batch : store_rays(picture_rays(camera, width, height))) {
        EXPECT_EQ(batch.hits.size(), batch.rays.size());
        all.insert(all.end(), batch.rays.begin(), batch.rays.end());
    }
    return all;
}

TEST(StoredRays, HoldEachPixelOnceInBlocks) {
    const PrimaryRays primary(Camera{}, 70, 41);
    const auto stored = stored_rays(Camera{}, 70, 41);
    std::map<std::array<float, 3>, std::pair<int, int>> pixels;  // by direction
    const auto key = [](const Vec<float>& d) { return std::array{d.x, d.y, d.z}; };
    for (int y = 0; y < 41; ++y)
        for (int x = 0; x < 70; ++x) pixels[key(primary(x, y).d)] = {x, y};
    ASSERT_EQ(pixels.size(), 70u * 41u);
    std::set<std::pair<int, int>> seen;
    std::set<int> columns, rows;
    for (std::size_t k = 0; k < stored.size(); ++k) {
        ASSERT_EQ(stored[k].o, primary(0, 0).o);
        const auto [x, y] = pixels.at(key(stored[k].d));
        EXPECT_TRUE(seen.emplace(x, y).second);
        if (k >= 16 && k < 32) columns.insert(x), rows.insert(y);
    }
    EXPECT_EQ(seen.size(), 70u * 41u);
    EXPECT_EQ(columns, (std::set<int>{4, 5, 6, 7}));
    EXPECT_EQ(rows, (std::set<int>{0, 1, 2, 3}));
}

class PeerTest : public testing::TestWithParam<const char*> {};

// Möller-Trumbore and Embree round differently, so they may differ at edges; no mode may differ
// from the exact answer on more than 1e-4 of the pixels.
TEST_P(PeerTest, FindsTheExactHitsInEveryMode) {
    if (peer_name().empty()) GTEST_SKIP() << "built without Embree";
    const Mesh mesh = make_mesh(GetParam());
    const Camera camera = framing_camera(bounds(mesh.triangles));
    const auto stored = stored_rays(camera, 150, 131);
    const Geometry geometry(mesh.triangles, camera.eye);
    std::vector<Hit> own(stored.size()), theirs(own.size());
    Tracer(parse_method("moller-trumbore"), geometry)(stored, own);
    for (const bool robust : {false, true}) {
        const auto peers = make_peers(mesh.triangles, robust, 1);
        ASSERT_EQ(peers.size(), peer_modes.size());
        for (std::size_t mode = 0; mode < peers.size(); ++mode) {
            std::ranges::fill(theirs, Hit{-1, 0});
            peers[mode](stored, theirs);
            EXPECT_GT(std::ranges::count_if(theirs, &Hit::operator bool), 150 * 131 / 10);
            const auto wrong = [&](const Hit& hit, const Hit& other, const Ray<float>& ray) {
                // It missed an exact hit of the other, or its hit is not exact or lies behind.
                const bool other_true = other && exact_hit(ray, mesh.triangles[other.triangle]).hit;
                if (!hit) return other_true;
                return !exact_hit(ray, mesh.triangles[hit.triangle]).hit ||
                       (other_true && exact_order(ray, mesh.triangles[hit.triangle],
                                                  mesh.triangles[other.triangle]) > 0);
            };
            std::size_t own_wrong = 0, their_wrong = 0;
            for (std::size_t k = 0; k < own.size(); ++k) {
                if (own[k].triangle == theirs[k].triangle) continue;
                own_wrong += wrong(own[k], theirs[k], stored[k]);
                their_wrong += wrong(theirs[k], own[k], stored[k]);
            }
            EXPECT_LE(double(own_wrong), 1e-4 * double(own.size()));
            EXPECT_LE(double(their_wrong), 1e-4 * double(own.size()))
                << robust << ' ' << peer_modes[mode];
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Meshes, PeerTest,
                         testing::Values("icosphere:faces=1280", "torus-knot:faces=5000",
                                         "terrain:faces=800"));

TEST(Peer, GivesItsMemoryBack) {
    if (peer_name().empty()) GTEST_SKIP() << "built without Embree";
    const Mesh mesh = make_mesh("cube");
    const auto held_after = [&](int peers) {
        for (int k = 0; k < peers; ++k) make_peers(mesh.triangles, false, 1);
        return mallinfo2().uordblks;
    };
    const auto before = held_after(3);  // some stays the first time
    EXPECT_LT(held_after(20), before + 20 * 1000);
}

TEST(Peer, GetsRaysInThePacketsOfTheMode) {
    if (peer_name().empty()) GTEST_SKIP() << "built without Embree";
    const Mesh mesh = make_mesh("icosphere:faces=80");
    const auto stored = stored_rays(framing_camera(bounds(mesh.triangles)), 50, 6);
    std::vector<Hit> hits(stored.size());
    const auto peers = make_peers(mesh.triangles, false, 1);
    const std::vector<std::array<int, 4>> expected{
        {300, 0, 0, 0}, {0, 38, 0, 0}, {0, 0, 19, 0}, {0, 0, 0, 2}};
    for (std::size_t mode = 0; mode < peers.size(); ++mode) {
        for (auto& count : calls) count = 0;
        peers[mode](stored, hits);
        for (std::size_t k = 0; k < calls.size(); ++k) EXPECT_EQ(calls[k], expected[mode][k]);
        EXPECT_EQ(coherent, mode != 0);
    }
}

TEST(Race, CountsTheHitsOfAllAlike) {
    const Mesh mesh = make_mesh("icosphere:faces=320");
    const Camera camera = framing_camera(bounds(mesh.triangles));
    const Geometry geometry(mesh.triangles, camera.eye);
    const RaySource rays = picture_rays(camera, 60, 60);
    const std::vector<Method> methods{parse_method("exact"), parse_method("watertight"),
                                      parse_method("same-side")};
    const std::vector<int> threads{1, 2};
    auto racers = method_racers(methods, geometry, Traversal::one_ray, rays.count, threads,
                                1e5);  // leaves same-side out
    std::ranges::move(embree_racers(mesh.triangles, threads), std::back_inserter(racers));
    const auto rows = ray_rates(racers, rays, 1);
    ASSERT_EQ(rows.size(), peer_name().empty() ? 4u : 20u);
    std::size_t best = 0;
    for (const auto& row : rows) {
        EXPECT_EQ(*row.hits, *rows[0].hits) << row.subject << ' ' << row.setting;
        best += row.ratio && row.ratio->lower == 1 && row.ratio->upper == 1;
    }
    EXPECT_GE(best, peer_name().empty() ? 0u : 2u);  // the best mode on one thread and on two
}

}  // namespace
}  // namespace hitmiss
