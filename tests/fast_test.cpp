// The parts of the fast traversal: margins for rays from one origin, and what packets see.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/exact.hpp"
#include "base/random.hpp"
#include "fast/grazed.hpp"
#include "fast/packet_scene.hpp"
#include "fast/projected_triangles.hpp"
#include "fast/subtree_queue.hpp"
#include "fast/view.hpp"
#include "random_geometry.hpp"
#include "sanitized.hpp"
#include "scene/make.hpp"
#include "trace/one_ray.hpp"
#include "trace/plain.hpp"
#include "tracing.hpp"

namespace hitmiss {
namespace {

VectorWidth any_width(Random& random) {
    return VectorWidth(random.below(std::uint32_t(widest()) + 1));
}

/// A picture's tile of 64 x 64 rays, of which one goes along `to`, roughly.
std::vector<Ray<float>> tile_around(const Vec<double>& eye, const Vec<double>& to, Random& random) {
    Camera camera;
    camera.eye = eye, camera.look_at = eye + to;
    camera.up = std::abs(glm::normalize(to).y) < 0.9 ? Vec<double>(0, 1, 0) : Vec<double>(1, 0, 0);
    camera.vertical_fov = std::exp(random.uniform(std::log(0.01), std::log(100)));
    const int size = 64 << random.below(8);
    const PrimaryRays primary(camera, size, size);
    const int x = size / 2 / tile_side * tile_side;
    std::vector<Ray<float>> rays;
    for_each_pixel(Tile{x, x, tile_side, tile_side},
                   [&](int i, int j) { rays.push_back(primary(i, j)); });
    return rays;
}

// One tree serves methods that accept about as much. A method that accepts far more, because of its
// tolerance or rounding, would make the boxes large for all.
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

// One width is compiled for numbers that contract, and serves wider machines. Narrower ones have no
// instruction for it: they test one ray at a time, as settings do that are not in the fast loops.
TEST(Packets, ContractWhereTheMachineCan) {
    const auto in_lanes = [](const char* method, std::size_t width) {
        return parse_method(method).kernel({}).packets->at[width].test_packets != nullptr;
    };
    for (std::size_t width = 0; width < vector_widths; ++width) {
        const bool has_fma = fused_width && width >= std::size_t(*fused_width);
        for (const char* method : {"moller-trumbore:fused", "angle-sum:fused", "watertight:fused",
                                   "watertight:fused,double", "watertight:fused,cull=back"})
            EXPECT_EQ(in_lanes(method, width), has_fma) << method << ' ' << width;
        for (const char* method : {"watertight:fused,kahan", "watertight:fused,compare",
                                   "watertight:fused,once=dxr", "signed-volume:fused"})
            EXPECT_FALSE(in_lanes(method, width)) << method << ' ' << width;
    }
}

/// The triangle is still the first ray's nearest hit with a wall behind it at that depth.
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
    for (const char* text :
         {"moller-trumbore", "angle-sum:0.5", "watertight:precision=double", "watertight:fused"}) {
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

// Around the eye, through it and behind it, far away and edge-on, in pictures that are zoomed up to
// a hundred thousand times, as pixels of a grid and as other rays.
TEST(Tiles, EqualThePlainLoopInScenesMadeToHurt) {
    Random random(29);
    const std::vector<const char*> methods{
        "moller-trumbore", "watertight",        "angle-sum:0.3",    "angle-sum:3",
        "same-side",       "baldwin-weber",     "signed-volume",    "moller-trumbore:double",
        "embree-fast",     "angle-sum-walking", "watertight:fused", "ericson"};
    std::size_t hits = 0;
    for (int scene = 0; scene < 96; ++scene) {
        const auto vector = [&](double size) {
            return Vec<double>(random.uniform(-size, size), random.uniform(-size, size),
                               random.uniform(-size, size));
        };
        const Vec<double> eye(Vec<float>(vector(scene % 4 == 0 ? 1e4 : 1)));
        const Vec<double> to = glm::normalize(vector(1));
        auto rays = tile_around(eye, to, random);
        const Vec<double> along(rays[2080].d);
        std::vector<Triangle<float>> triangles;
        for (int k = 0; k < 30; ++k) {
            const double distance = std::exp(random.uniform(-7, 4)),
                         size = std::exp(random.uniform(-9, 3)) * distance;
            // Ahead, around the eye, or on a line through it.
            const Vec<double> at = eye + (k % 5 == 0   ? vector(distance)
                                          : k % 5 == 1 ? random.uniform(-1, 1) * distance * along
                                                       : distance * along);
            const Vec<double> e1 = vector(size), e2 = vector(size);
            const double thin = k % 3 == 0 ? 1e-5 : 1, over = k % 7 == 0 ? 0.01 : 1;
            const Vec<double> a = at - (e1 + e2) / 3.0;
            triangles.push_back({Vec<float>(a),
                                 Vec<float>(a + (k % 4 == 0 ? 8 * size * along : e1)),
                                 Vec<float>(a + 0.4 * (1 - thin) * e1 + thin * over * e2)});
        }
        if (scene % 3 == 0) std::swap(rays[100], rays[200]);  // no grid
        const Method method = parse_method(methods[std::size_t(scene) % methods.size()]);
        const Geometry geometry(triangles, eye);
        const auto width = any_width(random);
        const auto tiles = trace(method, geometry, rays, Traversal::tiles, width);
        const auto plain = trace(method, geometry, rays, Traversal::brute_force, width);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            ASSERT_EQ(tiles[k].triangle, plain[k].triangle) << scene << " ray " << k;
            ASSERT_EQ(tiles[k].t, plain[k].t) << scene << " ray " << k;
            hits += bool(plain[k]);
        }
    }
    EXPECT_GT(hits, 50'000u);
}

// Halos of small triangles near the middle of a wide view that reach its border, met there head-on.
TEST(Tiles, FindHitsOfHalosFarFromTheirTriangles) {
    Random random(3);
    for (const double fov : {52.0, 90.0, 120.0})
        for (const char* name : {"angle-sum:6.2", "angle-sum:6.2,precision=double"}) {
            Camera camera;
            camera.eye = Vec<double>(0), camera.look_at = {0, 0, -1}, camera.vertical_fov = fov;
            const auto rays = all_rays(PrimaryRays(camera, 64, 64));
            std::size_t hits = 0;
            for (int k = 0; k < 30; ++k) {
                const Vec<double> d = glm::normalize(Vec<double>(rays[random.below(4096)].d)),
                                  p(random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), -1);
                const double size = std::exp(random.uniform(-5.3, -3));
                // In a plane through p that is across d.
                const Vec<double> to = glm::normalize(d * glm::dot(p, d) - p),
                                  side = size / 2 * glm::normalize(glm::cross(to, d));
                const std::vector<Triangle<float>> scene{
                    {Vec<float>(p - side), Vec<float>(p + side), Vec<float>(p - 0.3 * size * to)}};
                const Geometry geometry(scene, camera.eye);
                const auto tiles = trace(parse_method(name), geometry, rays, Traversal::tiles);
                const auto plain =
                    trace(parse_method(name), geometry, rays, Traversal::brute_force);
                for (std::size_t ray = 0; ray < rays.size(); ++ray) {
                    ASSERT_EQ(tiles[ray].t, plain[ray].t) << name << ' ' << fov << ' ' << k;
                    hits += bool(plain[ray]);
                }
            }
            EXPECT_GT(hits, 1000u) << name << ' ' << fov;
        }
}

// Needles with weights that are all rounding, so that t is any mean of the depths of their ends,
// seen by rays whose tile has another main axis.
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
// so a hit may be anywhere along them, even if the ray meets them behind the eye: such grazing rays
// are tested separately.
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

// A box of a tree that methods share contains what each of them has in its own, and each has its
// own list of triangles that are tested separately. From near the planes and from above, near and
// far, wide and thin, from the origin and far from it.
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
    std::size_t listed = 0;
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
        const WideTree tree = widen(build_tree(triangles));
        const auto [together, off_together, apart] = grow_tree_from(tree, kernels, triangles, eye);
        for (std::size_t m = 0; m < kernels.size(); ++m) {
            const auto [alone, off_alone, own] =
                grow_tree_from(tree, std::span(&kernels[m], 1), triangles, eye);
            for (std::size_t leaf = 0; leaf < off_alone.size(); ++leaf)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    for (std::size_t k = 0; k < leaf_size; ++k)
                        ASSERT_LE(off_alone[leaf][axis][k], off_together[leaf][axis][k]);
            std::size_t held = 0;
            for (std::size_t n = 0; n < tree.nodes.size(); ++n)
                for (std::size_t k = 0; k < tree.nodes[n].count; ++k) {
                    ASSERT_TRUE(holds(together.nodes[n].box(k), alone.nodes[n].box(k)));
                    ASSERT_LE(together.nodes[n].nearer[k], alone.nodes[n].nearer[k]);
                    held += alone.nodes[n].box(k).lo.x < Box::inf;
                }
            ASSERT_EQ(apart[m].size(), own[0].size());
            for (std::size_t k = 0; k < own[0].size(); ++k) {
                ASSERT_EQ(apart[m][k].place, own[0][k].place);
                ASSERT_EQ(apart[m][k].steepness, own[0][k].steepness);
            }
            listed += own[0].size();
            EXPECT_GT(held, 1000u);
        }
    };
    const std::vector wide{"angle-sum:1.6", "angle-sum:6", "moller-trumbore", "watertight"},
        narrow{"angle-sum:0.001", "angle-sum:0.1", "angle-sum:1.4", "signed-volume"};
    for (const Vec<float>& eye : {Vec<float>(0), Vec<float>(1e4f, 7e3f, -3e3f)}) {
        expect_held(eye, wide);
        expect_held(eye, narrow);
    }
    EXPECT_GT(listed, 100u);
}

