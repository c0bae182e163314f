// Tracers with one planted flaw, which know hitmiss by its files only: the report names the flaw.
// The tracer here is written out of Möller and Trumbore's paper, and shares no code with ours.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <regex>
#include <sstream>

#include "commands/diagnoses.hpp"
#include "json_testing.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

/// One line of a tracer, changed.
struct Flaw {
    double least_det = 0;                                   ///< a smaller |det| is a miss
    bool strict = false;                                    ///< u + v < 1 in place of u + v <= 1
    bool all_strict = false;                                ///< and u > 0, v > 0
    bool one_sided = false;                                 ///< det > 0 in place of |det| > 0
    bool back_sided = false;                                ///< det < 0 in place of |det| > 0
    bool by_plane = false;                                  ///< t = (n a - n o) / n d
    double shift = 0;                                       ///< added to all coordinates
    double miss = std::numeric_limits<double>::infinity();  ///< t of a miss, on triangle 0
    double t_min = 0, t_max = std::numeric_limits<double>::infinity();
    std::function<bool(long)> is_tested = [](long) { return true; };  ///< the triangle
    double t_factor = 1, t_plus = 0;
    bool t_is_a_length = false;
    bool farthest = false;      ///< keeps the largest t, not the smallest
    bool backwards = false;     ///< the last ray's answer comes first
    long first_number = 0;      ///< of the triangles
    std::vector<long> order{};  ///< the numbers of the triangles, if they are others
};

class Flawed : public Program {
protected:
    /// Answers in `Real` arithmetic, written as a user's program would write them.
    template <typename Real>
    void trace(const Flaw& flaw) const {
        const auto mesh = numbers("mesh.csv", 9), rays = numbers("rays.csv", 6);
        std::ostringstream text;
        text.precision(std::numeric_limits<Real>::max_digits10);
        text << "t,triangle\n";
        std::vector<std::string> rows;
        for (std::size_t r = 0; r < rays.size(); r += 6) {
            Real nearest = std::numeric_limits<Real>::infinity();
            long hit = -1;
            for (std::size_t k = 0; k < mesh.size(); k += 9) {
                const auto t = meets<Real>(&rays[r], &mesh[k], flaw);
                const bool better = flaw.farthest && hit >= 0 ? t > nearest : t < nearest;
                const bool counts = t > 0 && t > flaw.t_min && t < flaw.t_max;
                if (counts && better && flaw.is_tested(long(k / 9))) nearest = t, hit = long(k / 9);
            }
            if (hit >= 0)
                hit = flaw.order.empty() ? hit + flaw.first_number : flaw.order[std::size_t(hit)];
            const double* d = &rays[r + 3];
            if (flaw.t_is_a_length) nearest *= Real(std::hypot(d[0], d[1], d[2]));
            if (hit < 0 && std::isfinite(flaw.miss)) nearest = Real(flaw.miss), hit = 0;
            std::ostringstream row;
            row.precision(text.precision());
            row << nearest * Real(flaw.t_factor) + Real(flaw.t_plus) << ',' << hit << '\n';
            rows.push_back(row.str());
        }
        if (flaw.backwards) std::ranges::reverse(rows);
        for (const auto& row : rows) text << row;
        write("hits.csv", text.str());
    }

    /// The other ways in which the answers in hits.csv, to the rays in rays.csv, may be meant.
    Json readings_of(const std::string& mesh) const {
        const Json judged = parse_json(
            run("compare " + mesh + " --rays rays.csv -m answers:file=hits.csv --format json").out);
        return judged.at("diagnosis")[0].at("readings");
    }
    static bool reads_as(std::string_view reading, const Json& readings) {
        return std::ranges::any_of(readings,
                                   [&](const Json& one) { return one.at("reading") == reading; });
    }

    /// Makes the files, lets the tracer answer, and returns what the report says about it, on one
    /// line.
    template <typename Real>
    std::string diagnosed(const std::string& mesh, const std::string& rays,
                          const Flaw& flaw) const {
        EXPECT_EQ(run("mesh " + mesh + " -o mesh.csv").exit, 0);
        EXPECT_EQ(run("rays " + mesh + ' ' + rays + " -o rays.csv").exit, 0);
        trace<Real>(flaw);
        judge_ = "compare " + mesh + " --rays rays.csv -m answers:file=hits.csv,name=mine";
        const Outcome judged = run(judge_ + " --report report.md");
        EXPECT_EQ(judged.exit, 0) << judged.err;
        const auto report =
            std::regex_replace(read_all(folder_ / "report.md"), std::regex("\n- "), " ");
        // The terminal says the same.
        printed_ = std::regex_replace(judged.out, std::regex("\n +"), " ");
        const Json json = parse_json(run(judge_ + " --format json").out);
        if (!json.contains("diagnosis")) return report;
        for (const Json& sentence : json.at("diagnosis")[0].at("sentences")) {
            EXPECT_NE(printed_.find(sentence.get<std::string>()), printed_.npos) << judged.out;
            EXPECT_NE(report.find(sentence.get<std::string>()), report.npos) << report;
        }
        return report;
    }
    static void says(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), text.npos) << part << "\nin\n" << text;
    }

    /// Rays from five points of each triangle of a ball, towards its middle or away from it.
    void start_rays_on(const std::string& ball, bool inwards) const {
        EXPECT_EQ(run("mesh " + ball + " -o mesh.csv").exit, 0);
        const auto mesh = numbers("mesh.csv", 9);
        std::string rays = "ox,oy,oz,dx,dy,dz\n";
        for (std::size_t k = 0; k < mesh.size(); k += 9)
            for (int one = 1; one <= 5; ++one) {
                const double v = 0.1 + 0.13 * one, w = 0.2 - 0.03 * one;
                std::array<float, 3> o{};
                for (std::size_t x = 0; x < 3; ++x)
                    o[x] = float((1 - v - w) * mesh[k + x] + v * mesh[k + 3 + x] +
                                 w * mesh[k + 6 + x]);
                const double sign = inwards ? -1 : 1;
                rays += fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", o[0], o[1], o[2],
                                    sign * o[0] + 0.02 * one, sign * o[1], sign * o[2] - 0.01);
            }
        write("rays.csv", rays);
    }
    /// What the diagnosis of hits.csv says, on one line.
    std::string said_of_hits(const std::string& mesh) const {
        const Outcome judged =
            run("compare " + mesh + " --rays rays.csv -m answers:file=hits.csv,name=mine");
        EXPECT_EQ(judged.exit, 0) << judged.err;
        return std::regex_replace(judged.out, std::regex("\n +"), " ");
    }
    static void says_not(const std::string& text, const std::string& part) {
        EXPECT_EQ(text.find(part), text.npos) << part << "\nin\n" << text;
    }
    /// What is said of hits.csv in JSON.
    Json found_in_hits(const std::string& mesh) const {
        const Outcome judged =
            run("compare " + mesh + " --rays rays.csv -m answers:file=hits.csv --format json");
        EXPECT_EQ(judged.exit, 0) << judged.err;
        return parse_json(judged.out).at("diagnosis")[0];
    }
    /// Twenty squares of two triangles in z = 0, each with as many rays exactly onto its diagonal.
    void write_diagonals(int rays_each) const {
        std::string mesh, rays = "ox,oy,oz,dx,dy,dz\n";
        for (int k = 0; k < 20; ++k)
            mesh += fmt::format(
                "v {0} 0 0\nv {1} 0 0\nv {1} 1 0\nv {0} 1 0\nf -4 -3 -2\nf -4 -2 -1\n", k, k + 1);
        for (int k = 0; k < 20 * rays_each; ++k) {
            const double s = (1 + k / 20) / 64.0;
            rays += fmt::format("{},{},1,0,0,-1\n", k % 20 + s, s);
        }
        write("floor.obj", mesh), write("rays.csv", rays);
    }
    static double number(std::string text) {
        std::erase(text, ',');
        return std::stod(text);
    }
    /// Leaves the column of t alone in hits.csv.
    void tell_t_alone() const {
        std::istringstream rows(read_all(folder_ / "hits.csv"));
        std::string row, alone;
        while (std::getline(rows, row)) alone += row.substr(0, row.find(',')) + '\n';
        write("hits.csv", alone);
    }

    std::vector<double> numbers(const std::string& name, std::size_t columns) const {
        std::istringstream lines(read_all(folder_ / name));
        std::vector<double> all;
        for (std::string line; std::getline(lines, line);) {
            if (line.find_first_of("0123456789") == line.npos || line[0] == 'a' || line[0] == 'o')
                continue;
            std::istringstream cells(line);
            for (std::string cell; std::getline(cells, cell, ',');) all.push_back(std::stod(cell));
        }
        EXPECT_EQ(all.size() % columns, 0u);
        return all;
    }

    mutable std::string judge_, printed_;

private:
    template <typename Real>
    static Real meets(const double* ray, const double* corners, const Flaw& flaw) {
        using V = std::array<Real, 3>;
        // The shortest decimals of floats, read as doubles, are other numbers.
        const auto real = [](double x) { return Real(float(x)); };
        const auto vector = [&](const double* x, double shift = 0) {
            const auto at = [&](int k) { return Real(real(x[k]) + Real(shift)); };
            return V{at(0), at(1), at(2)};
        };
        const auto minus = [](V p, V q) { return V{p[0] - q[0], p[1] - q[1], p[2] - q[2]}; };
        const auto cross = [](V p, V q) {
            return V{p[1] * q[2] - q[1] * p[2], p[2] * q[0] - q[2] * p[0],
                     p[0] * q[1] - q[0] * p[1]};
        };
        const auto dot = [](V p, V q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; };
        const V a = vector(corners, flaw.shift), e1 = minus(vector(corners + 3, flaw.shift), a),
                e2 = minus(vector(corners + 6, flaw.shift), a), d = vector(ray + 3);
        const V o = vector(ray, flaw.shift), p = cross(d, e2), s = minus(o, a), q = cross(s, e1);
        const Real det = dot(e1, p);
        if (det == 0 || std::abs(double(det)) < flaw.least_det) return -1;
        if (flaw.one_sided && det < 0) return -1;
        if (flaw.back_sided && det > 0) return -1;
        const Real f = 1 / det, u = dot(s, p) * f, v = dot(d, q) * f;
        if (u < 0 || v < 0 || (flaw.strict ? u + v >= 1 : u + v > 1)) return -1;
        if (flaw.all_strict && (u == 0 || v == 0 || u + v == 1)) return -1;
        const V n = cross(e1, e2);
        return flaw.by_plane ? (dot(n, a) - dot(n, o)) / dot(n, d) : dot(e2, q) * f;
    }
};

/// A sphere, scaled and moved along x.
std::string scaled_obj(const std::string& obj, double factor, double moved = 0) {
    std::istringstream lines(obj);
    std::string scaled;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        double x = 0, y = 0, z = 0;
        if (words >> word >> x >> y >> z && word == "v") {
            std::ostringstream vertex;
            vertex.precision(9);
            vertex << "v " << x * factor + moved << ' ' << y * factor << ' ' << z * factor;
            line = vertex.str();
        }
        scaled += line + '\n';
    }
    return scaled;
}

