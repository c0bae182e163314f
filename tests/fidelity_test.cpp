// The published variants against their sources: each formula is written down once more in plain
// scalar code, as its text has it, and must give the kernel's verdict and t, bit by bit, on rays
// aimed where rounding decides. What a text leaves open is read as the kernel's head says; other
// readings must differ at the rate that the head names.
//
// Arc cosines are base/math.hpp's: those of libm differ from them, and from one machine to the
// next, by an ulp.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "any_pair.hpp"
#include "base/math.hpp"
#include "leaks_testing.hpp"
#include "methods/catalogue.hpp"
#include "sanitized.hpp"
#include "texts.hpp"
#include "trace/plain.hpp"

namespace hitmiss {
namespace {

using namespace texts;

template <typename Real>
Real libm_acos(Real x) {
    return std::acos(x);
}

// --- The pairs -----------------------------------------------------------------------------------

const std::vector<RayAndTriangle>& pairs() {
    static const std::vector<RayAndTriangle> all = [] {
        Random random(1);
        std::vector<RayAndTriangle> made(200'000);
        for (RayAndTriangle& pair : made) pair = any_pair(random);
        return made;
    }();
    return all;
}

/// The share of pairs for which the text's verdict or t is not the method's.
template <typename Real>
double disagreement(const std::string& method, auto&& text) {
    const Kernel kernel = parse_method(method).kernel({});
    std::size_t differences = 0, hits = 0;
    for (const RayAndTriangle& aimed : pairs()) {
        const Verdict ours = kernel.test(aimed.ray, aimed.tri);
        const TextAnswer<Real> theirs = text(as_pair<Real>(aimed));
        const bool same_t =
            ours.t == double(theirs.t) || (ours.t != ours.t && theirs.t != theirs.t);
        differences += ours.accepted != theirs.hit || (ours.accepted && !same_t);
        hits += ours.accepted;
    }
    EXPECT_GT(hits, pairs().size() / 10) << method;
    EXPECT_LT(hits, pairs().size() * 9 / 10) << method;
    return double(differences) / double(pairs().size());
}

/// Calls check(number of that precision, the switch that asks for it).
void in_both_precisions(auto&& check) {
    check(0.0f, "precision=float");
    check(0.0, "precision=double");
}

// --- The comparisons -----------------------------------------------------------------------------

TEST(Fidelity, MollerTrumbore) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const bool culling : {false, true})
            for (const double epsilon : {0.0, 1e-6}) {
                const auto method = fmt::format("moller-trumbore:epsilon={},cull={},{}", epsilon,
                                                culling ? "back" : "none", precision);
                EXPECT_EQ(disagreement<Real>(method,
                                             [&](const Pair<Real>& p) {
                                                 return moller_trumbore(p, culling, epsilon);
                                             }),
                          0)
                    << method;
            }
    });
}

// A float is never EPSILON, which is a double: determinants of either sign at the floats around it,
// for EPSILON that rounds down (0.000001 does), up and not at all.
TEST(Fidelity, MollerTrumboreComparesAFloatWithADouble) {
    for (const double epsilon : {0.000001, 0.00001, 0.1, 0.25, 1e-40, 1e30})
        for (const bool culling : {false, true}) {
            const Method method =
                parse_method("moller-trumbore").with("epsilon", epsilon).with("cull", culling);
            const Kernel kernel = method.kernel({});
            float det = float(epsilon);
            for (int k = 0; k < 4; ++k) det = std::nextafter(det, 0.0f);
            for (int k = 0; k < 9; ++k, det = std::nextafter(det, 1e38f))
                for (const float sign : {1.0f, -1.0f}) {
                    // e1 = (-det, 0, 0) and e2 = (0, 1, 0), seen along -z: det = e1 . (d x e2).
                    const Ray<float> ray({-0.25f * sign * det, 0.25f, 1}, {0, 0, -1});
                    const Triangle<float> tri({0, 0, 0}, {-sign * det, 0, 0}, {0, 1, 0});
                    const Pair<float> pair{
                        {ray.o.x, ray.o.y, 1}, {0, 0, -1}, {}, {-sign * det, 0, 0}, {0, 1, 0}};
                    EXPECT_EQ(kernel.test(ray, tri).accepted,
                              moller_trumbore(pair, culling, epsilon).hit)
                        << to_string(method) << " at " << fmt::format("{:a}", sign * det);
                }
        }
}

