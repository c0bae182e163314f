// Every traversal against the plain loop, for every method and setting.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/exact.hpp"
#include "base/random.hpp"
#include "fast/grazed_in_view.hpp"
#include "fast/packet_scene.hpp"
#include "fast/seen_edges.hpp"
#include "fast/slopes.hpp"
#include "fast/view.hpp"
#include "sanitized.hpp"
#include "scene/camera.hpp"
#include "scene/make.hpp"
#include "trace/one_ray.hpp"
#include "trace/plain.hpp"
#include "trace/tiles.hpp"
#include "trace/tracer.hpp"

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
        const auto rays = all_rays(PrimaryRays(camera, 29, 17));
        for (const auto& method : many_methods()) expect_plain_hits(method, geometry, rays);
    }
}

TEST_P(TraversalsEqualThePlainLoop, ForMethodsThatShareTreeAndLeaves) {
    const Mesh mesh = make_mesh(GetParam());
    Camera grazing = framing_camera(bounds(mesh.triangles));
    grazing.eye = {3, 1e-5, 0.1}, grazing.look_at = {0, 0, 0}, grazing.vertical_fov = 60;
    const Geometry geometry(mesh.triangles, grazing.eye);
    const auto rays = all_rays(PrimaryRays(grazing, 29, 17));
    const auto methods = many_methods();
    std::vector<Kernel> kernels;
    for (const auto& method : methods) kernels.push_back(method.kernel(geometry.surroundings()));
    const auto tracers = Tracer::all(kernels, geometry, Traversal::tiles);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto alone = trace(methods[m], geometry, rays, Traversal::brute_force);
        std::vector<Hit> hits(rays.size());
        tracers[m](rays, hits);
        for (std::size_t k = 0; k < rays.size(); ++k)
            ASSERT_TRUE(hits[k].triangle == alone[k].triangle && hits[k].t == alone[k].t)
                << to_string(methods[m]) << ", ray " << k;
    }
}

// One tree serves methods that accept about as much; what accepts far more, by its tolerance or by
// rounding, would make its boxes large for all.
TEST(PacketScene, SharesATreeOfBoxesThatAreLargeForNone) {
    const Mesh mesh = make_mesh("torus-knot:faces=20000");
    const Camera camera = framing_camera(bounds(mesh.triangles));
    const Geometry geometry(mesh.triangles, camera.eye);
    std::vector<Kernel> kernels;
    for (const char* method : {"moller-trumbore", "watertight", "angle-sum:epsilon=0.01",
                               "angle-sum:epsilon=3", "baldwin-weber"})
        kernels.push_back(parse_method(method).kernel(geometry.surroundings()));
    const auto prepared = packet_scenes(kernels, geometry);
    const auto share = [&](std::size_t a, std::size_t b) {
        return prepared[a].tree == prepared[b].tree;
    };
    EXPECT_TRUE(share(0, 1) && share(0, 2));
    EXPECT_FALSE(share(0, 3)) << "points are accepted far around each triangle";
    EXPECT_FALSE(share(0, 4)) << "of small triangles it decides by large numbers";
    EXPECT_FALSE(share(3, 4));
}

// From within the mesh, looking away from it, and at a wide angle; small and far from the origin,
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
            for (const char* method :
                 {"moller-trumbore", "angle-sum:0.5", "watertight", "signed-volume"})
                expect_plain_hits(parse_method(method), geometry, rays);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, TraversalsEqualThePlainLoop,
                         testing::Values("icosphere:faces=320", "soup:faces=300", "grid:faces=32",
                                         "sliver-fan:faces=200", "terrain:faces=800", "cube"));

/// Behind a wall at that depth the triangle is still the first ray's nearest hit.
void expect_hit_before_wall(const Method& method, const Triangle<float>& tri, float depth,
                            const std::vector<Ray<float>>& rays) {
    const std::vector<Triangle<float>> scene{
        {{-100, -100, depth}, {100, -100, depth}, {0, 100, depth}}, tri};
    const Geometry geometry(scene, Vec<double>(0));
    EXPECT_EQ(nearest_hit(method.kernel({}), scene, rays[0]).triangle, 1u);
    EXPECT_EQ(trace(method, geometry, rays, Traversal::tiles)[0].triangle, 1u);
}

