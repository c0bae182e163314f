// Whole rays: exact crossings against a rational ray caster, all hits against the plain loop, and
// what is counted of them.

#include <gtest/gtest.h>

#include "base/crossing.hpp"
#include "base/exact.hpp"
#include "exact_check.hpp"
#include "judge/distance.hpp"
#include "judge/explain.hpp"
#include "judge/inside.hpp"
#include "leaks_testing.hpp"
#include "random_geometry.hpp"
#include "sanitized.hpp"
#include "solids.hpp"

namespace hitmiss {
namespace {

/// Crossings outwards less those inwards, by fractions: along a random direction in which the ray
/// meets no edge. Nothing for a point of the surface.
std::optional<int> winding(const Vec<float>& point, const Triangles& triangles, Random& random) {
    for (;;) {
        const Ray<float> ray(point, Vec<float>(random_direction(random)));
        int sum = 0;
        bool generic = true;
        for (const auto& tri : triangles) {
            const Checked met = check({ray, tri});
            if (met.numerator == 0 && met.position != Position::outside &&
                met.position != Position::degenerate)
                return {};
            generic &= met.position == Position::outside || met.position == Position::inside;
            if (met.hit) sum += glm::dot(normal(tri), ray.d) > 0 ? 1 : -1;
        }
        if (generic) return sum;
    }
}

/// Points on edge lines, face planes and between them, and anywhere.
Vec<float> some_point(const Box& box, bool on_grid, Random& random) {
    Vec<float> p;
    for (int k = 0; k < 3; ++k) {
        const double at = random.uniform(box.lo[k] - 1, box.hi[k] + 1);
        p[k] = float(on_grid ? std::round(2 * at) / 2 : at);
    }
    return p;
}

constexpr std::size_t points = sanitized ? 150 : 300;

TEST(Crossings, OfClosedMeshesGiveTheExactWindingNumberInEveryDirection) {
    const char* const many = std::getenv("HITMISS_POINTS");
    const std::size_t count = many != nullptr ? std::stoul(many) : points;
    Random random(3);
    for (const auto& [name, triangles] : solids()) {
        const Geometry geometry(triangles, {});
        const Duplicates copies(triangles);
        std::size_t inside = 0, judged = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const Vec<float> p = some_point(geometry.box, k % 4 != 0, random);
            const auto exact = winding(p, triangles, random);
            ASSERT_EQ(exact_inside(p, geometry).on_surface, !exact) << name;
            if (!exact) continue;
            ++judged, inside += *exact != 0;
            EXPECT_EQ(exact_inside(p, geometry).winding, *exact) << name;
            EXPECT_EQ(exact_inside(p, geometry).parity, *exact % 2 != 0) << name;
            // Along axes, diagonals and other directions of small integers.
            for (int try_ = 0; try_ < 6; ++try_) {
                Vec<float> d(0);
                while (d == Vec<float>(0))
                    for (int axis = 0; axis < 3; ++axis) d[axis] = float(random.below(5)) - 2;
                int sum = 0;
                for (const auto& tri : triangles) sum += crossing({p, d}, tri);
                EXPECT_EQ(sum, *exact) << name << " from " << p.x << ' ' << p.y << ' ' << p.z
                                       << " along " << d.x << ' ' << d.y << ' ' << d.z;
                const WholeRay whole = whole_ray({p, d}, geometry, copies);
                EXPECT_FALSE(whole.starts_on_surface);
                EXPECT_EQ(whole.crossings() % 2, std::uint64_t(*exact & 1)) << name;
            }
        }
        EXPECT_GT(judged, count / 4) << name;
        EXPECT_GT(inside, 0u) << name;
    }
}

/// Groups by fractions: the triangles that are met in front, by their exact t, and how many of them
/// the moved ray passes through.
std::map<Rational, std::pair<std::vector<std::uint32_t>, std::uint64_t>> groups_by_fractions(
    const Ray<float>& ray, const Triangles& triangles) {
    std::map<Rational, std::pair<std::vector<std::uint32_t>, std::uint64_t>> groups;
    for (std::uint32_t k = 0; k < triangles.size(); ++k) {
        const Checked met = check({ray, triangles[k]});
        if (!met.hit) continue;
        auto& [members, crossed] = groups[t_of(met)];
        members.push_back(k), crossed += crossing(ray, triangles[k]) != 0;
    }
    return groups;
}

TEST(Crossings, GroupsAreThoseOfFractions) {
    Random random(8);
    std::size_t several = 0, uncrossed = 0;
    for (const auto& [name, triangles] : solids()) {
        const Geometry geometry(triangles, {});
        const Duplicates copies(triangles);
        for (int k = 0; k < 40; ++k) {
            const Vec<float> o = some_point(geometry.box, true, random);
            const Ray<float> ray(o, some_point(geometry.box, true, random) - o);
            if (ray.d == Vec<float>(0)) continue;
            const WholeRay whole = whole_ray(ray, geometry, copies);
            if (whole.starts_on_surface) continue;
            const auto right = groups_by_fractions(ray, triangles);
            ASSERT_EQ(whole.groups.size(), right.size()) << name;
            auto group = whole.groups.begin();
            for (const auto& [t, of] : right) {
                EXPECT_EQ(group->met.triangles, of.first) << name;
                EXPECT_EQ(group->crossed, of.second) << name;
                EXPECT_NEAR(group->met.t / double(t), 1, 1e-9) << name;
                several += of.first.size() > 1, uncrossed += of.second == 0;
                ++group;
            }
        }
    }
    EXPECT_GT(several, 50u);
    EXPECT_GT(uncrossed, 10u);
}

TEST(Crossings, GroupsHoldAllThatIsMetAtOneExactPlace) {
    const auto box = solids().at("grid of cubes");
    const Geometry geometry(box, {});
    // Along a space diagonal, through a vertex of six or more triangles on either side.
    const WholeRay whole = whole_ray({{-1, -1, -1}, {1, 1, 1}}, geometry, Duplicates(box));
    ASSERT_EQ(whole.groups.size(), 2u);
    EXPECT_EQ(whole.groups[0].met.t, 1);
    EXPECT_EQ(whole.groups[1].met.t, 5);
    for (const Group& group : whole.groups) {
        EXPECT_EQ(group.crossed, 1u);
        EXPECT_GE(group.met.triangles.size(), 5u);
    }
}

TEST(AllHits, AreThoseOfThePlainLoopByEveryMethod) {
    Triangles triangles = make_mesh("icosphere:faces=80").triangles;
    const auto knot = make_mesh("torus-knot:faces=900").triangles;
    triangles.insert(triangles.end(), knot.begin(), knot.end());
    // Copies count as often as they are there.
    triangles.insert(triangles.end(), triangles.begin(), triangles.begin() + 60);
    const Geometry geometry(triangles, {0, 0, 5});
    const auto copies = std::make_shared<const Duplicates>(triangles);
    for (const Entry* const each : catalogue()) {
        const Entry& entry = *each;
        const Method method = make_method(entry.info.name);
        const Kernel kernel = method.kernel(geometry.surroundings());
        const AllHits from_tree(kernel, geometry, copies);
        Random random(5);
        std::size_t found = 0;
        for (int k = 0; k < 60; ++k) {
            const Vec<float> o(3.0 * random_direction(random)), to(random_direction(random));
            const Ray<float> ray(o, to - o);
            const auto plain = all_hits(kernel, triangles, ray), hits = from_tree(ray);
            ASSERT_EQ(hits.size(), plain.size()) << entry.info.name;
            for (std::size_t h = 0; h < hits.size(); ++h)
                EXPECT_TRUE(hits[h].t == plain[h].t && hits[h].triangle == plain[h].triangle);
            found += hits.size();
        }
        EXPECT_GT(found, 60u) << entry.info.name;
    }
}

WholeRays counted(const Target& target, const char* spec, Aim aim, std::size_t rays) {
    const Method method = parse_method(spec);
    Answerer answerer = make_aimed_answerer(method, target.geometry);
    Round round = target.round(answerer, aim, rays);
    round.whole_rays = std::make_shared<const Duplicates>(target.mesh.triangles);
    add_all_hits(round.answerers, {&method, 1}, target.geometry, round.whole_rays);
    return judge_all(round)[0].whole;
}

TEST(WholeRays, SilhouettesAreEnteredAndLeftByWatertightButNotByMollerTrumbore) {
    const Target target("icosphere:faces=320");
    constexpr std::size_t rays = 4096;
    EXPECT_EQ(counted(target, "watertight", Aim::silhouette, rays).parity, 0u);
    EXPECT_LE(counted(target, "signed-volume", Aim::silhouette, rays).parity, 6u);
    const auto moller = counted(target, "moller-trumbore", Aim::silhouette, rays);
    EXPECT_NEAR(double(moller.parity) / rays, 0.404, 0.03);
    EXPECT_EQ(moller.rays, rays);
}

TEST(WholeRays, OfTheExactMethodCountEachCrossingOnceWhereverTheyAreAimed) {
    const Target target("icosphere:faces=320");
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::silhouette, Aim::interior, Aim::random}) {
        const auto whole = counted(target, "exact:once=moved", aim, 500);
        EXPECT_EQ(whole.rays, 500u);
        EXPECT_GE(whole.crossings, aim == Aim::silhouette ? 0 : whole.rays);
        for (const auto& column : whole_ray_columns)
            EXPECT_EQ(whole.*column.count, 0u) << column.key;
    }
}

