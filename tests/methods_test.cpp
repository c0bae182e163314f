// Each method against a closed form, and each published flaw against the text that states it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/math.hpp"
#include "base/random.hpp"
#include "methods/catalogue.hpp"
#include "methods/halo.hpp"

namespace hitmiss {
namespace {

/// A method's own answer, before the tracer's rule.
Verdict ask(Method method, const Ray<float>& ray, const Triangle<float>& tri) {
    if (method.get("length") == 0.0) method = method.with("length", 100);
    return method.kernel({}).test(ray, tri);
}

Verdict ask(const char* method, const Ray<float>& ray, const Triangle<float>& tri) {
    return ask(parse_method(method), ray, tri);
}

/// A point test's answer for a point.
bool inside(const std::string& method, const Vec<double>& P, const Triangle<float>& tri) {
    return parse_method(method).kernel({}).inside(P, tri);
}
bool inside(const std::string& method, const Vec<float>& P, const Triangle<float>& tri) {
    return inside(method, Vec<double>(P), tri);
}

const Triangle<float> right_angled({0, 0, 0}, {1, 0, 0}, {0, 1, 0});

Vec<float> random_point(Random& random, float size) {
    const auto draw = [&] { return size * float(2 * random.uniform() - 1); };
    const float x = draw(), y = draw();
    return {x, y, draw()};
}

// Cramer's rule in long double, on rays that keep clear of the border by a hundredth: there all
// methods must agree with it, and with its t.
TEST(Methods, AgreeWithCramersRuleAwayFromTheBorder) {
    Random random(1);
    int hits = 0;
    const auto specs = all_methods();
    for (int k = 0; k < 3000; ++k) {
        const Triangle<float> tri(random_point(random, 1), random_point(random, 1),
                                  random_point(random, 1));
        const Vec<float> origin = random_point(random, 4);
        const Vec<float> target = 0.33f * (tri.a + tri.b + tri.c) + random_point(random, 0.7f);
        const Ray<float> ray(origin, glm::normalize(target - origin));
        using Wide = Vec<long double>;
        const Wide e1 = Wide(tri.b) - Wide(tri.a), e2 = Wide(tri.c) - Wide(tri.a), d(ray.d),
                   s = Wide(origin) - Wide(tri.a);
        const long double det = glm::dot(e1, glm::cross(d, e2));
        const long double u = glm::dot(s, glm::cross(d, e2)) / det,
                          v = glm::dot(d, glm::cross(s, e1)) / det;
        const long double t = glm::dot(e2, glm::cross(s, e1)) / det;
        const long double clearance = std::min({u, v, 1 - u - v});
        const auto n = glm::cross(e1, e2);
        const bool thin = glm::length(n) < 0.2L || std::abs(det) < 0.1L * glm::length(n);
        if (thin || std::abs(clearance) < 0.1L || t < 0.1L || t > 90) continue;
        hits += clearance > 0;
        for (const auto& spec : specs) {
            const auto answer = ask(spec, ray, tri);
            ASSERT_EQ(answer.accepted, clearance > 0) << to_string(spec) << " at ray " << k;
            if (!answer.accepted) continue;
            ASSERT_NEAR(answer.t, double(t), 1e-4 * double(t)) << to_string(spec);
        }
    }
    EXPECT_GT(hits, 100);
}

TEST(Methods, CullBackMissesOnlyWhatIsSeenFromBehind) {
    const Ray<float> from_front({0.2f, 0.2f, 1}, {0, 0, -1}),
        from_behind({0.2f, 0.2f, -1}, {0, 0, 1});
    for (const char* method : {"moller-trumbore", "watertight"}) {
        const std::string culling = std::string(method) + ":cull=back";
        EXPECT_TRUE(ask(culling.c_str(), from_front, right_angled).accepted);
        EXPECT_FALSE(ask(culling.c_str(), from_behind, right_angled).accepted);
        EXPECT_TRUE(ask(method, from_behind, right_angled).accepted);
        // The same with each axis as the longest of the direction, both ways.
        for (int axis = 0; axis < 3; ++axis)
            for (const float sign : {-1.0f, 1.0f}) {
                Vec<float> d(0.1f, 0.2f, 0.05f), a(0), b(0), c(0);
                d[axis] = sign;
                b[(axis + 1) % 3] = 1, c[(axis + 2) % 3] = 1;
                const Triangle<float> tri(a, b, c);
                const Ray<float> ray((b + c) / 3.0f - d, d);
                EXPECT_EQ(ask(culling.c_str(), ray, tri).accepted, glm::dot(d, normal(tri)) < 0);
                EXPECT_TRUE(ask(method, ray, tri).accepted);
            }
    }
}

// Points on an edge: the cosine of the straight angle often rounds beyond -1, and then published
// meets NaN and misses. Corrected clamps it.
TEST(AngleSums, NaNIsALeakInPublishedAndGoneInCorrected) {
    Random random(2);
    int nan_leaks = 0;
    const Kernel published = parse_method("angle-sum").kernel({});
    for (int k = 0; k < 10000; ++k) {
        const Triangle<float> tri(random_point(random, 1), random_point(random, 1),
                                  random_point(random, 1));
        const Vec<float> P = glm::mix(tri.a, tri.b, float(random.uniform()));
        // A ray that starts in P and runs along the normal keeps its P to the bit.
        const Ray<float> ray(P, normal(tri));
        if (!published.meets_nan(ray, tri)) continue;
        ++nan_leaks;
        EXPECT_FALSE(published.test(ray, tri).accepted);
        EXPECT_TRUE(inside("angle-sum:variant=corrected", P, tri));
    }
    EXPECT_GT(nan_leaks, 100);
}

TEST(AngleSums, AVertexIsAMissForGamesAndAHitForTheWalkingText) {
    for (const auto& vertex : {right_angled.a, right_angled.b, right_angled.c}) {
        EXPECT_FALSE(inside("angle-sum", vertex, right_angled));
        EXPECT_TRUE(inside("angle-sum:variant=corrected", vertex, right_angled));
        EXPECT_TRUE(inside("angle-sum-walking", vertex, right_angled));
        EXPECT_TRUE(inside("angle-sum-walking:variant=corrected", vertex, right_angled));
    }
}

// A corner so far away that no float holds the square of its distance: cosines there come out as 0,
// and with the third right angle, between b and c, the sum is 3/2 pi.
TEST(AngleSums, ACornerBeyondFloatIsAMissForTheWalkingTextInFloatAlone) {
    const Triangle<float> needle({0, 0x1p65f, 0}, {-1, 0, 0}, {1, 0, 0});
    EXPECT_FALSE(inside("angle-sum-walking", Vec<float>(0, 1, 0), needle));
    EXPECT_TRUE(inside("angle-sum-walking:precision=double", Vec<float>(0, 1, 0), needle));
}

// The set that the tolerance adds is exactly the circular segments: a point on the bisector of an
// edge is accepted up to their height, by every angle sum and by no other method.
TEST(AngleSums, HaloReachesToItsHeightAndNoFarther) {
    for (const double epsilon : {0.01, 0.1, 0.5, 1.0, 2.0}) {
        const double height = 0.5 * std::tan(epsilon / 4);
        const Vec<double> below(0.5, -0.999 * height, 0), beyond(0.5, -1.001 * height, 0);
        for (const char* variant : {"published", "corrected", "atan2"})
            for (const char* name : {"angle-sum", "angle-sum-walking"}) {
                const auto method = fmt::format("{}:epsilon={},precision=double,variant={}", name,
                                                epsilon, variant);
                EXPECT_TRUE(inside(method, below, right_angled)) << method;
                EXPECT_FALSE(inside(method, beyond, right_angled)) << method;
            }
        for (const char* method : {"signed-angle-sum", "same-side"})
            EXPECT_FALSE(inside(std::string(method) + ":precision=double", below, right_angled));
    }
}

// Beside an edge angles are near pi, where the arc cosine of floats has steps of 3.45e-4, and the
// arc tangent has none.
TEST(AngleSums, ArcTangentsDecideBesideAnEdgeInFloat) {
    for (const char* name : {"angle-sum", "angle-sum-walking"}) {
        int cosine_leaks = 0;
        for (float beside = 1e-6f; beside < 0.02f; beside *= 2)
            for (float along = 0.1f; along < 0.9f; along += 0.01f) {
                const auto takes = [&](const char* variant, float y) {
                    return inside(fmt::format("{}:epsilon=1e-5,variant={}", name, variant),
                                  Vec<float>(along, y, 0), right_angled);
                };
                EXPECT_TRUE(takes("atan2", beside)) << name << ' ' << along << ' ' << beside;
                if (beside > 1e-5f) {
                    EXPECT_FALSE(takes("atan2", -beside)) << name << ' ' << along << ' ' << beside;
                }
                cosine_leaks += !takes("corrected", beside);
            }
        EXPECT_GT(cosine_leaks, 100);
    }
}

TEST(AngleSums, HaloAreaAgreesWithItsSeries) {
    for (const double epsilon : {1e-6, 1e-3, 0.009, 0.011, 0.1, 1.0}) {
        // Numerical integration of the circular segment of inscribed angle pi - epsilon/2.
        const double half = std::acos(-1.0) - epsilon / 2, radius = 1 / (2 * std::sin(half));
        const double centre = -std::sqrt(radius * radius - 0.25);
        long double area = 0;
        constexpr int steps = 200000;
        for (int k = 0; k < steps; ++k) {
            const long double x = (k + 0.5L) / steps - 0.5L;
            // root(r^2 - x^2) - root(r^2 - 1/4), without its cancellation
            area += (0.25L - x * x) / (std::sqrt(radius * (long double)radius - x * x) - centre) /
                    steps;
        }
        EXPECT_NEAR(halo_area(1, epsilon) / double(area), 1, 1e-8) << epsilon;
    }
    EXPECT_NEAR(halo_area(1, 1e-4), 1e-4 / 12, 1e-12);
}

TEST(AngleSums, ReachHoldsWhatTheyAccept) {
    Random random(3);
    for (const double epsilon : {1e-5, 0.01, 0.5, 2.0, 5.0}) {
        const Kernel method = parse_method("angle-sum").with("epsilon", epsilon).kernel({});
        int beyond = 0;
        for (int k = 0; k < 100000; ++k) {
            const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {float(random.uniform()), 1, 0});
            const auto scale = float(epsilon > 3 ? 8 : 1.2);
            const Vec<float> P = random_point(random, scale) * Vec<float>(1, 1, 0);
            if (!method.inside(Vec<double>(P), tri)) continue;
            const Box reach = method.reach(tri), bare = bounds(tri);
            ASSERT_TRUE(glm::all(glm::greaterThanEqual(P, reach.lo)) &&
                        glm::all(glm::lessThanEqual(P, reach.hi)));
            beyond += P.x < bare.lo.x || P.y < bare.lo.y || P.x > bare.hi.x || P.y > bare.hi.y;
        }
        EXPECT_TRUE(beyond > 0 || epsilon < 0.1) << epsilon;
    }
}

TEST(AngleSumWalking, FloatStepsNearPiAreCoarserThanItsTolerance) {
    const float below = std::nextafter(-1.0f, 0.0f);
    EXPECT_NEAR(pi<double> - arc_cosine(double(below)), 3.45e-4, 1e-6);
    // So points on an edge fall through in float, and much fewer in double.
    Random random(4);
    int leaks_float = 0, leaks_double = 0;
    for (int k = 0; k < 10000; ++k) {
        const Triangle<float> tri(random_point(random, 1), random_point(random, 1),
                                  random_point(random, 1));
        const Vec<float> P = glm::mix(tri.a, tri.b, float(random.uniform()));
        leaks_float += !inside("angle-sum-walking:variant=corrected", P, tri);
        leaks_double +=
            !inside("angle-sum-walking:precision=double,variant=corrected",
                    glm::mix(Vec<double>(tri.a), Vec<double>(tri.b), random.uniform()), tri);
    }
    EXPECT_GT(leaks_float, 1000);
    EXPECT_EQ(leaks_double, 0);
}

TEST(SameSide, PublishedAcceptsAWholeLineAndCorrectedDoesNot) {
    const Triangle<float> tri({0, 1, 0}, {0, 0, 0}, {1, 0, 0});
    for (const float x : {5.0f, -3.0f, 1e6f}) {
        EXPECT_TRUE(inside("same-side", Vec<float>(x, 0, 0), tri));
        EXPECT_FALSE(inside("same-side:variant=corrected", Vec<float>(x, 0, 0), tri));
    }
    EXPECT_FALSE(inside("same-side", Vec<float>(5, 0.001f, 0), tri));
}

TEST(CollisionMatrix, AZeroAreaTriangleIsAHitOfThePublishedPredicate) {
    const Triangle<float> line({0, 0, 0}, {1, 0, 0}, {2, 0, 0});
    const Ray<float> ray({0.5f, 0.25f, 1}, {0, 0, -1});
    const auto published = ask("collision-matrix", ray, line);
    EXPECT_TRUE(published.accepted);
    EXPECT_TRUE(std::isnan(published.t));
    EXPECT_FALSE(ask("collision-matrix:variant=corrected", ray, line).accepted);
}

TEST(CollisionMatrix, ASegmentThatEndsOnThePlaneIsAHitOnlyInTheProse) {
    const Ray<float> ray({0.25f, 0.25f, 2}, {0, 0, -1});
    EXPECT_FALSE(ask("collision-matrix:length=2", ray, right_angled).accepted);
    EXPECT_TRUE(ask("collision-matrix:length=2,variant=corrected", ray, right_angled).accepted);
    // Both ends on one side.
    EXPECT_FALSE(ask("collision-matrix:length=1.5", ray, right_angled).accepted);
    EXPECT_FALSE(ask("collision-matrix:length=1.5,variant=corrected", ray, right_angled).accepted);
}

// The same shape at two sizes: an epsilon on the determinant is a volume and swallows the small
// one, an angle is not.
TEST(MollerTrumbore, DeterminantEpsilonLosesSmallTrianglesUntilCorrected) {
    for (const float scale : {1.0f, 1e-4f}) {
        const Triangle<float> tri(scale * right_angled.a, scale * right_angled.b,
                                  scale * right_angled.c);
        const Ray<float> ray(scale * Vec<float>(0.25f, 0.25f, 1), {0, 0, -1});
        EXPECT_EQ(ask("moller-trumbore:epsilon=1e-6,cull=back", ray, tri).accepted, scale == 1);
        EXPECT_EQ(ask("moller-trumbore:epsilon=1e-6", ray, tri).accepted, scale == 1);
        EXPECT_TRUE(
            ask("moller-trumbore:epsilon=1e-6,cull=back,variant=corrected", ray, tri).accepted);
        EXPECT_TRUE(ask("moller-trumbore:epsilon=1e-6,variant=corrected", ray, tri).accepted);
        EXPECT_TRUE(ask("moller-trumbore", ray, tri).accepted);
    }
}

// As published: a vertex of NaN passes tests that reject by comparison, and fails those that
// accept by one.
TEST(Methods, NaNVertices) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, nan, 0});
    const Ray<float> ray({0.25f, 0.25f, 1}, {0, 0, -1});
    for (const char* accepts : {"moller-trumbore:cull=back", "collision-matrix", "same-side"})
        EXPECT_TRUE(ask(accepts, ray, tri).accepted) << accepts;
    for (const char* rejects :
         {"angle-sum", "angle-sum-walking", "signed-angle-sum", "baldwin-weber"})
        EXPECT_FALSE(ask(rejects, ray, tri).accepted) << rejects;
}

