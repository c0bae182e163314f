// What is counted for aimed rays, and the command that prints it.

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "commands/command_line.hpp"
#include "commands/leak_rates.hpp"
#include "commands/whole_rays.hpp"
#include "every_switch.hpp"
#include "figure_testing.hpp"
#include "json_testing.hpp"
#include "judge/judge.hpp"
#include "judging.hpp"
#include "leaks_testing.hpp"
#include "methods/kernel_of.hpp"
#include "sanitized.hpp"
#include "test_folder.hpp"
#include "trace/plain.hpp"

namespace hitmiss {
namespace {

// Its ends are the rates whose expected count lies 1.96 standard deviations from the observed one.
TEST(Wilson, SolvesItsDefinition) {
    constexpr double z = 1.959963984540054;
    for (const auto& [k, n] : {std::pair{1u, 10u}, {5u, 10u}, {9u, 10u}, {3u, 1'000'000u}}) {
        const auto [low, high] = wilson_interval(k, n);
        EXPECT_LT(low, double(k) / n);
        EXPECT_GT(high, double(k) / n);
        for (const double p : {low, high})
            EXPECT_NEAR(std::abs(double(k) / n - p), z * std::sqrt(p * (1 - p) / n), 1e-12);
    }
    EXPECT_EQ(wilson_interval(0, 100).low, 0);
    EXPECT_NEAR(wilson_interval(0, 100).high, z * z / (100 + z * z), 1e-15);
    EXPECT_EQ(wilson_interval(100, 100).high, 1);
    EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

template <typename Real, Variant>
struct AcceptsNothing {
    static Triangle<Real> prepare(const Triangle<Real>& tri) { return tri; }
    Candidate<Real> test(const Ray<Real>&, const Triangle<Real>&, auto note) const {
        note("a scalar", std::numeric_limits<Real>::infinity());
        return miss<Real>;
    }
};
template <typename Real, Variant>
struct MeetsNan {
    static Triangle<Real> prepare(const Triangle<Real>& tri) { return tri; }
    Candidate<Real> test(const Ray<Real>&, const Triangle<Real>&, auto note) const {
        note("a vector", Vec<Real>(0, std::numeric_limits<Real>::quiet_NaN(), 0));
        return miss<Real>;
    }
};

TEST(LeakCounter, CountsLeaksNanAndMultipleHits) {
    const Target sphere("icosphere:faces=80");
    const auto nothing =
        sphere.count(make_aimed_answerer(kernel_of(AcceptsNothing<float, Variant::published>{}),
                                         sphere.geometry),
                     Aim::random, 100);
    EXPECT_EQ(nothing.outcomes.leaks, 100u);
    EXPECT_EQ(nothing.multiple + nothing.outcomes.nan, 0u);
    const auto nan = sphere.count(
        make_aimed_answerer(kernel_of(MeetsNan<float, Variant::published>{}), sphere.geometry),
        Aim::random, 100);
    EXPECT_EQ(nan.outcomes.nan, 100u);

    // Every triangle twice: the ray truly meets both, so accepting both is right. At an edge both
    // halos contain a point of which the ray meets one triangle: it is accepted twice.
    auto twice = sphere.mesh.triangles;
    twice.insert(twice.end(), sphere.mesh.triangles.begin(), sphere.mesh.triangles.end());
    const Geometry doubled(twice, sphere.geometry.eye);
    const auto doubles = make_aimed_answerer(parse_method("moller-trumbore"), doubled);
    const auto exact = make_reference(make_method("exact"), doubled);
    const auto random = aimed_rays(sphere.aimed, Aim::random, 100, 1);
    const Tally of_doubles = judge_all({random, {doubles}, exact, doubled})[0];
    EXPECT_EQ(of_doubles.multiple, 0u);
    EXPECT_EQ(of_doubles.outcomes.right, 100u);
    EXPECT_GT(sphere.count("angle-sum:0.5", Aim::edge, 100).multiple, 50u);
    EXPECT_EQ(sphere.count("moller-trumbore", Aim::random, 100).multiple, 0u);
}

/// By the plain loop: all triangles at the nearest exact t, of copies the first.
ExactAnswer plain_answer(const Ray<float>& ray, const Geometry& geometry) {
    const auto& triangles = geometry.triangles;
    ExactAnswer answer;
    for (std::uint32_t k = 0; k < triangles.size(); ++k) {
        if (!exact_hit(ray, triangles[k]).hit || is_among(answer.triangles, k, geometry)) continue;
        const auto order = answer.triangles.empty()
                               ? std::strong_ordering::less
                               : exact_order(ray, triangles[k], triangles[answer.triangles[0]]);
        if (order < 0) answer = {exact_t(ray, triangles[k]), {}};
        if (order <= 0) answer.triangles.push_back(k);
    }
    return answer;
}

/// Also of points that are accepted twice, by the plain loop.
std::pair<Hit, bool> plain_hit(const Ray<float>& ray, double exact_t, const Kernel& kernel,
                               const Geometry& geometry) {
    std::vector<Hit> hits;
    std::vector<std::uint32_t> accepted;  // of copies the first
    Hit nearest;
    for (std::uint32_t k = 0; k < geometry.triangles.size(); ++k) {
        const Verdict v = kernel.test(Ray<double>(ray), geometry.triangles[k]);
        if (!v.hit() || is_among(accepted, k, geometry)) continue;
        accepted.push_back(k), hits.push_back({v.t, k});
        nearest.keep_nearer(hits.back());
    }
    const double near = std::isinf(exact_t) ? nearest.t : exact_t;
    const double last = nearest.t + tie_roundings * unit_roundoff(kernel.precision) * near;
    std::erase_if(hits, [&](const Hit& hit) { return hit.t > last; });
    const bool twice = hits.size() > 1 && std::ranges::any_of(hits, [&](const Hit& hit) {
                           return !exact_hit(ray, geometry.triangles[hit.triangle]).hit;
                       });
    return {nearest, twice};
}

// The exact answers and the hits that one traversal finds are those of the plain loop: for rays
// aimed at all parts of meshes near, far and tiny, with thin triangles and with copies, for rays
// along triangles, from the surface, past the mesh, and with directions of all lengths.
TEST(Answerers, FindExactAnswersAlongWithTheirHits) {
    Random random(5);
    std::size_t meshes = 0;
    struct Placed {
        const char* kind;
        float scale, by;
    };
    for (const auto& [kind, scale, by] : {Placed{"icosphere:faces=80", 1, 0},
                                          {"icosphere:faces=80", 1e-9f, 0},
                                          {"icosphere:faces=80", 1, 3e4f},
                                          {"torus-knot:faces=600", 1e4f, 0},
                                          {"cube", 1, 0},
                                          {"divided-cube:faces=108", 1, 0.3f},
                                          {"sliver-fan:faces=40", 1, 0}}) {
        std::vector<Triangle<float>> triangles = make_mesh(kind).triangles;
        for (auto& tri : triangles)
            for (auto* p : {&tri.a, &tri.b, &tri.c}) *p = scale * *p + by;
        triangles.push_back(triangles[3]);  // a copy
        const Vec<float> a = triangles[0].a;
        triangles.push_back({a, triangles[0].b, a});  // without area
        const Geometry geometry(triangles, AimedRays::farthest_start(bounds(triangles)));
        const double size = geometry.box.diagonal();
        const auto about = [&](const Vec<float>& p, double by_size) {
            Vec<double> q(p);
            for (int axis = 0; axis < 3; ++axis) q[axis] += by_size * size * random.uniform(-1, 1);
            return q;
        };
        std::vector<Ray<float>> rays;
        for (int k = 0; k < 80; ++k) {
            const Triangle<double> tri(triangles[random.below(std::uint32_t(triangles.size()))]);
            const Vec<double> at[]{tri.a, (tri.a + tri.b) / 2.0, random_point(tri, random)};
            Vec<double> from = about(geometry.box.centre(), k % 4 == 0 ? 1.5 : 0.3);
            if (k % 5 == 0) from = tri.a + 2.0 * (tri.b - tri.a) - 3.0 * (tri.c - tri.a);
            if (k % 7 == 0) from = tri.a;
            const Vec<double> way = at[k % 3] - from;
            if (way == Vec<double>(0)) continue;
            const double length = k % 11 == 0 ? 1e5 : k % 13 == 0 ? 1e-5 : 1;
            rays.push_back({Vec<float>(from), Vec<float>(length * glm::normalize(way))});
        }
        std::vector<ExactAnswer> exact;
        for (const auto& ray : rays) exact.push_back(plain_answer(ray, geometry));
        const auto expect_exact = [&, name = kind](std::span<const ExactAnswer> right) {
            for (std::size_t k = 0; k < rays.size(); ++k) {
                ASSERT_EQ(right[k].triangles, exact[k].triangles) << name << ", ray " << k;
                if (!exact[k].triangles.empty()) {
                    ASSERT_NEAR(right[k].t / exact[k].t, 1, 0x1p-40) << name;
                }
            }
        };
        std::size_t alone = 0;  // rays whose answers are not found along with hits
        const Reference reference{[&](const Ray<float>& ray, Faces, const HitFilter&) {
                                      return ++alone, plain_answer(ray, geometry);
                                  },
                                  true};
        const Batch batch{std::vector<std::size_t>(rays.size()), rays};
        // Each method on some of the meshes.
        const std::vector<Method> methods = methods_and_switches();
        std::vector<Method> some;
        for (std::size_t m = meshes++ % 3; m < methods.size(); m += 3) some.push_back(methods[m]);
        // All of them at once.
        ExactAlong along_all(rays, geometry, reference);
        const auto answerers = make_answerers(some, geometry, Traversal::one_ray);
        const auto found = found_together(answerers, batch, &along_all);
        expect_exact(std::move(along_all).answers());
        EXPECT_LT(alone, rays.size() / 2) << kind;
        for (std::size_t m = 0; m < some.size(); ++m)
            for (std::size_t k = 0; k < found[m].hits.size(); k += 4) {
                const Hit hit = nearest_hit(*answerers[m].kernel, triangles, rays[k]);
                ASSERT_EQ(found[m].hits[k].triangle, hit.triangle) << to_string(some[m]);
                ASSERT_EQ(found[m].hits[k].t, hit.t) << to_string(some[m]);
            }
        for (const Method& method : some) {
            if (method.culls()) {
                EXPECT_FALSE(make_aimed_answerer(method, geometry).trace_and_answer);
                continue;
            }
            const Answerer answerer = make_aimed_answerer(method, geometry);
            if (!answerer.trace_and_answer) continue;
            std::vector<Hit> hits(rays.size());
            ExactAlong along(batch.rays, geometry, reference);
            const auto multiple = answerer.trace_and_answer(batch, along, hits);
            const auto right = std::move(along).answers();
            expect_exact(right);
            std::uint64_t twice = 0;
            for (std::size_t k = 0; k < rays.size(); ++k) {
                const auto [hit, again] =
                    plain_hit(rays[k], right[k].t, *answerer.kernel, geometry);
                ASSERT_EQ(hits[k].triangle, hit.triangle) << kind << ' ' << to_string(method);
                ASSERT_EQ(hits[k].t, hit.t) << kind << ' ' << to_string(method);
                twice += again;
            }
            ASSERT_EQ(multiple, twice) << kind << ' ' << to_string(method);
        }
    }
}

// The same outcomes as of exact answers that were found alone, also where several answer.
TEST(Leaks, AreThoseOfExactAnswersFoundAlone) {
    const Target target("torus-knot:faces=600");
    const auto methods = {"moller-trumbore", "angle-sum:0.01", "moller-trumbore:cull=back"};
    for (std::size_t aim = 0; aim < aim_names.size(); ++aim) {
        std::vector<Answerer> together, alone;
        for (const char* method : methods)
            together.push_back(make_aimed_answerer(parse_method(method), target.geometry));
        alone = together;
        for (Answerer& answerer : alone) answerer.trace_and_answer = {};
        const RaySource rays = aimed_rays(target.aimed, Aim(aim), 1500, 3);
        const auto counted = judge_all({rays, together, target.exact, target.geometry});
        const auto expected = judge_all({rays, alone, target.exact, target.geometry});
        for (std::size_t m = 0; m < methods.size(); ++m)
            EXPECT_EQ(std::memcmp(&counted[m], &expected[m], sizeof(Tally)), 0)
                << aim_names[aim] << ' ' << std::data(methods)[m];
    }
}

TEST(LeakCounter, CallsNoSingleFalseHitMultiple) {
    const std::vector<Triangle<float>> alone{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const Geometry geometry(alone, {0.3, 0.3, 2});
    // At a point of the halo beside the edge x = 0.
    const std::vector<Ray<float>> rays{{{0.3f, 0.3f, 2}, {-0.32f, 0.2f, -2}}};
    const auto count = judge_all({listed(rays),
                                  {make_aimed_answerer(parse_method("angle-sum:0.5"), geometry)},
                                  make_reference(make_method("exact"), geometry),
                                  geometry})[0];
    EXPECT_EQ(count.outcomes.false_hits, 1u);
    EXPECT_EQ(count.multiple, 0u);
}

TEST(Leaks, OfEachKindBlockAndSeedHaveStartsOfTheirOwn) {
    const Target sphere("icosphere:faces=80");
    const auto source = [&](Aim aim, std::uint64_t seed) {
        return aimed_rays(sphere.aimed, aim, 2 * rays_of_block + 20, seed);
    };
    const auto first_twenty = [](std::vector<Ray<float>> rays) {
        rays.resize(20);
        return rays;
    };
    std::set<std::array<float, 3>> starts;
    std::size_t drawn = 0;
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::silhouette, Aim::interior, Aim::random})
        for (const std::uint64_t seed : {0u, 1u, 2u})
            for (const std::uint64_t block : {0u, 1u, 2u})
                for (const Ray<float>& ray : first_twenty(source(aim, seed).batch(block).rays))
                    starts.insert({ray.o.x, ray.o.y, ray.o.z}), ++drawn;
    EXPECT_EQ(drawn, 900u);
    EXPECT_EQ(starts.size(), drawn);
}

TEST(Leaks, DoNotDependOnHowTheyAreSplit) {
    const Target sphere(sphere_1280);
    const auto counter = make_aimed_answerer(sphere.kernel("angle-sum-walking"), sphere.geometry);
    const auto counted = [&](std::vector<std::size_t> ends, std::uint64_t seed) {
        Tally sum;
        std::size_t begin = 0;
        for (const auto end : ends) {
            sum += judge(sphere.round(counter, Aim::silhouette, 9000, seed), begin, end)[0];
            begin = end;
        }
        return std::array{sum.rays, sum.outcomes.leaks, sum.multiple, sum.outcomes.nan};
    };
    const auto whole = counted({5}, 1);
    EXPECT_EQ(whole[0], 9000u);
    EXPECT_EQ(whole, counted({1, 3, 5}, 1));
    EXPECT_NE(whole, counted({5}, 2));
}

TEST(Leaks, AreSeenWhereTheyAreAndNowhereElse) {
    const Target sphere(sphere_1280);
    constexpr int rays = 20'000;
    EXPECT_GT(sphere.count("angle-sum:1e-6", Aim::edge, rays).outcomes.leaks, rays / 5);
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::silhouette})
        EXPECT_EQ(sphere.count("exact", aim, rays).outcomes.leaks, 0u);
    EXPECT_GT(sphere.count("moller-trumbore", Aim::edge, rays).outcomes.leaks, rays / 20);
    for (const Aim aim : {Aim::random, Aim::interior})
        EXPECT_LT(sphere.count("moller-trumbore", aim, rays).outcomes.leaks, rays / 2000);
}

