// The colour of a hit against what each mode promises to show.

#include <gtest/gtest.h>

#include <cmath>

#include "draw/traced.hpp"

namespace hitmiss {
namespace {

/// A triangle in the plane z = 2, its normal +z, and one of another colour behind it.
Scene two_triangles(Shading shading) {
    Scene scene;
    scene.mesh.triangles = {{{0, 0, 2}, {4, 0, 2}, {0, 4, 2}}, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    scene.mesh.materials.push_back({"red", {1, 0, 0}});
    scene.mesh.material = {0, 1};
    scene.camera.eye = {1, 1, 6};
    scene.background = {0.1f, 0.2f, 0.3f};
    scene.shading = shading;
    return scene;
}

struct Shaded {
    Scene scene;
    Shader shade{scene, bounds(scene.mesh.triangles)};
    explicit Shaded(Shading shading) : scene(two_triangles(shading)) {}

    /// The colour of the point (x, y) of a triangle, seen from straight in front or from behind.
    Vec<float> operator()(std::uint32_t triangle, float x = 1, float y = 1,
                          bool behind = false) const {
        const float side = behind ? -1 : 1, z = scene.mesh.triangles[triangle].a.z;
        return shade({{x, y, z + side * 4}, {0, 0, -side}}, {4, triangle});
    }
};

void expect_near(const Vec<float>& colour, const Vec<float>& expected) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(colour[k], expected[k], 1e-6) << k;
}

TEST(Shade, FacesAreBrightFromInFrontAndDarkFromBehind) {
    const Shaded shaded(Shading::facet);
    const Vec<float> grey = shaded.scene.mesh.materials[0].kd;
    expect_near(shaded(0), grey);
    expect_near(shaded(1), {1, 0, 0});
    expect_near(shaded(1, 1, 1, true), {0.4f, 0, 0});
    // At 60 degrees to the normal: half of the added light, and a fifth of it from behind.
    const float half = 0.5f, high = std::sqrt(0.75f);
    expect_near(shaded.shade({{1, 1, 4}, {high, 0, -half}}, {4, 1}), {0.625f, 0, 0});
    expect_near(shaded.shade({{1, 1, -4}, {high, 0, half}}, {4, 1}), {0.3f, 0, 0});
    expect_near(shaded.shade({{1, 1, 4}, {0, 0, 1}}, {}), shaded.scene.background);
}

// Then pictures are written as grey.
TEST(Shade, IsGreyWhereNoColourHasAHue) {
    const auto is_grey = [](Shading shading, const Vec<float>& kd, const Vec<float>& background) {
        Scene scene = two_triangles(shading);
        scene.mesh.materials[1].kd = kd, scene.background = background;
        return Shader(scene, bounds(scene.mesh.triangles)).is_grey();
    };
    const Vec<float> grey(0.3f), white(1);
    for (const Shading shading : {Shading::facet, Shading::depth, Shading::triangle})
        EXPECT_TRUE(is_grey(shading, grey, white));
    for (const Shading shading : {Shading::normal, Shading::barycentric})
        EXPECT_FALSE(is_grey(shading, grey, white));
    for (int axis = 0; axis < 3; ++axis) {
        Vec<float> tinted = grey;
        tinted[axis] = 0.4f;
        EXPECT_FALSE(is_grey(Shading::facet, tinted, white));
        EXPECT_FALSE(is_grey(Shading::facet, grey, tinted));
    }
}

TEST(Shade, ShowsNormalDepthWeightsAndNumber) {
    expect_near(Shaded(Shading::normal)(0), {0.5f, 0.5f, 1});
    expect_near(Shaded(Shading::normal)(0, 1, 1, true), {0.5f, 0.5f, 1});

    // A triangle without area has no normal and no weights: middle grey, and black.
    for (const auto& [shading, level] :
         {std::pair{Shading::normal, 0.5f}, {Shading::barycentric, 0.0f}}) {
        Shaded flat(shading);
        flat.scene.mesh.triangles[0].c = {2, 0, 2};
        expect_near(flat(0), Vec<float>(level));
    }

    // From the eye at z = 6 the box begins 4 away and ends at its corner (4, 4, 0).
    const Shaded depth(Shading::depth);
    const double farthest = std::sqrt(9.0 + 9 + 36);
    expect_near(depth(0), Vec<float>(0.9f));
    expect_near(depth.shade({{1, 1, 6}, {0, 0, -1}}, {float(farthest), 1}), Vec<float>(0.1f));
    expect_near(depth.shade({{1, 1, 6}, {0, 0, -1}}, {6, 1}),
                Vec<float>(float(0.9 - 0.8 * 2 / (farthest - 4))));
    for (const auto& [t, grey] : {std::pair{3, 0.9f}, {100, 0.1f}})  // beyond the box, as a halo is
        expect_near(depth.shade({{1, 1, 6}, {0, 0, -1}}, {double(t), 1}), Vec<float>(grey));

    const Shaded weights(Shading::barycentric);
    expect_near(weights(0, 0, 0), {1, 0, 0});
    expect_near(weights(0, 4, 0), {0, 1, 0});
    expect_near(weights(0, 0, 4), {0, 0, 1});
    expect_near(weights(0, 1, 2), {0.25f, 0.25f, 0.5f});

    const Shaded number(Shading::triangle);
    EXPECT_NE(number(0), number(1));
    EXPECT_EQ(number(1), number(1, 2, 1));
}

// From one triangle to the next by the golden section of the greys from 0.45 to 0.95, which wrap.
TEST(Shade, NumbersHaveGreysAGoldenSectionApart) {
    Shaded number(Shading::triangle);
    number.scene.mesh.triangles.resize(50, number.scene.mesh.triangles[0]);
    const double golden = (std::sqrt(5.0) - 1) / 2;
    for (std::uint32_t k = 0; k < 50; ++k) {
        const Vec<float> grey = number(k);
        expect_near(grey, Vec<float>(grey.x));
        EXPECT_TRUE(grey.x > 0.4499f && grey.x < 0.9501f) << k;
        EXPECT_NEAR(std::remainder(grey.x - 0.45 - 0.5 * golden * k, 0.5), 0, 1e-6) << k;
    }
}

// Neighbours that hit the same triangle share what depends on it alone.
TEST(Shade, OfManyHitsIsThatOfEach) {
    for (const auto shading : {Shading::facet, Shading::normal, Shading::depth,
                               Shading::barycentric, Shading::triangle}) {
        const Shaded shaded(shading);
        std::vector<Ray<float>> rays;
        std::vector<Hit> hits;
        for (const std::uint32_t triangle : {no_triangle, 0u, 0u, 1u, 0u, no_triangle, 0u, 7u}) {
            const float k = 0.1f * float(rays.size());
            rays.push_back({{1, 1, 6}, glm::normalize(Vec<float>(k, 0.3f - k, k - 0.4f))});
            hits.push_back({4 + double(k), triangle});
        }
        std::vector<Vec<float>> colours(rays.size());
        shaded.shade.fill(rays, hits, colours);
        for (std::size_t k = 0; k < rays.size(); ++k)
            EXPECT_EQ(colours[k], shaded.shade(rays[k], hits[k])) << k;
    }
}

TEST(Shade, APixelIsTheMeanOfItsRays) {
    const std::vector<Vec<float>> colours = {{0, 0.25f, 1}, {1, 0.25f, 1}, {0, 0, 0}, {0, 1, 0.5f}};
    EXPECT_EQ(pixels_of(colours, 2), (std::vector<Rgb>{{128, 64, 255}, {0, 128, 64}}));
    EXPECT_EQ(pixels_of(colours, 4), (std::vector<Rgb>{{64, 96, 159}}));
    EXPECT_EQ(pixels_of(colours, 1)[3], (Rgb{0, 255, 128}));
}

TEST(Shade, ColoursAreRoundedToTheNearestByte) {
    EXPECT_EQ(to_rgb({0, 0.5f, 1}), (Rgb{0, 128, 255}));
    EXPECT_EQ(to_rgb({-1, 100.4f / 255, 2}), (Rgb{0, 100, 255}));
    EXPECT_EQ(to_rgb({100.6f / 255, 0, 0}), (Rgb{101, 0, 0}));
}

}  // namespace
}  // namespace hitmiss
