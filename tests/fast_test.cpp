// The parts of the fast traversal: margins for rays from one origin, and what packets see.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/exact.hpp"
#include "base/random.hpp"
#include "fast/grazed.hpp"
#include "fast/packet_scene.hpp"
#include "fast/packet_traversal.hpp"
#include "fast/seen_edges.hpp"
#include "fast/slopes.hpp"
#include "fast/view.hpp"
#include "sanitized.hpp"
#include "scene/make.hpp"
#include "trace/one_ray.hpp"
#include "trace/plain.hpp"
#include "tracing.hpp"

namespace hitmiss {
namespace {

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

// A box of a tree that methods share contains what each of them has in its own; rays for which this
// does not hold are tested separately, or the common box contains the method's whole reach. From
// near the planes and from above, near and far, wide and thin, from the origin and far from it.
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
        const WideTree tree = widen(build_tree(triangles));
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
                const WideLeaf& leaf = together.leaves[grazed.place / WideNode::width];
                ASSERT_TRUE(holds(leaf.boxes().box(grazed.place % WideNode::width),
                                  kernels[m].reach(triangles[tree.triangle(grazed.place)])));
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

// The projected edges are straight: their planes separate rays beside them from rays between them.
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
        const bool between = in_view(view, edges, std::sqrt(1 + s * s + r * r))(s, s, r, r);
        ++told;
        if (exact_hit(Ray<float>(o, d), tri).hit)
            EXPECT_TRUE(between) << k;
        else
            beside += !between;
    }
    EXPECT_GT(told, 10'000);
    EXPECT_GT(beside, told / 3);
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
                Vec<float> d;
                d[int(view.right)] = right, d[int(view.up)] = up, d[int(view.ahead)] = view.sign;
                least = std::min(least, glm::dot(normal, d));
                most = std::max(most, glm::dot(normal, d));
            }
        const bool expected = least < 5e-3f && most > -5e-3f;
        if (std::min(std::abs(least), std::abs(most)) < 0.01f) continue;
        const auto may_meet = in_view(view, Grazed{normal, 1e-3f, {}, 0, 0, 0}, 5);
        ASSERT_EQ(may_meet(s, s_end, r, r_end), expected) << k;
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
        ASSERT_TRUE(BoxTest(ray, box_margin(o, box))(node.bound, 1, entry) & 1) << "ray " << k;
        const WideLeaf leaf(node.bound, 1);
        ASSERT_TRUE(BoxTest(ray, box_margin(o, box))(leaf, 1) & 1) << "ray " << k;
        node.count = 1;
        const float margin = box_margin(o, box);
        node.bound.set(0, {box.lo - margin, box.hi + margin});
        Outlines outlines;
        ASSERT_TRUE(outlines.look(view, node, {s, s, r, r}, ahead)) << "ray " << k;
    }
    EXPECT_GT(tested, 100000);
}

TEST(DepthQueue, GivesTheNearestFirst) {
    DepthQueue queue;
    EXPECT_FALSE(queue.take_nearest());
    const float inf = std::numeric_limits<float>::infinity();
    const std::array<float, 8> depths{3, 1.5f, inf, -2, 1e-30f, 1e30f, std::nanf(""), 1.5000001f};
    for (std::size_t k = 0; k < depths.size(); ++k) queue.put(depths[k], 30 - 4 * k);
    float before = 0;
    std::set<std::size_t> taken;
    while (const auto next = queue.take_nearest()) {
        EXPECT_GE(next->depth, before);
        before = next->depth;
        ASSERT_EQ((30 - next->number) % 4, 0u);
        const float depth = depths[(30 - next->number) / 4];
        if (depth > 0)
            EXPECT_TRUE(next->depth <= depth && next->depth >= depth * (1 - 0x1p-18f)) << depth;
        else
            EXPECT_EQ(next->depth, 0) << depth;  // in front of NaN and what is behind, too
        EXPECT_TRUE(taken.insert(next->number).second);
    }
    EXPECT_EQ(taken.size(), depths.size());
}

}  // namespace
}  // namespace hitmiss