// Slivers that rounding throws out in front of a wall behind which they lie.
TEST(Tiles, FindHitsFarNearerThanTheirTriangles) {
    const Method method = parse_method("moller-trumbore");
    const Kernel kernel = method.kernel({});
    Random random(5);
    int thrown = 0;
    for (int k = 0; k < 1'000'000; ++k) {
        const double length = random.uniform(1, 20), width = std::exp2(random.uniform(-22, -12));
        const Vec<double> a(-length / 2, random.uniform(-1, 1), -10 + random.uniform());
        const Vec<double> b = a + Vec<double>(length, random.uniform(-1, 1), random.uniform());
        const Vec<double> c = a + random.uniform() * (b - a) + Vec<double>(0, width, width);
        const Triangle<float> tri{Vec<float>(a), Vec<float>(b), Vec<float>(c)};
        const Ray<float> ray(Vec<float>(0), Vec<float>(glm::normalize((a + b + c) / 3.0)));
        const Verdict verdict = kernel.test(ray, tri);
        if (!verdict.hit()) continue;
        const Margin margin = best_margin(grown(kernel, tri, {ray.o, ray.o}));
        const double hit = -verdict.t * double(ray.d.z), begin = -double(bounds(tri).hi.z);
        if (margin.steepness > 0 || hit > 0.99 * (begin - margin.size.z)) continue;
        const auto depth = float(-0.3 * hit - 0.7 * (begin - margin.size.z));
        expect_hit_before_wall(method, tri, depth, {ray});
        ++thrown;
    }
    EXPECT_GE(thrown, 20);
}

