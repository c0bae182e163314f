// What explain shows against values computed here, and reproducers there and back.

#include "truth/explain.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "commands/explanation.hpp"
#include "scene/camera.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

std::map<std::string, double> values_of(const Explanation& explanation, std::size_t method = 0) {
    std::map<std::string, double> values;
    for (const auto& [name, value] : explanation.triangles.at(0).computations.at(method).values)
        values[name] = value;
    return values;
}

Explanation explain_one(const char* method, const Ray<float>& ray, const Triangle<float>& tri) {
    const std::vector triangles{tri};
    return explain(ray, {parse_method(method)}, Geometry(triangles, Vec<double>(ray.o)));
}

// A 3-4-5 triangle in z = 2, and a ray that meets it in (1, 1, 2) at t = 4.
const Triangle<float> tri({0, 0, 2}, {4, 0, 2}, {0, 3, 2});
const Ray<float> ray({1, 1, -2}, {0, 0, 1});

TEST(Explain, ShowsMollerTrumbore) {
    const auto values = values_of(explain_one("moller-trumbore:precision=double", ray, tri));
    const std::map<std::string, double> expected{
        {"pvec.x", -3},  {"pvec.y", 0},  {"pvec.z", 0},         {"det", -12}, {"tvec.x", 1},
        {"tvec.y", 1},   {"tvec.z", -4}, {"inv_det", -1 / 12.}, {"u", 0.25},  {"qvec.x", 0},
        {"qvec.y", -16}, {"qvec.z", -4}, {"v", 1 / 3.},         {"t", 4},     {"tolerance", 0}};
    ASSERT_EQ(values.size(), expected.size());
    for (const auto& [name, value] : expected) EXPECT_NEAR(values.at(name), value, 1e-15) << name;
}

TEST(Explain, ShowsTheAngleSum) {
    const auto explanation = explain_one("angle-sum:precision=double", ray, tri);
    const auto values = values_of(explanation);
    // From P = (1, 1) the vertices are at (-1, -1), (3, -1), (-1, 2).
    const double cos01 = (-3 + 1) / std::sqrt(2. * 10), cos12 = (-3 - 2) / std::sqrt(10. * 5),
                 cos20 = (1 - 2) / std::sqrt(5. * 2);
    EXPECT_NEAR(values.at("P.x"), 1, 1e-15);
    EXPECT_NEAR(values.at("n.z"), 12, 1e-15);
    EXPECT_NEAR(values.at("cos01"), cos01, 1e-15);
    EXPECT_NEAR(values.at("cos12"), cos12, 1e-15);
    EXPECT_NEAR(values.at("cos20"), cos20, 1e-15);
    EXPECT_NEAR(values.at("angle01"), std::acos(cos01), 1e-14);
    EXPECT_NEAR(values.at("angle12"), std::acos(cos12), 1e-14);
    EXPECT_NEAR(values.at("angle20"), std::acos(cos20), 1e-14);
    EXPECT_NEAR(values.at("sum"), 2 * std::acos(-1.), 1e-14);
    EXPECT_NEAR(values.at("sum - 2 pi"), 0, 1e-14);
    EXPECT_TRUE(explanation.triangles[0].computations[0].verdict.hit());
    EXPECT_EQ(explanation.triangles[0].exact.position, Position::inside);
}

TEST(Explain, ShowsTheMappedSegment) {
    const auto values = values_of(explain_one("collision-matrix:length=8", ray, tri));
    EXPECT_NEAR(values.at("J.x"), 0.25, 1e-6);
    EXPECT_NEAR(values.at("J.y"), 1 / 3., 1e-6);
    EXPECT_NEAR(values.at("J.z"), -4 / 12., 1e-6);  // in units of n
    EXPECT_NEAR(values.at("K.z"), 4 / 12., 1e-6);
    EXPECT_NEAR(values.at("t"), 4, 1e-6);
}

TEST(Explain, TextEndsEachBlockWithTheVerdicts) {
    const std::vector triangles{tri};
    const Geometry geometry(triangles, Vec<double>(ray.o));
    const auto text = [&](const char* method, const Ray<float>& r) {
        return report_on(explain(r, {parse_method(method)}, geometry), geometry).text;
    };
    const auto has = [](std::string all, const char* part) {
        const auto both_blank = [](char c, char next) { return c == ' ' && next == ' '; };
        all.erase(std::unique(all.begin(), all.end(), both_blank), all.end());
        return all.find(part) != all.npos;
    };
    EXPECT_TRUE(has(text("moller-trumbore", ray), "\n u 0.25 0x1p-2\n"));
    EXPECT_TRUE(has(text("moller-trumbore", ray), "\n tvec (1, 1, -4)\n"));
    EXPECT_TRUE(has(text("moller-trumbore", ray), "\n hit (exact: hit, inside)\n"));
    const Ray<float> beside({-0.1f, 1, -2}, {0, 0, 1}), behind({1, 1, 3}, {0, 0, 1});
    EXPECT_TRUE(has(text("angle-sum:1", beside), "\n hit (exact: miss, outside)\n"));
    EXPECT_TRUE(
        has(text("angle-sum:1", beside), "\n angle-sum:epsilon=1 false_hit triangle 0, t = 4\n"));
    EXPECT_TRUE(has(text("moller-trumbore", behind),
                    "\n miss: inside, but t = -1 (exact: miss, inside but not in front)\n"));
}