// A mesh 0.1 units wide, and a determinant that may not be less than 1e-5.
TEST_F(Flawed, ByAThresholdOfTheDeterminant) {
    write("small.obj", scaled_obj(run("mesh icosphere:faces=1280").out, 0.05));
    for (const bool single : {true, false}) {
        const Flaw flaw{.least_det = 1e-5};
        const std::string rays = "--size 40x40";
        const auto text = single ? diagnosed<float>("small.obj", rays, flaw)
                                 : diagnosed<double>("small.obj", rays, flaw);
        says(text, "It gives the same answers as moller-trumbore:epsilon=1e-5");
        says(text, " on 1,600 of 1,600 rays, and on ");
        says(text,
             "With epsilon=0 that method errs on 0 of these rays: a determinant threshold of "
             "1e-5 is too large for these triangles.");
        says(text, "inside triangles");
    }
}

// The paper's branch that culls: det < 1e-5 is a miss. Nobody says that this tracer culls.
TEST_F(Flawed, ByAThresholdThatCullsToo) {
    write("small.obj", scaled_obj(run("mesh icosphere:faces=1280").out, 0.05));
    const auto text =
        diagnosed<double>("small.obj", "--size 40x40", {.least_det = 1e-5, .one_sided = true});
    says(text,
         "It gives the same answers as moller-trumbore:cull=back,epsilon=1e-5 on 1,600 of 1,600 "
         "rays, and on ");
    says(text, "a determinant threshold of 1e-5 is too large for these triangles.");
}

// Floats at 100,000 are coarser than a thousandth of the mesh: t is off on nearly all triangles.
TEST_F(Flawed, BySinglePrecisionAtLargeCoordinates) {
    const auto ball = run("mesh icosphere:faces=320").out;
    write("ball.obj", ball);
    write("far.obj", scaled_obj(ball, 1, 1e5));
    for (const std::string rays : {"--size 25x25", "--aim edges --rays 300"})
        for (const bool inside : {true, false}) {
            const auto text = inside ? diagnosed<float>("ball.obj", rays, {.shift = 1e5})
                                     : diagnosed<float>("far.obj", rays, {.by_plane = true});
            EXPECT_TRUE(
                std::regex_search(text, std::regex(" errors the triangle is right, and t is "
                                                   "(off|too (large|small)) by about 0\\.00")))
                << text;
            says(text, inside ? "Does it compute at larger coordinates? Floats near "
                              : "at these coordinates: floats near 100,000 are 0.0078 apart.");
            EXPECT_EQ(text.find("another mesh"), text.npos) << text;
            EXPECT_EQ(text.find("Does this tracer cull"), text.npos) << text;
        }
}

// In double, always to one side, and not by the same everywhere: no rounding does that.
TEST_F(Flawed, ByATThatIsAlwaysTooSmall) {
    run("mesh icosphere:faces=320 -o ball.obj");
    run("rays ball.obj --aim interior --rays 900 -o rays.csv");
    run("compare ball.obj --rays rays.csv -m wt:double --answers exact.csv");
    std::istringstream rows(read_all(folder_ / "exact.csv"));
    std::string row, less;
    for (int k = 0; std::getline(rows, row); ++k) {
        const auto comma = row.find(',');
        const double t = row.starts_with("inf") ? INFINITY : std::strtod(row.c_str(), nullptr);
        less += row.starts_with("t,")
                    ? row + '\n'
                    : fmt::format("{:.17g}{}\n", t - 0.008 - 0.001 * (k % 5), row.substr(comma));
    }
    write("hits.csv", less);
    const auto text =
        run("compare ball.obj --rays rays.csv -m answers:file=hits.csv --format json").out;
    says(text,
         "the triangle is right, and t is too small by about 0.01, nearly always. Is t "
         "measured from another point");
    EXPECT_EQ(text.find("Floats near"), text.npos) << text;
}

// Doubles, one row too late: no precision is the cause.
TEST_F(Flawed, ByRowsThatAreOneTooLate) {
    run("mesh icosphere:faces=320 -o ball.obj");
    diagnosed<double>("ball.obj", "--size 40x40", {});
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::string row, names, late;
    std::getline(rows, names);
    while (std::getline(rows, row)) late += row + '\n';
    const auto last = late.rfind('\n', late.size() - 2) + 1;
    write("hits.csv", names + '\n' + late.substr(last) + late.substr(0, last));
    const auto text = std::regex_replace(run(judge_).out, std::regex("\n +"), " ");
    says(text, "Are these the answers to other rays?");
    EXPECT_EQ(text.find("precision"), text.npos) << text;
}

// A wrong t alone is of no triangle: none is called right, and nothing is blamed.
TEST_F(Flawed, ByATAloneThatNoTriangleHas) {
    const std::string scene = HITMISS_SCENES "/cube.toml";
    run("rays " + scene + " --size 60x60 -o rays.npy");
    run("compare " + scene + " --rays rays.npy -m angle-sum:0.5 --answers both.csv");
    std::istringstream rows(read_all(folder_ / "both.csv"));
    std::string row, alone;
    std::getline(rows, alone);
    alone = "t\n";
    for (int k = 0; std::getline(rows, row); ++k)
        alone += row.starts_with("inf")
                     ? "inf\n"
                     : fmt::format("{}\n", std::stof(row) * (1 + 0.004f * float(1 + k % 7)));
    write("hits.csv", alone);
    const auto judged = run("compare " + scene +
                            " --rays rays.npy -m answers:file=hits.csv "
                            "--report report.md")
                            .out;
    for (const auto& text : {judged, read_all(folder_ / "report.md")}) {
        const auto line = std::regex_replace(text, std::regex("\n +"), " ");
        says(line, "t is not that of a hit of the ray, and off by about 0.");
        EXPECT_EQ(line.find("riangle is right"), line.npos) << line;
        EXPECT_FALSE(std::regex_search(line, std::regex("riangle [0-9]+ is right"))) << line;
        EXPECT_EQ(line.find("Floats"), line.npos) << line;
    }
    says(read_all(folder_ / "report.md"), "No hit of the ray has t = ");
}

// A halo's t alone is told from others by its size.
TEST_F(Flawed, ByAHaloInTAlone) {
    const std::string scene = HITMISS_SCENES "/cube.toml";
    run("rays " + scene + " --size 60x60 -o rays.csv");
    run("compare " + scene + " --rays rays.csv -m angle-sum:0.5 --answers hits.csv");
    tell_t_alone();
    says(said_of_hits(scene),
         "It gives the same answers as angle-sum:epsilon=0.5 on 3,600 of 3,600 rays");
}

// Few hits are right and all others are lost: no method that hits nothing answers so.
TEST_F(Flawed, ByRowsThatItNeverTraced) {
    run("mesh icosphere:faces=320 -o ball.obj");
    diagnosed<double>("ball.obj", "--grid=-y --size 50x50", {});
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::string row, text;
    for (int k = 0; std::getline(rows, row); ++k) text += k % 30 < 2 ? row + '\n' : "inf,-1\n";
    write("hits.csv", text);
    const auto said = run(judge_).out;
    says(said, " errors lie inside triangles.");
    EXPECT_EQ(said.find("same answers"), said.npos) << said;
}

// The factor is told with as many digits as it needs.
TEST_F(Flawed, ByAFactorThatIsHardlyOne) {
    run("mesh icosphere:faces=320 -o ball.obj");
    says(diagnosed<double>("ball.obj", "--aim random --rays 300", {.t_factor = 1.0004}),
         "On 300 hits t is 1.0004 times the exact one. With t divided by 1.0004, it errs on 0 of");
}

// What is added to t is told from a factor, though each fits within a part in 4,096; and if nobody
// can tell, both are said.
TEST_F(Flawed, ByWhatIsAddedToT) {
    run("mesh icosphere:faces=320 -o ball.obj");
    run("mesh grid:faces=200 -o flat.obj");
    const std::string view = "--size 30x30 --eye 0,0,3 --look-at 0,0,0";
    const auto subtracted = [](const char* number) {
        return fmt::format(
            "hits t is {0} larger than the exact one. Is it measured from another point of the "
            "ray? With {0} subtracted from t, it errs on 0 of 900 rays.",
            number);
    };
    for (const auto& [plus, number] : {std::pair(0.25, "0.25"), std::pair(0.001, "0.001")}) {
        const auto text = diagnosed<double>("ball.obj", view, {.t_plus = plus});
        says(text, subtracted(number));
        EXPECT_EQ(text.find("times the exact one"), text.npos) << text;
    }
    says(diagnosed<double>("ball.obj", view, {.t_plus = -0.125}),
         "hits t is 0.125 smaller than the exact one. Is it measured from another point of the "
         "ray? With 0.125 added to t, it errs on 0 of 900 rays.");
    // Parallel rays meet the square at one t, sqrt(2).
    const auto one = diagnosed<double>("flat.obj", "--grid=-z --size 9x9", {.t_factor = 1.5});
    says(one,
         "On 81 hits t is 1.5 times the exact one, or 0.7071 larger, which these rays cannot "
         "tell apart. With t divided by 1.5, it errs on 0 of 81 rays.");
    // By rounding one of two that fit is nearer.
    write("grid.obj", run("mesh grid:faces=8").out);
    says(diagnosed<double>("grid.obj", "--grid=-z --size 8x8", {.t_factor = 2.24}),
         "which these rays cannot tell apart");
    // What is said is what was tried.
    says(diagnosed<double>("ball.obj", view, {.t_plus = 1234.567}),
         "With 1234.567 subtracted from t, it errs on 0 of 900 rays.");
    says(diagnosed<double>("ball.obj", view, {.t_factor = 12.3456}),
         "With t divided by 12.346, it errs on 0 of 900 rays.");
    // Neither fits.
    const auto both = diagnosed<double>("ball.obj", view, {.t_factor = 1.5, .t_plus = -1});
    EXPECT_EQ(both.find("times the exact one"), both.npos) << both;
    EXPECT_EQ(both.find("subtracted"), both.npos) << both;
    EXPECT_EQ(both.find("added"), both.npos) << both;
}

// What a compiler contracts is found among the tests that fuse.
TEST_F(Flawed, NotButForItsArithmetic) {
    run("mesh icosphere:faces=320 -o ball.obj");
    run("rays ball.obj --aim silhouettes --rays 2000 -o rays.npy");
    for (const std::string method : {"moller-trumbore:arithmetic=fused", "pbrt", "embree-fast"}) {
        run("compare ball.obj --rays rays.npy -m " + method + " --answers hits.npy");
        const auto said = run("compare ball.obj --rays rays.npy -m answers:file=hits.npy").out;
        says(std::regex_replace(said, std::regex("\n +"), " "),
             "It gives the same answers as " + method + " on 2,000 of 2,000 rays");
    }
}

// Rays at vertices lose more to single precision than to the threshold: both are named.
TEST_F(Flawed, ByAThresholdAndSinglePrecision) {
    write("small.obj", scaled_obj(run("mesh icosphere:faces=1280").out, 0.05));
    const std::string rays = "--aim vertices --rays 5000";
    const auto text = diagnosed<float>("small.obj", rays, {.least_det = 1e-5});
    std::smatch seen;
    ASSERT_TRUE(std::regex_search(
        text, seen,
        std::regex("That method errs on ([0-9]+) of these rays with epsilon=0, on ([0-9]+) in "
                   "double, and on 0 with both: a determinant threshold of 1e-5 is too large for "
                   "some triangles, and single precision causes errors too.")))
        << text;
    // A tracer without the threshold, and one in double, err as often as is said.
    const auto errors = [&] {
        return parse_json(run(judge_ + " --format json").out).at("methods")[0].at("errors");
    };
    trace<float>({});
    EXPECT_EQ(errors(), std::stoi(seen[1]));
    trace<double>({.least_det = 1e-5});
    EXPECT_EQ(errors(), std::stoi(seen[2]));
}