TEST(Methods, DescribeWhatTheyTake) {
    for (const Entry* entry : catalogue()) {
        const Method as_it_is(*entry);
        std::set<std::string_view> described;
        for (const ParameterText& text : describe(*entry)) {
            described.insert(text.key);
            const auto same =
                make_method(entry->info.name, {{std::string(text.key), text.default_value}});
            EXPECT_EQ(same.number, as_it_is.number) << entry->info.name << ' ' << text.key;
            EXPECT_EQ(same.precision(), as_it_is.precision()) << entry->info.name;
            EXPECT_EQ(same.variant(), as_it_is.variant()) << entry->info.name;
        }
        EXPECT_EQ(described.contains("variant"),
                  entry->info.has(Variant::corrected) || entry->info.has(Variant::atan2))
            << entry->info.name << ": described where there is a choice";
    }
}

TEST(Methods, SpecsAreCheckedAndErrorsNameWhatThereIs) {
    struct Case {
        const char *text, *fragment;
    };
    for (const auto& [text, fragment] : {
             Case{"angel-sum", "did you mean 'angle-sum'"},
             Case{"angle-sum:eps=1", "angle-sum has no setting 'eps'"},
             Case{"same-side:epsilon=1", "it has plane, precision, arithmetic, variant"},
             Case{"angle-sum:epsilon=0", "not a number in (0, 6.28319) rad"},
             Case{"angle-sum:epsilon=6.3", "not a number in"},
             Case{"angle-sum:nan", "not a number in"},
             Case{"moller-trumbore:epsilon=inf", "not a number in"},
             Case{"moller-trumbore:cull=front", "cull is one of none, back"},
             Case{"watertight:variant=corrected", "is one of published"},
             Case{"moller-trumbore:as=god",
                  "did you mean 'godot'? as is one of none, bevy-2026-11"},
             Case{"moller-trumbore:as=three", "did you mean 'three-mesh-bvh'?"},
             Case{"moller-trumbore:as=gdot", "no such value; did you mean 'godot'? as is one"},
             Case{"Godot", "no method 'Godot'; its test is moller-trumbore:as=godot"},
             Case{"moller-trumbore:as=godot-", "no such value"},
             Case{"angle-sum:precision=half", "precision is one of float, double"},
             Case{"angle-sum:0.1,epsilon=0.2", "given twice"},
             Case{"angle-sum:", "is not a setting"},
             Case{"angle-sum:0.1,", "is not a setting"},
             Case{"", "no method ''"},
         }) {
        try {
            parse_method(text);
            ADD_FAILURE() << text << " was accepted";
        } catch (const std::exception& error) {
            EXPECT_NE(std::string(error.what()).find(fragment), std::string::npos)
                << text << ": " << error.what();
        }
    }
    EXPECT_EQ(to_string(parse_method("angle-sum:0.01")), "angle-sum:epsilon=0.01");
    EXPECT_EQ(parse_method("angle-sum:0.01,precision=double").precision(), Precision::twice);
}