// Many triangles per pixel, where single rays are tested against nodes.
TEST(Tiles, EqualTheOneRayTraversalOnADenseMesh) {
    const Mesh mesh = make_mesh("torus-knot:faces=50000");
    const Camera camera = framing_camera(bounds(mesh.triangles));
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

// Needles whose weights are all rounding, so that t is any mean of their ends' depths along the
// ray's own axis, seen by rays in whose tile another axis leads.
TEST(Tiles, FindHitsOfNeedlesInFrontOfTheirBoxes) {
    const Method method = parse_method("watertight");
    const Kernel kernel = method.kernel({});
    Random random(7);
    int thrown = 0;
    for (int k = 0; k < 20'000; ++k) {
        const auto off = [&] { return random.uniform(-1, 1) * 0x1p-22; };
        const Vec<double> a(2, random.uniform(-1, 1), -5), b(9, random.uniform(-1, 1), -5);
        const Vec<double> c = a + random.uniform() * (b - a) + Vec<double>(0, off(), off());
        const Triangle<float> tri{Vec<float>(a), Vec<float>(b), Vec<float>(c)};
        const Vec<double> at = a + random.uniform(0.55, 0.95) * (b - a);
        std::vector<Ray<float>> rays{{Vec<float>(0), Vec<float>(at)}};
        const Verdict verdict = kernel.test(rays[0], tri);
        const double hit = -verdict.t * double(rays[0].d.z);
        if (!verdict.hit() || hit > 4.5) continue;
        while (rays.size() < 16)
            rays.push_back({Vec<float>(0), Vec<float>(at.x / 4 + off(), at.y + off(), at.z)});
        expect_hit_before_wall(method, tri, float(-hit / 2 - 2.5), rays);
        ++thrown;
    }
    EXPECT_GE(thrown, 20);
}

// Needles that rays meet behind their origin, and that rounding puts in front of it.
TEST(Tiles, FindHitsOfNeedlesMetBehind) {
    const Method method = parse_method("watertight");
    const Kernel kernel = method.kernel({});
    Random random(9);
    int thrown = 0;
    for (int k = 0; k < 2'000'000 && thrown < 300; ++k) {
        const auto off = [&, size = std::exp2(random.uniform(-26, -22))] {
            return random.uniform(-size, size);
        };
        const Vec<double> d(random.uniform(0.6, 1), random.uniform(0, 0.5), 1);
        const Vec<double> behind = -random.uniform(0.2, 3) * d;
        const Vec<double> a(random.uniform(-2, -1), random.uniform(), random.uniform(0.5, 3.5));
        const Vec<double> b = behind + random.uniform(0.2, 2) * (behind - a);
        const Vec<double> c = a + random.uniform() * (b - a) + Vec<double>(off(), off(), off());
        const std::vector<Triangle<float>> scene{{Vec<float>(a), Vec<float>(b), Vec<float>(c)}};
        const Ray<float> ray(Vec<float>(0), Vec<float>(d));
        if (!kernel.test(ray, scene[0]).hit()) continue;
        const Geometry geometry(scene, Vec<double>(0));
        EXPECT_EQ(trace(method, geometry, {ray}, Traversal::tiles)[0].triangle, 0u);
        ++thrown;
    }
    EXPECT_EQ(thrown, 300);
}

// Needles that pass the eye, which is nearly in their planes. Far along them weights are rounding,
// so that a hit may be anywhere along them, even if what the ray meets of them is behind the eye:
// rays so flat are tested with them apart.
TEST(Tiles, FindHitsOfNeedlesThatPassTheEye) {
    const Method method = parse_method("watertight");
    const Kernel kernel = method.kernel({});
    Random random(11);
    const auto log_uniform = [&](double lo, double hi) {
        return std::exp(random.uniform(std::log(lo), std::log(hi)));
    };
    int behind = 0;
    for (int k = 0; k < 3'000'000 && behind < 30; ++k) {
        const auto within = [&](double size) { return random.uniform(-size, size); };
        const Vec<double> along = glm::normalize(Vec<double>(within(0.5), within(1), 1));
        const Vec<double> beside = glm::normalize(glm::cross(Vec<double>(within(1), 1, 0), along));
        const double height = log_uniform(1e-6, 1e-4), length = log_uniform(5, 50);
        const Vec<double> across = beside + height * glm::cross(beside, along);
        const Vec<double> a = beside - random.uniform(0.3, 0.7) * length * along;
        const Vec<double> b = a + length * along;
        const Vec<double> c = a + random.uniform() * (b - a) + 4e-4 * length * across;
        const Triangle<float> tri{Vec<float>(a), Vec<float>(b), Vec<float>(c)};
        const Vec<double> met = a + random.uniform() * (b - a) + random.uniform() * (c - a) / 2.0;
        const double off = log_uniform(1e-9, 1e-6) * length;
        const Vec<double> d = met + Vec<double>(within(off), within(off), within(off));
        for (const double way : {1.0, -1.0}) {
            const Ray<float> ray(Vec<float>(0), Vec<float>(way / 8 * d));
            const Verdict verdict = kernel.test(ray, tri);
            if (!verdict.hit() || (way > 0 && k % 1000 != 0)) continue;
            const Margin margin = best_margin(grown(kernel, tri, {Vec<float>(0), Vec<float>(0)}));
            behind += way < 0 && margin.steepness > 1e-20 && margin.steepness < 1;
            expect_hit_before_wall(method, tri, 1.001f * float(verdict.t) * ray.d.z, {ray});
        }
    }
    EXPECT_EQ(behind, 30);
}

// One box of a tree that methods share holds what each of them has in its own; rays that this does
// not hold for are tested apart, or the common one holds the method's whole reach. From near their
// planes and from above, near and far, wide and thin, from the origin and far from it.
TEST(Grown, HoldsTogetherWhatItHoldsAlone) {
    Random random(17);
    const auto log_uniform = [&](double lo, double hi) {
        return std::exp(random.uniform(std::log(lo), std::log(hi)));
    };
    const auto direction = [&] {
        return glm::normalize(
            Vec<double>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)));
    };
    const auto holds = [](const Box& outer, const Box& inner) {
        Box both = outer;
        both.include(inner);
        return both.lo == outer.lo && both.hi == outer.hi;
    };
    std::size_t shorter = 0;  // lists than alone
    const auto expect_held = [&](const Vec<float>& eye, const std::vector<const char*>& methods) {
        std::vector<Triangle<float>> triangles;
        for (int k = 0; k < 10'000; ++k) {
            const Vec<double> normal = direction(), along = glm::normalize(direction() - normal),
                              across = glm::normalize(glm::cross(normal, along));
            const double size = log_uniform(1e-6, 100), thin = log_uniform(1e-5, 1),
                         at = random.uniform();
            const Vec<double> a =
                Vec<double>(eye) + log_uniform(1e-2, 1e3) * across + log_uniform(1e-8, 10) * normal;
            triangles.push_back({Vec<float>(a), Vec<float>(a + size * along),
                                 Vec<float>(a + size * (at * along + thin * across))});
        }
        std::vector<Kernel> kernels;
        for (const char* method : methods) kernels.push_back(parse_method(method).kernel({}));
        const WideTree tree = build_wide_tree(triangles);
        const auto [together, apart] = grow_tree_from(tree, kernels, triangles, eye);
        shorter = 0;
        for (std::size_t m = 0; m < kernels.size(); ++m) {
            const auto [alone, own] =
                grow_tree_from(tree, std::span(&kernels[m], 1), triangles, eye);
            std::size_t held = 0, listed = 0;
            for (std::size_t n = 0; n < tree.nodes.size(); ++n)
                for (std::size_t k = 0; k < tree.nodes[n].count; ++k) {
                    ASSERT_TRUE(holds(together.nodes[n].box(k), alone.nodes[n].box(k)));
                    ASSERT_LE(together.nodes[n].nearer[k], alone.nodes[n].nearer[k]);
                    held += alone.nodes[n].box(k).lo.x < Box::inf;
                }
            for (const Grazed& grazed : own[0]) {
                if (listed < apart[m].size() && apart[m][listed].place == grazed.place) {
                    ASSERT_EQ(apart[m][listed++].steepness, grazed.steepness);
                    continue;
                }
                const WideNode& leaf = together.nodes[grazed.place / WideNode::width];
                ASSERT_TRUE(holds(leaf.box(grazed.place % WideNode::width),
                                  kernels[m].reach(triangles[tree.triangle[grazed.place]])));
                ++shorter;
            }
            ASSERT_EQ(listed, apart[m].size());
            EXPECT_GT(held, 1000u);
        }
    };
    const std::vector wide{"angle-sum:1.6", "angle-sum:6", "moller-trumbore", "watertight"},
        narrow{"angle-sum:0.001", "angle-sum:0.1", "angle-sum:1.4", "signed-volume"};
    for (const Vec<float>& eye : {Vec<float>(0), Vec<float>(1e4f, 7e3f, -3e3f)}) {
        expect_held(eye, wide);
        expect_held(eye, narrow);
        EXPECT_EQ(shorter > 0, eye.x > 0);
    }
}

