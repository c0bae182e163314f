// Rays from public threads: what is said of each, and what the methods answer.

#include "commands/famous.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

/// The triangles that each method hits, by its specification.
std::map<std::string, std::string> hits_of(const std::string& name) {
    const auto rays = famous_rays(HITMISS_SCENES);
    const Report report = answers_on(find_famous(rays, name), 100);
    std::map<std::string, std::string> hits;
    for (const Object& row : report.csv)
        hits[row.at("method").get<std::string>()] = row.at("hits").get<std::string>();
    return hits;
}

TEST(Famous, EveryRayTellsItsThread) {
    const auto rays = famous_rays(HITMISS_SCENES);
    EXPECT_GE(rays.size(), 8u);
    int sources = 0;
    for (const FamousRay& ray : rays) {
        EXPECT_FALSE(ray.about.empty()) << ray.name;
        EXPECT_FALSE(ray.reproducer.triangles.empty()) << ray.name;
        sources += ray.about.starts_with("github.com/");
    }
    EXPECT_EQ(sources, int(rays.size()) - 1) << "one names the same thread as another";
}

// Rounding every operation by itself is enough for both triangles, by whichever program's code.
TEST(Famous, OblikovatisRayHitsBothTrianglesWithSeparateRounding) {
    auto hits = hits_of("oblikovati-2146");
    for (const char* method :
         {"exact", "moller-trumbore", "moller-trumbore:precision=double", "watertight",
          "embree-fast", "embree-robust", "pbrt", "moller-trumbore:as=godot-2026-11",
          "moller-trumbore:as=jolt-2026-06"})
        EXPECT_EQ(hits[method], "0, 1") << method;
}

/// a b - c d: each product rounded, or the first or the second one not.
float difference(int way, float a, float b, float c, float d) {
    const float ab = a * b, cd = c * d;
    return way == 0 ? ab - cd : way == 1 ? std::fma(a, b, -cd) : std::fma(-c, d, ab);
}
Vec<float> cross(int way, const Vec<float>& a, const Vec<float>& b) {
    return {difference(way, a.y, b.z, a.z, b.y), difference(way, a.z, b.x, a.x, b.z),
            difference(way, a.x, b.y, a.y, b.x)};
}
/// Each product rounded; or only that of x, and z comes last; only that of z, and x comes last;
/// only that of y, and z comes last.
float dot(int way, const Vec<float>& a, const Vec<float>& b) {
    const float x = a.x * b.x, y = a.y * b.y, z = a.z * b.z;
    return way == 0   ? x + y + z
           : way == 1 ? std::fma(a.z, b.z, std::fma(a.y, b.y, x))
           : way == 2 ? std::fma(a.x, b.x, std::fma(a.y, b.y, z))
                      : std::fma(a.z, b.z, std::fma(a.x, b.x, y));
}

// Contracted, both may miss; by how many ways, and by which, the ray's comment says.
TEST(Famous, OblikovatisRayMissesBothTrianglesWhenContracted) {
    EXPECT_EQ(hits_of("oblikovati-2146")["moller-trumbore:arithmetic=fused"], "none");
    const auto rays = famous_rays(HITMISS_SCENES);
    const auto& asked = find_famous(rays, "oblikovati-2146").reproducer;
    const auto& [o, d] = asked.ray;
    std::array<int, 3> ways{};  // by the number of triangles that are hit
    std::set<std::pair<int, int>> hit_both;
    for (int crossed = 0; crossed < 3; ++crossed)
        for (int dotted = 0; dotted < 4; ++dotted) {
            std::size_t hits = 0;
            for (const auto& tri : asked.triangles) {
                const Vec<float> e1 = tri.b - tri.a, e2 = tri.c - tri.a, s = o - tri.a;
                const auto p = cross(crossed, d, e2), q = cross(crossed, s, e1);
                const float det = dot(dotted, e1, p);
                const float u = dot(dotted, s, p) / det, v = dot(dotted, d, q) / det;
                hits += u >= 0 && v >= 0 && u + v <= 1;
            }
            ++ways[hits];
            if (hits == 2) hit_both.emplace(dotted, crossed);
            EXPECT_TRUE(hits != 0 || dotted >= 2) << crossed;
            EXPECT_TRUE(hits == 0 || dotted != 3) << crossed;
        }
    EXPECT_EQ(ways, (std::array{5, 2, 5}));
    // z last, with any cross product; no dot product contracted, with two of them.
    const std::set<std::pair<int, int>> said{{1, 0}, {1, 1}, {1, 2}, {0, 0}, {0, 2}};
    EXPECT_EQ(hit_both, said);
    const std::string& about = find_famous(rays, "oblikovati-2146").about;
    EXPECT_NE(
        about.find(
            "five hit both: dot products that round the term of x and add z last, with cross "
            "products whose terms are both rounded, whose first or whose second term is fused; and "
            "dot products that round all terms, with cross products that do so too, "
            "or whose second term is fused."),
        about.npos)
        << about;
}