// Answers that are right but for the way they are written.
TEST_F(Flawed, ByTheWayAnswersAreWritten) {
    run("mesh icosphere:faces=320 -o ball.obj");
    const std::string rays = "--size 40x40";
    const auto no_error = ", it errs on 0 of 1,600 rays.";
    for (const double miss : {3.4028234663852886e38, 1e30, -1.0}) {
        const auto text = diagnosed<double>("ball.obj", rays, {.miss = miss});
        const auto json = parse_json(run(judge_ + " --format json").out).at("diagnosis")[0];
        says(text, fmt::format("{} wrong answers have t = {}. Does this mean a miss?",
                               json.at("errors").get<int>(),
                               miss == -1     ? "-1"
                               : miss == 1e30 ? "1e30"
                                              : "3.403e38"));
        says(text, std::string("With these rows as misses") + no_error);
        EXPECT_EQ(text.find("silhouettes"), text.npos) << text;
    }
    const auto half = diagnosed<double>("ball.obj", rays, {.t_factor = 0.5});
    says(half, std::string("hits t is 0.5 times the exact one. With t divided by 0.5") + no_error);
    // Parallel rays whose direction is 2 long.
    run("mesh ball.obj -o mesh.csv");
    std::string far = "ox,oy,oz,dx,dy,dz\n";
    for (int k = 0; k < 100; ++k)
        far += fmt::format("{},{},5,0,0,-{}\n", 0.07 * (k % 10) - 0.3, 0.07 * (k / 10) - 0.3,
                           2 + k % 3);
    write("rays.csv", far);
    trace<double>({.t_is_a_length = true});
    says(std::regex_replace(run("compare ball.obj --rays rays.csv -m answers:file=hits.csv").out,
                            std::regex("\n +"), " "),
         "hits t is |d| times the exact one: it measures a distance, and should count lengths of "
         "d. With t divided by |d|, it errs on 0 of 100 rays.");
    says(diagnosed<double>("ball.obj", rays, {.backwards = true}),
         "Are these the answers to other rays, or of another mesh?");
}

// Two habits at once: the ray through a pixel is as long as it comes, and t is a distance.
TEST_F(Flawed, ByTwoWaysToWriteAnswers) {
    run("mesh icosphere:faces=320 -o ball.obj"), run("mesh ball.obj -o mesh.csv");
    std::string rays = "ox,oy,oz,dx,dy,dz\n";
    for (int k = 0; k < 900; ++k)
        rays += fmt::format("0,0,3.6,{:.9g},{:.9g},-0.5\n", float(k % 30 - 14.4) / 45,
                            float(k / 30 - 14.4) / 45);
    write("rays.csv", rays);
    trace<double>({.t_is_a_length = true, .first_number = 1});
    const auto hits = numbers("hits.csv", 2);
    std::size_t hit = 0;
    for (std::size_t k = 1; k < hits.size(); k += 2) hit += hits[k] >= 0;
    const auto numbered = said_of_hits("ball.obj");
    says(numbered, fmt::format("On {} hits t is |d| times the exact one", hit));
    says(numbered, fmt::format("On {} hits the triangle's number is one too high.", hit));
    says(numbered, "With 1 subtracted, it errs on 0 of 900 rays.");
    says_not(numbered, "another mesh");
    // All rays meet a square at the same distance, 1, which does not stand for a miss.
    run("mesh grid:faces=8 -o flat.obj");
    std::string down = "ox,oy,oz,dx,dy,dz\n";
    for (int k = 0; k < 100; ++k)
        down += fmt::format("{},{},1,0,0,-{}\n", 0.04 * (k % 10) - 0.17, 0.04 * (k / 10) - 0.19,
                            1.5 + 0.25 * (k % 7));
    EXPECT_EQ(run("mesh flat.obj -o mesh.csv").exit, 0);
    write("rays.csv", down);
    trace<double>({.t_is_a_length = true, .first_number = 1});
    const auto alike = said_of_hits("flat.obj");
    says(alike, "On 100 hits t is |d| times the exact one");
    says(alike, "With 1 subtracted, it errs on 0 of 100 rays.");
    says_not(alike, "mean a miss");
    write("rays.csv", rays), run("mesh ball.obj -o mesh.csv");
    trace<double>({.miss = 3.4028234663852886e38, .t_is_a_length = true});
    const auto missed = said_of_hits("ball.obj");
    says(missed,
         fmt::format("{} wrong answers have t = 3.403e38. Does this mean a miss?", 900 - hit));
    says(missed, fmt::format("On {} hits t is |d| times the exact one", hit));
    says(missed, "With t divided by |d|, it errs on 0 of 900 rays.");
}

// A miss that is written as a t is found among errors of another cause, and hides none of them:
// what else is said is what is said of the same answers with inf.
TEST_F(Flawed, ByMissesWithATBesideOtherErrors) {
    run("mesh icosphere:faces=320 -o ball.obj");
    run("mesh ball.obj -o mesh.csv");
    const auto judged = [&](double miss) {
        trace<float>({.miss = miss});
        const auto call = "compare ball.obj --rays rays.csv -m answers:file=hits.csv --format json";
        return parse_json(run(call).out);
    };
    for (const auto* const aim : {"silhouettes", "vertices"}) {
        run(fmt::format("rays ball.obj --aim {} --rays 1000 -o rays.csv", aim));
        const auto honest = judged(std::numeric_limits<double>::infinity());
        const auto errors = honest.at("methods")[0].at("errors").get<int>();
        EXPECT_GT(errors, 10) << aim;
        for (const double miss : {1e30, 0.0, -1.0}) {
            auto read = judged(miss).at("diagnosis")[0].at("sentences");
            const auto first = read[0].get<std::string>();
            says(first, fmt::format("wrong answers have t = {}. Does this mean a miss?",
                                    miss == 1e30 ? "1e30" : fmt::format("{}", miss)));
            says(first,
                 fmt::format("With these rows as misses, it errs on {} of 1,000 rays", errors));
            read.erase(0);
            EXPECT_EQ(std::regex_replace(read.dump(), std::regex("All other"), "All"),
                      honest.at("diagnosis")[0].at("sentences").dump())
                << aim << ' ' << miss;
        }
    }
}

// Parallel rays meet a plane at one t. If all of these t are wrong, they do not stand for misses.
TEST_F(Flawed, ByAFactorOnAPlane) {
    run("mesh cube -o cube.obj");
    for (const double factor : {3.0, -1.0}) {
        EXPECT_EQ(run("mesh cube.obj -o mesh.csv").exit, 0);
        EXPECT_EQ(run("rays cube.obj --grid=z --size 20x20 -o rays.csv").exit, 0);
        trace<double>({.t_factor = factor});
        const Json readings = readings_of("cube.obj");
        EXPECT_TRUE(reads_as("t_times", readings)) << readings;
        EXPECT_FALSE(reads_as("miss_at_t", readings)) << readings;
    }
}

// Answers of another mesh: nobody knows which.
TEST_F(Flawed, ByAnotherMesh) {
    run("mesh icosphere:faces=320 -o ball.obj");
    diagnosed<double>("ball.obj", "--size 40x40", {});
    EXPECT_EQ(run("mesh terrain:faces=5000,seed=3 -o other.obj").exit, 0);
    const auto judged = run("compare other.obj --rays rays.csv -m answers:file=hits.csv");
    EXPECT_EQ(judged.exit, 0) << judged.err;
    says(std::regex_replace(judged.out, std::regex("\n +"), " "),
         "Are these the answers to other rays, or of another mesh?");
}

TEST_F(Flawed, ByKeepingTheFarthestHit) {
    run("mesh icosphere:faces=320 -o ball.obj");
    const auto text = diagnosed<double>("ball.obj", "--grid=-y --size 20x20", {.farthest = true});
    says(text, "errors it answers another hit of the same ray, behind the nearest one.");
    EXPECT_EQ(text.find("Hardly any"), text.npos) << text;
}

// Where few rays have two hits, these tell; a tracer that is right on most of them keeps the
// nearest.
TEST_F(Flawed, ByKeepingTheFarthestHitOfAnOpenScene) {
    const std::string floor = run("mesh grid:faces=200").out;
    // A sixth of the floor is behind this.
    write("two.obj", floor + "v -0.4 -0.4 0.3\nv 0.4 -0.4 0.3\nv 0 0.4 0.3\nf -3 -2 -1\n");
    const std::string rays = "--grid=-z --size 40x40";
    const auto text = diagnosed<double>("two.obj", rays, {.farthest = true});
    const std::string behind = "it answers another hit of the same ray, behind the nearest one.";
    says(text, behind);
    // The errors are all rays that meet the smaller triangle.
    std::istringstream rows(read_all(folder_ / "rays.csv"));
    std::string row;
    int covered = 0;
    for (std::getline(rows, row); std::getline(rows, row);) {
        const double x = std::stod(row), y = std::stod(row.substr(row.find(',') + 1));
        covered += y >= -0.4 && 2 * std::abs(x) + y <= 0.4;
    }
    ASSERT_GT(covered, 100);
    ASSERT_LT(covered, 400);
    says(text, fmt::format("On {0} of {0} errors it answers another hit", covered));
    // The same errors on every third of these rays.
    std::istringstream far(read_all(folder_ / "hits.csv"));
    trace<double>({});
    std::istringstream near(read_all(folder_ / "hits.csv"));
    std::string mixed, one, other;
    for (int differing = 0; std::getline(far, one) && std::getline(near, other);)
        mixed += one == other || ++differing % 3 > 0 ? other + '\n' : one + '\n';
    write("hits.csv", mixed);
    const auto said = std::regex_replace(run(judge_).out, std::regex("\n +"), " ");
    says(said, fmt::format("{} errors", covered / 3));
    EXPECT_EQ(said.find(behind), said.npos) << said;
}

// A tracer that loaded the first half of a cube: it sees the inside through what is left out, and
// through two faces of a corner the background.
TEST_F(Flawed, ByTrianglesThatItNeverLoaded) {
    const std::string scene = HITMISS_SCENES "/cube.toml", rays = "--size 30x30";
    diagnosed<double>(scene, rays, {});
    int lost = 0;
    const auto hits = numbers("hits.csv", 2);
    for (std::size_t k = 1; k < hits.size(); k += 2) lost += hits[k] >= 6;
    const auto text = diagnosed<double>(scene, rays, {.is_tested = [](long k) { return k < 6; }});
    says(text, fmt::format("It never hits 4 of 6 triangles that rays meet (6, 7, 10, ...); {0} of "
                           "{0} errors are there.",
                           lost));
    says_not(text, "behind the nearest one");
}