TEST(Watertight, LeaksOnlyAtSilhouettes) {
    constexpr int rays = repeated(100'000);
    const Target near(sphere_1280), far(sphere_1280, 100);
    for (const Target* sphere : {&near, &far}) {
        EXPECT_EQ(sphere->count("watertight", Aim::edge, rays).outcomes.leaks, 0u);
        EXPECT_EQ(sphere->count("watertight", Aim::vertex, rays).outcomes.leaks, 0u);
        const auto silhouettes = sphere->count("watertight", Aim::silhouette, 10'000);
        EXPECT_GT(silhouettes.outcomes.leaks, silhouettes.rays / 20);
        EXPECT_GT(silhouettes.outcomes.false_hits, silhouettes.rays / 20);
    }
}

// In a closed box 2000 x 1 x 2000 no random ray slips through. Rays are lost only if they start so
// near a wall that their t rounds to 0 or less: within 8 roundings of 2828, the wall's diagonal, to
// 2^-24. Within 2^12 times that distance t may be wrong. In double none of this happens.
TEST(Watertight, LosesRandomRaysInAThinBoxOnlyAtTheWall) {
    Mesh box = make_mesh("cube");
    for (auto& tri : box.triangles)
        for (auto* v : {&tri.a, &tri.b, &tri.c}) *v *= Vec<float>(1000, 0.5f, 1000);
    const Geometry geometry(box.triangles, AimedRays::farthest_start(bounds(box.triangles)));
    const AimedRays aimed(geometry);
    const Reference exact = make_reference(make_method("exact"), geometry);
    const auto single = make_aimed_answerer(parse_method("watertight"), geometry),
               twice = make_aimed_answerer(parse_method("watertight:precision=double"), geometry);
    const auto outcomes = [&](const Answerer& answerer, const Ray<float>& ray) {
        return judge({listed({ray}), {answerer}, exact, geometry}, 0, 1)[0].outcomes;
    };
    Random random(1);
    std::uint64_t farther = 0;
    for (int k = 0; k < 100'000; ++k) {
        const Ray<float> ray = aimed(Aim::random, random);
        const ExactAnswer answer = exact(ray);
        ASSERT_EQ(outcomes(twice, ray).errors(), 0u);
        const double roundings = answer.t * glm::length(Vec<double>(ray.d)) / (2828 * 0x1p-24);
        if (roundings < 8) continue;
        ++farther;
        const OutcomeCounts single_outcomes = outcomes(single, ray);
        ASSERT_EQ(single_outcomes.errors(), single_outcomes.wrong_t);
        ASSERT_TRUE(single_outcomes.wrong_t == 0 || roundings < 8 * 0x1p12);
    }
    EXPECT_GT(farther, 99'000u);
}

// Out of memory in a thread is an error of the loop, not the end of the program.
TEST(Judging, ThrowsWhatAThreadThrows) {
    const Target sphere("icosphere:faces=80");
    const Answerer fails{[](const Batch&, std::span<const ExactAnswer>,
                            std::span<Hit>) -> std::uint64_t { throw std::bad_alloc(); }};
    EXPECT_THROW(judge_all(sphere.round(fails, Aim::random, 9000)), std::bad_alloc);
    Round round = sphere.round(make_aimed_answerer(sphere.kernel("exact"), sphere.geometry),
                               Aim::random, 9000);
    round.source.batch = [](std::size_t) -> Batch { throw std::bad_alloc(); };
    EXPECT_THROW(judge_all(round), std::bad_alloc);
}

/// Runs a command; what it prints.
std::string run(const std::string& line) {
    std::istringstream words(line);
    std::string printed;
    parse_command_line({std::istream_iterator<std::string>(words), {}})(
        {{}, [&](std::string_view text) { printed = text; }});
    return printed;
}

TEST(LeaksCommand, RefusesAMethodThatSeesNothingFromInside) {
    const std::string scenes = HITMISS_SCENES;
    EXPECT_EQ(
        error_of([&] { run("leaks " + scenes + "/cube.toml -m moller-trumbore:cull=back"); }).exit,
        Exit::usage);
    const Error of_file = error_of(
        [&] { run("leaks " + scenes + "/cube.toml --aim edges -m answers:file=a.csv,cull=back"); });
    EXPECT_EQ(of_file.exit, Exit::usage) << "before it is opened";
    EXPECT_NE(std::string(of_file.what()).find("cull=none"), std::string::npos);
}

// From the eye a mesh with borders is judged too, and by the exact method without errors.
TEST(LeaksCommand, AimsFromTheEyeWhereThereAreBorders) {
    const std::string scenes = HITMISS_SCENES;
    testing::internal::CaptureStderr();
    const auto report = parse_json(
        run("leaks " + scenes + "/grid.toml -m exact -m angle-sum:1e-6 --rays 500 --format json"));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("all rays start at the eye; border edges left out: "), said.npos) << said;
    EXPECT_EQ(report["start"], "eye");
    EXPECT_GT(report["border_edges"], 0);
    std::uint64_t leaks = 0;
    for (const auto& row : report["rates"])
        if (row["method"] == "exact")
            EXPECT_EQ(row["errors"], 0) << row;
        else
            leaks += row["leaks"].get<std::uint64_t>();
    EXPECT_GT(leaks, 100u);
    for (const char* arguments : {"/cube.toml --eye 9,9,9", "/cube.toml"}) {
        const auto start = parse_json(
            run("leaks " + scenes + arguments + " -m exact --rays 9 --format json"))["start"];
        EXPECT_EQ(start,
                  std::string(arguments).find("--eye") == std::string::npos ? "inside" : "eye");
    }
    for (const char* command : {"leaks ", "rays -o a.npy ", "explain --row 0 "}) {
        const Error none =
            error_of([&] { run(command + scenes + "/walk-door.toml --aim vertices"); });
        EXPECT_EQ(none.exit, Exit::bad_input);
        EXPECT_NE(
            std::string(none.what()).find("no vertex to aim at from the eye; another --eye, "),
            std::string::npos)
            << none.what();
    }
}

// On a closed mesh, convex or not, the exact method has nothing to count, not even at silhouettes,
// where it meets the front face and the back face at nearly the same t.
TEST(LeaksCommand, PrintsZeroEverywhereForTheExactMethod) {
    for (const char* mesh : {"icosphere:faces=320", "torus-knot:faces=1000"}) {
        const TestFolder folder;
        const auto scene = folder.path / "scene.toml";
        std::ofstream(scene) << "[[mesh]]\nmake = \"" << mesh << "\"\n";
        const auto report =
            parse_json(run("leaks " + scene.native() + " -m exact --rays 3000 --format json"));
        ASSERT_EQ(report["rates"].size(), aim_names.size());
        for (const auto& row : report["rates"])
            for (const char* column : {"leaks", "leaks_background", "false_hits", "wrong_triangle",
                                       "neighbour", "errors", "multiple", "nan"})
                EXPECT_EQ(row.at(column), 0) << mesh << ' ' << row["aim"] << ' ' << column;
    }
}

// Some leaks of a knot show another part of it. Counting only those where nothing at all is hit
// would miss them.
TEST(Leaks, AreCountedWhereAnotherPartIsSeenThrough) {
    const Target knot("torus-knot:faces=2000");
    const auto count = knot.count("moller-trumbore", Aim::edge, 20'000).outcomes;
    EXPECT_GT(count.leaks, count.leaks_background + 20);
    EXPECT_EQ(count.wrong_triangle, 0u);
}

TEST(LeaksCommand, PrintsTheSameRatesInEveryFormat) {
    const std::string command = "leaks " + std::string(HITMISS_SCENES) +
                                "/cube.toml -m angle-sum -m exact --rays 500 --format ";
    const auto report = parse_json(run(command + "json"));
    EXPECT_EQ(report["version"], 2);
    ASSERT_EQ(report["rates"].size(), 2 * aim_names.size());
    const auto& row = report["rates"][0];
    EXPECT_EQ(row["aim"], "edge");
    EXPECT_EQ(row["method"], "angle-sum");
    EXPECT_EQ(row["rays"], 500);
    EXPECT_NEAR(row["leaks_per_million"].get<double>(), row["leaks"].get<double>() * 2000, 1e-3);
    EXPECT_LE(row["leaks_low"].get<double>(), row["leaks_per_million"].get<double>());
    const auto csv = run(command + "csv"), text = run(command + "text");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 11);
    for (const char* method : {"angle-sum ", "exact "})
        EXPECT_NE(text.find(std::string("\n") + method), text.npos) << text;
    const auto wide = run(command + "text --wide");
    EXPECT_NE(wide.find(".."), wide.npos) << "intervals";
}

TEST(WholeRays, HaveEmptyCellsWhereNoneWasFollowed) {
    for (const auto& [column, cell] : whole_ray_cells({})) EXPECT_TRUE(cell.is_null()) << column;
    WholeRays whole;
    whole.on_surface = 3;
    for (const auto& [column, cell] : whole_ray_cells({whole}))
        EXPECT_EQ(cell, column == "on_surface" ? Value(3) : Value()) << column;
}

}  // namespace
}  // namespace hitmiss