// Edges are straight as seen: their planes part the rays beside them from those between them.
TEST(SeenEdges, TellRaysBesideATriangleFromRaysThatHitIt) {
    Random random(13);
    const auto vector = [&](double size) {
        return Vec<double>(random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size));
    };
    int told = 0, beside = 0;
    for (int k = 0; k < 20'000; ++k) {
        const Vec<float> o(vector(100));
        const Triangle<float> tri{o + Vec<float>(vector(2)), o + Vec<float>(vector(2)),
                                  o + Vec<float>(vector(2))};
        const Edges edges = edges_of(parse_method("exact").kernel({}), tri, o, false);
        if (!(edges.slack < 1e-4f)) continue;
        const Triangle<double> at(tri);
        const double u = random.uniform(-0.2, 1.2), v = random.uniform(-0.2, 1.2);
        const Vec<float> d(at.a + u * (at.b - at.a) + v * (at.c - at.a) - Vec<double>(o));
        const View view(o, d);
        const float s = d[int(view.right)] / std::abs(d[int(view.ahead)]),
                    r = d[int(view.up)] / std::abs(d[int(view.ahead)]);
        const bool between =
            EdgesInView(view, edges, std::sqrt(1 + s * s + r * r)).may_meet(s, s, r, r);
        ++told;
        if (exact_hit(Ray<float>(o, d), tri).hit)
            EXPECT_TRUE(between) << k;
        else
            beside += !between;
    }
    EXPECT_GT(told, 10'000);
    EXPECT_GT(beside, told / 3);
}

// Rays within a triangle's plane that pass it by: of determinants that are nothing but rounding the
// quotients may be weights of a point inside.
TEST(OneRay, IsTestedWithTrianglesThatItGrazes) {
    Random random(3);
    const auto vector = [&](double size) {
        return Vec<double>(random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size));
    };
    const auto methods = many_methods();
    int thrown = 0;
    const int count = repeated(4000);
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
    EXPECT_GT(thrown, sanitized ? 0 : 16);
}

// Rays that are no picture: other origins, all directions, along the axes, of any length, null.
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
        Notes notes;
        kernel.explain(rays.back(), tri, notes);
        zeros += std::ranges::any_of(notes.values, [](const NotedValue& noted) {
            return noted.value == 0 && noted.meaning >= Meaning::edge_bc &&
                   noted.meaning <= Meaning::edge_ab;
        });
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

// What the tree and its shortcuts must not lose: hits that rounding throws far from their
// triangles, where the eye is near a plane, triangles are thin or long, or all of it lies far away.
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

