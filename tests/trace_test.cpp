// Tree against brute force, for every method and setting, and the hit rule.

#include <gtest/gtest.h>

#include "scene/camera.hpp"
#include "scene/make.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

std::vector<Ray<float>> all_rays(const PrimaryRays& primary) {
    std::vector<Ray<float>> rays;
    for (int y = 0; y < primary.height(); ++y)
        for (int x = 0; x < primary.width(); ++x) rays.push_back(primary(x, y));
    return rays;
}

std::vector<Hit> trace(const MethodSpec& method, const Geometry& geometry,
                       const std::vector<Ray<float>>& rays, Walk walk) {
    std::vector<Hit> hits(rays.size());
    make_tracer(method, geometry, walk).trace(rays, hits);
    return hits;
}

/// Every method in every variant and precision, and tolerances of all sizes.
std::vector<MethodSpec> many_methods() {
    std::vector<MethodSpec> specs;
    for (const auto& entry : describe_catalogue())
        for (const char* precision : {"float", "double"})
            for (const char* variant : {"published", "corrected", "atan2"}) {
                const MethodInfo& info = entry.info;
                const auto add = [&](std::vector<std::pair<std::string, std::string>> settings) {
                    settings.insert(settings.end(),
                                    {{"precision", precision}, {"variant", variant}});
                    specs.push_back(make_method(std::string(info.name), std::move(settings)));
                };
                if (variant == std::string("corrected") && info.corrected.empty()) continue;
                if (variant == std::string("atan2") && !info.atan2) continue;
                add({});
                if (info.name.starts_with("angle-sum"))
                    for (const char* epsilon : {"1e-6", "0.5", "3", "6.28"})
                        add({{"epsilon", epsilon}});
                if (info.name == "moller-trumbore") add({{"epsilon", "1e-6"}, {"cull", "back"}});
            }
    return specs;
}

class TreeEqualsBruteForce : public testing::TestWithParam<const char*> {};

TEST_P(TreeEqualsBruteForce, ForEveryMethodAndSetting) {
    const Mesh mesh = make_mesh(GetParam());
    Box box;
    for (const auto& tri : mesh.triangles) box.include(bounds(tri));
    const Camera framing = framing_camera(box);
    Camera grazing = framing;
    grazing.eye = {3, 1e-5, 0.1}, grazing.look_at = {0, 0, 0}, grazing.vertical_fov = 60;
    for (const auto& camera : {framing, grazing}) {
        const Geometry geometry(mesh.triangles, camera.eye);
        const auto rays = all_rays(PrimaryRays(camera, 33, 33));
        for (const auto& method : many_methods()) {
            const auto brute = trace(method, geometry, rays, Walk::brute_force);
            const auto tree = trace(method, geometry, rays, Walk::tree);
            for (std::size_t k = 0; k < rays.size(); ++k) {
                ASSERT_EQ(brute[k].triangle, tree[k].triangle) << to_string(method) << " ray " << k;
                ASSERT_EQ(brute[k].t, tree[k].t) << to_string(method) << " ray " << k;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, TreeEqualsBruteForce,
                         testing::Values("icosphere:faces=320", "soup:faces=300", "grid:faces=32",
                                         "sliver-fan:faces=200", "terrain:faces=800", "cube"));

// A halo hangs over the border of the mesh, where boxes of bare triangles would cut it off.
TEST(Tree, KeepsTheHalo) {
    const std::vector<Triangle<float>> one{{{-1, -0.8f, 0}, {1, -0.9f, 0}, {0.1f, 1, 0}}};
    Camera camera;
    const Geometry geometry(one, camera.eye);
    const auto rays = all_rays(PrimaryRays(camera, 101, 101));
    int beyond = 0;
    const auto wide = trace(parse_method("angle-sum:0.5"), geometry, rays, Walk::tree);
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const auto P = Vec<double>(rays[k].o) + wide[k].t * Vec<double>(rays[k].d);
        beyond += wide[k] && P.y < -0.9;
    }
    EXPECT_GT(beyond, 20);
}

TEST(Tree, HoldsEachTriangleOnceAndInItsBoxes) {
    const Mesh mesh = make_mesh("soup:faces=5000");
    const Tree tree = build_tree(mesh.triangles);
    std::vector<int> seen(mesh.triangles.size());
    const auto check = [&](auto&& self, std::uint32_t index, const Box& parent) -> void {
        const Node& node = tree.nodes[index];
        ASSERT_TRUE(glm::all(glm::lessThanEqual(parent.lo, node.box.lo)));
        ASSERT_TRUE(glm::all(glm::greaterThanEqual(parent.hi, node.box.hi)));
        for (std::uint32_t k = 0; k < node.count; ++k) {
            const auto tri = tree.order[node.first + k];
            ++seen[tri];
            Box both = node.box;
            both.include(bounds(mesh.triangles[tri]));
            ASSERT_EQ(both.lo, node.box.lo);
            ASSERT_EQ(both.hi, node.box.hi);
        }
        if (node.count == 0) self(self, node.first, node.box), self(self, node.first + 1, node.box);
    };
    check(check, 0, Box::everything());
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(seen.size()));
}

// Identical triangles, and ones that no plane separates, must not make the tree endless or deep.
TEST(Tree, BuildsOnDegenerateInput) {
    for (const std::size_t count : {0u, 1u, 2u, 5u, 1000u}) {
        const std::vector<Triangle<float>> same(count, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
        const Geometry geometry(same, Vec<double>(0, 0, 5));
        const std::vector<Ray<float>> ray{{{0.2f, 0.2f, 5}, {0, 0, -1}}};
        const auto hit = trace(parse_method("moller-trumbore"), geometry, ray, Walk::tree)[0];
        EXPECT_EQ(bool(hit), count > 0);
        EXPECT_EQ(hit.triangle, count > 0 ? 0 : no_triangle);  // ties go to the lowest index
    }
}

TEST(HitRule, RefusesWhatIsNotFiniteNotInFrontOrFarFromTheReach) {
    const Ray<float> ray({0, 0, 0}, {0, 0, 1});
    const Box reach{{-1, -1, 1}, {1, 1, 2}};
    const auto accepts = [&](float t, bool hit = true) {
        return counts(Candidate<float>{hit, t}, ray, reach);
    };
    EXPECT_TRUE(accepts(1));
    EXPECT_TRUE(accepts(std::nextafter(1.0f, 0.0f)));
    EXPECT_TRUE(accepts(2));
    EXPECT_FALSE(accepts(1.5f, false));
    EXPECT_FALSE(accepts(0.999f));
    EXPECT_FALSE(accepts(2.001f));
    EXPECT_FALSE(accepts(std::numeric_limits<float>::quiet_NaN()));
    EXPECT_FALSE(accepts(std::numeric_limits<float>::infinity()));
    const Box all = Box::everything();
    EXPECT_TRUE(counts(Candidate<float>{true, 1e30f}, ray, all));
    EXPECT_FALSE(counts(Candidate<float>{true, 0.0f}, ray, all));
    EXPECT_FALSE(counts(Candidate<float>{true, -1.0f}, ray, all));
    EXPECT_FALSE(counts(Candidate<float>{true, std::numeric_limits<float>::infinity()}, ray, all));
}

}  // namespace
}  // namespace hitmiss