// Lanes bound what a method accepts of a leaf's triangles by the same bits as one triangle alone:
// thin and wide, huge and tiny, without area, edge-on, next to the origin.
TEST(Grown, IsInLanesWhatItIsAlone) {
    Random random(29);
    const auto scaled = [&](double least) {
        return std::exp(random.uniform(std::log(least), -std::log(least)));
    };
    const auto direction = [&] {
        return Vec<double>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    for (const Vec<float>& eye : {Vec<float>(0), Vec<float>(3, -200, 1e4f)}) {
        std::vector<Triangle<float>> triangles;
        for (int k = 0; k < 4000; ++k) {
            const bool plain = random.below(2) == 0;
            const double size = plain ? 0.01 : scaled(random.below(9) == 0 ? 1e-30 : 1e-3);
            const Vec<double> a = direction() * (plain ? 1 : scaled(1e-3)), e1 = size * direction(),
                              e2 = size * direction();
            const auto point = [&](const Vec<double>& p) {
                return Vec<float>(p + Vec<double>(eye));
            };
            const std::array<Vec<double>, 5> third{a + e2, a + e2, a + 1e-5 * e2 + 0.3 * e1,
                                                   a + 0.3 * e1, a + 2.0 * a};
            triangles.push_back(
                {point(a), point(a + e1), point(plain ? a + e2 : third[random.below(5)])});
        }
        const WideTree tree = widen(build_tree(triangles));
        for (const char* method :
             {"moller-trumbore", "moller-trumbore:double", "watertight", "signed-volume",
              "angle-sum", "angle-sum:0.1", "same-side", "embree-robust"}) {
            const Kernel kernel = parse_method(method).kernel({});
            const auto [grown_tree, off, listed] =
                grow_tree_from(tree, std::span(&kernel, 1), triangles, eye);
            std::size_t grazed = 0, held = 0;
            for (const WideNode& node : grown_tree.nodes)
                for (std::size_t k = 0; k < node.count; ++k) {
                    if (!node.child[k].is_leaf()) continue;
                    const Child leaf = node.child[k];
                    Bound all;
                    for (std::uint32_t t = 0; t < leaf.triangles(); ++t) {
                        const auto& tri = triangles[tree.triangle(leaf.index() * leaf_size + t)];
                        const Margin best = best_margin(grown(kernel, tri, {eye, eye}));
                        const bool line = kernel.growth.line;
                        if (line && !GrownLine(tri, eye, kernel.precision).bounded) continue;
                        if (best.steepness == Box::inf) continue;
                        const Box reach = kernel.reach(tri), own = bounds(tri);
                        const float more = box_margin(eye, padded(reach, best.size));
                        const bool nearer = best.nearer < 1 - depth_slack / 2;
                        all.include({padded(reach, best.size + double(more)),
                                     nearer ? Part::of(float(best.nearer)) : Part{}});
                        const Vec<double> halo =
                            glm::max(Vec<double>(own.lo) - Vec<double>(reach.lo),
                                     Vec<double>(reach.hi) - Vec<double>(own.hi));
                        OffOfLeaf expected{};
                        expected.include(
                            t, line ? Vec<float>(Box::inf)
                                    : Vec<float>(largest_size(halo) + best.size) * (1 + 0x1p-20f));
                        for (std::size_t axis = 0; axis < 3; ++axis)
                            ASSERT_EQ(off[leaf.index()][axis][t], expected[axis][t]) << method;
                        grazed += best.steepness > 0, held += best.steepness == 0;
                    }
                    ASSERT_EQ(node.box(k), all.box) << method;
                    ASSERT_EQ(node.nearer[k], all.nearer) << method;
                }
            EXPECT_GE(listed[0].size(), grazed);
            EXPECT_TRUE(held > 1000 || kernel.growth.horizon || kernel.growth.line) << method;
        }
    }
}

// A view of a picture's tile counts its pixels, zoomed or wide; a ray that is elsewhere is found.
TEST(Grid, IsSeenAtItsPixels) {
    Random random(19);
    int grids = 0;
    for (int k = 0; k < 300; ++k) {
        const auto draw = [&] { return random.uniform(-1, 1); };
        auto rays = tile_around(100.0 * Vec<double>(draw(), draw(), draw()),
                                {draw(), draw(), draw()}, random);
        const auto view = grid_view(rays);
        if (!view) continue;
        ++grids;
        const float tolerance = grid_tolerance(*view);
        const auto is_there = [&](std::size_t ray) {
            const Vec<float>& d = rays[ray].d;
            std::uint32_t x = 0, y = 0;
            for (std::uint32_t bit = 0; bit < 6; ++bit)
                x |= std::uint32_t(ray >> 2 * bit & 1) << bit,
                    y |= std::uint32_t(ray >> (2 * bit + 1) & 1) << bit;
            float s, r;
            return Look(*view)(d.x, d.y, d.z, s, r) &&
                   std::abs(s - (float(x) - grid_middle)) <= tolerance &&
                   std::abs(r - (float(y) - grid_middle)) <= tolerance;
        };
        for (std::size_t ray = 0; ray < rays.size(); ++ray) ASSERT_TRUE(is_there(ray)) << k;
        // The forms are dual to the directions.
        EXPECT_NEAR(glm::dot(view->across, view->to_side), 1, 1e-5);
        EXPECT_NEAR(glm::dot(view->up, view->to_top), 1, 1e-5);
        EXPECT_NEAR(glm::dot(view->ahead, view->to_middle), 1, 1e-6);
        EXPECT_NEAR(glm::length(view->ahead), 1, 1e-6);
        // A ray that goes through its neighbour's pixel is not in its place.
        rays[1234] = rays[1235];
        EXPECT_EQ(is_there(1234), tolerance >= 1);
    }
    EXPECT_GT(grids, 200);
}

// Rays that hit a triangle are seen in its rectangle, between its edges and not before its depth,
// in views along axes and of grids; many of those that miss it are not.
TEST(ProjectedTriangles, TellRaysBesideATriangleFromRaysThatHitIt) {
    Random random(13);
    const auto vector = [&](double size) {
        return Vec<double>(random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size));
    };
    std::size_t hits = 0, beside = 0, pixels = 0;
    for (int k = 0; k < 500; ++k) {
        const Vec<float> o(vector(100));
        const auto rays = tile_around(Vec<double>(o), vector(1), random);
        // As large as a pixel, or larger.
        const Vec<double> at(rays[random.below(4096)].d);
        const double pixel = glm::distance(rays[0].d, rays[1].d),
                     distance = std::exp(random.uniform(-2, 2)),
                     size = pixel * distance * std::exp(random.uniform(-1, 3));
        const Vec<double> near = Vec<double>(o) + distance * at;
        Triangle<float> tri{Vec<float>(near + vector(size)), Vec<float>(near + vector(size)),
                            Vec<float>(near + vector(size))};
        if (k % 3 == 0) tri.c = tri.a + 0.3f * (tri.b - tri.a) + Vec<float>(vector(1e-4 * size));
        const auto grid = grid_view(rays);
        for (const bool in_grid : {false, true}) {
            if (in_grid && !grid) continue;
            const View view = in_grid ? *grid : View(o, Vec<float>(at));
            for (const bool by_edges : {false, true}) {
                ProjectedTriangles p{};
                alignas(64) std::array<float, 9 * leaf_size> leaf{};
                const Vec<float> b = by_edges ? tri.b - tri.a : tri.b,
                                 c = by_edges ? tri.c - tri.a : tri.c;
                const std::size_t lane = random.below(leaf_size);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    leaf[axis * leaf_size + lane] = tri.a[int(axis)];
                    leaf[(3 + axis) * leaf_size + lane] = b[int(axis)];
                    leaf[(6 + axis) * leaf_size + lane] = c[int(axis)];
                }
                p.take(0, leaf.data(), OffOfLeaf{}, 1), p.take(1, leaf.data(), OffOfLeaf{}, 1);
                p.by_edges = by_edges, p.in_grid = in_grid, p.present = 1u << lane, p.widest = 32;
                p.longest = 3;
                projecting(any_width(random))(view, p);
                const std::set<std::uint32_t> found(p.pixel.begin(), p.pixel.begin() + p.pixels);
                EXPECT_EQ(found.size(), p.pixels);
                const bool small = in_grid && p.large == 0;
                for (std::size_t ray = 0; ray < rays.size(); ++ray) {
                    const Vec<float>& d = rays[ray].d;
                    float s, r;
                    if (!Look(view)(d.x, d.y, d.z, s, r)) continue;
                    const bool between = p.in_view(lane)(s, s, r, r);
                    const auto hit = exact_hit(rays[ray], tri);
                    const bool paired =
                        found.contains(std::uint32_t(ray + grid_side * grid_side * lane));
                    if (hit.hit) {
                        ++hits, pixels += small;
                        ASSERT_TRUE(between && (!small || paired)) << k << ' ' << ray;
                        ASSERT_LE(p.near[lane],
                                  double(glm::dot(view.ahead, d)) * hit.t * (1 + 1e-5));
                    } else {
                        beside += small ? !paired : !between;
                    }
                }
            }
        }
    }
    EXPECT_GT(hits, 10'000u);
    EXPECT_GT(pixels, 200u);
    EXPECT_GT(beside, 10 * hits);
}