TEST(Methods, WhatIsSaidBesideAProgramsNameOverridesItsSettings) {
    const auto settings = [](const char* text) { return parse_method(text).settings(); };
    EXPECT_EQ(settings("mt:epsilon=0.5,double,as=godot"),
              settings("mt:as=godot,epsilon=0.5,double"));
    const Method said = parse_method("mt:epsilon=0.5,double,as=godot");
    EXPECT_EQ(said.epsilon(), 0.5);
    EXPECT_EQ(said.precision(), Precision::twice);
    EXPECT_EQ(parse_method("mt:double,as=godot").epsilon(), parse_method("mt:as=godot").epsilon());
}

// Programs' tests age: what is printed names the version, and the program alone is the newest.
TEST(Methods, ProgramsAreNamedWithTheVersionsOfTheirTests) {
    const Parameter& as = parse_method("moller-trumbore").entry->parameters[0];
    ASSERT_EQ(as.key, preset_key);
    for (const std::string_view choice : as.choices.subspan(1)) {
        const std::string full(choice);
        const auto hyphen = full.find_first_of("0123456789") - 1;
        ASSERT_EQ(full.at(hyphen), '-') << full;
        const std::string versioned = "moller-trumbore:as=" + full;
        EXPECT_EQ(to_string(parse_method("mt:as=" + full.substr(0, hyphen))), versioned);
        EXPECT_EQ(to_string(parse_method("mt:" + full.substr(0, hyphen))), versioned);
        EXPECT_EQ(to_string(parse_method(versioned)), versioned);
    }
}

TEST(Methods, SayWhichOfTheirSettingsAreText) {
    for (const Entry* entry : catalogue())
        for (const ParameterText& setting : describe(*entry))
            EXPECT_NE(setting.allowed, "text") << entry->info.name << ' ' << setting.key;
    for (const ParameterText& setting : describe(*make_method("answers").entry))
        EXPECT_EQ(setting.allowed == "text", setting.key == "file" || setting.key == "name")
            << setting.key;
}

}  // namespace
}  // namespace hitmiss