/// Triangles far longer than wide, by any factor, about the origin and past it, along axes or not.
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
    const auto rays = all_rays(PrimaryRays(scene.camera, 31, 23));
    for (const Method& method : many_methods()) {
        SCOPED_TRACE(scene.name);
        expect_plain_hits(method, geometry, rays);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, HardScenes, testing::Range(0, int(hard_scenes().size())),
                         [](const auto& scene) { return fmt::format("{}", scene.param); });

// Rays from many origins, aimed at the mesh and along its triangles' planes.
TEST(AnyOrigin, FindsEveryHitOfThePlainLoop) {
    Random random(5);
    const auto vector = [&](double size) {
        return Vec<double>{random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size)};
    };
    for (const char* make : {"icosphere:faces=320", "soup:faces=100", "grid:faces=50",
                             "sliver-fan:faces=200", "cube"}) {
        const auto triangles = make_mesh(make).triangles;
        const Geometry geometry(triangles, Vec<double>(0));
        std::vector<Ray<float>> rays;
        for (int k = 0; k < repeated(600); ++k) {
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

// Of slopes in a rectangle, normal . d is least and most at corners.
TEST(GrazedInView, IsMetByTheWindowsWithARayInItsPlaneOrAboutIt) {
    Random random(1);
    const View view(Vec<float>(0), {0, 0, -1});
    int met = 0;
    for (int k = 0; k < 10'000; ++k) {
        const auto draw = [&] { return float(random.uniform(-1, 1)); };
        const Vec<float> normal = glm::normalize(Vec<float>(draw(), draw(), 0.3f * draw()));
        const float s = draw(), r = draw(), s_end = s + 0.2f * (1 + draw()), r_end = r + 0.2f;
        float least = Box::inf, most = -Box::inf;
        for (const float right : {s, s_end})
            for (const float up : {r, r_end}) {
                Vec<float> d;
                d[int(view.right)] = right, d[int(view.up)] = up, d[int(view.ahead)] = view.sign;
                least = std::min(least, glm::dot(normal, d));
                most = std::max(most, glm::dot(normal, d));
            }
        const bool expected = least < 5e-3f && most > -5e-3f;
        if (std::min(std::abs(least), std::abs(most)) < 0.01f) continue;
        const GrazedInView grazed(view, {normal, 1e-3f, {}, 0, 0, 0});
        ASSERT_EQ(grazed.may_meet(s, s_end, r, r_end), expected) << k;
        met += expected;
    }
    EXPECT_TRUE(met > 1000 && met < 9000) << met;
}

// Points in boxes near (0, 0, 0) and far from it, seen from near and far.
TEST(BoxTests, HideNoPointOfABox) {
    Random random(3);
    int tested = 0;
    for (int k = 0; k < 400000; ++k) {
        const auto vector = [&](double size) {
            return Vec<float>{random.uniform(-size, size), random.uniform(-size, size),
                              random.uniform(-size, size)};
        };
        const Vec<float> corner = vector(std::ldexp(1.0, k % 24 - 4));
        const Vec<float> o = corner + vector(std::ldexp(1.0, k % 17 - 3));
        Vec<float> p = corner + vector(1);
        const Ray<float> ray(o, p - o);
        p = o + ray.d;  // not the point at t = 1, but no farther from it than a float's rounding
        const float off = 0x1p-23f * (size_of(o) + size_of(ray.d));
        Box box{p - off, p + off};
        // On a face, or in the midst.
        for (int i = 0; i < 3; ++i) {
            if ((k >> i & 8) != 0) box.lo[i] -= float(random.uniform());
            if ((k >> i & 64) != 0) box.hi[i] += float(random.uniform());
        }
        const View view(o, ray.d);
        const float ahead = view.sign * ray.d[int(view.ahead)];
        float s, r;
        if (!slopes_of(ray.d[int(view.right)], ray.d[int(view.up)], ahead, s, r)) continue;
        ++tested;
        WideNode node{};
        node.bound.set(0, box);
        std::array<float, WideNode::width> entry;
        ASSERT_TRUE(BoxTest(ray, box)(node.bound, 1, entry) & 1) << "ray " << k;
        node.count = 1;
        const float margin = box_margin(o, box);
        node.bound.set(0, {box.lo - margin, box.hi + margin});
        Outlines outlines;
        ASSERT_TRUE(outlines.look(view, node, {s, s, r, r}, ahead)) << "ray " << k;
    }
    EXPECT_GT(tested, 100000);
}

}  // namespace
}  // namespace hitmiss
