// Rules that count an edge or vertex once, on a closed mesh with corners at whole numbers, which
// rays of small whole numbers meet exactly.

#include <gtest/gtest.h>

#include <map>

#include "base/random.hpp"
#include "methods/catalogue.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

/// The surface of the cube [0, 4]^3, two triangles to a unit square, wound alike.
std::vector<Triangle<float>> cube() {
    std::vector<Triangle<float>> triangles;
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {0, 4})
            for (int x = 0; x < 4; ++x)
                for (int y = 0; y < 4; ++y) {
                    const auto corner = [&](int i, int j) {
                        Vec<float> p;
                        p[axis] = float(side), p[(axis + 1) % 3] = float(x + i),
                        p[(axis + 2) % 3] = float(y + j);
                        return p;
                    };
                    Triangle<float> one(corner(0, 0), corner(1, 0), corner(1, 1)),
                        two(corner(0, 0), corner(1, 1), corner(0, 1));
                    if (side == 0) std::swap(one.b, one.c), std::swap(two.b, two.c);
                    triangles.push_back(one), triangles.push_back(two);
                }
    return triangles;
}

/// Where a ray passes through the surface: triangles that all are at one t.
struct Passage {
    int triangles = 0, front = 0, back = 0, accepted = 0;
};
struct Counts {
    int rays = 0, surface = 0, once = 0, silhouettes = 0, at_silhouette[3]{}, odd = 0;
};

/// Counts for rays through corners of triangles and the middle of edges, along (i, j, 8) in any
/// order of the axes: the shear is exact.
Counts count(const std::string& method) {
    const auto mesh = cube();
    const Kernel kernel = parse_method(method).kernel({}), all = parse_method("exact").kernel({});
    Counts counts;
    Random random(38);
    for (int k = 0; k < repeated(20'000); ++k) {
        // No face is seen edge-on.
        const auto side = [&] {
            const float size = float(1 + random.below(7));
            return random.below(2) == 0 ? size : -size;
        };
        const int axis = int(random.below(3)), face = int(random.below(3));
        Vec<float> d, through;
        d[axis] = random.below(2) == 0 ? 8 : -8;
        d[(axis + 1) % 3] = side(), d[(axis + 2) % 3] = side();
        for (int i = 0; i < 3; ++i)
            through[i] = i == face ? 4 * float(random.below(2)) : float(random.below(5));
        // Or the middle of an edge between two.
        if (const int along = (face + 1) % 3; random.below(2) == 0 && through[along] < 4)
            through[along] += 0.5f;
        const Ray<float> ray(through - 3.0f * d, d);
        std::map<double, Passage> groups;
        int accepted = 0;
        for (const auto& tri : mesh) {
            const float facing = glm::dot(normal(tri), d);
            const bool hit = kernel.test(ray, tri).hit();
            accepted += hit;
            if (const Verdict exact = all.test(ray, tri); exact.hit()) {
                Passage& group = groups[exact.t];
                ++group.triangles, ++(facing < 0 ? group.front : group.back);
                group.accepted += hit;
            } else {
                EXPECT_FALSE(hit) << method;
            }
        }
        ++counts.rays, counts.odd += accepted % 2;
        for (const auto& [t, group] : groups) {
            if (group.triangles < 2) continue;
            if (group.front == 0 || group.back == 0) {
                ++counts.surface, counts.once += group.accepted == 1;
            } else if (group.front == 1 && group.back == 1) {
                ++counts.silhouettes, ++counts.at_silhouette[group.accepted];
            }
        }
    }
    return counts;
}

TEST(Once, WithoutARuleBothSidesOfAnEdgeAreHit) {
    const Counts plain = count("watertight");
    EXPECT_GT(plain.surface, 1000);
    EXPECT_EQ(plain.once, 0);
    EXPECT_EQ(plain.at_silhouette[2], plain.silhouettes);
}

// One triangle of an edge or a closed fan; at a silhouette edge one of two, so the crossings of a
// ray from outside may be odd.
TEST(Once, RadvHitsOneTriangleAlsoAtASilhouette) {
    for (const char* method : {"watertight:once=radv", "watertight:once=radv,double"}) {
        const Counts radv = count(method);
        EXPECT_GT(radv.silhouettes, 100) << method;
        EXPECT_EQ(radv.once, radv.surface) << method;
        EXPECT_EQ(radv.at_silhouette[1], radv.silhouettes) << method;
        EXPECT_GT(radv.odd, 100) << method;
    }
}

TEST(Once, DxrHitsBothOrNoneAtASilhouetteSoThatCrossingsAreEven) {
    for (const char* method : {"watertight:once=dxr", "watertight:once=dxr,double"}) {
        const Counts dxr = count(method);
        EXPECT_EQ(dxr.once, dxr.surface) << method;
        EXPECT_EQ(dxr.at_silhouette[1], 0) << method;
        EXPECT_GT(dxr.at_silhouette[0], 50) << method;
        EXPECT_GT(dxr.at_silhouette[2], 50) << method;
        EXPECT_EQ(dxr.odd, 0) << method;
    }
}

TEST(Once, OneOfTwoTrianglesTakesTheirEdge) {
    Triangle<float> left({0, 0, 0}, {4, 4, 0}, {0, 4, 0}), right({0, 0, 0}, {4, 0, 0}, {4, 4, 0});
    for (const bool behind : {false, true}) {
        for (const char* method : {"watertight:once=radv", "watertight:once=radv,double",
                                   "watertight:once=dxr", "watertight:once=dxr,double"}) {
            const Kernel kernel = parse_method(method).kernel({});
            for (const float x : {1.0f, 1.5f, 3.0f}) {
                const Ray<float> ray({x, x, 8}, {0, 0, -1});
                EXPECT_EQ(kernel.test(ray, left).hit() + kernel.test(ray, right).hit(), 1)
                    << method << ' ' << x << ' ' << behind;
            }
        }
        std::swap(left.b, left.c), std::swap(right.b, right.c);
    }
}

}  // namespace
}  // namespace hitmiss