// A point that is no farther from a triangle than `off` along each axis is in view where it is
// seen: in front, and where the triangle reaches behind the origin or passes beside it. Many places
// are not in view.
TEST(OffOfLeaf, KeepsNoSmallerDistance) {
    const float inf = Box::inf, nan = std::numeric_limits<float>::quiet_NaN();
    const auto kept = [](const OffOfLeaf& off, std::size_t axis) {
        return std::bit_cast<float>(std::uint32_t(off[axis][3]) << 16);
    };
    Random random(18);
    for (int k = 0; k < 1000; ++k) {
        const float small = float(log_uniform(random, 1e-30, 1e30)), large = 1.5f * small;
        OffOfLeaf off{};
        off.include(3, {small, large, -0.0f}), off.include(3, {large, small, 0});
        for (const std::size_t axis : {0, 1}) {
            ASSERT_GE(kept(off, axis), large);
            ASSERT_LE(kept(off, axis), large * (1 + 0x1p-7f));
            ASSERT_EQ(off[axis][2], 0);
        }
        ASSERT_EQ(kept(off, 2), 0);
        off.include(3, {inf, std::numeric_limits<float>::max(), nan});
        ASSERT_TRUE(kept(off, 0) == inf && kept(off, 1) == inf && std::isnan(kept(off, 2)));
    }
}