TEST(Fidelity, CollisionMatrix) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const double length : {10.0, 1000.0})
            EXPECT_EQ(disagreement<Real>(
                          fmt::format("collision-matrix:length={},{}", length, precision),
                          [&](const Pair<Real>& p) { return collision_matrix(p, Real(length)); }),
                      0);
    });
}

template <typename Real>
void expect_in_plane(const std::string& method, const std::string& precision, auto&& inside) {
    for (const bool constant : {false, true})
        EXPECT_EQ(disagreement<Real>(
                      fmt::format("{}{},plane={}", method, precision, plane_names[constant]),
                      in_plane<Real>(inside, constant)),
                  0)
            << method << precision;
}

TEST(Fidelity, AngleSums) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const double epsilon : {0.1, 1e-6})
            expect_in_plane<Real>(fmt::format("angle-sum:epsilon={},", epsilon), precision,
                                  [=](const auto& p, const auto& P) {
                                      return games_plus_plus(p, P, epsilon, arc_cosine<Real>);
                                  });
        expect_in_plane<Real>("angle-sum-walking:", precision, [](const auto& p, const auto& P) {
            return walking(p, P, arc_cosine<double>);
        });
    });
}

TEST(Fidelity, SameSide) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        expect_in_plane<Real>("same-side:", precision, same_side<Real>);
    });
}

TEST(Fidelity, SignedAngleSum) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        expect_in_plane<Real>("signed-angle-sum:", precision, [](const auto& p, const auto& P) {
            return haines(p, P, false, arc_cosine<Real>);
        });
    });
}

// The one difference, where P overflows along the dropped axis alone: n = (65536, 65280, 510), and
// n . d is 2^-14 as floats round it. The texts drop the axis, ours multiplies it by 0.
TEST(Fidelity, SignedAngleSumMissesAPThatOverflowsAlongTheDroppedAxis) {
    const RayAndTriangle aimed{
        Ray<float>({-3.16e29f, 0, 0}, {-1 - 254 * 0x1p-16f, 1, 1 + 0x1p-23f}),
        Triangle<float>({0, 0, 0}, {-255, 256, 0}, {0, -2, 256})};
    const auto p = as_pair<float>(aimed);
    const float t = 3.16e29f * 0x1p30f;
    const Point<float> P = along(p.o, t, p.d);
    ASSERT_TRUE(std::isfinite(t) && std::isinf(P[0]) && std::isfinite(P[1] + 0 * P[2]));
    EXPECT_TRUE(haines(p, P, false, arc_cosine<float>));
    EXPECT_TRUE(haines_flat(p, P, arc_cosine<float>));
    const Verdict ours = parse_method("signed-angle-sum").kernel({}).test(aimed.ray, aimed.tri);
    EXPECT_EQ(ours.t, double(t));
    EXPECT_FALSE(ours.accepted);
}

TEST(Fidelity, SignedVolume) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        EXPECT_EQ(disagreement<Real>("signed-volume:" + precision, signed_volume<false, Real>), 0);
    });
}

TEST(Fidelity, BaldwinWeber) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        EXPECT_EQ(disagreement<Real>("baldwin-weber:" + precision, baldwin_weber<Real>), 0);
    });
}

// The code looks at T before it divides, so that hits are compared, not what is accepted at any t.
TEST(Fidelity, Watertight) {
    in_both_precisions([]<typename Real>(Real, const std::string& precision) {
        for (const bool culling : {false, true}) {
            const Method method = parse_method(
                fmt::format("watertight:cull={},{}", culling ? "back" : "none", precision));
            const Kernel kernel = method.kernel({});
            int hits = 0, changed = 0;
            for (const RayAndTriangle& aimed : pairs()) {
                const Verdict ours = kernel.test(aimed.ray, aimed.tri);
                const TextAnswer<Real> theirs = watertight(as_pair<Real>(aimed), culling);
                hits += ours.hit();
                if (ours.hit() || in_front(theirs.t)) {
                    ASSERT_EQ(ours.hit(), theirs.hit) << to_string(method);
                    ASSERT_EQ(ours.t, double(theirs.t)) << to_string(method);
                } else {
                    changed += theirs.hit && theirs.t == 0;
                }
            }
            EXPECT_GT(hits, 10'000);
            EXPECT_GT(changed, 20) << "the code accepts T = 0";
        }
    });
}

// If a triangle has copies, the paper's loop keeps the last of them and ours the first.
TEST(Fidelity, WatertightGivesTiesToTheFirstTriangle) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Ray<float> ray({0.25f, 0.25f, 1}, {0, 0, -1});
    const std::vector<Triangle<float>> copies{tri, tri, tri};
    float nearest_t = Box::inf;
    std::size_t last = 0;
    for (std::size_t k = 0; k < copies.size(); ++k)
        if (const auto hit = watertight(as_pair<float>({ray, copies[k]}), false, nearest_t);
            hit.hit)
            nearest_t = hit.t, last = k;
    EXPECT_EQ(last, 2u);
    EXPECT_EQ(nearest_hit(parse_method("watertight").kernel({}), copies, ray).triangle, 0u);
    EXPECT_NE(parse_method("watertight").entry->info.changed.find("the first one is hit"),
              std::string_view::npos);
}

