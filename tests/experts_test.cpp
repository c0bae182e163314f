// What an expert would say of files of answers: leaks, ties, wrong t and degenerate hits, and
// tracers that no one would trust.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/exact.hpp"
#include "commands/command_line.hpp"
#include "judge/answer_file.hpp"
#include "judging.hpp"
#include "leaks_testing.hpp"
#include "scene/obj.hpp"
#include "scene_files.hpp"

namespace hitmiss {
namespace {

using Triangles = std::vector<Triangle<float>>;

/// A mesh in front of an eye at 0 that looks along -z, its rays, and a file of answers.
struct Referee {
    Triangles triangles;
    std::vector<Ray<float>> rays;

    Tally judge(const std::string& answers, const std::string& settings = "") const {
        const Geometry geometry(triangles, Vec<double>(0));
        Method method = parse_method("answers:precision=float,file=" +
                                     write(folder() / "a.csv", answers).string() + settings);
        return judge_all({listed(rays),
                          {open_answers(method, {rays.size(), triangles.size(), {}})},
                          make_reference(make_method("exact"), geometry),
                          geometry})[0];
    }
    Outcome outcome(const std::string& answer) const {
        const Tally tally = judge(answer);
        for (std::size_t k = 0; k < tally.first.size(); ++k)
            if (tally.first[k]) return Outcome(k);
        return Outcome::right;
    }
};

const Triangles wall_in_front{{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}},
                              {{-1, -1, -1}, {1, 1, -1}, {-1, 1, -1}}};

// Three sheets, the first of them seen from behind: for whoever culls, the second is right.
TEST(Experts, TellTwoLeaksOfATracerThatCulls) {
    const auto sheet = [](float z) { return Triangle<float>({-1, -1, z}, {1, -1, z}, {0, 1, z}); };
    Triangles sheets{sheet(-1), sheet(-2), sheet(-3)};
    std::swap(sheets[0].b, sheets[0].c);
    const Referee referee{
        sheets, {{{0, 0, 0}, {0, 0, -1}}, {{0.1f, 0, 0}, {0, 0, -1}}, {{0, -0.2f, 0}, {0, 0, -1}}}};
    const OutcomeCounts leaky = referee.judge("2,1\n3,2\ninf,-1\n", ",cull=back").outcomes,
                        right = referee.judge("2,1\n2,1\n2,1\n", ",cull=back").outcomes,
                        blind = referee.judge("2,1\n2,1\n2,1\n").outcomes;
    EXPECT_EQ(leaky.leaks, 2u);
    EXPECT_EQ(leaky.right, 1u);
    EXPECT_EQ(right.right, 3u);
    EXPECT_EQ(right.culling_changed, 3u);
    EXPECT_EQ(blind.leaks, 3u) << "who does not cull has missed the first sheet";
    EXPECT_EQ(blind.culling_changed, 0u);
}

// Behind the wall stands a triangle in whose plane the ray lies.
TEST(Experts, TakeAHoleForALeakWhateverLiesBehind) {
    Triangles triangles = wall_in_front;
    triangles.push_back({{0, -1, -2}, {0, 1, -2}, {0, 0, -4}});
    const Referee referee{triangles, {{{0, 0.25f, 0}, {0, 0, -1}}}};
    EXPECT_EQ(referee.outcome("2.5,2\n"), Outcome::leak);
    EXPECT_EQ(referee.outcome("1,1\n"), Outcome::right);
    // Without the wall, and in front of it, conventions differ.
    const Referee alone{{triangles[2]}, referee.rays};
    EXPECT_EQ(alone.outcome("2.5,0\n"), Outcome::degenerate);
    Triangles before = wall_in_front;
    before.push_back({{0, -1, -0.5f}, {0, 1, -0.5f}, {0, 0, -4}});
    EXPECT_EQ((Referee{before, referee.rays}.outcome("0.75,2\n")), Outcome::degenerate);
    EXPECT_EQ((Referee{before, referee.rays}.outcome("1,2\n")), Outcome::tie);
    EXPECT_EQ((Referee{before, referee.rays}.outcome("2.5,2\n")), Outcome::wrong_t);
}

// The tolerance at the ray's start has nothing to do with how large the triangle is.
TEST(Experts, KnowWhatADegenerateAnswerIs) {
    const Triangle<float> tri({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
    const auto outcome = [&](const Vec<float>& o, const std::string& answer) {
        return Referee{{tri}, {{o, {0, 0, -1}}}}.outcome(answer);
    };
    EXPECT_EQ(outcome({0, 0, 0}, "0,0\n"), Outcome::degenerate);
    EXPECT_EQ(outcome({-1, -1, 0}, "1e-7,0\n"), Outcome::degenerate) << "at a corner";
    EXPECT_EQ(outcome({0, 0, 0}, "1e-6,0\n"), Outcome::false_hit) << "beyond k u of a corner";
    EXPECT_EQ(outcome({0, 0, -0x1p-30f}, "0,0\n"), Outcome::false_hit) << "beside it";
    EXPECT_EQ(outcome({2, 0, 0}, "0,0\n"), Outcome::false_hit);
    // Without area: met by the line or not.
    const Triangle<float> line({-1, 0, -1}, {0, 0, -1}, {1, 0, -1});
    EXPECT_EQ((Referee{{line}, {{{0.25f, 0, 0}, {0, 0, -1}}}}.outcome("1,0\n")),
              Outcome::degenerate);
    EXPECT_EQ((Referee{{line}, {{{0, 0x1p-24f, 0}, {0, 0, -1}}}}.outcome("1,0\n")),
              Outcome::false_hit);
    EXPECT_EQ((Referee{{line}, {{{1 + 0x1p-23f, 0, 0}, {0, 0, -1}}}}.outcome("1,0\n")),
              Outcome::false_hit);
}

// Just beside the diagonal of the wall. The other triangle is a tie; nowhere but at 1.
TEST(Experts, TakeATieAtAnotherTForAnError) {
    const Referee referee{wall_in_front, {{{0.25f, 0.2499999f, 0}, {0, 0, -1}}}};
    EXPECT_EQ(referee.outcome("1,0\n"), Outcome::right);
    EXPECT_EQ(referee.outcome("1,1\n"), Outcome::tie);
    for (const char* answer : {"0.001,1\n", "1e30,1\n", "5,1\n", "0,1\n", "-1,1\n", "1.001,1\n",
                               "0.001,0\n", "1e30,0\n", "5,0\n", "0,0\n", "-1,0\n"})
        EXPECT_EQ(referee.outcome(answer), Outcome::wrong_t) << answer;
}

// 3e-6 in front of a wall; the eye is at a distance of 1, where a float's tau is 5e-7.
TEST(Experts, SeeADecal) {
    Triangles triangles = wall_in_front;
    for (auto tri : wall_in_front) {
        for (auto* v : {&tri.a, &tri.b, &tri.c}) v->z += 3e-6f;
        triangles.push_back(tri);
    }
    Random random(5);
    Referee referee{triangles, {}};
    std::string through, right;
    const Geometry geometry(triangles, Vec<double>(0));
    const Reference exact = make_reference(make_method("exact"), geometry);
    for (int k = 0; k < 1000; ++k) {
        const double x = random.uniform(-0.5, 0.5), y = random.uniform(-0.5, 0.5);
        referee.rays.push_back({{0, 0, 0}, {float(x), float(y), -1}});
        const ExactAnswer answer = exact(referee.rays.back());
        right += fmt::format("{},{}\n", float(answer.t), answer.triangles[0]);
        through += fmt::format("1,{}\n", answer.triangles[0] - 2);
    }
    EXPECT_EQ(referee.judge(right).outcomes.right, 1000u);
    EXPECT_EQ(referee.judge(through).outcomes.leaks, 1000u);
}

// Four tracers that no one would trust, each by the command that a project's tests would run.
TEST(Experts, FailEachBadTracer) {
    const Target sphere("icosphere:faces=320");
    const auto own = folder();
    const auto scene = write(own / "sphere.obj", to_obj(sphere.mesh)).string();
    Random random(8);
    std::string lines, right, longer, behind, second, origin;
    for (int k = 0; k < 300; ++k) {
        const auto in_cube = [&](double half) {
            return Vec<double>(random.uniform(-half, half), random.uniform(-half, half),
                               random.uniform(-half, half));
        };
        const Vec<double> o = 3.0 * glm::normalize(in_cube(1));
        const Ray<float> ray{Vec<float>(o), Vec<float>(in_cube(0.4) - o)};
        std::vector<Hit> hits;  // where the ray enters and leaves
        for (std::uint32_t index = 0; index < 320; ++index)
            if (const ExactHit hit = exact_hit(ray, sphere.mesh.triangles[index]); hit.hit)
                hits.push_back({hit.t, index});
        ASSERT_EQ(hits.size(), 2u);
        std::ranges::sort(hits, {}, &Hit::t);
        const auto& [t, index] = hits[0];
        lines += fmt::format("{},{},{},{},{},{}\n", ray.o.x, ray.o.y, ray.o.z, ray.d.x, ray.d.y,
                             ray.d.z);
        right += fmt::format("{},{}\n", t, index);
        longer += fmt::format("{},{}\n", t * 1.001, index);
        behind += fmt::format("-1,{}\n", index);
        second += fmt::format("{},{}\n", hits[1].t, hits[1].triangle);
        origin += "0,0\n";
    }
    const auto path = write(own / "rays.csv", lines).string();
    const auto exit_of = [&](const std::string& answers) {
        const auto file = write(own / "answers.csv", answers).string();
        try {
            parse_command_line({"compare", scene, "--rays", path, "-m", "answers:file=" + file,
                                "--fail-over", "0"})({{}, [](std::string_view) {}});
            return Exit::good;
        } catch (const Error& error) {
            return error.exit;
        }
    };
    EXPECT_EQ(exit_of(right), Exit::good);
    for (const auto& bad : {longer, behind, second, origin})
        EXPECT_EQ(exit_of(bad), Exit::over_threshold) << bad.substr(0, 40);
}

}  // namespace
}  // namespace hitmiss
