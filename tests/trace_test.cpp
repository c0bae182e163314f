// Every traversal against the plain loop, for every method and setting, and the hit rule.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "scene/camera.hpp"
#include "scene/make.hpp"
#include "trace/one_ray.hpp"
#include "trace/plain.hpp"
#include "trace/tiles.hpp"
#include "trace/tracer.hpp"
#include "trace/view.hpp"

namespace hitmiss {
namespace {

std::vector<Ray<float>> all_rays(const PrimaryRays& primary) {
    std::vector<Ray<float>> rays;
    for (int y = 0; y < primary.height(); y += tile_side)
        for (int x = 0; x < primary.width(); x += tile_side) {
            const Tile tile{x, y, std::min(tile_side, primary.width() - x),
                            std::min(tile_side, primary.height() - y)};
            for_each_pixel(tile, [&](int i, int j) { rays.push_back(primary(i, j)); });
        }
    return rays;
}

std::vector<Hit> trace(const Method& method, const Geometry& geometry,
                       const std::vector<Ray<float>>& rays, Traversal how,
                       VectorWidth width = widest()) {
    std::vector<Hit> hits(rays.size());
    Tracer(method, geometry, how, width)(rays, hits);
    return hits;
}

/// Every traversal at every width that this machine has against brute force at the baseline's, and
/// that against the plain loop, which takes its time, on every sixth ray.
void expect_plain_hits(const Method& method, const Geometry& geometry,
                       const std::vector<Ray<float>>& rays) {
    const Kernel kernel = method.kernel(geometry.surroundings());
    const auto expect_equal = [&](const Hit& hit, const Hit& expected, const std::string& who,
                                  std::size_t k) {
        ASSERT_TRUE(hit.triangle == expected.triangle && hit.t == expected.t)
            << to_string(method) << ", " << who << ", ray " << k << ": " << hit.triangle << " at "
            << hit.t << " instead of " << expected.triangle << " at " << expected.t;
    };
    const auto brute = trace(method, geometry, rays, Traversal::brute_force, VectorWidth::baseline);
    for (std::size_t k = 0; k < rays.size(); k += 6)
        expect_equal(brute[k], nearest_hit(kernel, geometry.triangles, rays[k]), "plain", k);
    for (const auto how : {Traversal::one_ray, Traversal::tiles, Traversal::brute_force})
        for (int width = 0; width <= (how == Traversal::one_ray ? 0 : int(widest())); ++width) {
            if (how == Traversal::brute_force && width == 0) continue;
            const auto hits = trace(method, geometry, rays, how, VectorWidth(width));
            for (std::size_t k = 0; k < rays.size(); ++k)
                expect_equal(hits[k], brute[k], fmt::format("{}, {}", int(how), width), k);
        }
}

/// Every method in every variant and precision, and tolerances of all sizes.
std::vector<Method> many_methods() {
    std::vector<Method> all;
    for (const Method& method : all_methods()) {
        all.push_back(method);
        if (method.name().starts_with("angle-sum"))
            for (const double epsilon : {1e-6, 0.5, 3.0, 6.28})
                all.push_back(method.with("epsilon", epsilon));
        if (method.name() == "moller-trumbore")
            all.push_back(method.with("epsilon", 1e-6).with("cull", double(Cull::back)));
        if (method.get("plane")) all.push_back(method.with("plane", double(PlaneForm::constant)));
    }
    return all;
}

Box bounds_of(const Mesh& mesh) {
    Box box;
    for (const auto& tri : mesh.triangles) box.include(bounds(tri));
    return box;
}

class TraversalsEqualThePlainLoop : public testing::TestWithParam<const char*> {};

TEST_P(TraversalsEqualThePlainLoop, ForEveryMethodAndSetting) {
    const Mesh mesh = make_mesh(GetParam());
    const Camera framing = framing_camera(bounds_of(mesh));
    Camera grazing = framing;
    grazing.eye = {3, 1e-5, 0.1}, grazing.look_at = {0, 0, 0}, grazing.vertical_fov = 60;
    for (const auto& camera : {framing, grazing}) {
        const Geometry geometry(mesh.triangles, camera.eye);
        const auto rays = all_rays(PrimaryRays(camera, 29, 17));
        for (const auto& method : many_methods()) expect_plain_hits(method, geometry, rays);
    }
}

// From within the mesh, looking away from it, and at a wide angle; small and far from the origin,
// where the rounding of the box tests is largest.
TEST_P(TraversalsEqualThePlainLoop, FromEverywhereAndAtEverySize) {
    for (const auto& [size, offset] :
         {std::pair{1.0f, 0.0f}, {1e-3f, 0.5f}, {1e4f, 1e5f}, {1.0f, 1e3f}, {1.0f, 1e5f}}) {
        Mesh mesh = make_mesh(GetParam());
        for (auto& tri : mesh.triangles)
            for (auto* vertex : {&tri.a, &tri.b, &tri.c}) *vertex = *vertex * size + offset;
        const Box box = bounds_of(mesh);
        const Camera framing = framing_camera(box);
        Camera within = framing, away = framing, wide = framing, above = framing;
        within.eye = framing.look_at + 0.1 * (framing.eye - framing.look_at);
        away.look_at = 2.0 * framing.eye - framing.look_at;
        wide.vertical_fov = 150;
        above.eye = framing.look_at + Vec<double>(0, 3 * size, 0), above.up = {1, 0, 0};
        for (const auto& camera : {within, away, wide, above}) {
            const Geometry geometry(mesh.triangles, camera.eye);
            const auto rays = all_rays(PrimaryRays(camera, 67, 9));
            for (const char* method :
                 {"moller-trumbore", "angle-sum:0.5", "watertight", "signed-volume"})
                expect_plain_hits(parse_method(method), geometry, rays);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, TraversalsEqualThePlainLoop,
                         testing::Values("icosphere:faces=320", "soup:faces=300", "grid:faces=32",
                                         "sliver-fan:faces=200", "terrain:faces=800", "cube"));

// Many triangles per pixel, where single rays are tested against nodes.
TEST(Tiles, EqualTheOneRayTraversalOnADenseMesh) {
    const Mesh mesh = make_mesh("torus-knot:faces=50000");
    const Camera camera = framing_camera(bounds_of(mesh));
    const Geometry geometry(mesh.triangles, camera.eye);
    const auto rays = all_rays(PrimaryRays(camera, 65, 65));
    for (const char* text : {"moller-trumbore", "angle-sum:0.5", "watertight:precision=double"}) {
        const auto tree = trace(parse_method(text), geometry, rays, Traversal::one_ray);
        for (int width = 0; width <= int(widest()); ++width) {
            const auto tiles =
                trace(parse_method(text), geometry, rays, Traversal::tiles, VectorWidth(width));
            for (std::size_t k = 0; k < rays.size(); ++k) {
                ASSERT_EQ(tree[k].triangle, tiles[k].triangle) << text << " ray " << k;
                ASSERT_EQ(tree[k].t, tiles[k].t) << text << " ray " << k;
            }
        }
    }
}

// Rays that are no picture: other origins, all directions, along the axes, of any length, null.
TEST(Tiles, TakeAnyRays) {
    const Mesh mesh = make_mesh("soup:faces=500");
    const Geometry geometry(mesh.triangles, Vec<double>(0));
    Random random(1);
    std::vector<Ray<float>> rays;
    for (int k = 0; k < 5000; ++k) {
        const auto vector = [&](double size) {
            return Vec<float>{random.uniform(-size, size), random.uniform(-size, size),
                              random.uniform(-size, size)};
        };
        const Vec<float> origin = k < 2500 ? Vec<float>(0.1f) : vector(2);
        rays.push_back({origin, vector(std::ldexp(1.0, k % 40 - 20))});
        if (k % 7 == 0) rays.back().d[k % 3] = 0;
        if (k % 49 == 0) rays.back().d[(k + 1) % 3] = 0;
        if (k % 343 == 0) rays.back().d = Vec<float>(0);
    }
    for (const char* method : {"moller-trumbore", "angle-sum:0.5", "watertight", "same-side"})
        expect_plain_hits(parse_method(method), geometry, rays);
}

// Rays at edges and vertices, some of which the watertight test decides in double: alone as among
// fifteen that it decides in float.
TEST(Tiles, DecideEdgesAsThePlainLoop) {
    const Mesh mesh = make_mesh("grid:faces=128");
    const Vec<float> eye(0.25f, 2, -0.125f);
    const Geometry geometry(mesh.triangles, Vec<double>(eye));
    const Kernel kernel = parse_method("watertight").kernel({});
    Random random(1);
    std::vector<Ray<float>> rays;
    int zeros = 0;
    for (int k = 0; k < 2000; ++k) {
        const auto& tri = mesh.triangles[random.below(std::uint32_t(mesh.triangles.size()))];
        const std::array corners{tri.a, tri.b, tri.c};
        const float share = float(random.uniform());
        const auto along = share * (tri.b - tri.a), inside = 0.5f * along + 0.25f * (tri.c - tri.a);
        const auto aim = random.below(8);
        rays.push_back({eye, (aim < 2 ? corners[aim] : tri.a + (aim < 4 ? along : inside)) - eye});
        bool zero = false;
        kernel.explain(rays.back(), tri, [&](std::string_view name, double value) {
            zero |= (name == "U" || name == "V" || name == "W") && value == 0;
        });
        zeros += zero;
    }
    EXPECT_GT(zeros, 200);
    EXPECT_LT(zeros, 1500);
    for (const char* method : {"watertight", "watertight:cull=back", "watertight:precision=double"})
        expect_plain_hits(parse_method(method), geometry, rays);
}

// Coordinates so small that floats have few digits left, and reciprocals overflow.
TEST(Tiles, TakeScenesOfDenormalSize) {
    for (const float size : {1e-30f, 1e-36f, 1e-40f, 1e-43f}) {
        Mesh mesh = make_mesh("soup:faces=100");
        for (auto& tri : mesh.triangles)
            for (auto* p : {&tri.a, &tri.b, &tri.c}) *p *= size;
        const Vec<float> eye = size * Vec<float>(0.3f, 0.4f, 3);
        const Geometry geometry(mesh.triangles, Vec<double>(eye));
        std::vector<Ray<float>> rays;
        for (const auto& ray : all_rays(PrimaryRays(Camera{}, 33, 33)))
            rays.push_back({eye, ray.d});
        for (const char* method :
             {"moller-trumbore:precision=double", "angle-sum:0.5", "watertight"})
            expect_plain_hits(parse_method(method), geometry, rays);
    }
}

// Rays so long that their t is a denormal float, though the depths are ordinary: a limit made of
// such a t would cut off what is nearer.
TEST(Tiles, KeepTheDepthOfLongRays) {
    Mesh mesh = make_mesh("soup:faces=20000");
    for (auto& tri : mesh.triangles)
        for (auto* p : {&tri.a, &tri.b, &tri.c}) *p *= 0x1p-50f;
    const Vec<float> eye = 0x1p-50f * Vec<float>(0.3f, 0.4f, 3);
    const Geometry geometry(mesh.triangles, Vec<double>(eye));
    std::vector<Ray<float>> rays;
    for (const auto& ray : all_rays(PrimaryRays(Camera{}, 65, 65)))
        rays.push_back({eye, ray.d * 0x1p100f});
    const auto method = parse_method("moller-trumbore:precision=double");
    const auto brute = trace(method, geometry, rays, Traversal::brute_force);
    const auto tiles = trace(method, geometry, rays, Traversal::tiles);
    EXPECT_GT(std::count_if(brute.begin(), brute.end(), [](const Hit& hit) { return bool(hit); }),
              100);
    for (std::size_t k = 0; k < rays.size(); ++k)
        ASSERT_EQ(brute[k].triangle, tiles[k].triangle) << "ray " << k;
}

// A halo hangs over the border of the mesh, where boxes of bare triangles would cut it off.
TEST(Tiles, KeepTheHalo) {
    const std::vector<Triangle<float>> one{{{-1, -0.8f, 0}, {1, -0.9f, 0}, {0.1f, 1, 0}}};
    Camera camera;
    const Geometry geometry(one, camera.eye);
    const auto rays = all_rays(PrimaryRays(camera, 101, 101));
    int beyond = 0;
    const auto wide = trace(parse_method("angle-sum:0.5"), geometry, rays, Traversal::tiles);
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const auto P = Vec<double>(rays[k].o) + wide[k].t * Vec<double>(rays[k].d);
        beyond += wide[k] && P.y < -0.9;
    }
    EXPECT_GT(beyond, 20);
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

// Points about the faces of grown boxes, near (0, 0, 0) and far from it.
TEST(HitRule, GrantsNoPointWhoseBoxIsCulled) {
    Random random(3);
    int granted = 0, refused = 0;
    for (int k = 0; k < 400000; ++k) {
        const auto vector = [&](double size) {
            return Vec<float>{random.uniform(-size, size), random.uniform(-size, size),
                              random.uniform(-size, size)};
        };
        const Vec<float> corner = vector(std::ldexp(1.0, k % 24 - 4));
        const Vec<float> o = corner + vector(std::ldexp(1.0, k % 17 - 3));
        Box box{corner, corner};
        box.include(corner + vector(1));
        const float slack =
            float(way_slack) * size_of(corner - o) + float(origin_slack) * size_of(o);
        Vec<float> p;
        for (int i = 0; i < 3; ++i) {
            const double beyond = random.uniform(-0.2, 1.2) * slack;
            p[i] = float(k >> i & 8    ? random.uniform(box.lo[i], box.hi[i])
                         : k >> i & 64 ? box.lo[i] - beyond
                                       : box.hi[i] + beyond);
        }
        const Ray<float> ray(o, p - o);
        const View view(o, ray.d);
        const float ahead = view.sign * ray.d[int(view.ahead)];
        float s, r;
        if (!slopes_of(ray.d[int(view.right)], ray.d[int(view.up)], ahead, s, r)) continue;
        if (!counts(Candidate<float>{true, 1}, ray, box)) {
            ++refused;
            continue;
        }
        ++granted;
        WideNode node{};
        node.bound.set(0, box);
        ASSERT_LE(BoxTest(ray, box).entries(node.bound)[0], 1) << "ray " << k;
        node.count = 1;
        Outlines outlines;
        ASSERT_TRUE(outlines.look(view, node, {s, s, r, r}, ahead)) << "ray " << k;
    }
    EXPECT_GT(granted, 100000);
    EXPECT_GT(refused, 10000);
}

}  // namespace
}  // namespace hitmiss