/// Parallel rays through a box of integer corners meet its edges, or its vertices, exactly.
WholeRays along_grid(const char* spec, Vec<float> start) {
    const auto triangles = solids().at("grid of cubes");
    const Geometry geometry(triangles, {});
    const auto copies = std::make_shared<const Duplicates>(triangles);
    const AllHits hits(parse_method(spec).kernel(geometry.surroundings()), geometry, copies);
    WholeRays counts;
    for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 4; ++y) {
            const Ray<float> ray(start + Vec<float>(x, y, 0), {0, 0, 1});
            counts.add(whole_ray(ray, geometry, *copies), hits(ray), ray, geometry,
                       Precision::single);
        }
    return counts;
}

TEST(WholeRays, ATriangleThatContainsItsBorderIsCountedTwiceAtSharedEdges) {
    // Through the insides of triangles, through edges, through inner vertices.
    const Vec<float> inside{0.25f, 0.5f, -3}, on_edges{0, 0.5f, -3}, on_vertices{1, 1, -3};
    for (const char* borders : {"exact", "watertight"}) {
        EXPECT_EQ(along_grid(borders, inside).doubled, 0u) << borders;
        // At x = 0 only one triangle is met: the side along which the ray runs is not.
        EXPECT_EQ(along_grid(borders, on_edges).doubled, 12u) << borders;
        EXPECT_EQ(along_grid(borders, on_edges).missed, 0u) << borders;
        EXPECT_EQ(along_grid(borders, on_edges).miscounted, 12u) << borders;
        EXPECT_EQ(along_grid(borders, on_vertices).extra, 0u) << borders;
    }
    // From inside an edge is met once and counted twice: inside and outside are exchanged.
    const auto from_inside = along_grid("exact", {0, 0.5f, 0.25f});
    EXPECT_EQ(from_inside.doubled, 12u);
    EXPECT_EQ(from_inside.parity, 12u);
    EXPECT_EQ(from_inside.missed + from_inside.extra, 0u);
    // The moved ray passes inside x = 0, but outside x = 4 and y = 4, where it crosses nothing.
    EXPECT_EQ(along_grid("exact", on_edges).crossings, 32u);
    EXPECT_EQ(along_grid("exact", on_vertices).crossings, 18u);
    EXPECT_EQ(along_grid("exact", on_vertices).doubled, 16u);
    for (const auto& start : {inside, on_edges, on_vertices})
        for (const auto& column : whole_ray_columns)
            EXPECT_EQ(along_grid("exact:once=moved", start).*column.count, 0u) << column.key;
}