// t is beyond any float, 4e40, but the ray hits.
TEST(Explain, KnowsTheExactAnswerForTinyDirections) {
    const std::vector triangles{tri};
    const Ray<float> tiny({1, 1, -2}, {0, 0, 1e-40f});
    const Geometry geometry(triangles, Vec<double>(tiny.o));
    const auto explanation = explain(tiny, {parse_method("exact")}, geometry);
    EXPECT_EQ(explanation.answer.triangles, std::vector<std::uint32_t>{0});
    EXPECT_EQ(explanation.answer.t, 4 / double(1e-40f));
    EXPECT_EQ(explanation.methods[0].outcome, Outcome::right);
    const auto text = report_on(explanation, geometry).text;
    EXPECT_EQ(text.find("no triangle is hit"), text.npos) << text;
}

TEST(Explain, JsonHoldsTheValuesBitForBit) {
    const std::vector triangles{tri};
    const Ray<float> edge({0, 1, -2}, {0, 0, 1});
    const Geometry geometry(triangles, Vec<double>(edge.o));
    const auto explanation = explain(edge, {parse_method("angle-sum:1e-6")}, geometry);
    const auto json = nlohmann::json::parse(as_json(report_on(explanation, geometry).json));
    EXPECT_EQ(json.at("triangles")[0].at("exact_position"), "edge");
    EXPECT_EQ(json.at("triangles")[0].at("b")[0], "0x1p+2");
    const auto& values = json.at("triangles")[0].at("methods")[0].at("values");
    const auto& shown = explanation.triangles[0].computations[0].values;
    ASSERT_EQ(values.size(), shown.size());
    for (std::size_t k = 0; k < shown.size(); ++k) {
        EXPECT_EQ(values[k].at("name"), shown[k].name);
        if (std::isnan(shown[k].value))
            EXPECT_TRUE(values[k].at("value").is_null());
        else
            EXPECT_EQ(values[k].at("value").get<double>(), shown[k].value);
    }
}

// Each pixel's explanation tells what the tracers of the whole picture do: the hit it names counts,
// at that t, and no explained triangle counts nearer.
TEST(Explain, AgreesWithTheTracers) {
    const Mesh mesh = make_mesh("icosphere:faces=320");
    Box box;
    for (const auto& one : mesh.triangles) box.include(bounds(one));
    const Camera camera = framing_camera(box);
    const Geometry geometry(mesh.triangles, camera.eye);
    const PrimaryRays rays(camera, 24, 24);
    std::vector<Method> methods;
    std::vector<Tracer> tracers;
    for (const Entry* entry : catalogue()) {
        methods.emplace_back(*entry);
        tracers.emplace_back(methods.back(), geometry, Traversal::brute_force);
    }
    for (int k = 0; k < 24 * 24; k += 5) {
        const auto one = rays(k % 24, k / 24);
        const auto explanation = explain(one, methods, geometry);
        ASSERT_FALSE(explanation.triangles.empty());
        for (std::size_t m = 0; m < methods.size(); ++m) {
            Hit traced;
            tracers[m](RayList(one), {&traced, 1});
            const auto& shown = explanation.methods[m];
            ASSERT_EQ(shown.hit.triangle, traced.triangle) << to_string(methods[m]);
            Hit nearest;
            for (const auto& about : explanation.triangles)
                if (const auto& verdict = about.computations[m].verdict; verdict.hit())
                    nearest.keep_nearer({verdict.t, about.index});
            ASSERT_EQ(nearest.triangle, traced.triangle) << to_string(methods[m]);
            ASSERT_EQ(nearest.t, traced.t) << to_string(methods[m]);
        }
    }
}

TEST(Explain, PicksTheClosestTriangleWhereNothingIsHit) {
    const std::vector<Triangle<float>> triangles{{{9, 0, 2}, {10, 0, 2}, {9, 1, 2}},
                                                 {{2, 0, 2}, {3, 0, 2}, {2, 1, 2}},
                                                 {{0, 0, -9}, {1, 0, -9}, {0, 1, -9}}};  // behind
    const Ray<float> past({0, 0, 0}, {0, 0, 1});
    const auto explanation =
        explain(past, {parse_method("moller-trumbore")}, Geometry(triangles, Vec<double>(0)));
    ASSERT_EQ(explanation.triangles.size(), 1u);
    EXPECT_EQ(explanation.triangles[0].index, 1u);
}

}  // namespace
}  // namespace hitmiss