TEST(Famous, TheSmallTriangleIsLostByAThresholdOnly) {
    auto hits = hits_of("tinybvh-283");
    for (const char* lost : {"tinybvh-1.6.7", "godot-2026-11", "libigl-2026-08", "bevy-2026-11"})
        EXPECT_EQ(hits[fmt::format("moller-trumbore:as={}", lost)], "none") << lost;
    for (const char* kept : {"exact", "moller-trumbore", "moller-trumbore:as=jolt-2026-06",
                             "moller-trumbore:as=physx-2026", "embree-fast"})
        EXPECT_EQ(hits[kept], "0") << kept;
}

TEST(Famous, ANegativeZeroIsNoMatterOfTheTriangle) {
    for (const auto& [method, hit] : hits_of("bvh-20")) EXPECT_EQ(hit, "0, 1") << method;
}

TEST(Famous, AreReadWithTheirComments) {
    const auto rays = read_famous_rays(
        "# of the file\n\nray one\n# From here.\n# So.\no 0 0 1\n# not this\nd 0 0 -1\n"
        "triangle -1 -1 0  1 -1 0  0 1 0\nray two\no 0 0 1\nd 0 0 -1\n"
        "triangle -1 -1 0  1 -1 0  0 1 0\n",
        "rays.txt");
    ASSERT_EQ(rays.size(), 2u);
    EXPECT_EQ(rays[0].name, "one");
    EXPECT_EQ(rays[0].about, "From here. So.");
    EXPECT_EQ(rays[0].reproducer.triangles.size(), 1u);
    EXPECT_EQ(rays[0].reproducer.ray.d.z, -1);
}

TEST(Famous, ErrorsNameTheLineAndNearNames) {
    const auto error_of = [](auto&& call) -> std::string {
        try {
            call();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_NE(error_of([] { read_famous_rays("o 1 2 3\n", "rays.txt"); }).find("rays.txt:1: "),
              std::string::npos);
    EXPECT_NE(
        error_of([] { read_famous_rays("ray a\n# b\no 1 2\n", "rays.txt"); }).find("rays.txt:3: "),
        std::string::npos);
    const auto rays = famous_rays(HITMISS_SCENES);
    EXPECT_NE(error_of([&] {
                  find_famous(rays, "oblikovati-2164");
              }).find("did you mean 'oblikovati-2146'"),
              std::string::npos);
}

class FamousCommand : public Program {};

TEST_F(FamousCommand, ListsAndExplains) {
    const auto list = run("explain famous");
    EXPECT_EQ(list.exit, 0) << list.err;
    EXPECT_NE(list.out.find("oblikovati-2146\n"), std::string::npos);
    const auto one = run("explain famous:tinybvh-283");
    EXPECT_EQ(one.exit, 0) << one.err;
    EXPECT_NE(one.out.find("exact: triangle 0 at t = 1\n"), std::string::npos) << one.out;
    EXPECT_NE(one.out.find("moller-trumbore:as=tinybvh-1.6.7"), std::string::npos) << one.out;
    const auto full = run("explain famous:tinybvh-283 -m mt:as=tinybvh-1.6.7");
    EXPECT_NE(full.out.find("|det|"), std::string::npos) << full.out;
    EXPECT_EQ(run("explain famous:nobody").exit, 2);
    EXPECT_EQ(run("explain famous:tinybvh-283 --pixel 1,2").exit, 2);
}

// Each by itself, beside the ray's own name.
TEST_F(FamousCommand, RefusesOtherRaysAndSizes) {
    for (const std::string other : {"--pixel 1,2", "--size 64x64", "--row 3", "--aim edge"})
        EXPECT_NE(
            run("explain famous:oblikovati " + other)
                .err.find("is for rays of a scene; a famous ray or a reproducer has its one ray"),
            std::string::npos)
            << other;
}

}  // namespace
}  // namespace hitmiss
