// The point against a mesh: the same-side volume, and who paints whose vertices.

#include "demos/probe.hpp"

#include <gtest/gtest.h>

#include "figure_testing.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

using enum Variant;

const Triangle<float> equilateral({-0.5f, -0.288675135f, 0}, {0.5f, -0.288675135f, 0},
                                  {0, 0.577350269f, 0});

bool holds(const char* method, Variant variant, const Vec<float>& point, double tolerance = 0.05) {
    return PointPredicate(parse_method(method), variant, tolerance)(point, equilateral);
}

TEST(Probe, SameSideAcceptsAVolume) {
    EXPECT_TRUE(holds("same-side", published, {0, 0, 0.40f}));
    EXPECT_FALSE(holds("same-side", published, {0, 0, 0.42f}));
    float accepted = 0.40f, refused = 0.42f;
    while (refused - accepted > 1e-6f) {
        const float middle = (accepted + refused) / 2;
        (holds("same-side", published, {0, 0, middle}) ? accepted : refused) = middle;
    }
    EXPECT_NEAR(accepted, 1 / std::sqrt(6.0), 2e-6);
}

TEST(Probe, CorrectedAsksForADistanceFromThePlane) {
    for (const char* method : {"same-side", "angle-sum", "angle-sum-walking", "signed-angle-sum",
                               "angle-sum-walking:variant=atan2", "same-side:precision=double"})
        for (const float z : {0.049f, -0.049f, 0.051f, 0.4f}) {
            const bool near = std::abs(z) < 0.05f;
            EXPECT_EQ(holds(method, corrected, {0.1f, 0.1f, z}), near) << method << z;
            EXPECT_FALSE(holds(method, corrected, {2, 0.1f, z})) << method << z;
        }
    EXPECT_TRUE(holds("same-side", corrected, {0.1f, 0.1f, 0.4f}, 0.5));
}

TEST(Probe, AMethodWithoutAPredicateIsAnError) {
    const Error error = error_of([] { holds("moller-trumbore", published, {0, 0, 0}); });
    EXPECT_EQ(error.exit, Exit::usage);
    EXPECT_NE(std::string(error.what()).find("same-side"), std::string::npos);
    EXPECT_EQ(std::string(error.what()).find("watertight"), std::string::npos);
}

TEST(Probe, PublishedPaintsSharedVerticesAndTheLastTriangleWins) {
    // Two triangles over the edge (0,0,0)-(1,0,0).
    const std::vector<Triangle<float>> pair{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                            {{1, 0, 0}, {-0.0f, 0, 0}, {0, -1, 0}}};
    const Vec<float> white(1), grey(0.4f);
    const auto first = corner_colours(pair, {0}, published);
    EXPECT_EQ(first[0].a, grey) << "painted over by the second triangle";
    EXPECT_EQ(first[0].b, grey);
    EXPECT_EQ(first[0].c, white);
    EXPECT_EQ(first[1].c, grey);
    const auto second = corner_colours(pair, {1}, published);
    EXPECT_EQ(second[0].a, white) << "white runs into a triangle that does not hold the point";
    EXPECT_EQ(second[0].c, grey);
    for (const auto& [a, b, c] : corner_colours(pair, {0, 1}, corrected))
        EXPECT_TRUE(a == white && b == white && c == white);
    const auto own = corner_colours(pair, {0}, corrected);
    EXPECT_EQ(own[0].a, white);
    EXPECT_EQ(own[1].a, grey);
}

Scene probe_scene(std::string keys) {
    Scene scene;
    scene.mesh = make_mesh("cube");
    scene.width = 48, scene.height = 40;
    scene.background = {0, 0, 1};
    scene.camera = framing_camera(bounds(scene.mesh.triangles), 1.2);
    scene.framed = true;
    scene.methods = {parse_method("same-side")};
    scene.probe = ProbeSettings{{0.25f, 0.5f, 1}, 0.1, 0.05, std::move(keys)};
    return scene;
}

TEST(Probe, KeysMoveThePointAlongTheAxesOfTheText) {
    const auto runs = probe_all(probe_scene(parse_keys("W s A D e Q")));
    ASSERT_EQ(runs.size(), 2u);
    const Vec<float> moved[] = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0, 0}, {0, 0.1f, 0},
                                {0, 0, 0}, {0, 0, 0.1f}, {0, 0, 0}};
    for (const auto& run : runs) {
        ASSERT_EQ(run.frames.size(), 7u);
        for (std::size_t k = 0; k < 7; ++k)
            EXPECT_LT(glm::length(run.frames[k].point - Vec<float>(0.25f, 0.5f, 1) - moved[k]),
                      1e-6f);
    }
    EXPECT_EQ(error_of([] { parse_keys("WX"); }).exit, Exit::usage);
}