TEST(ProjectedTriangles, ShowWhateverIsOffThemByNoMore) {
    Random random(14);
    const auto vector = [&] {
        return Vec<double>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    std::array<std::size_t, 2> seen{}, beside{};  // in front, behind
    for (int k = 0; k < 8000; ++k) {
        const double size = log_uniform(random, 1e-6, 1e6);
        const Vec<double> o(Vec<float>(100 * size * vector()));
        const auto grid = grid_view(tile_around(o, vector(), random));
        const bool in_grid = grid && k % 3 != 0;
        const View view = in_grid ? *grid : View(Vec<float>(o), Vec<float>(vector()));
        const float at_most = in_grid ? grid_middle + grid_tolerance(view) : 1.4f;
        const Window window{-at_most, at_most, -at_most, at_most};
        std::array<Vec<double>, 3> corner{vector(), vector(), vector()};
        // Some come near to the origin, or lie across an axis.
        if (k % 2 == 0) corner[2] = log_uniform(random, 1e-6, 1) * vector();
        if (k % 5 == 0) corner[2] -= random.uniform() * (corner[0] + corner[1]);
        if (k % 7 == 0) corner[0].z = corner[1].z = corner[2].z *= log_uniform(random, 1e-6, 1);
        ProjectedTriangles p{};
        p.by_edges = random.below(2) != 0, p.in_grid = in_grid, p.present = 1;
        p.widest = window.widest(), p.longest = view.longest_in(window);
        alignas(64) std::array<float, 9 * leaf_size> leaf{};
        for (std::size_t row = 0; row < 9; ++row) {
            const Vec<float> at(o + size * corner[row / 3]), first(o + size * corner[0]);
            leaf[row * leaf_size] = (p.by_edges && row >= 3 ? at - first : at)[int(row % 3)];
        }
        Vec<float> off;
        for (int axis = 0; axis < 3; ++axis)
            off[axis] = float(size * log_uniform(random, 1e-4, 0.5));
        OffOfLeaf stored{};
        stored.include(0, off * (1 + 0x1p-20f));
        p.take(0, leaf.data(), stored, 1), p.take(1, leaf.data(), OffOfLeaf{}, 1);
        projecting(any_width(random))(view, p);
        const bool behind = !(p.near[0] > -Box::inf);
        for (int n = 0; n < 50; ++n) {
            Vec<double> weight{random.uniform(), random.uniform(), random.uniform()};
            weight[n % 3] *= n % 2;
            Vec<double> q(0);
            for (int c = 0; c < 3; ++c)
                q += weight[c] / (weight.x + weight.y + weight.z) *
                     (Vec<double>(Vec<float>(o + size * corner[std::size_t(c)])) - o);
            for (int axis = 0; axis < 3; ++axis)
                q[axis] += random.below(2) ? off[axis] : -off[axis];
            const auto depth = glm::dot(Vec<double>(view.ahead), q);
            const auto s = float(glm::dot(Vec<double>(view.across), q) / depth),
                       r = float(glm::dot(Vec<double>(view.up), q) / depth);
            const bool inside = std::abs(s) <= at_most && std::abs(r) <= at_most;
            if (!(depth > 0 && inside && glm::length(q) <= 3 * depth)) continue;
            ++seen[behind];
            ASSERT_TRUE(p.in_view(0)(s, s, r, r)) << k << ' ' << n;
            ASSERT_FALSE(p.near[0] > depth * (1 + 1e-5)) << k;
            const auto any = [&] { return float(random.uniform(-at_most, at_most)); };
            const float other_s = any(), other_r = any();
            beside[behind] += !p.in_view(0)(other_s, other_s, other_r, other_r);
        }
    }
    for (const std::size_t behind : {0, 1}) {
        EXPECT_GT(seen[behind], 5'000u);
        EXPECT_GT(beside[behind], seen[behind] / 100);
    }
}

// Over a rectangle of slopes, normal . d is least and most at corners.
TEST(Grazed, IsMetByTheWindowsWithARayInOrNearItsPlane) {
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
                const Vec<float> d = right * view.to_side + up * view.to_top + view.to_middle;
                least = std::min(least, glm::dot(normal, d));
                most = std::max(most, glm::dot(normal, d));
            }
        const bool expected = least < 5e-3f && most > -5e-3f;
        if (std::min(std::abs(least), std::abs(most)) < 0.01f) continue;
        const auto may_meet = in_view(view, Grazed{normal, 1e-3f, 0}, 5);
        ASSERT_EQ(may_meet(s, s_end, r, r_end), expected) << k;
        met += expected;
    }
    EXPECT_TRUE(met > 1000 && met < 9000) << met;
}