// An outline is where the front and the back differ alike, not where one of them is counted thrice.
TEST(WholeRays, AreNoOutlineWhereOneTriangleIsCountedThrice) {
    const auto triangles = solids().at("grid of cubes");
    const Geometry geometry(triangles, {});
    const auto copies = std::make_shared<const Duplicates>(triangles);
    const AllHits hits(make_method("exact").kernel(geometry.surroundings()), geometry, copies);
    const Ray<float> ray({1.25f, 1.5f, -3}, {0, 0, 1});
    auto accepted = hits(ray);
    accepted.insert(accepted.end(), 2, accepted.front());
    WholeRays counts;
    counts.add(whole_ray(ray, geometry, *copies), accepted, ray, geometry, Precision::single);
    EXPECT_EQ(counts.doubled, 1u);
    EXPECT_EQ(counts.outline + counts.parity + counts.missed + counts.extra, 0u);
}

// The ray passes just beside the diagonal of a wall, inside triangle 0; triangle 2 is elsewhere.
TEST(WholeRays, AreExplainedByTheTrianglesOnWhichTheyAreMiscounted) {
    const Triangles wall{{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}},
                         {{-1, -1, -1}, {1, 1, -1}, {-1, 1, -1}},
                         {{5, 5, -2}, {6, 5, -2}, {5, 6, -2}}};
    const Geometry geometry(wall, {});
    const Ray<float> ray({0.25f, 0.2499999f, 0}, {0, 0, -1});
    const WholeRay right = whole_ray(ray, geometry, Duplicates(wall));
    ASSERT_EQ(right.crossings(), 1u);
    const Hit own{1, 0}, tie{1, 1}, elsewhere{2, 2};
    struct {
        std::vector<Hit> accepted;
        std::set<std::uint32_t> wrong;
    } const cases[]{{{own}, {}},
                    {{tie}, {}},
                    {{}, {0}},
                    {{own, tie}, {0, 1}},
                    {{own, elsewhere}, {2}},
                    {{tie, elsewhere}, {2}},
                    {{elsewhere}, {0, 2}}};
    for (const auto& [accepted, wrong] : cases) {
        EXPECT_EQ(miscounted(right, accepted, ray, geometry, Precision::single), wrong);
        WholeRays counts;
        counts.add(right, accepted, ray, geometry, Precision::single);
        EXPECT_EQ(counts.miscounted, wrong.empty() ? 0u : 1u);
    }
}

