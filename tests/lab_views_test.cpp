// What the page shows of one triangle, of the tutorials' programs and of the catalogue, against
// closed forms.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "base/geometry.hpp"
#include "base/math.hpp"
#include "lab_testing.hpp"

namespace hitmiss {
namespace {

using Corners = std::array<Vec<double>, 3>;

std::string plane_point(const char* name, const Vec<double>& p) {
    return fmt::format(R"("{0}x":{1},"{0}y":{2})", name, p.x, p.y);
}
std::string asked(const std::string& request, const Corners& corners, const Vec<double>& P,
                  const std::string& more) {
    return fmt::format("{} {{{},{},{},{},{}}}", request, plane_point("a", corners[0]),
                       plane_point("b", corners[1]), plane_point("c", corners[2]),
                       plane_point("p", P), more);
}

const Corners slanted{{{-1, -0.6, 0}, {1, -0.5, 0}, {0.1, 0.9, 0}}},
    right_angled{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

/// A place in the drawing of the ray, whose size is 720 x 500.
Vec<double> in_drawing(const Json& share) {
    return {720 * share[0].get<double>(), 500 * share[1].get<double>(), 0};
}

/// The words of a drawing, and the middle of each.
std::map<std::string, Vec<double>> words_of(const std::string& svg) {
    std::map<std::string, Vec<double>> words;
    const std::regex text(
        R"re(<text x="([^"]*)" y="([^"]*)" font-size="22" textLength="([^"]*)"[^>]*>([^<]*)<)re");
    for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at) {
        const double half = std::stod((*at)[3]) / 2, height = 22 * 0.35;
        EXPECT_TRUE(words
                        .emplace((*at)[4], Vec<double>(std::stod((*at)[1]) + half,
                                                       std::stod((*at)[2]) - height, 0))
                        .second)
            << (*at)[4];
    }
    return words;
}

double distance_to_segment(const Vec<double>& p, const Vec<double>& a, const Vec<double>& b) {
    const double share = std::clamp(glm::dot(p - a, b - a) / glm::dot(b - a, b - a), 0.0, 1.0);
    return glm::length(p - a - share * (b - a));
}

// The weights solve P = w a + u b + v c; the drawing is P's, and its letters stand where their
// things are and clear of the ray.
TEST_F(LabRequests, TheRaysPictureShowsTheWeightsThatSolveForP) {
    const std::vector<Vec<double>> points{{0, 0.1, 0},    {0.9, 0.4, 0},  {-0.2, -0.3, 0},
                                          {0.3, -0.9, 0}, {-0.9, 0.5, 0}, {0.5, 0.5, 0}};
    std::vector<std::string> requests;
    for (const double turn : {0.0, 40.0})
        for (const auto& P : points)
            requests.push_back(asked("ray", slanted, P, fmt::format(R"("turn":{})", turn)));
    const auto said = ask(requests);
    for (std::size_t k = 0; k < said.size(); ++k) {
        SCOPED_TRACE(requests[k]);
        const Json& values = said[k]["values"];
        const auto& P = points[k % points.size()];
        Vec<double> sum(0);
        double all = 0;
        std::set<std::string> expected{"o", "d", "t", "a", "b", "c"};
        std::size_t negative = 0;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const Json& weight = values["weights"][corner];
            const auto value = weight["value"].get<double>();
            EXPECT_EQ(weight["corner"], std::string(1, "abc"[corner]));
            sum += value * slanted[corner], all += value;
            expected.insert((value < 0 ? "−" : "") + weight["name"].get<std::string>());
            negative += value < 0;
        }
        EXPECT_NEAR(all, 1, 0.0016);
        EXPECT_LT(glm::length(sum - P), 0.002);
        EXPECT_EQ(values["inside"], negative == 0);
        // The plane's axes are those by which a hand moves P.
        const auto zero = in_drawing(values["origin"]);
        const auto place = [&](const Vec<double>& p) {
            return zero + p.x * (in_drawing(values["across"]) - zero) +
                   p.y * (in_drawing(values["along"]) - zero);
        };
        EXPECT_LT(glm::length(in_drawing(values["p"]) - place(P)), 1e-3);
        EXPECT_EQ(values["origin"], (Json{0.5, 0.66}));
        const auto svg = values["svg"].get<std::string>();
        const auto words = words_of(svg);
        EXPECT_EQ(words.size(), expected.size());
        for (const std::string& word : expected) EXPECT_TRUE(words.contains(word)) << word;
        if (words.size() != expected.size()) continue;
        // Eight strokes hatch a negative area.
        std::size_t strokes = 0;
        for (auto at = svg.find("stroke-width=\"3\""); at != svg.npos;
             at = svg.find("stroke-width=\"3\"", at + 1))
            ++strokes;
        EXPECT_EQ(strokes, 8 * negative + 1);  // and the ray itself
        // The outline of a negative area is as thin as the triangle's.
        EXPECT_EQ(svg.find("stroke-width=\"2\" stroke-dasharray=\"5 5\"") != svg.npos,
                  negative > 0);
        const auto p = in_drawing(values["p"]);
        // Seen from above at 25 degrees, 190 pixels to a unit.
        const auto o = place({-0.9, -0.7, 0}) - Vec<double>(0, 1.5 * 190 * 0.9063, 0);
        EXPECT_NEAR(words.at("o").x - o.x, 18, 2);
        const auto middle = place((slanted[0] + slanted[1] + slanted[2]) / 3.0);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto& from = slanted[(corner + 1) % 3];
            const auto& to = slanted[(corner + 2) % 3];
            const auto centre = (p + place(from) + place(to)) / 3.0;
            const auto name = values["weights"][corner]["name"].get<std::string>();
            const auto at = words.contains(name) ? words.at(name) : words.at("−" + name);
            const double off = glm::length(at - centre);
            EXPECT_TRUE(off < 8 || distance_to_segment(centre, o, p) < 22) << name << off;
            EXPECT_LT(off, 60) << name;
            EXPECT_GT(distance_to_segment(at, o, p), 13) << name;
            // A corner's letter stands behind it, seen from the middle.
            const std::string letter(1, "abc"[corner]);
            const auto tip = place(slanted[corner]), out = glm::normalize(tip - middle);
            EXPECT_LT(glm::length(words.at(letter) - tip - 0.8 * 22 * out), 1.5) << letter;
        }
        for (const char* letter : {"d", "t"})
            EXPECT_GT(distance_to_segment(words.at(letter), o, p), 13) << letter;
    }
}

// On an edge the opposite corner's weight is 0, which is not negative.
TEST_F(LabRequests, AWeightOfZeroHasNoSign) {
    const auto said = ask({asked("ray", right_angled, {0.25, 0, 0}, R"("turn":0)")});
    const auto words = words_of(said[0]["values"]["svg"].get<std::string>());
    EXPECT_TRUE(words.contains("v") && !words.contains("−v"));
    EXPECT_EQ(said[0]["values"]["inside"], true);
}

TEST_F(LabRequests, AnglesOfThePointAreThoseOfItsDirections) {
    const Vec<double> P{0.1, 0.1, 0};
    const std::string more = R"("near":0,"samples":16,"shown":"angle-sum:0.1","methods":[])";
    const Json values = ask({asked("point", slanted, P, more)})[0]["values"];
    ASSERT_EQ(values["angles"].size(), 3u);
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto to = glm::normalize(slanted[k] - P),
                   next = glm::normalize(slanted[(k + 1) % 3] - P);
        const auto angle = values["angles"][k].get<double>();
        EXPECT_NEAR(angle, std::acos(glm::dot(to, next)), 1e-5);
        sum += angle;
    }
    EXPECT_NEAR(values["sum"].get<double>(), sum, 1e-5);
}

// On a triangle without area no ray has a point P, so what the rays' test noted is not about P.
TEST_F(LabRequests, OnATriangleWithoutAreaNothingIsSaidOfAnglesThatWereNotComputed) {
    const Corners collapsed{Vec<double>{-1, 0, 0}, Vec<double>{0, 0, 0}, Vec<double>{1, 0, 0}};
    const std::string more =
        R"("near":0,"samples":16,"shown":"angle-sum:0.6","methods":["same-side"])";
    for (const Vec<double> P : {Vec<double>{0.5, 0, 0}, Vec<double>{1, 0, 0}}) {
        const Json values = ask({asked("point", collapsed, P, more)})[0]["values"];
        EXPECT_TRUE(values["angles"].empty() && values["sum"].is_null());
        EXPECT_TRUE(values["comparisons"].empty());
        for (const Json& verdict : {values["verdict"], values["verdicts"][0]})
            EXPECT_EQ(verdict["decision"],
                      std::string("in float the triangle has no area, so no ray meets its plane; "
                                  "given P itself, the test says: ") +
                          (verdict["inside"] == true ? "inside" : "outside") + " (exact: outside)");
    }
}

// A ray test is asked from the side that the front faces, whichever way round the corners go.
TEST_F(LabRequests, ThePointIsNotCulled) {
    const Corners turned{right_angled[0], right_angled[2], right_angled[1]};
    const std::string more =
        R"("near":0,"samples":16,"shown":"moller-trumbore:cull=back","methods":[])";
    for (const auto& said : ask({asked("point", right_angled, {0.25, 0.25, 0}, more),
                                 asked("point", turned, {0.25, 0.25, 0}, more)}))
        EXPECT_EQ(said["values"]["verdict"]["inside"], true);
}

// As many digits as tell two numbers apart, and no more.
TEST_F(LabRequests, ComparisonsHaveTheDigitsThatDecide) {
    const std::string more = R"("near":0,"samples":16,"shown":"moller-trumbore","methods":[])";
    const auto said = ask({asked("point", right_angled, {0.5, 0.4999694824, 0}, more),
                           asked("point", right_angled, {0.3, 0.3, 0}, more)});
    EXPECT_EQ(said[0]["values"]["comparisons"].back(), "u + v = 0.99997 <= 1");
    EXPECT_EQ(said[1]["values"]["comparisons"].back(), "u + v = 0.6 <= 1");
    EXPECT_EQ(said[1]["values"]["comparisons"][1], "u = 0.3 >= 0");
}

// Each step halves the side of the square that is shown; the last shows neighbouring floats.
TEST_F(LabRequests, ZoomingHalvesTheStepDownToFloats) {
    const auto at = [](int near) {
        return asked(
            "point", slanted, {0, 0, 0},
            fmt::format(
                R"("near":{},"samples":32,"centrex":0.3,"centrey":0.2,"shown":"same-side","methods":[])",
                near));
    };
    const auto said = ask({at(0), at(1), at(5), at(19), at(20)});
    for (std::size_t k = 0; k < said.size(); ++k) {
        const int near = std::array{0, 1, 5, 19, 20}[k];
        const Json& values = said[k]["values"];
        EXPECT_EQ(values["floats"], near == 20);
        const auto& columns = values["columns"];
        ASSERT_EQ(columns.size(), near == 20 ? 48u : 32u);
        if (near < 6) {
            EXPECT_NEAR(columns[31].get<double>() - columns[0].get<double>(),
                        3.0 / (1 << near) * 31 / 32, 1e-6);
        }
        if (near < 20) continue;
        for (std::size_t c = 1; c < columns.size(); ++c)
            EXPECT_EQ(std::nextafter(columns[c - 1].get<float>(), 1.0f), columns[c].get<float>());
    }
}

// The point that is probed is seen in the picture, and moves in it as the keys say.
TEST_F(LabRequests, TheProbesPointIsSeenWhereItIs) {
    const auto probe = [](const char* keys) {
        return fmt::format(
            R"(probe {{"scene":"scenes/probe-cube.toml","method":"same-side","keys":"{}"}})", keys);
    };
    const auto said = ask({probe("W"), probe("WDD"), probe("WAA")});
    std::vector<double> x;
    for (const auto& one : said) {
        const Json& seen = one["values"]["runs"][0]["seen"];
        ASSERT_EQ(seen.size(), 2u) << one.dump();
        x.push_back(seen[0].get<double>());
        EXPECT_GT(seen[1], 0);
        EXPECT_LT(seen[1], one["values"]["height"]);
    }
    EXPECT_NE(x[1], x[0]);
    EXPECT_LT((x[1] - x[0]) * (x[2] - x[0]), 0) << "to the two sides";
}

TEST_F(LabRequests, AMethodsEpsilonsAreThoseThatItAllows) {
    const auto said =
        ask({R"(method {"method":"angle-sum"})", R"(method {"method":"watertight"})"});
    const auto epsilons = said[0]["values"]["epsilons"].get<std::vector<double>>();
    EXPECT_GT(epsilons.size(), 100u);
    EXPECT_TRUE(std::ranges::is_sorted(epsilons));
    EXPECT_GT(epsilons.front(), 0);
    EXPECT_LT(epsilons.back(), 2 * pi<double>);
    EXPECT_TRUE(said[1]["values"]["epsilons"].is_null());
}

TEST_F(LabRequests, AllScenesAreListedAndThoseWithATutorialsProgram) {
    const auto said = ask({"about {}", "demos {}"});
    std::set<std::string> files, listed;
    for (const auto& file : std::filesystem::directory_iterator(HITMISS_SCENES))
        if (file.path().extension() == ".toml")
            files.insert("scenes/" + file.path().filename().string());
    for (const auto& scene : said[0]["values"]["scenes"]) listed.insert(scene.get<std::string>());
    EXPECT_EQ(listed, files);
    for (const char* kind : {"walks", "probes"}) {
        EXPECT_GT(said[1]["values"][kind].size(), 1u);
        for (const auto& demo : said[1]["values"][kind]) {
            EXPECT_TRUE(files.contains(demo["scene"].get<std::string>()));
            EXPECT_GT(demo["comment"].get<std::string>().size(), 20u);
        }
    }
}

// A turned camera stays at its distance, to a millionth, whatever the size of the scene.
TEST_F(LabRequests, ATurnedCameraKeepsItsDistance) {
    for (const auto& [scene, eye] :
         {std::pair{"scenes/icosphere-tiny.toml", Vec<double>(0, 0.003, 0.0216)},
          {"scenes/icosphere.toml", Vec<double>(0, 0.5, 3.6)}}) {
        const auto said = ask(
            {"command" + view(scene, turned, R"("command":"compare","methods":["watertight"])")});
        const auto command = said[0]["values"]["command"].get<std::string>();
        std::smatch found;
        ASSERT_TRUE(
            std::regex_search(command, found, std::regex("--eye ([^ ,]*),([^ ,]*),([^ ,]*)")))
            << command;
        const Vec<double> at(std::stod(found[1]), std::stod(found[2]), std::stod(found[3]));
        EXPECT_NEAR(glm::length(at) / glm::length(eye), 1, 2e-6) << command;
        for (int k = 1; k <= 3; ++k) EXPECT_LE(found[k].length(), 12) << command;
    }
}

// The first method with an epsilon is swept; without one there is nothing to sweep.
TEST_F(LabRequests, AnAnimationNeedsAMethodWithAnEpsilon) {
    const std::string small = R"("turn":0,"tilt":0,"zoom":1,"width":12,"height":12)";
    const auto animation = [&](const char* methods) {
        return "animation" +
               view("scenes/cube.toml", small, fmt::format(R"("methods":{})", methods));
    };
    const auto said = ask({animation(R"(["watertight","angle-sum:0.1"])"),
                           animation(R"(["angle-sum:0.3"])"), animation(R"(["watertight"])")});
    EXPECT_EQ(said[0]["arrays"].size(), 1u);
    EXPECT_TRUE(said[0]["arrays"].contains("sweep.apng"));
    EXPECT_TRUE(said[1]["arrays"].contains("sweep.apng"));
    EXPECT_EQ(said[2]["error"], "no method with an epsilon");
}

}  // namespace
}  // namespace hitmiss