// Points in boxes near (0, 0, 0) and far from it, seen from near and far.
TEST(BoxTests, HideNoPointOfABox) {
    Random random(3);
    int tested = 0, in_grid = 0;
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
        float s, r;
        if (!Look(view)(ray.d.x, ray.d.y, ray.d.z, s, r)) continue;
        ++tested;
        WideNode node{};
        node.bound.set(0, box);
        std::array<float, WideNode::width> entry;
        ASSERT_TRUE(BoxTest(ray, box_margin(o, box))(node.bound, 1, entry) & 1) << "ray " << k;
        const WideLeaf leaf(node.bound, 1);
        ASSERT_TRUE(BoxTest(ray, box_margin(o, box))(leaf, 1) & 1) << "ray " << k;
        node.count = 1;
        const float margin = box_margin(o, box);
        node.bound.set(0, {box.lo - margin, box.hi + margin});
        const auto expect_seen = [&](const View& by, float x, float y) {
            Outlines outlines;
            looking_at_node(any_width(random))(by, node, {x, x, y, y}, outlines);
            ASSERT_EQ(outlines.seen, 1u) << "ray " << k;
            ASSERT_LE(outlines.depth[0], glm::dot(by.ahead, ray.d) * (1 + depth_slack));
        };
        expect_seen(view, s, r);
        if (k % 40 != 0) continue;
        // A picture's tile around it, in whose view it is as if it were at its pixel.
        const auto rays = tile_around(Vec<double>(o), Vec<double>(ray.d), random);
        const auto grid = grid_view(rays);
        if (!grid || !Look(*grid)(ray.d.x, ray.d.y, ray.d.z, s, r)) continue;
        if (std::abs(s) > 32 || std::abs(r) > 32) continue;
        ++in_grid;
        expect_seen(*grid, s, r);
    }
    EXPECT_GT(tested, 100000);
    EXPECT_GT(in_grid, 1000);
}