TEST(WholeRays, ThatStartOnTheSurfaceAreCountedApart) {
    const auto triangles = solids().at("grid of cubes");
    const Geometry geometry(triangles, {});
    WholeRays counts;
    const Ray<float> ray({1.25f, 1.5f, 4}, {0, 0, -1});
    counts.add(whole_ray(ray, geometry, Duplicates(triangles)), {}, ray, geometry,
               Precision::single);
    EXPECT_EQ(counts.on_surface, 1u);
    EXPECT_EQ(counts.rays, 0u);
}

TEST(SolidAngle, IsThatOfAnOctantAndOfAWholeSphere) {
    const Triangles octant{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (const Precision precision : {Precision::single, Precision::twice})
        EXPECT_NEAR(solid_angle_sum(octant, precision)({0, 0, 0}), pi<double> / 2, 1e-6);
    const auto sphere = make_mesh("icosphere:faces=1280").triangles;
    const auto sum = solid_angle_sum(sphere, Precision::twice);
    EXPECT_NEAR(sum({0.3f, -0.2f, 0.5f}), 4 * pi<double>, 1e-9);
    EXPECT_NEAR(sum({0.3f, -0.2f, 1.5f}), 0, 1e-9);
    // Each lane has the same bits at every vector width: the sum of single triangles in its order.
    Triangles some(sphere.begin(), sphere.begin() + 16);
    double one_by_one = 0;
    for (const auto& tri : some)
        one_by_one += solid_angle_sum({&tri, 1}, Precision::twice)({0.3f, -0.2f, 0.5f});
    EXPECT_EQ(solid_angle_sum(some, Precision::twice)({0.3f, -0.2f, 0.5f}), one_by_one);
}

TEST(NearestFace, IsTheNearestOfAll) {
    const auto triangles = make_mesh("torus-knot:faces=900").triangles;
    const Geometry geometry(triangles, {});
    Random random(9);
    for (int k = 0; k < 300; ++k) {
        const Vec<float> p = some_point(geometry.box, false, random);
        double least = 1e300, side = 0;
        for (const auto& tri : triangles) {
            const Triangle<double> t(tri);
            const auto n = normal(t);
            const auto q = nearest_in_triangle(Vec<double>(p), t, n);
            const double distance = glm::length(Vec<double>(p) - q);
            if (distance < least) least = distance, side = glm::dot(Vec<double>(p) - q, n);
        }
        EXPECT_EQ(behind_nearest_face(p, geometry), side < 0);
    }
}

// A point's number gives its random directions as well, and its place must not tell them. One ray
// in two meets a wide floor above.
TEST(InsideByVote, LooksInDirectionsThatDoNotDependOnThePoint) {
    const float wide = 1e4f;
    const Triangles floor{{{-wide, -wide, 1}, {wide, -wide, 1}, {wide, wide, 1}},
                          {{-wide, -wide, 1}, {wide, wide, 1}, {-wide, wide, 1}},
                          {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const Geometry geometry(floor, {});
    const Kernel kernel = make_method("watertight").kernel(geometry.surroundings());
    InsideSettings settings;
    settings.votes = 1;
    const Insider vote =
        make_insider(InsideRule::vote, settings, geometry, &kernel, Precision::single,
                     std::make_shared<const Duplicates>(geometry.triangles));
    constexpr std::uint64_t count = 1000;
    for (const std::uint64_t seed : {0, 1, 2})
        for (const PointSource& source :
             {random_points(geometry, seed), points_near_surface(geometry, seed)})
            for (int axis = 0; axis < 2; ++axis) {
                std::uint64_t alike = 0;
                for (std::uint64_t k = 0; k < count; ++k)
                    alike += vote(source(k), k) == (source(k)[axis] > 0);
                EXPECT_NEAR(double(alike), count / 2.0, 80) << "five standard deviations";
            }
}

/// The rule of two opposite rays, by that method.
Insider by_opposite(const Geometry& geometry, const Vec<float>& direction,
                    const std::string& method) {
    const Kernel kernel = parse_method(method).kernel(geometry.surroundings());
    InsideSettings settings;
    settings.direction = direction;
    return make_insider(InsideRule::opposite, settings, geometry, &kernel, Precision::single,
                        std::make_shared<const Duplicates>(geometry.triangles));
}
/// The same seen from the other side of the origin, and larger.
Triangle<float> opposite_of(const Triangle<float>& tri, float size) {
    return {-size * tri.a, -size * tri.b, -size * tri.c};
}

// One plate on one side of the point, two on the other: any two opposite rays disagree or miss all.
TEST(InsideByOpposite, ARandomLineWhoseRaysDisagreeMeansOutside) {
    const Triangle<float> plate{{-30, -30, 1}, {30, -30, 1}, {0, 40, 1}};
    const Triangles plates{plate, opposite_of(plate, 1), opposite_of(plate, 2)};
    const Geometry geometry(plates, {});
    const Insider rule = by_opposite(geometry, {0, 0, 1}, "moller-trumbore");
    for (std::uint64_t number = 0; number < 300; ++number)
        EXPECT_FALSE(rule({0, 0, 0}, number)) << number;
}
// A speck inside a box spoils the given direction, but no random one.
TEST(InsideByOpposite, ARandomLineWhoseRaysAgreeDecides) {
    Triangles box = solids().at("cube");
    for (auto& tri : box)
        for (auto* v : {&tri.a, &tri.b, &tri.c}) *v = *v * 2.0f - 1.0f;
    box.push_back({{-1e-3f, -1e-3f, 0.5f}, {1e-3f, -1e-3f, 0.5f}, {0, 1e-3f, 0.5f}});
    const Geometry geometry(box, {});
    ASSERT_TRUE(exact_inside({0, 0, 0.7f}, geometry).parity);
    const Insider rule = by_opposite(geometry, {0.01f, 0.02f, 1}, "watertight");
    for (std::uint64_t number = 0; number < 300; ++number)
        EXPECT_TRUE(rule({-0.005f, -0.01f, 0}, number)) << number;
}
// A test that inflates triangles is hit from outside the box, forwards and backwards.
TEST(InsideByOpposite, AllOutsideTheBoxIsOutside) {
    const Triangles cube = solids().at("cube");
    const Geometry geometry(cube, {});
    Random random(5);
    std::size_t outside = 0;
    for (int k = 0; k < 2000; ++k) {
        const auto away = [&] { return float(random.uniform(-2, 2)); };
        const Insider rule =
            by_opposite(geometry, {away(), away(), away()}, "moller-trumbore:inflate=1");
        const Vec<float> point = geometry.box.centre() + Vec<float>(away(), away(), away());
        if (geometry.box.holds(point)) continue;
        ++outside;
        EXPECT_FALSE(rule(point, std::uint64_t(k)));
    }
    EXPECT_GT(outside, 1000u);
}

}  // namespace
}  // namespace hitmiss
