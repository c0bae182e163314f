// The camera against the closed form of its rays, and its framing against projection.

#include "scene/camera.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random_geometry.hpp"
#include "scene/make.hpp"
#include "scene/tiles.hpp"

namespace hitmiss {
namespace {

using Exact = Vec<long double>;

TEST(PrimaryRays, CentralRayOfAnOddImageIsTheAxisExactly) {
    const PrimaryRays rays({.eye = {0, 0, 4}}, 513, 257);
    const auto ray = rays(256, 128);
    EXPECT_EQ(ray.o, Vec<float>(0, 0, 4));
    EXPECT_EQ(ray.d, Vec<float>(0, 0, -1));
    for (int k = 0; k < 257; ++k) EXPECT_EQ(rays(256, k).d.x, 0);
    for (int k = 0; k < 513; ++k) EXPECT_EQ(rays(k, 128).d.y, 0);
}

TEST(PrimaryRays, FollowTheirClosedForm) {
    const Camera camera{{1, -2, 3}, {-4, 0.5, 0.25}, {0.1, 1, 0.3}, 55};
    const int width = 64, height = 48, samples = 3;
    const PrimaryRays rays(camera, width, height, samples);
    ASSERT_EQ(rays.width(), 192);
    ASSERT_EQ(rays.height(), 144);

    const auto unit = [](const Exact& v) { return v / std::sqrt(glm::dot(v, v)); };
    const Exact forward = unit(Exact(camera.look_at) - Exact(camera.eye));
    const Exact right = unit(glm::cross(forward, Exact(camera.up)));
    const Exact up = glm::cross(right, forward);
    const long double slope = std::tan(55 * std::acos(-1.0L) / 360);
    for (const int x : {0, 95, 191})
        for (const int y : {0, 72, 143}) {
            const long double across = 2 * (x + 0.5L) / 192 - 1, down = 2 * (y + 0.5L) / 144 - 1;
            const Exact expected =
                unit(forward + slope * (across * width / height * right - down * up));
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_NEAR(rays(x, y).d[axis], double(expected[axis]), 0x1p-24);
        }
}

/// Largest |x| and |y| of the box's corners in the image, whose border is at 1; infinite if a
/// corner is behind the eye.
double spread(const Camera& camera, const Box& box, double aspect) {
    const auto forward = glm::normalize(camera.look_at - camera.eye);
    const auto right = glm::normalize(glm::cross(forward, camera.up));
    const auto up = glm::cross(right, forward);
    const double slope = std::tan(camera.vertical_fov * M_PI / 360);
    double most = 0;
    for (int k = 0; k < 8; ++k) {
        const Vec<double> corner(k & 1 ? box.hi.x : box.lo.x, k & 2 ? box.hi.y : box.lo.y,
                                 k & 4 ? box.hi.z : box.lo.z);
        const auto q = corner - camera.eye;
        const double depth = glm::dot(q, forward);
        if (depth <= 0) return Box::inf;
        most = std::max({most, std::abs(glm::dot(q, right)) / (depth * slope * aspect),
                         std::abs(glm::dot(q, up)) / (depth * slope)});
    }
    return most;
}

// Every pixel once, in aligned squares of 4, 16, 64, ...; bit by bit the rays that come one by one.
TEST(PrimaryRays, ThroughTilesAreInZOrder) {
    Random random(5);
    for (const auto& size :
         {std::array{1, 1, 1}, {64, 64, 1}, {65, 3, 1}, {130, 70, 1}, {70, 66, 2}, {9, 65, 3}}) {
        const int width = size[0], height = size[1], samples = size[2];
        const Camera camera{{random.uniform(), 2, 3}, {-4, random.uniform(), 0}, {0.1, 1, 0.3}, 55};
        const PrimaryRays rays(camera, width, height, samples);
        std::vector<int> seen(std::size_t(width * height));
        for (std::size_t number = 0; number < tile_count(width, height); ++number) {
            const Tile tile = tile_at(number, width, height);
            std::vector<Ray<float>> all(std::size_t(tile.size() * samples * samples));
            rays_through(tile, rays, samples, all);
            std::size_t next = 0;
            unsigned last = 0;
            for_each_pixel(tile, [&](int x, int y) {
                ++seen[std::size_t(y * width + x)];
                for (int j = 0; j < samples; ++j)
                    for (int i = 0; i < samples; ++i, ++next) {
                        const Ray<float> ray = rays(x * samples + i, y * samples + j);
                        ASSERT_EQ(bits_of(all[next].o), bits_of(ray.o));
                        ASSERT_EQ(bits_of(all[next].d), bits_of(ray.d));
                    }
                unsigned code = 0;
                for (unsigned bit = 0; bit < 6; ++bit)
                    code |= (unsigned(x - tile.x) >> bit & 1) << 2 * bit |
                            (unsigned(y - tile.y) >> bit & 1) << (2 * bit + 1);
                EXPECT_TRUE(code == 0 || code > last);
                last = code;
            });
            EXPECT_EQ(next, all.size());
        }
        EXPECT_EQ(std::ranges::count(seen, 1), width * height);
    }
}

TEST(FramingCamera, StandsFivePercentBehindTheNearestDistanceAtWhichTheBoxFits) {
    const Box boxes[]{{{-1, -1, -1}, {1, 1, 1}},
                      {{0, 0, 0}, {1, 9, 0.5f}},
                      {{-7, 2, 3}, {30, 2, 4}},
                      {{-1e-30f, 0, 0}, {1e-30f, 1e-30f, 0}},
                      {{-1e30f, 0, 0}, {1e30f, 1e30f, 1e29f}},
                      {{1000, 1000, 1000}, {1001, 1001, 1001}}};
    for (const Box& box : boxes)
        for (const double aspect : {1.0, 2.0, 0.25}) {
            Camera camera = framing_camera(box, aspect);
            SCOPED_TRACE(testing::Message() << box.hi.x << ' ' << box.hi.y << " at " << aspect);
            EXPECT_EQ(camera.vertical_fov, 40);
            EXPECT_EQ(camera.up, Vec<double>(0, 1, 0));
            EXPECT_EQ(camera.look_at, 0.5 * (Vec<double>(box.lo) + Vec<double>(box.hi)));
            const auto view = camera.look_at - camera.eye;
            EXPECT_NEAR(glm::dot(view, glm::normalize(Vec<double>(-1, -0.6, -1.2))),
                        glm::length(view), 1e-9 * glm::length(view));
            EXPECT_LT(spread(camera, box, aspect), 1);
            camera.eye = camera.look_at - view / 1.05;
            EXPECT_NEAR(spread(camera, box, aspect), 1, 1e-9);
        }
}

/// As framing_camera() says, but vertex by vertex.
Vec<double> framed_by_each_vertex(const std::vector<Triangle<float>>& triangles, double aspect,
                                  const Camera& like) {
    const Box box = bounds(triangles);
    const Vec<double> centre = 0.5 * (Vec<double>(box.lo) + Vec<double>(box.hi));
    const auto backward = glm::normalize(Vec<double>(1, 0.6, 1.2));
    const auto right = glm::normalize(glm::cross(like.up, backward)),
               up = glm::cross(backward, right);
    double most = 0;
    for (const auto& tri : triangles)
        for (const auto& p : {tri.a, tri.b, tri.c}) {
            const auto q = Vec<double>(p) - centre;
            const double high = std::abs(glm::dot(q, up)), wide = std::abs(glm::dot(q, right));
            most = std::max(most,
                            std::max(high, wide / aspect) / like.slope() + glm::dot(q, backward));
        }
    return centre + 1.05 * most * backward;
}

// The corners of an octahedron's box are far from it: only its own six vertices fit closely. A knot
// has so many vertices that most are judged by the boxes of many.
TEST(FramingCamera, FitsTheVerticesAsItsProjectionSaysWhateverIsUp) {
    std::vector<Triangle<float>> octahedron;
    for (const float x : {-1.f, 1.f})
        for (const float y : {-2.f, 2.f})
            for (const float z : {-3.f, 3.f})
                octahedron.push_back(
                    {Vec<float>(x, 0, 0), Vec<float>(0, y, 0), Vec<float>(0, 0, z)});
    const auto knot = make_mesh("torus-knot:faces=20000").triangles;
    for (const auto& triangles : {octahedron, knot})
        for (const Camera& like : {Camera{}, Camera{.up = {0, 0, 1}, .vertical_fov = 75}}) {
            Camera camera = framing_camera(triangles, 1.5, like);
            EXPECT_EQ(camera.eye, framed_by_each_vertex(triangles, 1.5, like));
            EXPECT_EQ(camera.up, like.up);
            EXPECT_EQ(camera.vertical_fov, like.vertical_fov);
            camera.eye = camera.look_at - (camera.look_at - camera.eye) / 1.05;
            const PrimaryRays rays(camera, 1500, 1000);
            double most = 0;
            for (const auto& tri : triangles)
                for (const auto& p : {tri.a, tri.b, tri.c}) {
                    const auto seen = rays.project(Vec<double>(p));
                    ASSERT_TRUE(seen);
                    most = std::max(
                        {most, std::abs(seen->x / 1500 - 0.5), std::abs(seen->y / 1000 - 0.5)});
                }
            EXPECT_NEAR(most, 0.5, 1e-6);
        }
}

TEST(PrimaryRays, AreNarrowedByTheZoom) {
    const PrimaryRays plain({.eye = {1, 2, 5}}, 300, 200),
        near({.eye = {1, 2, 5}, .zoom = 4}, 300, 200);
    for (const auto& p : {Vec<double>(0.1, 0, 0), Vec<double>(-0.2, 0.3, 1)}) {
        const auto before = *plain.project(p), after = *near.project(p);
        EXPECT_NEAR(after.x - 150, 4 * (before.x - 150), 1e-9);
        EXPECT_NEAR(after.y - 100, 4 * (before.y - 100), 1e-9);
    }
}

// The picture is that from the eye as floats store it, in the same directions.
TEST(FramingCamera, SeesAllFromTheStoredEyeFarFromTheOrigin) {
    Random random(1);
    for (int k = 0; k < 1000; ++k) {
        const Vec<double> at = 6.4e6 * random_direction(random);
        const Vec<double> sides{random.uniform(1, 30), random.uniform(1, 30),
                                random.uniform(1, 30)};
        const Box box{Vec<float>(at), Vec<float>(at + sides)};
        for (const double aspect : {1.0, 0.5, 2.0}) {
            Camera camera = framing_camera(box, aspect);
            const auto moved = Vec<double>(Vec<float>(camera.eye)) - camera.eye;
            camera.eye += moved, camera.look_at += moved;
            EXPECT_LE(spread(camera, box, aspect), 1) << sides.x << ' ' << sides.y;
        }
    }
}

TEST(FramingCamera, SeesABoxWithoutExtent) {
    for (const float at : {0.0f, 1.0f, -1e30f, 1e-30f}) {
        const Camera camera = framing_camera(Box{Vec<float>(at), Vec<float>(at)});
        EXPECT_NE(Vec<float>(camera.eye), Vec<float>(camera.look_at)) << at;
        const auto d = PrimaryRays(camera, 3, 3)(1, 1).d;
        EXPECT_NEAR(glm::length(d), 1, 1e-6) << at;
    }
}

}  // namespace
}  // namespace hitmiss
