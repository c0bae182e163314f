// Rates of leaks against those measured by other protocols, and what explains the differences.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "json_testing.hpp"
#include "judge/outcome.hpp"
#include "leaks_testing.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

// Rates per million that another program measured on this sphere, at the origin and at (100, 100,
// 100), by a protocol of which only this is known: rays aimed at shared edges.
struct Measured {
    const char* method;
    double near, far;
    bool near_met, far_met;  ///< to within 20 % by rays from inside
};
constexpr Measured figures[]{
    {"moller-trumbore", 121'280, 120'797, true, true},
    {"collision-matrix:length=10,precision=float", 123'244, 247'161, true, true},
    {"same-side", 200'953, 222'567, true, false},
    {"angle-sum-walking", 305'593, 603'942, true, true},
    {"angle-sum-walking:variant=corrected", 122'231, 482'083, true, true},
    {"angle-sum", 41'813, 24'633, false, false},
};
bool within_20_percent(double rate, double figure) {
    return std::abs(rate / figure - 1) < 0.2;
}

TEST(Figures, AreMetFromInsideExceptWhereTheProtocolMatters) {
    if (sanitized) GTEST_SKIP() << "rates need all of their rays";
    const Target near(sphere_1280), far(sphere_1280, 100);
    for (const auto& figure : figures) {
        const double at_origin = near.edge_leaks_per_million(figure.method, 30'000);
        const double far_away = far.edge_leaks_per_million(figure.method, 30'000);
        EXPECT_EQ(within_20_percent(at_origin, figure.near), figure.near_met)
            << figure.method << ' ' << at_origin;
        EXPECT_EQ(within_20_percent(far_away, figure.far), figure.far_met)
            << figure.method << ' ' << far_away;
    }
}

/// A random point of a random side of a triangle.
Vec<double> on_a_side(const Mesh& mesh, Random& random) {
    const Triangle<double> tri(mesh.triangles[random.below(std::uint32_t(mesh.triangles.size()))]);
    const Vec<double> corners[]{tri.a, tri.b, tri.c};
    const auto side = random.below(3);
    return corners[side] + random.uniform() * (corners[(side + 1) % 3] - corners[side]);
}

/// Rays from outside, 2.5 radii from the centre, at edges that are visible from the start.
std::vector<Ray<float>> rays_from_outside(const Mesh& mesh, const Vec<double>& centre, int count) {
    Random random(1);
    std::vector<Ray<float>> rays;
    while (rays.size() < std::size_t(count)) {
        Vec<double> start{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        if (glm::dot(start, start) > 1) continue;
        const Vec<float> o(centre + 2.5 * glm::normalize(start));
        const auto target = on_a_side(mesh, random);
        const auto d = glm::normalize(target - Vec<double>(o));
        if (glm::dot(d, target - centre) < -0.15) rays.emplace_back(o, Vec<float>(d));
    }
    return rays;
}

/// Leaks of rays from outside: what is hit lies on the far side, or there is nothing.
double leaks_from_outside(const Tracer& tracer, const std::vector<Ray<float>>& rays,
                          const Vec<double>& centre) {
    std::vector<Hit> hits(rays.size());
    tracer(rays, hits);
    int leaks = 0;
    for (std::size_t k = 0; k < rays.size(); ++k)
        leaks += hits[k].t > glm::dot(centre - Vec<double>(rays[k].o), Vec<double>(rays[k].d));
    return 1e6 * leaks / double(rays.size());
}

// Two differences explain the figures not met from inside: where rays start, and that the plane is
// written with a constant. With both, all are met to within 20 %, the angle sum's to within 30 %:
// at (100, 100, 100) it is six times too high from inside.
TEST(Figures, AreMetFromOutsideWithPlaneConstants) {
    if (sanitized) GTEST_SKIP() << "rates need all of their rays";
    for (const bool far : {false, true}) {
        const Target sphere(sphere_1280, far ? 100 : 0);
        const Vec<double> centre(far ? 100 : 0);
        const auto rays = rays_from_outside(sphere.mesh, centre, 30'000);
        for (const auto& [name, near_figure, far_figure, near_met, far_met] : figures) {
            Method method = parse_method(name);
            if (method.get("plane")) method = method.with("plane", double(PlaneForm::constant));
            const Tracer tracer(method, sphere.geometry, Traversal::one_ray);
            const double rate = leaks_from_outside(tracer, rays, centre);
            EXPECT_NEAR(rate / (far ? far_figure : near_figure), 1,
                        method == parse_method("angle-sum:plane=constant") ? 0.3 : 0.2)
                << name << ' ' << rate << (far ? " far" : " near");
        }
    }
}

// From inside, the plane's constant alone raises same-side's rate far from the origin to its
// figure, and lowers the angle sum's, whose two triangles no longer round alike.
TEST(Figures, DependOnThePlanesConstantFarFromTheOrigin) {
    if (sanitized) GTEST_SKIP() << "rates need all of their rays";
    const Target far(sphere_1280, 100);
    const auto rate = [&](const char* method) {
        return far.edge_leaks_per_million(method, 20'000);
    };
    EXPECT_LT(rate("same-side"), 40'000);
    EXPECT_TRUE(within_20_percent(rate("same-side:plane=constant"), 222'567));
    EXPECT_LT(rate("angle-sum:plane=constant"), 0.4 * rate("angle-sum"));
}

// In double, leaks lie exactly on an edge, because a ray rounded to float otherwise misses it by
// far more than the error of the arithmetic. There is no such ray from random starts; from a start
// in a coordinate plane there are those in this plane, where the sphere has edges. So figures in
// double (702; 1,011; 727; 2,014; 0; 444) tell how many of these rays a protocol has.
TEST(Figures, InDoubleCountRaysInAPlaneOfEdges) {
    if (sanitized) GTEST_SKIP() << "rates need all of their rays";
    const Target sphere(sphere_1280);
    const Vec<float> start(0, 0.2f, 0.3f);
    Random random(1);
    std::vector<Ray<float>> rays;
    for (int k = 0; k < 100'000; ++k) {
        const auto target = on_a_side(sphere.mesh, random);
        rays.emplace_back(start, Vec<float>(glm::normalize(target - Vec<double>(start))));
    }
    for (const char* method :
         {"moller-trumbore:precision=double", "collision-matrix:length=10,precision=double"}) {
        EXPECT_EQ(sphere.count(method, Aim::edge, 20'000).outcomes.leaks, 0u) << method;
        std::vector<Hit> hits(rays.size());
        Tracer(parse_method(method), sphere.geometry)(rays, hits);
        int leaks = 0;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            leaks += !hits[k];
            EXPECT_TRUE(hits[k] || rays[k].d.x == 0) << method;
        }
        EXPECT_GT(leaks, 10) << method;
    }
}

class LeakFigure : public Program {};

TEST_F(LeakFigure, ListsTheErrorsThatOccurAndNoOthers) {
    const auto ran = run("leaks " HITMISS_SCENES
                         "/cube.toml -m moller-trumbore --rays 2000 -o o.svg --format json");
    const Json rates = parse_json(ran.out)["rates"];
    const std::string figure = read_all(folder_ / "o.svg");
    int occurring = 0;
    for (const OutcomeRow& row : outcome_rows) {
        if (!row.error) continue;
        std::uint64_t count = 0;
        for (const Json& rate : rates) count += rate[std::string(row.column)].get<std::uint64_t>();
        const auto listed = figure.find(fmt::format("aria-label=\"{}\"", row.label));
        EXPECT_EQ(listed != figure.npos, count > 0) << row.label;
        occurring += count > 0;
    }
    EXPECT_EQ(occurring, 2);
}

// Kinds of rays without a bar have their intervals: 500 rays without an error say up to 0.76 %.
TEST_F(LeakFigure, SaysHowFarIntervalsReachWhereNoBarIs) {
    run("leaks " HITMISS_SCENES "/icosphere.toml -m moller-trumbore --rays 500 -o o.svg");
    const std::string figure = read_all(folder_ / "o.svg");
    EXPECT_NE(figure.find("; interior, random: intervals up to 0.8 %"), figure.npos);
}

}  // namespace
}  // namespace hitmiss