// By default a method computes in its source's own type, or its entry says that it does not.
TEST(Fidelity, SourcesTypesAreTheDefaultOrNamed) {
    for (const auto& [name, type] : {std::pair{"moller-trumbore", Precision::single},
                                     {"collision-matrix", Precision::twice},
                                     {"angle-sum-walking", Precision::single},
                                     {"same-side", Precision::single},
                                     {"signed-angle-sum", Precision::twice},
                                     {"baldwin-weber", Precision::single},
                                     {"watertight", Precision::single}}) {
        const MethodInfo& info = parse_method(name).entry->info;
        const bool named = info.changed.find("float by default") != std::string_view::npos;
        EXPECT_EQ(info.precision != type, named) << name;
    }
}

// --- What the texts leave open -------------------------------------------------------------------

TEST(Fidelity, OtherReadingsDifferAsTheHeadsSay) {
    const auto rate = [](const char* method, auto&& inside) {
        return disagreement<float>(method, in_plane<float>(inside, false));
    };
    EXPECT_NEAR(rate("angle-sum",
                     [](const auto& p, const auto& P) {
                         return games_plus_plus(p, P, 0.1, arc_cosine<float>, true);
                     }),
                0.0415, 0.003);
    EXPECT_NEAR(
        rate("signed-angle-sum",
             [](const auto& p, const auto& P) { return haines(p, P, true, arc_cosine<float>); }),
        0.06, 0.003);
    // No verdict, or next to none, depends on an arc cosine's last bits.
    EXPECT_LT(rate("angle-sum",
                   [](const auto& p, const auto& P) {
                       return games_plus_plus(p, P, 0.1, libm_acos<float>);
                   }),
              1e-4);
    EXPECT_LT(rate("angle-sum-walking",
                   [](const auto& p, const auto& P) { return walking(p, P, libm_acos<double>); }),
              1e-4);
}

// Points on the edges of a sphere, seen from inside.
TEST(Fidelity, DividingByTheLengthMeetsFewerNaN) {
    const Mesh mesh = make_mesh(sphere_1280);
    Random random(1);
    int multiplied = 0, divided = 0;
    const auto count_nan = in_plane<float>(
        [&](const auto& p, const auto& P) {
            const auto is_nan = [&](bool division) {
                return std::isnan(angle_sum(p, P, arc_cosine<float>, division));
            };
            multiplied += is_nan(false), divided += is_nan(true);
            return true;
        },
        false);
    for (int k = 0; k < 100'000; ++k) {
        const auto& tri = mesh.triangles[random.below(std::uint32_t(mesh.triangles.size()))];
        const Vec<double> a(tri.a), b(tri.b), o = in_cube(random, 0.5);
        const auto d = glm::normalize(a + random.uniform() * (b - a) - o);
        count_nan(as_pair<float>({{Vec<float>(o), Vec<float>(d)}, tri}));
    }
    EXPECT_NEAR(divided / double(multiplied), 0.72, 0.005);
}

// Figures of literal ports to float, measured by another program.
TEST(Fidelity, LiteralPortsLeakAsMuch) {
    if (sanitized) GTEST_SKIP() << "rates need all of their rays";
    const Target sphere(sphere_1280);
    const struct {
        const char* method;
        double at_edges, at_vertices;
    } figures[]{{"baldwin-weber", 156'350, 193'325}, {"signed-angle-sum", 196'800, 132'700}};
    for (const auto& [method, at_edges, at_vertices] : figures)
        for (const Aim aim : {Aim::edge, Aim::vertex}) {
            const double rate =
                1e6 * double(sphere.count(method, aim, 50'000).outcomes.leaks) / 50'000;
            EXPECT_NEAR(rate / (aim == Aim::edge ? at_edges : at_vertices), 1, 0.05) << method;
        }
}

}  // namespace
}  // namespace hitmiss
