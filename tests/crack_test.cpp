// Rays one float apart about a shared edge, and the smallest triangles that programs see.

#include <fmt/format.h>

#include "base/exact.hpp"
#include "draw/crack_map.hpp"
#include "draw/textbook.hpp"
#include "json_testing.hpp"
#include "program.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

TEST(Crack, IsNotLeftByWatertight) {
    const auto sphere = make_mesh("icosphere:faces=320").triangles;
    const auto edge = shared_edge(sphere, 100, 0);
    ASSERT_TRUE(edge);
    constexpr int across = 32;
    const Vec<float> eye(0, 0, 0);
    const auto rays = rays_about(*edge, eye, across);
    ASSERT_EQ(rays.size(), std::size_t(across * across));
    // Neighbours differ by one float in one component.
    for (int k = 0; k < 3; ++k)
        EXPECT_TRUE(rays[0].d[k] == rays[1].d[k] ||
                    std::nextafter(rays[0].d[k], rays[1].d[k]) == rays[1].d[k]);
    const auto maps =
        map_crack(*edge, rays, {parse_method("moller-trumbore"), parse_method("watertight")},
                  Vec<double>(eye));
    ASSERT_EQ(maps.size(), 3u);
    EXPECT_EQ(map_crack(*edge, rays, {parse_method("exact")}, Vec<double>(eye)).size(), 1u);
    // The exact answer is some of one triangle and some of the other, as exact_hit says.
    std::size_t first = 0;
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const bool a = exact_hit(rays[k], edge->triangles[0]).hit;
        const bool b = exact_hit(rays[k], edge->triangles[1]).hit;
        EXPECT_TRUE(a || b);
        EXPECT_EQ(maps[0].hits[k].triangle, a ? 0u : 1u);
        first += a;
    }
    EXPECT_GT(first, rays.size() / 8);
    EXPECT_LT(first, rays.size() * 7 / 8);
    EXPECT_EQ(maps[0].counts.errors(), 0u);
    EXPECT_EQ(maps[2].counts.leaks, 0u);
    EXPECT_GT(maps[2].counts.tie, 0u);
}

// Not at every edge: at some of twenty.
TEST(Crack, IsLeftByMollerTrumboreSomewhere) {
    const auto sphere = make_mesh("icosphere:faces=320").triangles;
    std::uint64_t leaks = 0;
    for (std::uint32_t triangle = 0; triangle < 20; ++triangle) {
        const auto edge = shared_edge(sphere, triangle, 0);
        const Vec<float> eye(0.1f, 0.2f, 0.3f);
        leaks += map_crack(*edge, rays_about(*edge, eye, 32), {parse_method("moller-trumbore")},
                           Vec<double>(eye))[1]
                     .counts.leaks;
    }
    EXPECT_GT(leaks, 20u);
}

using CrackCommand = Program;
TEST_F(CrackCommand, IsMadeForAnyEdgeThatTwoTrianglesShare) {
    const std::string accept = "accept " + scene("icosphere") + " --triangle 7 --edge bc ";
    const auto made = run(accept + "-m watertight -m angle-sum:0.01 --format json -o crack.svg");
    ASSERT_EQ(made.exit, 0) << made.err;
    const Json json = parse_json(made.out);
    EXPECT_EQ(json["methods"][0]["method"], "exact");
    EXPECT_EQ(json["methods"][1]["leaks"], 0);
    EXPECT_EQ(json["triangles"][0], 7);
    EXPECT_EQ(files(), std::vector<std::string>{"crack.svg"});
    // With tests of points only, the floats of the plane.
    EXPECT_FALSE(parse_json(run(accept + "-m angle-sum:0.01 --format json -o a.svg").out)
                     .contains("triangles"));
    write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto border = run("accept one.obj --edge ab -m watertight -o a.svg");
    EXPECT_EQ(border.exit, 2);
    EXPECT_NE(border.err.find("--edge ab: no other triangle has that edge"), std::string::npos);
}

// det of a right triangle seen face-on is its legs' product.
TEST(Vanish, ATriangleIsSeenDownToTheRootOfTheThreshold) {
    const std::map<std::string, double> thresholds{
        {"godot-2026-11", 1e-5},       {"tinybvh-1.6.7", 1e-6}, {"libigl-2026-08", 1e-6},
        {"bevy-2026-11", 0x1p-23},     {"jolt-2026-06", 1e-12}, {"physx-2026", 0x1p-46},
        {"directxmath-2026-04", 1e-20}};
    std::size_t seen = 0;
    for (const auto& [program, method, leg] : smallest_triangles())
        for (const auto& [name, threshold] : thresholds)
            if (method == "moller-trumbore:as=" + name) {
                ++seen;
                EXPECT_GE(leg * 1.001, std::sqrt(threshold)) << name;
                EXPECT_LE(leg, std::sqrt(threshold) * std::exp2(0.11)) << name;
            }
    EXPECT_EQ(seen, thresholds.size());
}

// The ray meets the triangle a quarter of a leg from both, half a unit away, so twice the areas
// beside it are 1/4, 1/4 and 1/2 of the square of a leg s.
TEST(Vanish, OtherTestsLoseATriangleWhereTheirOwnNumbersEnd) {
    const double u = 0x1p-24;
    const std::map<std::string, double> ends{
        // t = 1/2 must exceed 11.25 u / s, which 5 roundings of a sheared corner make.
        {"pbrt", 22.5 * u},
        // The heights of both ends, s^2/2, are multiplied: not 0 in float if s^4/4 > 2^-150.
        {"bullet:length=1", 0x1p-37},
        // The largest area, s^2/2, is taken for 0 below 20 times a double's epsilon.
        {"plucker", std::sqrt(2 * 20 * 0x1p-52)},
        // A normal, s^2 long, is 0 unless longer than 1e-13.
        {"trimesh", std::sqrt(1e-13)}};
    std::size_t seen = 0;
    for (const auto& [program, method, leg] : smallest_triangles()) {
        if (const auto end = ends.find(method); end != ends.end()) {
            ++seen;
            EXPECT_GE(leg * 1.001, end->second) << method;
            EXPECT_LE(leg, end->second * std::exp2(0.11)) << method;
        } else if (program.starts_with("Embree") || program == "Mitsuba 3" ||
                   program == "Blender" || program == "three-mesh-bvh") {
            ++seen;
            EXPECT_LT(leg, 1e-18) << method;  // the square of a leg is denormal or 0
        }
    }
    EXPECT_EQ(seen, 4u + 5u);
}

}  // namespace
}  // namespace hitmiss