// A small ball above two triangles that are large. Three tracers show nothing but the floor: nobody
// can tell which one it is, and no case of the report says so.
TEST_F(Flawed, ByOneOfThreeCausesOfTheSameAnswers) {
    write("above.obj", run("mesh icosphere:faces=80").out +
                           "v -20 -2 -20\nv -20 -2 20\nv 20 -2 20\nv 20 -2 -20\nf -4 -3 -2\n"
                           "f -4 -2 -1\n");
    const std::string rays = "--size 30x30 --eye 0,6,3 --look-at 0,-1,0 --fov 40";
    std::string first;
    for (const Flaw& flaw : {Flaw{.farthest = true}, Flaw{.least_det = 1},
                             Flaw{.is_tested = [](long k) { return k >= 80; }}}) {
        const auto text = diagnosed<double>("above.obj", rays, flaw);
        const auto hits = read_all(folder_ / "hits.csv");
        if (first.empty()) first = hits;
        EXPECT_EQ(hits, first);
        says(text, "a determinant threshold of");
        says(text, "It never hits ");
        says(text, " errors are there. Another cause is possible: on ");
        says(text, "errors it answers another hit of the same ray, behind the nearest one.");
        says(text, "either the test rejects it, or the farther hit is kept.");
        says_not(text, "before it looks where the ray meets it");
    }
    // A few rays meet a long sliver, larger than a strip of the floor: no threshold loses the one
    // and keeps the other.
    write("sliver.obj",
          run("mesh icosphere:faces=80").out +
              "v -20 -2 -20\nv -20 -2 20\nv 1.5 -2 20\nv 1.5 -2 -20\nf -4 -3 -2\nf -4 -2 -1\n"
              "v 1.7 -2 20\nv 1.7 -2 -20\nf -4 -2 -1\nf -4 -1 -3\n"
              "v 20 -2 20\nv 20 -2 -20\nf -4 -2 -1\nf -4 -1 -3\n"
              "v 0.8 3 1.7\nv 0.8 3 1.8\nv 400 3 1.75\nf -3 -2 -1\n");
    const auto text = diagnosed<double>("sliver.obj", rays, {.farthest = true});
    EXPECT_TRUE(std::regex_search(
        text, std::regex("On ([0-9]+) of \\1 errors it answers another hit of the same ray")))
        << text;
    says_not(text, "same answers");
}

// Rays start on the mesh, and only t > t_min counts, in double as in float: nothing else is blamed.
TEST_F(Flawed, ByALeastT) {
    run("mesh icosphere:faces=320 -o ball.obj");
    for (const bool single : {false, true})
        for (const double t_min : {1e-4, 0.9}) {
            start_rays_on("ball.obj", true);
            const Flaw flaw{.t_min = t_min};
            single ? trace<float>(flaw) : trace<double>(flaw);
            const auto text = said_of_hits("ball.obj");
            std::smatch seen;
            ASSERT_TRUE(std::regex_search(
                text, seen,
                std::regex(
                    "It loses all ([0-9,]+) hits up to t = (\\S+) and keeps ([0-9,]+) from t "
                    "= (\\S+) on. Is its t_min between the two\\?")))
                << text;
            EXPECT_LE(number(seen[2]), t_min);
            EXPECT_GE(number(seen[4]), t_min);
            says(text, fmt::format("{} errors", seen[1].str()));
            EXPECT_GT(number(seen[1]), 500);
            for (const auto* other : {"precision", "cull", "same answers", "behind the nearest"})
                says_not(text, other);
        }
    // Away from the ball there is nothing but the faces where rays start.
    start_rays_on("ball.obj", false);
    trace<double>({.t_min = 1e-4});
    const auto none = said_of_hits("ball.obj");
    says(none, "It hits nothing at all.");
    says(none, "next to where their rays start, and keeps none. Is its t_min larger?");
    says_not(none, "cull");
}

// Rays that leave a ball and two that meet it from afar.
TEST_F(Flawed, ByALeastTThatKeepsTwoHits) {
    run("mesh icosphere:faces=320 -o ball.obj");
    start_rays_on("ball.obj", false);
    write("rays.csv", read_all(folder_ / "rays.csv") + "0.1,0.2,3,0,0,-1\n0.2,0.1,3,0,0,-1\n");
    trace<double>({.t_min = 1e-4});
    const auto text = said_of_hits("ball.obj");
    EXPECT_TRUE(std::regex_search(
        text, std::regex("It loses all ([0-9,]+) hits up to t = \\S+ and keeps 2 from t = 2\\.\\d+ "
                         "on\\. Is its t_min between the two\\?")))
        << text;
    for (const auto* other : {"precision", "cull", "same answers"}) says_not(text, other);
}

TEST_F(Flawed, ByALargestT) {
    run("mesh icosphere:faces=320 -o ball.obj");
    const std::string view = "--size 40x40 --eye 0,0,3 --look-at 0,0,0";
    std::smatch seen;
    const auto text = diagnosed<double>("ball.obj", view, {.t_max = 2.2});
    ASSERT_TRUE(std::regex_search(
        text, seen,
        std::regex("It loses all ([0-9,]+) hits from t = (\\S+) on and keeps ([0-9,]+) up to t = "
                   "(\\S+). Is its t_max between the two\\?")))
        << text;
    EXPECT_GE(number(seen[2]), 2.2);
    EXPECT_LE(number(seen[4]), 2.2);
    says(text, seen[1].str() + " errors");
    // A tenth of the hits, lost by chance, are not the farthest; nor is the nearest triangle alone
    // told from another that is never tested.
    diagnosed<double>("ball.obj", view, {});
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::string row, some;
    for (int k = 0; std::getline(rows, row); ++k) some += k % 10 == 7 ? "inf,-1\n" : row + '\n';
    write("hits.csv", some);
    const auto chance = said_of_hits("ball.obj");
    says(chance, "errors lie inside triangles");
    says_not(chance, "It loses all"), says_not(chance, "It never hits");
}

// On a floor of equal triangles |det| is h |n| / t, if d is of length 1: the threshold that gives
// the very same answers is named, and no t_max.
TEST_F(Flawed, ByAThresholdThatLosesWhatIsFar) {
    write("floor.obj", scaled_obj(run("mesh grid:faces=200").out, 10));
    const auto text = diagnosed<double>("floor.obj", "--size 40x40 --eye 0,-9,1 --look-at 0,0,0",
                                        {.least_det = 0.5});
    says(text, "It gives the same answers as moller-trumbore:epsilon=0.5");
    says_not(text, "t_max");
    // With the farthest hit lost as well, both are said.
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::vector<std::string> all;
    std::size_t farthest = 0;
    const auto t_of = [](const std::string& row) {
        return row.starts_with("inf") || row.starts_with("t") ? 0 : std::stod(row);
    };
    for (std::string row; std::getline(rows, row); all.push_back(row))
        if (all.empty() || t_of(row) > t_of(all[farthest])) farthest = all.size();
    all[farthest] = "inf,-1";
    write("hits.csv", fmt::format("{}\n", fmt::join(all, "\n")));
    const auto both = said_of_hits("floor.obj");
    says(both, "It gives the same answers as moller-trumbore:epsilon=0.5 on 1,599 of 1,600 rays");
    says(both, "a determinant threshold of 0.5 is too large for these triangles.");
    says(both, "Is its t_max between the two?");
}

// Triangles that a tracer leaves out: one, and every eighth.
TEST_F(Flawed, ByTrianglesThatItNeverTests) {
    run("mesh icosphere:faces=320 -o ball.obj");
    const std::string rays = "--size 45x45";
    diagnosed<double>("ball.obj", rays, {});
    // The rays of each triangle.
    std::map<long, int> hits;
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::string row;
    for (std::getline(rows, row); std::getline(rows, row);)
        ++hits[std::stol(row.substr(row.find(',') + 1))];
    hits.erase(-1);
    const auto most =
        *std::ranges::max_element(hits, {}, [](const auto& one) { return one.second; });
    for (const bool alone : {false, true}) {
        trace<double>({.is_tested = [&](long k) { return k != most.first; }});
        if (alone) tell_t_alone();
        says(said_of_hits("ball.obj"),
             fmt::format("It never hits 1 of {0} triangles that rays meet ({1}); {2} of {2} errors "
                         "are there.",
                         hits.size(), most.first, most.second));
    }
    int eighths = 0, lost = 0;
    for (const auto& [triangle, count] : hits)
        if (triangle % 8 == 7) ++eighths, lost += count;
    trace<double>({.is_tested = [](long k) { return k % 8 != 7; }});
    const auto text = said_of_hits("ball.obj");
    says(text,
         fmt::format("It never hits {} of {} triangles that rays meet (", eighths, hits.size()));
    says(text, fmt::format(", ...); {0} of {0} errors are there.", lost));
}

// Both triangles of a square are right on its diagonal, and an answer may name the other one, or
// none: each is hit, though some of these rays are lost; unless all are.
TEST_F(Flawed, ByTheTrianglesOfAnEdgeOnlyIfNeitherIsHit) {
    write_diagonals(30);
    for (const bool alone : {false, true})
        for (const bool whole : {false, true}) {
            std::string hits = "t,triangle\n";
            for (int k = 0; k < 600; ++k) {
                const bool lost = whole ? k % 20 == 7 : k / 20 % 10 == k % 10;
                hits += lost ? "inf,-1\n" : fmt::format("1,{}\n", 2 * (k % 20) + 1);
            }
            write("hits.csv", hits);
            if (alone) tell_t_alone();
            const auto text = said_of_hits("floor.obj");
            says(text, whole ? "(30 errors on 600 rays)" : "(60 errors on 600 rays)");
            if (whole)
                says(text,
                     "It never hits 2 of 40 triangles that rays meet (14, 15); 30 of 30 errors "
                     "are there.");
            else
                says_not(text, "It never hits");
            says_not(text, "seems to ask");
        }
}

// A tracer that names the last of the triangles at the same t loses no edge: what it loses lies
// inside triangles.
TEST_F(Flawed, ByNoStrictComparisonIfItNamesTheOtherTriangle) {
    write_diagonals(30);
    std::string rays = read_all(folder_ / "rays.csv"), hits = "t,triangle\n";
    for (int k = 0; k < 600; ++k) hits += fmt::format("1,{}\n", 2 * (k % 20) + 1);
    for (int k = 0; k < 40; ++k) {
        rays += fmt::format("{},{},1,0,0,-1\n", k % 20 + 0.7, 0.2 + 0.001 * k);
        hits += k / 20 == 0 ? "inf,-1\n" : fmt::format("1,{}\n", 2 * (k % 20));
    }
    write("rays.csv", rays), write("hits.csv", hits);
    const auto text = said_of_hits("floor.obj");
    says(text, "All 20 errors lie inside triangles.");
    says_not(text, "seems to ask");
}

// 40 tiny triangles at t = 1, which a threshold loses, and 40 large ones at t = 3. One cause is
// said where it explains all; with one more lost ray, both are said.
TEST_F(Flawed, ByAThresholdThatLosesWhatIsNear) {
    std::string mesh, rays = "ox,oy,oz,dx,dy,dz\n";
    for (int k = 0; k < 80; ++k) {
        const int x = 2 * k, z = k < 40 ? -1 : -3;
        const double size = k < 40 ? 0.003 : 1;
        mesh += fmt::format("v {0} 0 {1}\nv {2} 0 {1}\nv {0} {3} {1}\nf -3 -2 -1\n", x, z, x + size,
                            size);
        for (const double part : {0.2, 0.3})
            rays += fmt::format("{},{},0,0,0,-1\n", x + part * size, 0.25 * size);
    }
    write("near.obj", mesh), write("rays.csv", rays);
    EXPECT_EQ(run("mesh near.obj -o mesh.csv").exit, 0);
    trace<double>({.least_det = 1e-4});
    const Json exact = found_in_hits("near.obj");
    EXPECT_EQ(exact.at("errors"), 80) << exact;
    EXPECT_EQ(exact.at("same_as").at("same"), 160) << exact;
    EXPECT_TRUE(exact.at("bound_of_t").is_null()) << exact;
    EXPECT_TRUE(exact.at("never_hit").is_null()) << exact;
    const auto hits = read_all(folder_ / "hits.csv");
    write("hits.csv", hits.substr(0, hits.rfind("3,79")) + "inf,-1\n");
    const auto text = said_of_hits("near.obj");
    says(text, "(81 errors on 160 rays)");
    says(text, "on 159 of 160 rays, and on 80 of 81 errors.");
    says(text, "is too large for these triangles.");
    says(text,
         "It loses all 80 hits up to t = 1 and keeps 79 from t = 3 on. Is its t_min between the "
         "two?");
    EXPECT_FALSE(found_in_hits("near.obj").at("bound_of_t").is_null());
}