/// Pixels whose red, grey and blue satisfy a condition.
template <typename Condition>
std::ptrdiff_t count(const Picture& picture, Condition&& condition) {
    return std::count_if(picture.pixels.begin(), picture.pixels.end(), condition);
}

// Neutral greys: hues mean outcomes.
TEST(Probe, PicturesShowWhiteGreyAndTheDarkPoint) {
    const Scene scene = probe_scene("EEEEE");  // on a blue ground
    const auto runs = probe_all(scene);
    const auto is_grey = [](Rgb p, int from, int to) {
        return p.r == p.g && p.g == p.b && p.r >= from && p.r <= to;
    };
    const auto white = [&](Rgb p) { return is_grey(p, 160, 255); };
    const auto grey = [&](Rgb p) { return is_grey(p, 60, 110); };
    const auto dark = [&](Rgb p) { return is_grey(p, 0, 30); };
    std::vector<Picture> pictures;
    for (std::size_t k = 0; k < runs[1].frames.size(); ++k)
        pictures.push_back(probe_picture(scene, runs[1], k));
    EXPECT_GT(count(pictures[0], white), 50);
    EXPECT_EQ(count(pictures[1], white), 0) << "0.1 from the plane";
    EXPECT_GT(count(pictures[1], grey), 300);
    for (const Picture& picture : pictures) EXPECT_GT(count(picture, dark), 1);
    // One triangle of the cube's front is white, its corners shared with others: shades run.
    EXPECT_GT(count(probe_picture(scene, runs[0], 0), [&](Rgb p) { return is_grey(p, 115, 150); }),
              50);
}

// On the cube's front, behind it, before it.
TEST(Probe, SheetTellsHowDeepThePointLies) {
    const Scene scene = probe_scene("QEE");
    const auto runs = probe_all(scene);
    std::vector<std::vector<Picture>> pictures;
    for (const auto& run : runs)
        pictures.emplace_back(run.frames.size(), Picture(scene.width, scene.height));
    const Drawing sheet = probe_sheet(scene, runs, pictures).front();
    expect_readable(sheet);
    std::vector<Rgb> dots;
    std::size_t lines = 0;
    for (const auto& element : sheet.elements)
        if (const auto* shape = std::get_if<Shape>(&element)) {
            const bool dot = shape->contours[0].radius > 0;
            if (dot && shape->contours[0].radius > 8) dots.push_back(*shape->fill);
            const bool rule = shape->pen && shape->pen->colour == frame_grey;  // below a head
            if (!shape->closed && !rule &&
                glm::distance(shape->contours[0].points[0], shape->contours[0].points[1]) > 1)
                ++lines;
        }
    ASSERT_EQ(dots.size(), 16u) << "a border and a dot on it for each point";
    for (std::size_t k = 0; k < 8; ++k) {
        EXPECT_EQ(dots[2 * k + 1] == palette::background, k % 4 == 1) << k;
        EXPECT_EQ(dots[2 * k] == palette::background, k % 4 != 1) << k;
    }
    EXPECT_EQ(lines, 4u) << "to the mesh, where the point is off it";
}

// Beyond an edge of the cube the line does not lead to a face's plane, where nothing is.
TEST(Probe, SheetDrawsALineToTheMesh) {
    Scene scene = probe_scene("");
    scene.probe->point = {1.4f, 1.5f, 0.3f};
    const auto runs = probe_all(scene);
    const std::vector<std::vector<Picture>> pictures(2, {Picture(scene.width, scene.height)});
    const PrimaryRays rays(probe_camera(scene, runs[0]), scene.width, scene.height);
    const Vec<double> point(scene.probe->point);
    const auto from = rays.project(point), to = rays.project(glm::clamp(point, -1.0, 1.0));
    ASSERT_TRUE(from && to);
    const Point expected(to->x - from->x, to->y - from->y);
    int lines = 0;
    for (const Drawing& page : probe_sheet(scene, runs, pictures)) {
        for (const auto& element : page.elements)
            if (const auto* shape = std::get_if<Shape>(&element);
                shape && !shape->closed && shape->pen && shape->pen->colour == ink) {
                const auto& points = shape->contours[0].points;
                const Point along = glm::normalize(points[1] - points[0]);
                EXPECT_LT(glm::distance(along, glm::normalize(expected)), 1e-6);
                ++lines;
            }
        std::string head;
        for (const TextBox& box : text_boxes(page)) head += box.words->text + ' ';
        EXPECT_NE(head.find("line: to the nearest point of the mesh"), head.npos) << head;
    }
    EXPECT_EQ(lines, 2) << "published and corrected";
}

}  // namespace
}  // namespace hitmiss
