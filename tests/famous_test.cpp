// Rays from public threads: what is said of each, and what the methods answer.

#include "commands/famous.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

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
    for (const char* method : {"exact", "moller-trumbore", "moller-trumbore:precision=double",
                               "watertight", "embree-fast", "embree-robust", "pbrt",
                               "moller-trumbore:as=godot", "moller-trumbore:as=jolt"})
        EXPECT_EQ(hits[method], "0, 1") << method;
}

TEST(Famous, TheSmallTriangleIsLostByAThresholdOnly) {
    auto hits = hits_of("tinybvh-283");
    for (const char* lost : {"tinybvh-1.6.7", "godot", "libigl", "bevy"})
        EXPECT_EQ(hits[fmt::format("moller-trumbore:as={}", lost)], "none") << lost;
    for (const char* kept : {"exact", "moller-trumbore", "moller-trumbore:as=jolt",
                             "moller-trumbore:as=physx", "embree-fast"})
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

}  // namespace
}  // namespace hitmiss