// Rays onto a triangle at t = 1/2, with another at t = 1 behind it that is hit instead, and rays
// onto one at t = 2.
TEST_F(Flawed, ByALeastTThatHitsWhatIsBehind) {
    std::string mesh, rays = "ox,oy,oz,dx,dy,dz\n", hits = "t,triangle\n";
    const auto add = [&](int x, double z) {
        mesh += fmt::format("v {0} 0 {1}\nv {2} 0 {1}\nv {0} 1 {1}\nf -3 -2 -1\n", x, z, x + 1);
    };
    for (int k = 0; k < 60; ++k)
        if (k < 20)
            add(2 * k, -0.5), add(2 * k, -1);
        else
            add(2 * k, -2);
    for (int k = 0; k < 60; ++k) {
        rays += fmt::format("{}.25,0.25,0,0,0,-1\n", 2 * k);
        hits += k < 20 ? fmt::format("1,{}\n", 2 * k + 1) : fmt::format("2,{}\n", 20 + k);
    }
    write("two.obj", mesh), write("rays.csv", rays), write("hits.csv", hits);
    const Json bound = found_in_hits("two.obj").at("bound_of_t");
    EXPECT_EQ(
        bound,
        Json({{"bound", "t_min"}, {"lost_t", 0.5}, {"kept_t", 2}, {"lost", 20}, {"kept", 40}}))
        << bound;
}

// Two metres above 40 km of ground that faces down.
TEST_F(Flawed, ByCullingNearALargeFloor) {
    write("floor.obj",
          "v -20000 -20000 0\nv 20000 -20000 0\nv 20000 20000 0\nv -20000 20000 0\n"
          "f 3 2 1\nf 4 3 1\n");
    std::string rays = "ox,oy,oz,dx,dy,dz\n", hits = "t,triangle\n";
    for (int k = 0; k < 100; ++k) {
        rays +=
            fmt::format("313,217,2,{:.3f},{:.3f},{}\n", std::cos(k), std::sin(k), -0.1 - 0.01 * k);
        hits += "inf,-1\n";
    }
    write("rays.csv", rays), write("hits.csv", hits);
    const auto text = said_of_hits("floor.obj");
    says(text, "it errs on 0 of 100 rays. Does this tracer cull back faces");
    says_not(text, "t_min");
}

// The bound lies between the two numbers that are said, as it does between the exact ones.
TEST(Diagnosis, RoundsABoundOfTOutwards) {
    EXPECT_EQ(bound_sentence({true, 0.9996, 2, 200, 200}),
              "It loses all 200 hits up to t = 0.999 and keeps 200 from t = 2 on. Is its t_min "
              "between the two?");
    EXPECT_EQ(bound_sentence({false, 2.0004, 0.9996, 200, 200}),
              "It loses all 200 hits from t = 2.01 on and keeps 200 up to t = 0.999. Is its t_max "
              "between the two?");
    EXPECT_EQ(bound_sentence({true, 1.2341e-7, HUGE_VAL, 200, 0, true}),
              "It loses all 200 hits up to t = 1.24e-7, next to where their rays start, and keeps "
              "none. Is its t_min larger?");
    for (int k = 1; k < 500; ++k) {
        const double near = std::exp(std::fmod(k * 0.618, 1) * 20 - 10);
        const double far = near * (1 + std::pow(0.5, k % 40));
        for (const bool least : {true, false}) {
            const auto text =
                bound_sentence({least, least ? near : far, least ? far : near, 20, 20});
            std::smatch seen;
            ASSERT_TRUE(std::regex_search(text, seen,
                                          std::regex("t = (\\S+) .*t = ([^ .]+(\\.[0-9]\\S*)?)")))
                << text;
            const double one = std::stod(seen[1]), other = std::stod(seen[2]);
            EXPECT_LE(std::min(one, other), near) << text;
            EXPECT_GE(std::max(one, other), far) << text;
            EXPECT_GE(std::min(one, other), near - 0.11 * (far - near)) << text;
            EXPECT_LE(std::max(one, other), far + 0.11 * (far - near)) << text;
        }
    }
}

// A ball behind another one is lost: its triangles were left out, or they lie beyond a t_max.
TEST_F(Flawed, ByADistantPartThatItNeverTests) {
    std::string balls = run("mesh icosphere:faces=320").out;
    std::istringstream lines(scaled_obj(balls, 0.5, 4));
    const auto vertices = std::ranges::count(balls, 'v');
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        long a = 0, b = 0, c = 0;
        const bool is_face = words >> word >> a >> b >> c && word == "f";
        balls += is_face ? fmt::format("f {} {} {}\n", a + vertices, b + vertices, c + vertices)
                         : line + '\n';
    }
    write("balls.obj", balls);
    const auto text =
        diagnosed<double>("balls.obj", "--size 50x50 --eye=-4,3,0 --look-at 2,0,0 --fov 40",
                          {.is_tested = [](long k) { return k < 320; }});
    says(text, "Is its t_max between the two? It never hits ");
}

// t alone is held against the t of methods, whatever triangle is found for it.
TEST_F(Flawed, ThatTellsTAlone) {
    run("mesh icosphere:faces=80 -o ball.obj");
    diagnosed<float>("ball.obj", "--aim edges --rays 3000", {});
    tell_t_alone();
    const auto text = said_of_hits("ball.obj");
    says(text, "It gives the same answers as moller-trumbore on 3,000 of 3,000 rays");
    says(text, "single precision is the cause.");
    // Rays exactly onto a diagonal, which it keeps, at other t.
    write("quad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 3 2\n");
    diagnosed<double>("quad.obj", "--grid=-z --size 63x63", {});
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::string row, some;
    for (int k = -1; std::getline(rows, row); ++k)
        some +=
            k >= 0 && k / 63 == 62 - k % 63 ? "9" + row.substr(row.find(',')) + '\n' : row + '\n';
    write("hits.csv", some);
    says_not(said_of_hits("quad.obj"), "seems to ask");
}

// Where t is right on every hit, or the triangle is, that is said.
TEST_F(Flawed, InAllTrianglesOrInAllT) {
    Flaw pairs;
    for (long k = 0; k < 12; ++k) pairs.order.push_back(k / 2);
    const auto quads = diagnosed<double>(HITMISS_SCENES "/cube.toml", "--size 40x40", pairs);
    EXPECT_TRUE(std::regex_search(
        quads, std::regex("t is right on ([0-9,]+) of \\1 errors; only the triangle's number is "
                          "wrong. Does this tracer number polygons")))
        << quads;
    run("mesh icosphere:faces=320 -o ball.obj");
    diagnosed<double>("ball.obj", "--size 40x40", {});
    std::istringstream rows(read_all(folder_ / "hits.csv"));
    std::string row, inverse;
    for (std::getline(rows, inverse), inverse += '\n'; std::getline(rows, row);)
        inverse += row.starts_with("inf")
                       ? row + '\n'
                       : fmt::format("{}{}\n", 1 / std::stod(row), row.substr(row.find(',')));
    write("hits.csv", inverse);
    const auto text = said_of_hits("ball.obj");
    EXPECT_TRUE(std::regex_search(
        text, std::regex("On ([0-9,]+) of \\1 errors the triangle is right, but not t. Is that "
                         "another quantity")))
        << text;
    says_not(text, "Hardly any");
}

// A row that names the right triangle is a hit, whatever its t is.
TEST_F(Flawed, ByATThatIsTheSameOnManyHits) {
    run("mesh icosphere:faces=320 -o ball.obj");
    diagnosed<double>("ball.obj", "--size 25x25", {});
    const auto hits = numbers("hits.csv", 2);
    for (const auto& [every, t] : {std::pair(1, 1.0), {1, 0.0}, {2, 0.0}, {1, 1000.0}}) {
        std::string text = "t,triangle\n";
        int changed = 0;
        for (std::size_t k = 0; k < hits.size(); k += 2) {
            const bool change = hits[k + 1] >= 0 && int(hits[k + 1]) % every == 0;
            text += fmt::format("{:.17g},{}\n", change ? t : hits[k], hits[k + 1]);
            changed += change;
        }
        write("hits.csv", text);
        const auto said = said_of_hits("ball.obj");
        says(said, fmt::format("On {0} of {0} errors the triangle is right, but not t.", changed));
        for (const auto* other : {"mean a miss", "hits nothing", "never hits"})
            says_not(said, other);
    }
}

// Each face twice, seen from both sides. Told by --triangles, the copy is the one with the same
// winding: where back faces are culled, the other one is not there.
TEST_F(Flawed, ByNothingIfTheMeshOfItsCopiesIsTold) {
    const std::string ball = run("mesh icosphere:faces=320").out;
    std::string turned, same;
    std::istringstream lines(ball);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string f, a, b, c;
        const bool is_face = words >> f >> a >> b >> c && f == "f";
        turned += (is_face ? "f " + b + ' ' + a + ' ' + c : line) + '\n';
        if (is_face) same += line + '\n';
    }
    write("twice.obj", turned + same);
    diagnosed<double>("twice.obj", "--size 30x30", {.one_sided = true});
    for (const std::string order : {"", " --triangles twice.obj"}) {
        const Json judged = parse_json(run("compare twice.obj --rays rays.csv -m "
                                           "answers:file=hits.csv,cull=back --format json" +
                                           order)
                                           .out);
        EXPECT_GT(judged.at("methods")[0].at("hits"), 100) << order;
        EXPECT_EQ(judged.at("methods")[0].at("neighbour"), 0) << order;
        EXPECT_EQ(judged.at("methods")[0].at("errors"), 0) << order;
    }
}

// Each face twice, seen from both sides.
TEST_F(Flawed, ByNumbersFromOneOfFacesThatAreThereTwice) {
    const std::string ball = run("mesh icosphere:faces=320").out;
    std::string twice = ball;
    std::istringstream lines(ball);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string f, a, b, c;
        if (words >> f >> a >> b >> c && f == "f") twice += "f " + c + ' ' + b + ' ' + a + '\n';
    }
    write("twice.obj", twice);
    const auto text = diagnosed<double>("twice.obj", "--size 40x40", {.first_number = 1});
    says(text, "hits the triangle's number is one too high.");
    says(text, "With 1 subtracted, it errs on 0 of 1,600 rays.");
}