// All leaves come once, those of the nearest depths first; each is fetched before.
TEST(SubtreeQueue, GivesTheNearestFirst) {
    Random random(23);
    SubtreeQueue queue;
    for (const std::size_t count : {0, 1, 7, 200, 2048}) {
        for (std::size_t k = 0; k < count; ++k) {
            const float odd[]{std::nanf(""), -3, 0, Box::inf};
            const float depth =
                k % 50 < 4 && count < 2048 ? odd[k % 50] : float(random.uniform(10, 74));
            queue.add({Child::node(k, 1), depth, 1, 1, {}});
        }
        EXPECT_EQ(queue.size(), count);
        EXPECT_EQ(queue.room(), 2048 - count);
        std::set<std::size_t> fetched, visited;
        float deepest = 0;
        for (queue.sort(); !queue.all_taken();) {
            const Pending& leaf =
                queue.take([&](const Pending& later) { fetched.insert(later.child.index()); });
            EXPECT_TRUE(fetched.contains(leaf.child.index()));
            EXPECT_TRUE(visited.insert(leaf.child.index()).second);
            EXPECT_EQ(fetched.size(), std::min(count, visited.size() + 7));
            if (count < 2048) continue;
            EXPECT_GT(leaf.depth, deepest - 2.1f);
            deepest = std::max(deepest, leaf.depth);
        }
        queue.clear();
        EXPECT_EQ(visited.size(), count);
        EXPECT_EQ(queue.size(), 0u);
    }
}

