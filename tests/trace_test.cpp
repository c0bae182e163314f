// Every traversal against the plain loop, for every method and setting.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/random.hpp"
#include "every_switch.hpp"
#include "sanitized.hpp"
#include "scene/make.hpp"
#include "trace/one_ray.hpp"
#include "trace/plain.hpp"
#include "tracing.hpp"

namespace hitmiss {
namespace {

/// Every traversal at every width of this machine against brute force at the baseline's, and that,
/// on every sixth ray, against the plain loop, which is slow.
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

/// Every method with every switch, and tolerances of all sizes.
std::vector<Method> many_methods() {
    std::vector<Method> all = methods_and_switches();
    for (const Method& method : all_methods()) {
        if (method.name().starts_with("angle-sum"))
            for (const double epsilon : {1e-6, 3.0, 6.28})
                all.push_back(method.with("epsilon", epsilon));
        if (method.name() == "moller-trumbore")
            all.push_back(method.with("epsilon", 1e-6).with("cull", double(Cull::back)));
    }
    if (!sanitized) return all;
    std::vector<Method> some;
    for (std::size_t k = 0; k < all.size(); k += 8) some.push_back(all[k]);
    return some;
}

class TraversalsEqualThePlainLoop : public testing::TestWithParam<const char*> {};

TEST_P(TraversalsEqualThePlainLoop, ForEveryMethodAndSetting) {
    const Mesh mesh = make_mesh(GetParam());
    const Camera framing = framing_camera(bounds(mesh.triangles));
    Camera grazing = framing;
    grazing.eye = {3, 1e-5, 0.1}, grazing.look_at = {0, 0, 0}, grazing.vertical_fov = 60;
    for (const auto& camera : {framing, grazing}) {
        const Geometry geometry(mesh.triangles, camera.eye);
        const auto rays = all_rays(PrimaryRays(camera, 19, 13));
        for (const auto& method : many_methods()) expect_plain_hits(method, geometry, rays);
    }
}

TEST_P(TraversalsEqualThePlainLoop, ForMethodsThatShareTreeAndLeaves) {
    const Mesh mesh = make_mesh(GetParam());
    Camera grazing = framing_camera(bounds(mesh.triangles));
    grazing.eye = {3, 1e-5, 0.1}, grazing.look_at = {0, 0, 0}, grazing.vertical_fov = 60;
    const Geometry geometry(mesh.triangles, grazing.eye);
    const auto rays = all_rays(PrimaryRays(grazing, 19, 13));
    const auto methods = many_methods();
    const auto tracers = Tracer::all(methods, geometry, Traversal::tiles);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto alone = trace(methods[m], geometry, rays, Traversal::brute_force);
        std::vector<Hit> hits(rays.size());
        tracers[m](rays, hits);
        for (std::size_t k = 0; k < rays.size(); ++k)
            ASSERT_TRUE(hits[k].triangle == alone[k].triangle && hits[k].t == alone[k].t)
                << to_string(methods[m]) << ", ray " << k;
    }
}

// From inside the mesh, looking away from it, and at a wide angle; small and far from the origin,
// where the rounding of the box tests is largest.
TEST_P(TraversalsEqualThePlainLoop, FromEverywhereAndAtEverySize) {
    std::vector<std::pair<float, float>> places{{1, 0}, {1e4f, 1e5f}};
    if (!sanitized) places.insert(places.end(), {{1e-3f, 0.5f}, {1, 1e3f}, {1, 1e5f}});
    for (const auto& [size, offset] : places) {
        Mesh mesh = make_mesh(GetParam());
        for (auto& tri : mesh.triangles)
            for (auto* vertex : {&tri.a, &tri.b, &tri.c}) *vertex = *vertex * size + offset;
        const Box box = bounds(mesh.triangles);
        const Camera framing = framing_camera(box);
        Camera within = framing, away = framing, wide = framing, above = framing;
        within.eye = framing.look_at + 0.1 * (framing.eye - framing.look_at);
        away.look_at = 2.0 * framing.eye - framing.look_at;
        wide.vertical_fov = 150;
        above.eye = framing.look_at + Vec<double>(0, 3 * size, 0), above.up = {1, 0, 0};
        for (const auto& camera : {within, away, wide, above}) {
            const Geometry geometry(mesh.triangles, camera.eye);
            const auto rays = all_rays(PrimaryRays(camera, 67, 9));
            for (const char* method : {"moller-trumbore", "angle-sum:0.5", "watertight",
                                       "watertight:fused", "signed-volume"})
                expect_plain_hits(parse_method(method), geometry, rays);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, TraversalsEqualThePlainLoop,
                         testing::Values("icosphere:faces=320", "soup:faces=300", "grid:faces=32",
                                         "sliver-fan:faces=200", "terrain:faces=400", "cube"));

// Rays in a triangle's plane that pass it: quotients of determinants that are nothing but rounding
// may be the weights of a point inside.
TEST(OneRay, IsTestedWithTrianglesThatItGrazes) {
    Random random(3);
    const auto vector = [&](double size) {
        return Vec<double>(random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size));
    };
    const auto methods = many_methods();
    int thrown = 0;
    const int count = repeated(2000);
    for (int k = 0; k < count; ++k) {
        const Vec<double> a = vector(1), b = a + vector(1), c = a + vector(1), e1 = b - a,
                          e2 = c - a;
        const Triangle<float> tri{Vec<float>(a), Vec<float>(b), Vec<float>(c)};
        const Geometry geometry(std::span(&tri, 1), {0, 0, 3});
        const Vec<double> o = a + random.uniform(-1, 2) * e1 + random.uniform(-1, 2) * e2;
        const Ray<float> ray(Vec<float>(o), Vec<float>(glm::normalize(random.uniform(-1, 1) * e1 +
                                                                      random.uniform(-1, 1) * e2)));
        const Vec<double> middle = (a + b + c) / 3.0, way = middle - o, d(ray.d);
        const double radius =
            std::max({glm::length(a - middle), glm::length(b - middle), glm::length(c - middle)});
        const bool past = glm::length(way - glm::dot(way, d) * d) > 1.05 * radius;
        for (const Method& method : methods) {
            const Hit plain =
                nearest_hit(method.kernel(geometry.surroundings()), geometry.triangles, ray);
            ASSERT_EQ(trace(method, geometry, {ray}, Traversal::one_ray)[0].t, plain.t)
                << to_string(method);
            thrown += past && plain && method.name() == "moller-trumbore";
        }
    }
    if (sanitized) return;  // too few rays for what follows
    EXPECT_GT(thrown, 16);
}

// Rays that are not a picture: other origins, all directions, along the axes, of any length, null.
TEST(Tiles, TakeAnyRays) {
    const Mesh mesh = make_mesh("soup:faces=500");
    const Geometry geometry(mesh.triangles, Vec<double>(0));
    Random random(1);
    std::vector<Ray<float>> rays;
    const int count = repeated(2500);
    for (int k = 0; k < count; ++k) {
        const auto vector = [&](double size) {
            return Vec<float>{random.uniform(-size, size), random.uniform(-size, size),
                              random.uniform(-size, size)};
        };
        const Vec<float> origin = k < count / 2 ? Vec<float>(0.1f) : vector(2);
        rays.push_back({origin, vector(std::ldexp(1.0, k % 40 - 20))});
        if (k % 7 == 0) rays.back().d[k % 3] = 0;
        if (k % 49 == 0) rays.back().d[(k + 1) % 3] = 0;
        if (k % 343 == 0) rays.back().d = Vec<float>(0);
    }
    for (const char* method :
         {"moller-trumbore", "angle-sum:0.5", "watertight", "watertight:fused", "same-side"})
        expect_plain_hits(parse_method(method), geometry, rays);
}

// Rays are traced in runs from one origin. Runs of all lengths end where a single coordinate
// differs, be it by the sign of a zero; a NaN is an origin like others.
TEST(Tiles, TraceEachRayFromItsOwnOrigin) {
    const Mesh mesh = make_mesh("cube");
    const Geometry geometry(mesh.triangles, Vec<double>(0));
    const float off = 0.25f, nan = std::nanf("");
    const std::vector<Vec<float>> origins{
        {0, 0, 0},   {0, 0, off}, {0, off, off}, {0, off, 0},   {0, 0, 0}, {-0.0f, 0, 0},
        {0, 0, nan}, {off, 0, 0}, {-off, 0, 0},  {0, 0, -0.0f}, {0, 0, 0}, {0, 0x1p-140f, 0}};
    Random random(2);
    std::vector<Ray<float>> rays;
    for (const int length : {1, 2, 15, 64, 65, 300})
        for (const Vec<float>& origin : origins)
            for (int k = 0; k < length; ++k)
                rays.push_back({origin, Vec<float>(random.uniform(-1, 1), random.uniform(-1, 1),
                                                   random.uniform(-1, 1))});
    for (const char* method : {"moller-trumbore", "watertight", "angle-sum"}) {
        expect_plain_hits(parse_method(method), geometry, rays);
        const auto hits = trace(parse_method(method), geometry, rays, Traversal::tiles);
        EXPECT_GT(std::ranges::count_if(hits, &Hit::operator bool), 10 * rays.size() / 12 - 20);
    }
}

// Rays at edges and vertices, some of which the watertight test decides in double: alone, as among
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
        Notes notes;
        kernel.explain(rays.back(), tri, notes);
        zeros += std::ranges::any_of(notes.values, [](const NotedValue& noted) {
            return noted.value == 0 && noted.meaning >= Meaning::edge_bc &&
                   noted.meaning <= Meaning::edge_ab;
        });
    }
    EXPECT_GT(zeros, 200);
    EXPECT_LT(zeros, 1500);
    for (const char* method : {"watertight", "watertight:cull=back", "watertight:precision=double",
                               "watertight:fused", "watertight:fused,cull=back"})
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

// A halo extends over the border of the mesh, where boxes of bare triangles would cut it off.
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

// What the tree and its shortcuts must not lose: hits that rounding throws far from their
// triangles, because the eye is near a plane, triangles are thin or long, or all lies far away.
struct HardScene {
    std::string name;
    std::vector<Triangle<float>> triangles;
    Camera camera;
};

Camera camera_at(const Vec<double>& eye, const Vec<double>& look_at, double fov = 60) {
    Camera camera;
    camera.eye = eye, camera.look_at = look_at, camera.vertical_fov = fov;
    return camera;
}

/// A mesh with each vertex mapped.
std::vector<Triangle<float>> mapped(const std::string& make, auto&& map) {
    auto triangles = make_mesh(make).triangles;
    for (auto& tri : triangles)
        for (auto* p : {&tri.a, &tri.b, &tri.c}) *p = map(*p);
    return triangles;
}

/// Triangles far longer than wide, by any factor, around the origin and past it, along axes or not.
std::vector<Triangle<float>> slivers(std::uint64_t seed) {
    Random random(seed);
    const auto any = [&](double size) {
        Vec<double> v;
        for (int k = 0; k < 3; ++k) v[k] = random.uniform(-size, size);
        return v;
    };
    std::vector<Triangle<float>> all;
    while (all.size() < 150) {
        Vec<double> along = any(1);
        if (random.below(3) > 0) along = Vec<double>(0), along[int(random.below(3))] = 1;
        const Vec<double> aside = glm::cross(along, any(1)), a = any(random.below(2) == 0 ? 3 : 30);
        const double length = std::exp2(random.uniform(0, 10));
        const double width = std::exp2(random.uniform(-20, 0));
        const Vec<double> b = a + length * along;
        const Vec<double> c = a + random.uniform() * length * along + width * aside;
        all.emplace_back(Vec<float>(a - random.uniform() * length * along), Vec<float>(b),
                         Vec<float>(c));
    }
    return all;
}

std::vector<HardScene> hard_scenes() {
    std::vector<HardScene> all;
    const auto flat = [](double scale) {
        return
            [scale](const Vec<float>& p) { return Vec<float>(Vec<double>(p.x, 0, -p.y) * scale); };
    };
    for (const double scale : {1e1, 1e4, 1e6})
        all.push_back({fmt::format("floor {}", scale), mapped("grid:faces=2", flat(scale)),
                       camera_at({0.3, 1.7, 0.2}, {1.5, 0.1, 1.1})});
    for (const double height : {1e-1, 1e-3, 1e-5, 1e-7, 0.0})
        all.push_back({fmt::format("eye {} above a grid", height), mapped("grid:faces=50", flat(1)),
                       camera_at({0.03, height, 0.95}, {0.1, 0, -0.3})});
    for (const int faces : {sanitized ? 60 : 600, sanitized ? 150 : 1500})
        all.push_back({fmt::format("fan of {}", faces),
                       make_mesh(fmt::format("sliver-fan:faces={}", faces)).triangles,
                       camera_at({0.2, 0.3, 2.5}, {0, 0, 0})});
    const auto thin = [](const Vec<float>& p) { return p * Vec<float>(1000, 0.5f, 1000); };
    all.push_back({"in a thin box", mapped("cube", thin), camera_at({3, 0.1, 2}, {90, 0, 70})});
    all.push_back({"over a thin box", mapped("cube", thin), camera_at({0, 9, 1500}, {0, 0, 0})});
    for (const int seed : {1, 2, 3})
        all.push_back({fmt::format("slivers {}", seed), slivers(std::uint64_t(seed)),
                       camera_at({0, 0, 0}, {1, 2, 2 - seed}, 90)});
    const auto far = [](const Vec<float>& p) { return p + Vec<float>(1e5f, -2e5f, 1e5f); };
    all.push_back({"sphere at 1e5", mapped("icosphere:faces=320", far),
                   camera_at({1e5 + 2, -2e5 + 1, 1e5 + 3}, {1e5, -2e5, 1e5}, 40)});
    all.push_back({"20 km long",
                   {{{0, 0, 0}, {20000, 0, 0.5f}, {5, 0.02f, 1}}},
                   camera_at({3, 1.6, 2}, {40, 0, -1})});
    return all;
}

class HardScenes : public testing::TestWithParam<int> {};

TEST_P(HardScenes, AreTracedAsByThePlainLoop) {
    const HardScene scene = hard_scenes()[std::size_t(GetParam())];
    const Geometry geometry(scene.triangles, scene.camera.eye);
    const bool large = scene.triangles.size() > 500;
    const auto rays = all_rays(PrimaryRays(scene.camera, large ? 13 : 21, large ? 11 : 17));
    const auto methods = many_methods();
    // Every second one on a large fan: the two of them together are traced by all.
    for (std::size_t m = large ? std::size_t(GetParam()) % 2 : 0; m < methods.size();
         m += large ? 2 : 1) {
        SCOPED_TRACE(scene.name);
        expect_plain_hits(methods[m], geometry, rays);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, HardScenes, testing::Range(0, int(hard_scenes().size())),
                         [](const auto& scene) { return fmt::format("{}", scene.param); });

/// Rays from many origins, aimed at the mesh and along its triangles' planes.
std::vector<Ray<float>> rays_from_many_origins(std::span<const Triangle<float>> triangles,
                                               Random& random, int count) {
    const auto vector = [&](double size) {
        return Vec<double>{random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size)};
    };
    std::vector<Ray<float>> rays;
    for (int k = 0; k < count; ++k) {
        const Triangle<double> tri(triangles[random.below(std::uint32_t(triangles.size()))]);
        const double u = random.uniform(-1, 2), v = random.uniform(-1, 2);
        const Vec<double> target = tri.a + u * (tri.b - tri.a) + v * (tri.c - tri.a);
        Vec<double> from = vector(k % 3 == 0 ? 100 : 2);
        if (k % 2 == 0)  // in its plane, but for rounding or a little more
            from = tri.a + random.uniform(-3, 3) * (tri.b - tri.a) +
                   random.uniform(-3, 3) * (tri.c - tri.a) + vector(k % 4 == 0 ? 0 : 1e-5);
        rays.push_back({Vec<float>(from), Vec<float>(glm::normalize(target - from))});
        if (k % 50 == 0) rays.back().d *= 1e12f;
    }
    return rays;
}

TEST(AnyOrigin, FindsEveryHitOfThePlainLoop) {
    Random random(5);
    for (const char* make : {"icosphere:faces=320", "soup:faces=100", "grid:faces=50",
                             "sliver-fan:faces=200", "cube"}) {
        const auto triangles = make_mesh(make).triangles;
        const Geometry geometry(triangles, Vec<double>(0));
        const auto rays = rays_from_many_origins(triangles, random, repeated(300));
        for (const Method& method : many_methods()) {
            const Kernel kernel = method.kernel(geometry.surroundings());
            const TracedScene prepared(kernel, geometry, geometry.origins());
            for (const auto& ray : rays) {
                std::vector<std::pair<double, std::uint32_t>> found, expected;
                const double limit = std::numeric_limits<double>::infinity();
                for_each_hit(prepared, ray, limit,
                             [&](double t, std::uint32_t index) { found.emplace_back(t, index); });
                for (std::uint32_t index = 0; index < triangles.size(); ++index)
                    if (const Verdict v = kernel.test(ray, triangles[index]); v.hit())
                        expected.emplace_back(v.t, index);
                std::ranges::sort(found), std::ranges::sort(expected);
                ASSERT_EQ(found, expected) << to_string(method) << " on " << make;
            }
        }
    }
}

// All methods in one traversal, with boxes for the rays' own origins: the mesh tiny, huge or far
// away, and so flat that rays graze all of it.
TEST(AnyOrigin, MethodsTogetherFindTheHitsOfThePlainLoop) {
    Random random(6);
    const auto methods = many_methods();
    for (const auto& [make, size, off] : {std::tuple("icosphere:faces=80", 1.0f, 0.0f),
                                          {"soup:faces=60", 1e-6f, 0.0f},
                                          {"grid:faces=600", 1e4f, 0.0f},
                                          {"sliver-fan:faces=60", 1.0f, 3e3f}}) {
        auto triangles = make_mesh(make).triangles;
        auto rays = rays_from_many_origins(triangles, random, repeated(60));
        const auto move = [size = size, off = off](Vec<float>& p) { p = p * size + off; };
        for (auto& [a, b, c] : triangles) move(a), move(b), move(c);
        for (auto& ray : rays) move(ray.o);
        Geometry geometry(triangles, Vec<double>(0));
        geometry.starts.emplace();
        for (const auto& ray : rays) geometry.starts->include(ray.o);
        const auto tracers = Tracer::all(methods, geometry, Traversal::one_ray);
        std::vector<std::vector<Hit>> hits(methods.size(), std::vector<Hit>(rays.size()));
        std::vector<const Tracer*> all;
        for (const Tracer& tracer : tracers) all.push_back(&tracer);
        Tracer::trace_all(all, rays, std::vector<std::span<Hit>>(hits.begin(), hits.end()));
        for (std::size_t m = 0; m < methods.size(); ++m)
            for (std::size_t k = 0; k < rays.size(); ++k) {
                const Hit plain = nearest_hit(tracers[m].kernel(), triangles, rays[k]);
                ASSERT_TRUE(hits[m][k].t == plain.t && hits[m][k].triangle == plain.triangle)
                    << to_string(methods[m]) << " on " << make << ", ray " << k;
            }
    }
}

// The planes of many rays are those of each.
TEST(AnyOrigin, ManyRaysAreNearTheSamePlanesAsEach) {
    Random random(7);
    for (const auto& [make, size] : {std::pair("icosphere:faces=5120", 1.0f),
                                     {"icosphere:faces=1280", 0x1p-98f},
                                     {"soup:faces=2000", 1.0f},
                                     {"grid:faces=1000", 1.0f}}) {
        auto triangles = make_mesh(make).triangles;
        auto rays = rays_from_many_origins(triangles, random, 200);
        for (auto& [a, b, c] : triangles) a *= size, b *= size, c *= size;
        for (auto& ray : rays) ray.o *= size;
        const Geometry geometry(triangles, Vec<double>(0));
        std::vector<bool> wanted(rays.size());
        for (std::size_t k = 0; k < rays.size(); ++k) wanted[k] = k % 7 != 0;
        std::vector<std::vector<std::uint32_t>> places(rays.size());
        for (const auto& [k, place] :
             geometry.planes()->near(rays, wanted, 0x1p-6f, 0x1p-6f * size))
            places[k].push_back(place);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            auto expected = geometry.planes()->near(rays[k], 0x1p-6f, 0x1p-6f * size);
            if (!wanted[k]) expected.clear();
            if (expected.size() > PlaneTree::most_near) {
                EXPECT_EQ(places[k].size(), PlaneTree::most_near + 1);
                continue;
            }
            std::ranges::sort(expected), std::ranges::sort(places[k]);
            EXPECT_EQ(places[k], expected) << make << ", ray " << k;
        }
    }
}

}  // namespace
}  // namespace hitmiss