// A determinant that must be positive: triangles seen from behind are lost.
TEST_F(Flawed, ByCullingUnasked) {
    run("mesh icosphere:faces=320 -o ball.obj");
    const auto inside =
        diagnosed<double>("ball.obj", "--aim vertices --rays 500", {.one_sided = true});
    says(inside, "It hits nothing at all.");
    const auto culling =
        " With cull=back, where no triangle counts that faces away from its ray, "
        "it errs on 0 of ";
    says(inside, culling);
    run("mesh grid:faces=200 -o grid.obj");
    const auto floor = read_all(folder_ / "grid.obj");
    // One more triangle, in front, that is seen from behind.
    write("two.obj", floor + "v -0.2 -0.2 0.3\nv 0.2 -0.2 0.3\nv 0 0.2 0.3\nf -1 -2 -3\n");
    const auto some = diagnosed<double>("two.obj", "--size 40x40 --eye 0,0,3 --look-at 0,0,0",
                                        {.one_sided = true});
    says(some, std::string(culling) + "1,600 rays. Does this tracer cull back faces");
}

// A determinant that must be negative: triangles seen from the front are lost.
TEST_F(Flawed, ByCullingFrontFaces) {
    const std::string culls = "Does this tracer cull front faces, or keep the triangles with the";
    // A floor of triangles of which every second one is turned.
    run("mesh grid:faces=200 -o grid.obj");
    std::istringstream lines(read_all(folder_ / "grid.obj"));
    std::string turned;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string f, a, b, c;
        words >> f >> a >> b >> c;
        if (f == "f" && std::stol(a) % 2 == 0) line = "f " + a + ' ' + c + ' ' + b;
        turned += line + '\n';
    }
    write("turned.obj", turned);
    const auto text = diagnosed<double>("turned.obj", "--size 40x40", {.back_sided = true});
    says(text, culls);
    says_not(text, "never hits");
    const Json found = found_in_hits("turned.obj");
    const auto hits = numbers("hits.csv", 2);
    std::size_t named = 0;
    for (std::size_t k = 1; k < hits.size(); k += 2) named += hits[k] >= 0;
    EXPECT_EQ(found.at("lost_fronts").at("hits"), named);
    EXPECT_EQ(found.at("lost_fronts").at("errors"), found.at("errors"));
    EXPECT_TRUE(found.at("never_hit").is_null());
    // A ball above a floor: the rays that meet the ball hit its back.
    const auto ball = run("mesh icosphere:faces=320").out;
    write("above.obj", ball + "v -9 -2 -9\nv -9 -2 9\nv 9 -2 9\nv 9 -2 -9\nf -4 -3 -2 -1\n");
    const auto above = diagnosed<double>(
        "above.obj", "--size 40x40 --eye 0,3,9 --look-at 0,-1,0 --fov 50", {.back_sided = true});
    says(above, culls);
    says_not(above, "Are these the answers to other rays");
    // Whether it keeps the farthest hit instead, nobody can tell of the ball alone.
    write("ball.obj", ball);
    const auto alone = diagnosed<double>("ball.obj", "--size 40x40", {.back_sided = true});
    says(alone, "behind the nearest one.");
    says_not(alone, culls);
    const auto untested = diagnosed<double>("turned.obj", "--size 40x40",
                                            {.is_tested = [](long k) { return k % 5 != 0; }});
    says(untested, "never hits");
    says_not(untested, culls);
}

// Also of a tracer that says only whether a ray hits: behind a triangle that it misses it hits
// another, and nobody sees which.
TEST_F(Flawed, ByAThresholdThoughItSaysOnlyWhetherItHits) {
    write("small.obj", scaled_obj(run("mesh icosphere:faces=1280").out, 0.05));
    diagnosed<double>("small.obj", "--size 40x40", {.least_det = 2e-5});
    std::istringstream lines(read_all(folder_ / "hits.csv"));
    std::string line, hits;
    std::getline(lines, line);
    while (std::getline(lines, line)) hits += char(!line.starts_with("inf"));
    ASSERT_EQ(hits.size(), 1600u);
    std::string header = "{'descr': '|b1', 'fortran_order': False, 'shape': (1600,), }";
    header.resize(117, ' ');
    write("hits.npy", std::string("\x93NUMPY\x01\0\x76\0", 10) + header + '\n' + hits);
    const auto judged = run("compare small.obj --rays rays.csv -m answers:file=hits.npy");
    EXPECT_EQ(judged.exit, 0) << judged.err;
    says(std::regex_replace(judged.out, std::regex("\n +"), " "),
         "It gives the same answers as moller-trumbore:epsilon=2e-5 on 1,600 of 1,600 rays");
}

// A square of two triangles whose diagonal has u + v = 1 in both, and rays exactly onto it.
TEST_F(Flawed, ByAStrictComparison) {
    write("quad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 3 2\n");
    const auto text = diagnosed<double>("quad.obj", "--grid=-z --size 63x63", {.strict = true});
    says(text, "All 63 errors lie at edges.");
    says(text,
         "On 63 of 63 rays on which they differ, u + v is exactly 1: this tracer seems to ask "
         "u + v < 1, which loses the points of an edge. u + v <= 1 keeps them.");
    const auto all = diagnosed<double>("quad.obj", "--grid=-z --size 63x63", {.all_strict = true});
    says(all, "this tracer seems to ask u + v < 1, which loses");
    // And in float on edges of a sphere, where rounding loses rays as well.
    run("mesh icosphere:faces=80 -o ball.obj");
    const auto both = diagnosed<float>("ball.obj", "--aim edges --rays 3000", {.strict = true});
    says(both, "u + v is exactly 1: this tracer seems to ask u + v < 1");
    // The case that it shows is one of these.
    const auto command = both.find("explain ball.obj");
    ASSERT_NE(command, both.npos) << both;
    says(run(both.substr(command, both.find('`', command) - command)).out, "u + v = 1 <= 1");
    const auto three =
        diagnosed<float>("ball.obj", "--aim edges --rays 3000", {.all_strict = true});
    says(three, "this tracer seems to ask ");
    for (const auto* one : {"u > 0", "v > 0", "u + v < 1"}) says(three, one);
    says(both,
         "In double that method errs on 0 of these rays: single precision is the cause of the "
         "other errors.");
}

// A picture, too: the first of the pixels on the diagonal, not the one amid them.
TEST_F(Flawed, ByAStrictComparisonInAPicture) {
    write("quad.obj", "v -1 -1 0\nv 1 -1 0\nv -1 1 0\nv 1 1 0\nf 1 2 3\nf 4 3 2\n");
    const std::string picture = "quad.obj --eye 0,0,2 --look-at 0,0,0 --size 9x9";
    EXPECT_EQ(run("mesh quad.obj -o mesh.csv").exit, 0);
    EXPECT_EQ(run("rays " + picture + " -o rays.csv").exit, 0);
    trace<double>({.strict = true});
    const Json json = parse_json(
        run("compare " + picture + " -m answers:file=hits.csv --format json -o quad.svg").out);
    says(json.at("diagnosis")[0].at("sentences").dump(), "On 9 of 9 rays on which they differ");
    EXPECT_EQ(json.at("methods")[0].at("worst"), Json({{"x", 0}, {"y", 0}, {"outcome", "leak"}}));
}

// The right triangles at wrong t are nobody's answers.
TEST_F(Flawed, InTAloneAnswersLikeNoMethod) {
    write("quad.obj", "v -1 -1 0\nv 1 -1 0\nv -1 1 0\nv 1 1 0\nf 1 2 3\nf 4 3 2\n");
    run("rays quad.obj --eye 0.1,0.2,2 --look-at 0.1,0.2,0 --size 9x9 -o rays.csv");
    const std::string judge = "compare quad.obj --rays rays.csv ";
    run(judge + "-m exact --answers exact.csv");
    std::istringstream rows(read_all(folder_ / "exact.csv"));
    std::string hits, t, triangle;
    std::getline(rows, hits);
    for (int k = 0; std::getline(rows, t, ',') && std::getline(rows, triangle); ++k)
        hits += fmt::format("\n{},{}", std::stod(t) * (1 + 0.1 * (1 + k % 7)), triangle);
    write("hits.csv", hits + '\n');
    const Json diagnosis =
        parse_json(run(judge + "-m answers:file=hits.csv --format json").out).at("diagnosis")[0];
    EXPECT_EQ(diagnosis.at("errors"), 81);
    EXPECT_TRUE(diagnosis.at("same_as").is_null()) << diagnosis;
}

TEST_F(Flawed, BySinglePrecisionFarAway) {
    run("mesh icosphere:faces=320 -o ball.obj");
    const std::string rays = "--size 60x60 --eye 60000,60000,60000 --look-at 0,0,0 --fov 0.0015";
    const auto text = diagnosed<float>("ball.obj", rays, {});
    says(text,
         "In double that method errs on 0 of these rays: single precision is the cause. The "
         "rays start so far away that it rounds their hits by about ");
    says(text, " % of a triangle's width. Start them nearer, or use double.");
    const auto fine = diagnosed<double>("ball.obj", rays, {});
    EXPECT_EQ(fine.find("have in common"), fine.npos) << fine;
}

TEST_F(Flawed, ByTrianglesNumberedFromOne) {
    // The last triangle is behind the others, so that its number does not give the flaw away.
    run("mesh icosphere:faces=320 -o ball.obj");
    write("balls.obj", read_all(folder_ / "ball.obj") +
                           "v -.1 -.1 0\nv .1 -.1 0\nv 0 .1 0\n"
                           "f -3 -2 -1\n");
    const auto text = diagnosed<double>("balls.obj", "--size 40x40", {.first_number = 1});
    const std::regex from_one(
        "On ([0-9,]+) hits the triangle's number is one too high. Does this tracer number "
        "triangles from 1\\? The first one is 0. With 1 subtracted, it errs on ([0-9,]+) of");
    std::smatch seen;
    ASSERT_TRUE(std::regex_search(text, seen, from_one)) << text;
    EXPECT_EQ(seen[2], "0");
    EXPECT_EQ(text.find("another order"), text.npos) << text;
    const auto json = parse_json(run(judge_ + " --format json").out).at("diagnosis")[0];
    ASSERT_EQ(json.at("readings").size(), 1u) << json;
    EXPECT_EQ(json.at("readings")[0].at("reading"), "shifted");
    EXPECT_EQ(json.at("readings")[0].at("answers"), json.at("errors"));
    // Rays at vertices name the flaw as well, and in float what else is wrong.
    for (const bool single : {true, false}) {
        const std::string aimed = "--aim vertices --rays 3000";
        const auto both = single ? diagnosed<float>("ball.obj", aimed, {.first_number = 1})
                                 : diagnosed<double>("ball.obj", aimed, {.first_number = 1});
        ASSERT_TRUE(std::regex_search(both, seen, from_one)) << both;
        EXPECT_EQ(seen[2] == "0", !single) << both;
        EXPECT_EQ(both.find("another order"), both.npos) << both;
        EXPECT_EQ(both.find("single precision is the cause") != both.npos, single) << both;
    }
    // Where a ray hits the last triangle, its number is beyond the mesh's, and no answer is 0.
    EXPECT_EQ(run("mesh ball.obj -o mesh.csv").exit, 0);
    std::istringstream lines(read_all(folder_ / "mesh.csv"));
    std::string line, last;
    while (std::getline(lines, line)) last = line;
    std::istringstream corners(last);
    std::vector<double> x;
    for (std::string cell; std::getline(corners, cell, ',');) x.push_back(std::stod(cell));
    ASSERT_EQ(x.size(), 9u);
    const auto eye =
        fmt::format("{},{},{}", x[0] + x[3] + x[6], x[1] + x[4] + x[7], x[2] + x[5] + x[8]);
    const auto beyond = diagnosed<double>("ball.obj", "--size 40x40 --look-at 0,0,0 --eye=" + eye,
                                          {.first_number = 1});
    EXPECT_TRUE(std::regex_search(beyond, from_one)) << beyond;
    const Json found = parse_json(run(judge_ + " --format json").out);
    const Json& mine = found.at("methods")[0];
    EXPECT_EQ(mine.at("errors"), mine.at("hits")) << "also of rays that hit the last triangle";
    // The middle pixel hits the last triangle.
    const auto explained =
        std::regex_replace(run("explain ball.obj --rays rays.csv --row 820 -m answers:file="
                               "hits.csv")
                               .out,
                           std::regex("\n +"), " ");
    says(explained,
         "t is right; only the triangle's number, 320, is wrong: 319 would be right, and the mesh "
         "has no triangle 320, only 0 to 319.");
    // With a 0 among them they are numbers of another mesh.
    const auto hits = read_all(folder_ / "hits.csv");
    write("hits.csv", std::regex_replace(hits, std::regex("inf,-1"), "9,0",
                                         std::regex_constants::format_first_only));
    ASSERT_NE(read_all(folder_ / "hits.csv"), hits);
    const Outcome refused = run(judge_);
    EXPECT_EQ(refused.exit, 3);
    says(refused.err,
         "has no triangle 320, only 0 to 319; -1 is a miss; if yours are numbered from "
         "1, subtract 1");
}