// The rows that are read of a method's leaves are the corners.
TEST(PacketKernel, SaysWhatItsLeavesBeginWith) {
    const Triangle<float> tri{{1, 2, 3}, {5, 9, 17}, {33, 65, 129}};
    std::set<FirstRows> met;
    for (const Method& method : all_methods()) {
        const Kernel kernel = method.kernel({});
        if (!kernel.packets || kernel.packets->first_rows == FirstRows::others) continue;
        met.insert(kernel.packets->first_rows);
        std::vector<std::array<float, 16>> bytes(kernel.leaf_bytes / 64 + 1);
        void* memory = bytes.data();
        std::size_t space = bytes.size() * 64;
        auto* leaf = static_cast<std::byte*>(std::align(64, kernel.leaf_bytes, memory, space));
        kernel.prepare(tri, 0, leaf, 5);
        const auto* rows = reinterpret_cast<const float*>(leaf);
        const bool edges = kernel.packets->first_rows == FirstRows::edges;
        const Vec<float> parts[]{tri.a, edges ? tri.b - tri.a : tri.b,
                                 edges ? tri.c - tri.a : tri.c};
        for (std::size_t row = 0; row < 9; ++row)
            EXPECT_EQ(rows[row * leaf_size + 5], parts[row / 3][int(row % 3)]) << to_string(method);
    }
    EXPECT_EQ(met.size(), 2u);
}

}  // namespace
}  // namespace hitmiss