// Twenty triangles side by side, met straight from above. Two rays for each teach no order.
TEST_F(Flawed, ByAnotherOrderOnlyWithThreeRaysForEachNumber) {
    std::string mesh;
    for (int k = 0; k < 20; ++k)
        mesh += fmt::format("v {0} 0 0\nv {1} 0 0\nv {0} 1 0\nf -3 -2 -1\n", 2 * k, 2 * k + 1);
    write("row.obj", mesh);
    for (const int each : {2, 3}) {
        std::string rays = "ox,oy,oz,dx,dy,dz\n", hits = "t,triangle\n";
        for (int k = 0; k < 20 * each; ++k) {
            rays += fmt::format("{},0.25,1,0,0,-1\n", 2 * (k % 20) + 0.25);
            hits += fmt::format("1,{}\n", (7 * (k % 20) + 3) % 20);
        }
        write("rays.csv", rays), write("hits.csv", hits);
        const Json readings = readings_of("row.obj");
        EXPECT_EQ(reads_as("reordered", readings), each == 3) << readings;
    }
}

// A hundred rays at a triangle seen from behind, and twenty at one from the front. A tracer that
// culls hits at most a few of the hundred.
TEST_F(Flawed, ByCullingUnlessItHitsManyBackFaces) {
    write("two.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 3 2\nv 5 0 0\nv 9 0 0\nv 5 4 0\nf 4 5 6\n");
    for (const int behind : {0, 5, 20}) {
        std::string rays = "ox,oy,oz,dx,dy,dz\n", hits = "t,triangle\n";
        for (int k = 0; k < 120; ++k) {
            const bool back = k < 100;
            rays += fmt::format("{},{},1,0,0,-1\n", (back ? 0.1 : 5.1) + 0.1 * (k % 10),
                                0.1 + 0.1 * (k / 10));
            hits += !back ? "1,1\n" : k < behind ? "1,0\n" : "inf,-1\n";
        }
        write("rays.csv", rays), write("hits.csv", hits);
        const Json readings = readings_of("two.obj");
        EXPECT_EQ(reads_as("culled", readings), behind < 20) << behind << ' ' << readings;
    }
}

// A case of the report does not call t wrong where the diagnosis calls it right.
TEST_F(Flawed, ByTriangleNumbersOnlyHasTheRightT) {
    run("mesh icosphere:faces=80 -o ball.obj");
    const auto text = diagnosed<double>("ball.obj", "--size 20x20", {.first_number = 1});
    const auto at = text.find("### mine");
    ASSERT_NE(at, text.npos) << text;
    EXPECT_TRUE(std::regex_search(
        text.substr(at), std::regex("t is right; only the triangle's number, ([0-9]+), is wrong: "
                                    "[0-9]+ would be right, and ")))
        << text;
    EXPECT_EQ(text.find("It hides triangle"), text.npos) << text;
}

TEST_F(Flawed, ByTrianglesInAnotherOrder) {
    run("mesh icosphere:faces=320 -o ball.obj");
    Flaw flaw;
    flaw.order.resize(320);
    for (long k = 0; k < 320; ++k) flaw.order[std::size_t(k)] = k * 77 % 320;
    const auto text = diagnosed<double>("ball.obj", "--size 40x40", flaw);
    // Every other triangle is behind.
    std::smatch seen;
    ASSERT_TRUE(std::regex_search(
        text, seen,
        std::regex("This tracer keeps the triangles in another order: its ([0-9]+) numbers stand "
                   "for ([0-9]+) different triangles. With the mesh's own numbers it errs on 0 of "
                   "1,600 rays. --triangles MESH says the order.")))
        << text;
    EXPECT_EQ(seen[1], seen[2]);
    EXPECT_GT(std::stoi(seen[1]), 100);
    const auto json = parse_json(run(judge_ + " --format json").out).at("diagnosis")[0];
    ASSERT_EQ(json.at("readings").size(), 1u) << json;
    EXPECT_EQ(json.at("readings")[0].at("reading"), "reordered");
    EXPECT_EQ(json.at("readings")[0].at("errors"), 0);
    EXPECT_EQ(std::to_string(json.at("readings")[0].at("value").get<int>()), seen[1]);
    // Whose numbers say the order in the way that the sentence names, errs as little.
    std::vector<std::string> in_order(320);
    std::istringstream lines(read_all(folder_ / "ball.obj"));
    std::ofstream other(folder_ / "other.obj");
    long face = 0;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("f "))
            in_order[std::size_t(flaw.order[std::size_t(face++)])] = line;
        else
            other << line << '\n';
    for (const auto& line : in_order) other << line << '\n';
    other.close();
    EXPECT_EQ(parse_json(run(judge_ + " --triangles other.obj --format json").out)
                  .at("methods")[0]
                  .at("errors"),
              0);
    write("strange.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto strange = run(judge_ + " --triangles strange.obj");
    EXPECT_EQ(strange.exit, 3);
    EXPECT_NE(
        strange.err.find("strange.obj: triangle 0 (counted from 0) is not one of the scene's"),
        std::string::npos)
        << strange.err;
    // Single precision leaks at edges as well: those errors are left.
    const auto leaky = diagnosed<float>("ball.obj", "--aim edges --rays 20000", flaw);
    ASSERT_TRUE(std::regex_search(
        leaky, seen,
        std::regex("another order: its 320 numbers stand for 320 different triangles. With the "
                   "mesh's own numbers it errs on ([0-9]),([0-9]+) of 20,000 rays")))
        << leaky;
    EXPECT_EQ(parse_json(run(judge_ + " --triangles other.obj --format json").out)
                  .at("methods")[0]
                  .at("errors"),
              std::stoi(seen[1].str() + seen[2].str()));
    // A few rays at edges meet only the neighbour of some triangles: those stay open, and err.
    const auto few = diagnosed<float>("ball.obj", "--aim edges --rays 3000", flaw);
    ASSERT_TRUE(std::regex_search(
        few, seen,
        std::regex("another order: its (2[0-9]+) numbers stand for ([0-9]+) different "
                   "triangles. With the mesh's own numbers it errs on ([0-9]+) of 3,000 rays")))
        << few;
    EXPECT_EQ(seen[1], seen[2]);
    EXPECT_GT(std::stoi(seen[3]), 0);
    // Where eight triangles have one number, there is no order to tell.
    for (long k = 0; k < 320; ++k) flaw.order[std::size_t(k)] = k * 77 % 320 / 8;
    says(diagnosed<double>("ball.obj", "--size 40x40", flaw), "t is right on ");
    says(run(judge_).out, "only the triangle's number is wrong.");
    says(read_all(folder_ / "report.md"),
         "Does this tracer number polygons, each of several triangles?");
    // A halo, too, hits the wrong triangle at nearly the right t: that is another flaw.
    run("compare ball.obj --rays rays.csv -m angle-sum:0.03 --answers hits.csv");
    const auto halo = run(judge_).out;
    EXPECT_EQ(halo.find("another order"), halo.npos) << halo;
    says(std::regex_replace(halo, std::regex("\n +"), " "),
         "It gives the same answers as angle-sum:epsilon=0.03 on 1,600 of 1,600 rays");
}

// Rays are aimed at one kind of place, and nothing at all is hit: the errors lie there.
TEST_F(Flawed, AtThePlacesThatRaysAreAimedAt) {
    run("mesh icosphere:faces=320 -o ball.obj");
    for (const auto& [aim, place, words] : {std::tuple{"edges", "edge", "at edges"},
                                            {"vertices", "vertex", "at vertices"},
                                            {"silhouettes", "silhouette", "at silhouettes"},
                                            {"interior", "interior", "inside triangles"}}) {
        std::string misses;
        for (int k = 0; k < 500; ++k) misses += "inf,-1\n";
        write("hits.csv", misses);
        const std::string leaks =
            std::string("leaks ball.obj --rays 500 --aim ") + aim + " -m answers:file=hits.csv";
        const Json found = parse_json(run(leaks + " --format json").out).at("diagnosis")[0];
        const auto errors = found.at("errors").get<int>();
        EXPECT_GT(errors, 200) << aim;
        EXPECT_GE(found.at("errors_at").at(place).get<int>(), errors - 3) << found;
        EXPECT_TRUE(found.at("same_as").is_null()) << found;
        EXPECT_EQ(found.at("rays_tried"), 0) << found;
        EXPECT_EQ(found.at("errors_tried"), 0) << found;
        says(run(leaks).out, words);
        says(run(leaks).out, "It hits nothing at all.");
    }
}

// A wall of large triangles with a patch of small ones before it: only these are missed.
TEST_F(Flawed, OnSmallTriangles) {
    std::string patch = scaled_obj(run("mesh grid:faces=200").out, 0.01);
    patch += "v -1 -1 -0.5\nv 1 -1 -0.5\nv 0 1.5 -0.5\nf -3 -2 -1\n";
    write("patch.obj", patch);
    const auto text = diagnosed<double>(
        "patch.obj", "--size 80x80 --eye 0,0,1 --look-at 0,0,0 --fov 4", {.least_det = 1e-5});
    const Json found = parse_json(run(judge_ + " --format json").out).at("diagnosis")[0];
    // The patch's cells are 0.002 wide, as is the square root of |n| of their halves.
    EXPECT_NEAR(found.at("width_missed").get<double>(), 0.002, 0.0009) << found;
    EXPECT_NEAR(found.at("width_hit").get<double>(), std::sqrt(5), 1) << found;
    says(text, "The triangles that it misses are small: these are typically 0.00");
}

// Only a file of answers is a riddle, and only one with errors.
TEST_F(Flawed, OrNotAtAll) {
    run("mesh icosphere:faces=320 -o ball.obj");
    EXPECT_EQ(diagnosed<double>("ball.obj", "--size 20x20", {}).find("in common"),
              std::string::npos);
    EXPECT_EQ(printed_.find("in common"), printed_.npos);
    const auto own = run("compare ball.obj --rays rays.csv -m angle-sum:0.1").out;
    EXPECT_EQ(own.find("in common"), own.npos);
}

// leaks and a picture's comparison diagnose as well, and name a command that shows both methods.
TEST_F(Flawed, IsDiagnosedByEveryJudge) {
    run("mesh icosphere:faces=80 -o ball.obj");
    const std::string aim = " --aim edges --rays 3000";
    diagnosed<float>("ball.obj", aim.substr(1), {});
    const std::string answers = " -m answers:file=hits.csv,name=mine";
    const auto leaks = run("leaks ball.obj" + aim + answers).out;
    says(leaks, "What the errors of mine (float) have in common (");
    says(leaks, " -m answers:file=hits.csv,name=mine -m moller-trumbore\n");
    EXPECT_EQ(parse_json(run("leaks ball.obj" + aim + answers + " --format json").out)
                  .at("diagnosis")[0]
                  .at("same_as")
                  .at("method"),
              "moller-trumbore");
    run("mesh ball.obj -o mesh.csv"), run("rays ball.obj --size 33x33 -o rays.csv");
    trace<float>({.least_det = 0.05});
    const auto picture = run("compare ball.obj --size 33x33 -o sheet.png" + answers).out;
    says(picture, "-m answers:file=hits.csv,name=mine -m moller-trumbore:0.05\n");
}

// The report has the version, no empty column, and the command of each case, which works.
TEST_F(Flawed, IsReportedWithoutEmptyColumns) {
    write("small.obj", scaled_obj(run("mesh icosphere:faces=1280").out, 0.05));
    diagnosed<float>("small.obj", "--size 40x40", {.least_det = 1e-5});
    const auto report = read_all(folder_ / "report.md");
    says(report, "\nhitmiss " + run("--version").out.substr(8, 5) + "\n");
    const auto table = report.substr(report.find("| method"));
    std::istringstream header(table.substr(0, table.find('\n')));
    std::istringstream row(table.substr(table.find("\n| mine") + 1));
    std::string name, cell;
    int columns = 0;
    while (std::getline(header, name, '|') && std::getline(row, cell, '|')) {
        ++columns;
        EXPECT_TRUE(cell != " 0 " || name == " errors ") << name;
        EXPECT_NE(cell, " - ") << name;
        EXPECT_TRUE(cell.find_first_not_of(' ') != cell.npos || name.empty()) << name;
    }
    EXPECT_GT(columns, 5);
    EXPECT_EQ(table.find("false_hits"), table.npos);
    for (const char* unexplained : {"t_off_median", "t_off_99", "t_off_max", "leaks_background"})
        EXPECT_EQ(table.find(unexplained), table.npos) << unexplained;
    const auto at = report.find("\n- `" HITMISS_PROGRAM " explain ");
    ASSERT_NE(at, report.npos) << report;
    const std::string program = HITMISS_PROGRAM " ";
    const auto begin = report.find(program, at) + program.size();
    const auto explained = run(report.substr(begin, report.find('`', begin) - begin));
    EXPECT_EQ(explained.exit, 0) << explained.err;
    says(std::regex_replace(explained.out, std::regex("\n +"), " "),
         "less than tolerance (1.0000001e-5), so the test says miss. It truly hits.");
    says(report, "computes it: |det| is ");
}

// Who says only yes, or t alone, is wrong at an outline too: one 2^-23 beside it, and one far away.
TEST(Diagnosis, FindsOutlinesOfFalseHitsThatNameNoTriangle) {
    const std::vector<Triangle<float>> mesh{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    const Geometry geometry(mesh, {0, 0, 1});
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    const struct {
        float y;
        double t;
        Place place;
    } cases[]{{-1 - 0x1p-23f, nowhere, Place::outline}, {-1 - 0x1p-23f, 1, Place::outline},
              {-1 - 0x1p-23f, 1.5, Place::beside},      {-1 - 0x1p-20f, nowhere, Place::beside},
              {-1.5f, nowhere, Place::beside},          {-1.5f, 1, Place::beside}};
    for (const auto& [y, t, place] : cases) {
        const Ray<float> ray({0.25f, y, 1}, {0, 0, -1}), away({0.25f, y, 1}, {0, 0, 1});
        for (const auto& [one, there] : {std::pair(ray, place), std::pair(away, Place::beside)}) {
            Traits traits;
            count_traits({t, unknown_triangle}, Outcome::false_hit,
                         {one, {}, geometry, Precision::single}, traits);
            EXPECT_EQ(traits.errors_at[std::size_t(there)], 1u) << y << ' ' << t << ' ' << one.d.z;
        }
    }
}

// Who names the triangle may say any t: where the ray passes it counts, not how large t is.
TEST(Diagnosis, FindsOutlinesOfFalseHitsAtAnyT) {
    const std::vector<Triangle<float>> mesh{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    const Geometry geometry(mesh, {0, 0, 1});
    for (const double t : {1.0, 1e4, 1e8})
        for (const float y : {-1 - 0x1p-23f, -1.5f}) {
            Traits traits;
            count_traits({t, 0}, Outcome::false_hit,
                         {Ray<float>({0.25f, y, 1}, {0, 0, -1}), {}, geometry, Precision::single},
                         traits);
            const Place place = y == -1.5f ? Place::beside : Place::outline;
            EXPECT_EQ(traits.errors_at[std::size_t(place)], 1u) << y << ' ' << t;
        }
}

// Only a leak misses its triangle: a halo in front hides it.
TEST(Diagnosis, CountsMissedTrianglesOfLeaksOnly) {
    const std::vector<Triangle<float>> mesh{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
                                            {{2, -1, 0.5f}, {3, -1, 0.5f}, {2, 1, 0.5f}}};
    const Geometry geometry(mesh, {0, 0, 1});
    const Ray<float> ray({0, 0, 1}, {0, 0, -1});
    for (const auto& [hit, outcome] : {std::pair(Hit{}, Outcome::leak),
                                       {Hit{0.5, 1}, Outcome::wrong_triangle},
                                       {Hit{7, 0}, Outcome::wrong_t}}) {
        Traits traits;
        count_traits(hit, outcome, {ray, {1, {0}}, geometry, Precision::single}, traits);
        const std::uint64_t missed = outcome == Outcome::leak;
        EXPECT_EQ(traits.missed.width.count(), missed) << to_string(outcome);
        EXPECT_EQ(traits.missed.slope.count(), missed) << to_string(outcome);
        EXPECT_EQ(traits.hit.width.count(), 0u) << to_string(outcome);
    }
}

// Met at 1/11.3 = sin 5° and face-on.
TEST(Diagnosis, SaysZeroWhereMissesHaveZerosOfBothSigns) {
    const auto said = reading_sentence({Reading::miss_at_t, -0.0, 31, {}}, 100);
    EXPECT_TRUE(said.starts_with("31 wrong answers have t = 0. ")) << said;
}

TEST(Diagnosis, SaysHowGrazingItsErrorsAre) {
    Diagnosis diagnosis;
    diagnosis.rays = 100, diagnosis.hits = 90;
    diagnosis.errors = diagnosis.remaining = diagnosis.traits.errors_at[0] = 20;
    for (int k = 0; k < 20; ++k) diagnosis.traits.missed.slope.add(11 + k % 2);
    for (int k = 0; k < 90; ++k) diagnosis.traits.hit.slope.add(1);
    const auto said = sentences(diagnosis);
    EXPECT_NE(std::ranges::find(said,
                                "The rays graze the triangles that it misses: they typically meet "
                                "these at 5°, and those that it hits at 90°."),
              said.end())
        << fmt::format("{}", fmt::join(said, "\n"));
    diagnosis.traits.hit.slope = diagnosis.traits.missed.slope;
    EXPECT_EQ(sentences(diagnosis).size(), said.size() - 1);
    // A few tell nothing.
    diagnosis.traits.missed.slope = {};
    for (int k = 0; k < 19; ++k) diagnosis.traits.missed.slope.add(11 + k % 2);
    EXPECT_EQ(sentences(diagnosis).size(), said.size() - 1);
}

// Either cause leaves many errors, or few, if the other is cured.
TEST(Diagnosis, NamesTheCausesThatLeaveErrorsByThemselves) {
    struct Case {
        std::uint64_t without, finer;
        const char* said;
    };
    for (const auto& [without, finer, said] :
         {Case{90, 30, "is too large for some triangles, and single precision causes errors too."},
          {145, 1, "is too large for some triangles, and single precision causes errors too."},
          {0, 60, "With epsilon=0 that method errs on 0 of these rays: a determinant threshold of"},
          {60, 0, "In double that method errs on 0 of these rays: single precision is the cause."},
          {0, 0, "is too large for these triangles in single precision."}}) {
        Diagnosis diagnosis;
        diagnosis.rays = diagnosis.tried = 1000, diagnosis.hits = 900;
        diagnosis.errors = diagnosis.remaining = diagnosis.tried_errors = 143;
        diagnosis.alike = Alike{parse_method("moller-trumbore:0.01"), 1000, 143, 143};
        diagnosis.without = Alike{parse_method("moller-trumbore:0"), 900, 0, without};
        diagnosis.finer = Alike{parse_method("moller-trumbore:0.01,double"), 900, 0, finer};
        diagnosis.both = Alike{parse_method("moller-trumbore:0,double"), 900, 0, 0};
        const auto text = fmt::format("{}", fmt::join(sentences(diagnosis), " "));
        EXPECT_NE(text.find(said), text.npos) << said << '\n' << text;
    }
}

// It loses few rays more than the method without a threshold, on which a sum is 1 by chance; on
// others with that sum it hits.
TEST_F(Flawed, ByAThresholdThatLosesFewEdges) {
    run("mesh icosphere:faces=1280 -o ball.obj");
    const auto text = diagnosed<float>("ball.obj", "--aim edges --rays 2000", {.least_det = 0.008});
    EXPECT_EQ(text.find("seems to ask"), text.npos) << text;
}

TEST(Diagnosis, NamesACauseOnlyIfHardlyAnyErrorIsLeftWithoutIt) {
    Diagnosis diagnosis;
    diagnosis.rays = diagnosis.tried = 1000, diagnosis.hits = 900;
    diagnosis.errors = diagnosis.remaining = diagnosis.tried_errors = 100;
    diagnosis.alike = Alike{parse_method("moller-trumbore"), 1000, 100, 100};
    diagnosis.finer = Alike{parse_method("moller-trumbore:double"), 900, 0, 0};
    for (const std::uint64_t left : {0, 10, 11, 100}) {
        diagnosis.finer->errors = left;
        const auto text = fmt::format("{}", fmt::join(sentences(diagnosis), " "));
        EXPECT_EQ(text.find("single precision is the cause") != text.npos, left <= 10) << text;
    }
    // Nobody knows how doubles were computed.
    diagnosis.precision = Precision::twice, diagnosis.finer->errors = 0;
    const auto text = fmt::format("{}", fmt::join(sentences(diagnosis), " "));
    EXPECT_EQ(text.find("is the cause"), text.npos) << text;
    EXPECT_NE(text.find("which are doubles, computed in single precision?"), text.npos) << text;
}

}  // namespace
}  // namespace hitmiss
