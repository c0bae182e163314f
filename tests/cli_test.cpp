// The program as a user runs it: exit codes, what is printed, what is on the disk afterwards.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "built.hpp"
#include "json_testing.hpp"
#include "program.hpp"
#include "sanitized.hpp"
#include "terminal.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

TEST_F(Program, RendersOnePicturePerMethod) {
    const auto outcome =
        run("render " + scene("cube") + " --size 32x24 -m angle-sum:0.01 -m watertight");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(files(), (std::vector<std::string>{"out/cube/angle-sum-epsilon-0.01.png",
                                                 "out/cube/watertight.png"}));
    EXPECT_EQ(outcome.out, "");
}

TEST_F(Program, WritesASinglePictureToStdout) {
    const auto outcome = run("render " + scene("cube") + " --size 8x8 -m watertight -o -");
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.out.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(run("render " + scene("cube") + " -o - -m watertight -m exact").exit, 2);
    EXPECT_TRUE(files().empty());
}

TEST_F(Program, ComparesAsTextJsonAndCsv) {
    const std::string command = "compare " + scene("icosphere") +
                                " --size 48x48 -m angle-sum:0.5 -m moller-trumbore:cull=back";
    const auto json = run(command + " --format json");
    ASSERT_EQ(json.exit, 0) << json.err;
    const auto report = parse_json(json.out);
    EXPECT_EQ(report["scene"], "icosphere");
    EXPECT_EQ(report["width"], 48);
    EXPECT_EQ(report["reference"], "exact");
    const auto& first = report["methods"][0];
    EXPECT_EQ(first["method"], "angle-sum");
    EXPECT_EQ(first["epsilon"], 0.5);
    EXPECT_EQ(first["precision"], "float");
    EXPECT_EQ(first["variant"], "published");
    EXPECT_GT(first["false_hits"], 0);
    for (const char* key :
         {"hits", "leaks", "leaks_background", "wrong_triangle", "neighbour", "wrong_t", "nan"})
        EXPECT_TRUE(first[key].is_number_unsigned()) << key;
    EXPECT_LE(first["t_ulps_median"], first["t_ulps_max"]);
    EXPECT_EQ(first["errors"], first["leaks"].get<int>() + first["false_hits"].get<int>() +
                                   first["wrong_triangle"].get<int>() +
                                   first["wrong_t"].get<int>());
    EXPECT_NEAR(first["error_rate"].get<double>(), first["errors"].get<double>() / (48 * 48), 1e-4);
    EXPECT_FALSE(first.contains("error_rate_low")) << "a grid of pixels is not a random sample";
    EXPECT_EQ(first["worst"]["outcome"], "wrong_triangle");
    EXPECT_LT(first["worst"]["x"], 48);
    EXPECT_TRUE(report["methods"][1]["worst"].is_null());
    EXPECT_EQ(report["methods"][1]["leaks"], 0);

    const auto csv = run(command + " --format csv").out;
    EXPECT_EQ(csv.substr(0, 24), "method,epsilon,precision");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
    EXPECT_NE(run(command).out.find("moller-trumbore"), std::string::npos);
    EXPECT_EQ(files(), std::vector<std::string>{"out/icosphere/compare.png"});
}

// A picture one pixel wide is a strip, not as high as its column is wide times its pixels.
TEST_F(Program, ComparesPicturesFarHigherThanWide) {
    for (const char* size : {"1x150", "1x2000", "2x1000"}) {
        const auto outcome =
            run("compare " + scene("icosphere") + " -m angle-sum -m watertight --size " + size);
        EXPECT_EQ(outcome.exit, 0) << size << outcome.err;
        EXPECT_NE(outcome.out.find("watertight"), std::string::npos) << size;
        const auto written = files();
        // What is too high for one page goes on on a second.
        EXPECT_EQ(std::ranges::count(written, "out/icosphere/compare.png"), 1);
        EXPECT_LE(written.size(), 2u);
    }
}

TEST_F(Program, ComparesWithTheHaloWhereAskedForAndADetailUnlessNot) {
    const std::string command =
        "compare " + scene("triangle") + " --size 32x32 -m angle-sum:0.5 -o sheet.svg";
    for (const auto& [options, halo, detail] :
         {std::tuple{"", false, true}, {" --overlay halo --no-detail", true, false}}) {
        const auto table = run(command + options).out, sheet = read_all(folder_ / "sheet.svg");
        EXPECT_EQ(table.find("predicted") != table.npos, halo) << table;
        EXPECT_EQ(table.find("ties") != table.npos, !halo) << table;
        EXPECT_EQ(sheet.find("\"the halo's predicted border\"") != sheet.npos, halo);
        EXPECT_EQ(sheet.find("\"detail × ") != sheet.npos, detail);
    }
}

// The catalogue names the text whose types a method has, and where it decides differently.
TEST_F(Program, DescribesWhereAMethodDeviatesFromItsSource) {
    const auto entry = [&](const std::string& name) {
        const auto outcome = run("methods " + name + " --format json");
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return parse_json(outcome.out)["methods"][0];
    };
    const auto says = [](const Json& text, std::string_view what) {
        return text.get<std::string>().find(what) != std::string::npos;
    };
    EXPECT_TRUE(says(entry("moller-trumbore")["source"], "Maurice"));
    EXPECT_TRUE(says(entry("moller-trumbore")["changed"], "cull is none"));
    EXPECT_TRUE(says(entry("watertight")["changed"], "T = 0"));
    EXPECT_TRUE(says(entry("signed-angle-sum")["changed"], "where the code has double"));
    EXPECT_NE(run("methods watertight").out.find("\n    changed: t = 0 is a miss"),
              std::string::npos);
}

// "as=NAME: " what it sets, if anything, "; " and its source.
TEST_F(Program, SaysWhatTheTestOfAProgramSetsBeforeItsSource) {
    const std::string command = "methods moller-trumbore";
    std::istringstream words(run(command).out);
    std::string text;
    for (std::string word; words >> word;) text += word + ' ';
    const Json entry = parse_json(run(command + " --format json").out)["methods"][0];
    std::size_t plain = 0, setting = 0;
    for (const Json& preset : entry["presets"]) {
        const auto name = "as=" + preset["name"].get<std::string>() + ": ";
        const auto begin = text.find(name) + name.size(),
                   end = text.find(preset["source"].get<std::string>(), begin);
        ASSERT_NE(end, text.npos) << name;
        const auto set = text.substr(begin, end - begin);
        ++(set.empty() ? plain : setting);
        EXPECT_TRUE(set.empty() || (set.find('=') != set.npos && set.ends_with("; "))) << set;
    }
    EXPECT_TRUE(plain > 0 && setting > 5) << text;
}

TEST_F(Program, ComparesSeveralScenesInOneTable) {
    const std::string options = " --size 48x40 -m angle-sum:0.5 -m watertight --format json";
    const auto outcome = run("compare " + scene("icosphere") + " " + scene("cube") + options);
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const auto all = parse_json(outcome.out)["methods"];
    ASSERT_EQ(all.size(), 4u);
    EXPECT_TRUE(files().empty());
    std::size_t k = 0;
    for (const char* name : {"icosphere", "cube"}) {
        const auto json = parse_json(run("compare " + scene(name) + options).out);
        for (const auto& alone : json["methods"]) {
            Json row{{"scene", name}};
            row.update(alone);
            row.erase("worst");
            const auto& worst = alone["worst"];
            for (const char* key : {"x", "y", "outcome"})
                row[std::string("worst_") + key] = worst.is_null() ? worst : worst[key];
            EXPECT_EQ(all[k++], row) << name;
        }
    }
    const std::string two = "compare " + scene("cube") + " " + scene("grid") + " --size 16x16 ";
    EXPECT_EQ(run(two + "-m angle-sum:0.5 --fail-over 0").exit, 1);
    EXPECT_EQ(run("compare " + scene("cube") + " " + scene("grid") + " --size 1x1 -m exact").exit,
              0)
        << "no pixel errs, and there is no second";
    for (const char* wrong : {"--grid=x", "--report a.md", "-o a.svg", "-m answers:file=a.npy"})
        EXPECT_EQ(run(two + wrong).exit, 2) << wrong;
    EXPECT_EQ(run("compare " + scene("cube") + " --checkpoint a").exit, 2);
}

TEST_F(Program, DrawsTheRowsOfASheetThatAreAskedFor) {
    const std::vector<std::string> all{"picture", "errors", "detail"};
    for (const std::string& row : all) {
        const std::string sheet = " --size 64x48 -m angle-sum:0.5 -o a.svg --rows " + row;
        EXPECT_EQ(run("compare " + scene("cube") + sheet).exit, 0);
        const std::string figure = read_all(folder_ / "a.svg");
        for (const std::string& name : all)
            EXPECT_EQ(figure.find("aria-label=\"" + name) != figure.npos, name == row) << row;
    }
}

// Without its head a figure is lower; a screen reader still hears what was found.
TEST_F(Program, LeavesTheHeadOfAFigureOut) {
    const auto height = [](const std::string& figure) {
        return std::stod(figure.substr(figure.find("height=\"") + 8));
    };
    for (const std::string& call :
         {"compare " + scene("cube") + " --size 32x32 -m angle-sum:0.5",
          "sweep " + scene("cube") + " --size 16x16 --from 0.1 --to 1 -m angle-sum"}) {
        std::vector<std::string> figures;
        for (const char* options :
             {"", " --title ''", " --subtitle ''", " --subtitle '' --title ''"}) {
            const auto outcome = run(call + " -o a.svg" + options);
            EXPECT_EQ(outcome.exit, 0) << outcome.err;
            figures.push_back(read_all(folder_ / "a.svg"));
        }
        const auto element = [&](const std::string& figure, const std::string& name) {
            const auto from = figure.find("<" + name + ">") + name.size() + 2;
            return figure.substr(from, figure.find("</" + name + ">") - from);
        };
        const std::string title = element(figures[0], "title"), line = element(figures[0], "desc");
        const auto is_drawn = [](const std::string& figure, const std::string& text) {
            // Its beginning: it may be wrapped.
            return figure.find("aria-label=\"" + text.substr(0, 12)) != figure.npos;
        };
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(element(figures[k], "title"), title);
            EXPECT_EQ(is_drawn(figures[k], title), k % 2 == 0) << call;
            EXPECT_EQ(is_drawn(figures[k], line), k < 2) << call;
        }
        EXPECT_LT(height(figures[1]), height(figures[0]));
        EXPECT_LT(height(figures[3]), height(figures[1]));
        EXPECT_LT(height(figures[3]), height(figures[2]));
    }
}

// A box in place of a letter is said.
TEST_F(Program, NamesCharactersThatTheFontLacks) {
    const std::string call = "compare " + scene("cube") + " --size 16x16 -m wt";
    EXPECT_EQ(run(call + " --title 'ε = 10⁻³ × π, 𝑡 ≥ 0'").err.find("the font"), std::string::npos);
    const auto outcome = run(call + ":label=∉ --title '漢 ∈ ℝ' --subtitle '∈, too' -o o.svg");
    EXPECT_EQ(outcome.exit, 0);
    for (const char* named : {"'漢' (U+6F22)", "'∈' (U+2208)", "'ℝ' (U+211D)", "'∉' (U+2209)"})
        EXPECT_NE(outcome.err.find(named), std::string::npos) << named << outcome.err;
    const auto note = outcome.err.find("note: ");
    EXPECT_EQ(outcome.err.find("note: ", note + 1), std::string::npos) << outcome.err;
}

// The lower of two values counts as their median: one that was measured.
TEST_F(Program, TellsAMedianThatWasMeasured) {
    const std::string two = scene("cube") + " --size 2x1 --zoom 4 -m moller-trumbore --format json";
    std::vector<double> ulps;
    for (const char* pixel : {"0,0", "1,0"}) {
        const auto one = parse_json(run("explain --pixel " + (pixel + (' ' + two))).out);
        EXPECT_EQ(one["methods"][0]["triangle"], one["exact_triangles"][0]);
        const auto t = one["methods"][0]["t"].get<double>(), exact = one["exact_t"].get<double>();
        const auto nearest = float(exact);
        ulps.push_back(std::abs(t - exact) / (std::nextafter(nearest, 1e30f) - nearest));
    }
    const auto both = parse_json(run("compare " + two).out)["methods"][0];
    ASSERT_GT(std::abs(ulps[0] - ulps[1]), 0.01);
    EXPECT_NEAR(both["t_ulps_median"].get<double>(), std::min(ulps[0], ulps[1]), 1e-4);
    EXPECT_NEAR(both["t_ulps_max"].get<double>(), std::max(ulps[0], ulps[1]), 1e-4);
}

TEST_F(Program, ExplainsTheReproducersOfCompare) {
    const auto compared = run("compare " + scene("triangle") +
                              " --size 64x64 -m angle-sum:0.5 -m watertight --reproducers -o .");
    EXPECT_EQ(compared.exit, 0) << compared.err;
    EXPECT_EQ(files(), (std::vector<std::string>{"angle-sum-epsilon-0.5.txt", "compare.png"}));
    const auto explained = run("explain - --format json", "cat angle-sum-epsilon-0.5.txt |");
    ASSERT_EQ(explained.exit, 0) << explained.err;
    const auto report = parse_json(explained.out);
    EXPECT_EQ(report["methods"][0]["spec"], "angle-sum:epsilon=0.5");
    EXPECT_EQ(report["methods"][0]["outcome"], "false_hit");
    std::set<std::string> names;  // the catalogue follows
    for (const auto& method : report["methods"]) names.insert(method["method"].get<std::string>());
    EXPECT_EQ(names.size(), 10u);
    EXPECT_EQ(report["methods"].size(), names.size()) << "a method is listed once";
    const std::string twice = " --pixel 256,256 -m watertight -m watertight:precision=float";
    EXPECT_EQ(parse_json(run("explain " + scene("cube") + twice + " --format json").out)["methods"]
                  .size(),
              1u);

    auto padded = read_all(folder_ / "angle-sum-epsilon-0.5.txt") + '#';
    for (const auto& [size, exit] : {std::pair{1'000'000u, 0}, {1'000'001u, 3}}) {
        padded.resize(size, '-');
        write("padded.txt", padded);
        EXPECT_EQ(run("explain -", "cat padded.txt |").exit, exit) << size;
    }
    const auto malformed = run("explain -", "echo ray 0 0 0 |");
    EXPECT_EQ(malformed.exit, 3);
    EXPECT_NE(malformed.err.find("-:1: 'ray'"), std::string::npos) << malformed.err;
    EXPECT_EQ(run("explain " + scene("triangle") + " --pixel 511,511").exit, 0);
    for (const char* pixel : {"512,0", "0,512", "-1,0", "1", "1,", "1,2,3", "a,b", ""})
        EXPECT_EQ(run("explain " + scene("triangle") + " --pixel '" + pixel + "'").exit, 2);
}

// At one t, in float, the neighbour's halo wins because of its lower index.
TEST_F(Program, ExplainsWhichOfTwoTrianglesAtOneTWins) {
    const auto text = run("explain " + scene("cube") +
                          " --eye 2.9920368,1.7952222,3.5904443 --pixel 145,293 -m angle-sum:0.5")
                          .out;
    EXPECT_NE(text.find("nearest: triangle 10 at t = 4.3627872, as near as 11, which comes later; "
                        "exact: triangle 11 at t = 4.3627870"),
              text.npos)
        << text;
    EXPECT_NE(text.find(": wrong (wrong triangle)\n    The hit at t = 4.3627872 is wrong: "),
              text.npos)
        << text;
}

TEST_F(Program, ExplainsInColourOnATerminalOnly) {
    const std::vector<std::string> words{"explain", scene("triangle"), "--pixel", "60,256",
                                         "--size",  "512x512",         "-m",      "angle-sum:3"};
    const auto piped = run(fmt::format("{}", fmt::join(words, " "))).out;
    ASSERT_NE(piped.find("wrong (false hit)"), piped.npos) << piped;
    EXPECT_EQ(piped.find('\x1b'), piped.npos);
    const auto show = [&](const char* no_colour, const char* terminal) {
        return run_on_terminal(words, 80, folder_, [](auto&) { return ""; }, {no_colour, terminal});
    };
    const auto shown = show("NO_COLOR=", "TERM=xterm");
    if (!shown.on_a_terminal) GTEST_SKIP() << "no pseudo-terminal here";
    EXPECT_NE(shown.text.find("\x1b[31m"), shown.text.npos) << shown.text;
    EXPECT_EQ(show("NO_COLOR=1", "TERM=xterm").text.find('\x1b'), shown.text.npos);
    EXPECT_EQ(show("NO_COLOR=", "TERM=dumb").text.find('\x1b'), shown.text.npos);
}

TEST_F(Program, FailsOverAThresholdOnly) {
    const std::string command = "compare " + scene("icosphere") + " --size 48x48 --fail-over 0 -m ";
    EXPECT_EQ(run(command + "angle-sum:0.5").exit, 1);
    EXPECT_EQ(run(command + "exact").exit, 0);
}

TEST_F(Program, GivesTheSamePixelsForAnyThreadCountAndTraversal) {
    for (const char* name : {"icosphere", "room", "grid", "torus-knot"}) {
        if (sanitized && name != std::string("room")) continue;
        const bool large = name == std::string("torus-knot");
        const std::string command =
            "render " + scene(name) + (large ? " --size 64x64" : " --size 65x64") +
            " -m angle-sum:0.5 -m watertight" + (large ? "" : " -m same-side") + " -o ";
        const auto pictures = [&](const std::string& folder, const std::string& options) {
            EXPECT_EQ(run(command + folder + options).exit, 0);
            std::string all;
            for (const auto& file : files())
                if (file.starts_with(folder + "/")) all += read_all(folder_ / file);
            return all;
        };
        const std::string one = pictures("one", " --threads 1");
        EXPECT_FALSE(one.empty());
        for (const char* threads : {"2", "3", "7"})
            EXPECT_EQ(one, pictures("many", std::string(" --threads ") + threads)) << name;
        EXPECT_EQ(one, pictures("other", large ? " --one-ray" : " --brute-force")) << name;
        fs::remove_all(folder_ / "one");
        fs::remove_all(folder_ / "many");
        fs::remove_all(folder_ / "other");
    }
}

TEST_F(Program, RendersEverySceneByEveryMethod) {
    if (sanitized) GTEST_SKIP() << "CI renders them all by the sanitized program";
    const auto catalogue = parse_json(run("methods --format json").out);
    std::string methods;
    for (const auto& method : catalogue["methods"])
        methods += " -m " + method["method"].get<std::string>();
    for (const auto& entry : fs::directory_iterator(HITMISS_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        const auto outcome = run("render " + entry.path().string() + " --size 16x16" + methods);
        EXPECT_EQ(outcome.exit, 0) << entry.path() << outcome.err;
    }
}

TEST_F(Program, ShadesInEveryMode) {
    std::string before;
    for (const char* mode : {"facet", "normal", "depth", "barycentric", "triangle"}) {
        const auto picture = run("render " + scene("icosphere") +
                                 " --size 32x32 --samples 2 -m exact -o - --shading " + mode);
        EXPECT_EQ(picture.exit, 0) << picture.err;
        EXPECT_NE(picture.out, before);
        before = picture.out;
    }
}

TEST_F(Program, SweepsInAsManyStepsPerDecadeAsAskedFor) {
    for (const auto& [over, hundredfold] :
         {std::pair{" -m angle-sum", " --from 0.01 --to 1 --per-decade "},
          {" -m watertight --over aspect", " --from 1 --to 100 --per-decade "}})
        for (const int steps : {1, 2, 20}) {
            const auto table = run("sweep " + scene("cube") + over + hundredfold +
                                   std::to_string(steps) + " --size 8x8 --format csv -o a.svg")
                                   .out;
            EXPECT_EQ(std::ranges::count(table, '\n'), 1 + 2 * steps + 1) << over << table;
        }
}

TEST_F(Program, WalksAndProbesAsAskedRatherThanAsTheSceneSays) {
    if (!built("walk")) GTEST_SKIP();
    const auto json = [&](const std::string& command) {
        return parse_json(run(command + " --size 8x8 --format json").out);
    };
    const auto keys = [](const Json& rows, const char* key) {
        std::string all;
        for (const auto& row : rows)
            if (row["variant"] == "published")
                all += row[key].is_null() ? "-" : row[key].get<std::string>();
        return all;
    };
    const auto walk = json("walk " + scene("walk-plane") + " --path '2F l B'");
    EXPECT_EQ(keys(walk["moves"], "move"), "FFLB");
    for (const auto& move : walk["moves"]) {
        EXPECT_EQ(move["verdict"] == "turns", move["move"] == "L") << move;
        EXPECT_EQ(move["exact"].is_null(), move["move"] == "L") << move;
    }
    const auto probe =
        json("probe " + scene("probe-cube") + " --point 1,2,3 --keys wd --tolerance 0.75");
    EXPECT_EQ(keys(probe["frames"], "key"), "-WD");
    EXPECT_EQ(probe["tolerance"], 0.75);
    for (const auto& [axis, value] : {std::pair{"x", 1}, {"y", 2}, {"z", 3}})
        EXPECT_EQ(probe["frames"][0][axis], value);
}

TEST_F(Program, MakesMeshesThatItReadsBack) {
    for (const char* kind :
         {"icosphere:faces=80", "terrain:faces=200,seed=3", "torus-knot:faces=600",
          "sliver-fan:faces=10", "soup:faces=20,seed=2", "cube", "grid"}) {
        EXPECT_EQ(run(std::string("mesh ") + kind + " -o made.obj").exit, 0) << kind;
        EXPECT_EQ(run("render made.obj --size 16x16 -m exact").exit, 0) << kind;
    }
}

TEST_F(Program, ReportsBadUsageWithExitCode2) {
    for (const char* arguments : {
             "rendr",
             "render",
             "render x.toml --size 10",
             "render x.toml --threads 0",
             "render " HITMISS_SCENES "/cube.toml --size 16384x16384 --samples 16",
             "compare " HITMISS_SCENES "/cube.toml --size 16384x16384",
             "render x.toml -m angel-sum",
             "render x.toml -m angle-sum:epsilon=7",
             "render x.toml --nonsense",
             "mesh ball",
             "mesh icosphere:faces=21",
             "compare x.toml --format xml",
             "compare x.toml --fail-over -1",
             "methods extra",
         }) {
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, 2) << arguments;
        EXPECT_FALSE(outcome.err.empty()) << arguments;
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(Program, ReportsBadInputWithExitCode3AndWritesNothing) {
    const std::string mesh = "[[mesh]]\nmake = \"cube\"\n";
    write("line.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    write("unknown-key.toml", mesh + "[imgae]\nwidth = 8\n");
    write("type.toml", mesh + "[image]\nwidth = \"8\"\n");
    write("missing-mesh.toml", "[[mesh]]\npath = \"no.obj\"\n");
    write("eye.toml", mesh + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, 1]\n");
    write("method.toml", mesh + "[[method]]\nname = \"angle-sum\"\nepsilon = 6.5\n");
    struct Case {
        const char *file, *fragment;
    };
    for (const auto& [file, fragment] : {
             Case{"absent.toml", "absent.toml"},
             Case{"line.obj", "line.obj:4: "},
             Case{"unknown-key.toml", "unknown-key.toml:3: "},
             Case{"type.toml", "type.toml:4: "},
             Case{"missing-mesh.toml", "missing-mesh.toml:2: "},
             Case{"eye.toml", "eye.toml:5: "},
             Case{"method.toml", "method.toml:5: "},
         })
        for (const char* command : {"render ", "compare "}) {
            const auto outcome = run(std::string(command) + file);
            EXPECT_EQ(outcome.exit, 3) << file;
            EXPECT_NE(outcome.err.find(fragment), std::string::npos) << outcome.err;
            EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        }
    EXPECT_EQ(files().size(), 6u);
}

TEST_F(Program, ReportsWhatItCannotWriteWithExitCode4AndLeavesNothing) {
    write("file", "");
    const std::string command = "render " + scene("cube") + " --size 256x256 -m watertight -o ";
    EXPECT_EQ(run(command + "file/below").exit, 4);
    fs::create_directories(folder_ / "taken/watertight.png");
    EXPECT_EQ(run(command + "taken").exit, 4);
    // A limit on file sizes makes the write fail as a full disk does. It leaves two blocks of 512
    // bytes for what clang's OpenMP runtime keeps in shared memory.
    EXPECT_EQ(run(command + "full", "ulimit -f 2;").exit, 4);
    for (const char* told : {"--help", "compare --help", "--version", "--licences", "methods"})
        EXPECT_EQ(run(std::string(told) + " >/dev/full").exit, 4) << told;
    run(command + "- ; echo $? >status; } | { true", "sleep 1;");
    EXPECT_EQ(read_all(folder_ / "status"), "4\n");
    fs::remove(folder_ / "status");
    EXPECT_EQ(files(), std::vector<std::string>{"file"});
}

TEST_F(Program, WritesNoFileInPlaceOfAStandardOne) {
    const std::string counted = "compare " + scene("cube") + " --size 9x9 -m mt --format csv";
    // What is printed goes into out.txt and err.txt.
    for (const char* name : {"/dev/stdout", "/dev/stderr", "out.txt"}) {
        const auto outcome = run("mesh cube -o " + std::string(name));
        EXPECT_EQ(outcome.exit, 4) << name;
        EXPECT_NE(outcome.err.find("what the program prints goes there"), std::string::npos)
            << outcome.err;
    }
    // Closed, their places must not be taken by the files that are read or written.
    const auto whole = run(counted + " --outcomes a.csv");
    EXPECT_EQ(run(counted + " --outcomes b.csv >&-").exit, 4);
    EXPECT_EQ(run("methods >&-").exit, 4);
    const auto silent = run(counted + " --outcomes c.csv 2>&- <&-");
    EXPECT_EQ(silent.exit, 0);
    EXPECT_EQ(silent.out, whole.out);
    EXPECT_EQ(read_all(folder_ / "a.csv"), read_all(folder_ / "c.csv"));
}

TEST_F(Program, SaysThatNoThreadCanBeMade) {
    if (sanitized) GTEST_SKIP() << "sanitizers need the memory";
    // From so little that the program does not get as far as main() to more than enough.
    bool said = false;
    for (int kilobytes = 8'000; kilobytes <= 90'000; kilobytes += 2'000) {
        const auto [exit, out, err] = run("--version", fmt::format("ulimit -v {};", kilobytes));
        for (const int other : {1, 2, 4, 70}) EXPECT_NE(exit, other) << kilobytes << ": " << err;
        said |= exit == 3 && err.find("no thread can be made; higher limits") != err.npos;
    }
    EXPECT_TRUE(said);
    EXPECT_EQ(run("methods mt", "OMP_NUM_THREADS=100000").exit, 0);
    EXPECT_EQ(run("compare " + scene("cube") + " --size 9x9 -m mt", "OMP_NUM_THREADS=40000").exit,
              0);
}

TEST_F(Program, SaysOnceThatAReachIsUnbounded) {
    const auto outcome = run("render " + scene("cube") + " --size 8x8 --one-ray -m same-side");
    EXPECT_NE(outcome.err.find("note: same-side"), std::string::npos);
}

TEST_F(Program, PrintsHelpAndVersionToStdout) {
    for (const char* arguments :
         {"--help", "render --help", "compare --help", "mesh --help", "--version"}) {
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.exit, 0) << arguments;
        EXPECT_NE(outcome.out, "") << arguments;
    }
}

TEST_F(Program, NamesItsVersionCompilerAndVectorWidths) {
    const auto version = run("--version").out;
    EXPECT_TRUE(version.starts_with("hitmiss 0.")) << version;
    for (const char* part : {"compiler: ", "vector widths of this machine: 128"})
        EXPECT_NE(version.find(part), std::string::npos) << version;
}

TEST_F(Program, OpensHelpWithTwoExamplesThatWork) {
    fs::create_directory_symlink(HITMISS_SCENES, folder_ / "scenes");
    std::istringstream overview(run("--help").out);
    std::string line;
    while (std::getline(overview, line) && line != "Subcommands:") continue;
    int commands = 0;
    while (std::getline(overview, line)) {
        if (line.size() < 3 || line[2] == ' ') continue;  // a description goes on
        const std::string command = line.substr(2, line.find(' ', 2) - 2);
        ++commands;
        std::istringstream help(run(command + " --help").out);
        ASSERT_TRUE(std::getline(help, line));
        EXPECT_EQ(line, "Examples:") << command;
        for (int k = 0; k < (sanitized ? 0 : 2); ++k) {
            ASSERT_TRUE(std::getline(help, line));
            const std::string program = "  " HITMISS_PROGRAM " ", prefix = program + command;
            ASSERT_TRUE(line.starts_with(prefix)) << line;
            const auto outcome = run(line.substr(program.size()));
            EXPECT_LE(outcome.exit, 1) << line << '\n' << outcome.err;
        }
    }
    EXPECT_GE(commands, 4);
}

// On a mesh of 50,000 triangles, as scans have.
TEST_F(Program, AdvisesAndSaysWhy) {
    if (!built("advise") || sanitized) GTEST_SKIP();
    ASSERT_EQ(run("mesh terrain:faces=50000 -o terrain.obj").exit, 0);
    const auto outcome = run("advise terrain.obj");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("Use ")) << outcome.out;
    const auto line_at = [&](std::string_view words) {
        const auto at = outcome.out.find(words);
        EXPECT_NE(at, outcome.out.npos) << words << outcome.out;
        return outcome.out.substr(at, outcome.out.find('\n', at) - at);
    };
    EXPECT_NE(outcome.out.find("\nWhy: "), outcome.out.npos) << outcome.out;
    EXPECT_LT(line_at("Why: ").size(), 80u);
    // The command asks about the methods that the advice names, in the order of its sentences.
    std::string asked = "sweep terrain.obj --over distance";
    for (const std::string_view begin : {"Use ", "In float, use "})
        if (const auto at = outcome.out.find(begin); at != outcome.out.npos) {
            const auto name = at + begin.size();
            asked += " -m " + outcome.out.substr(name, outcome.out.find(": ", name) - name);
        }
    EXPECT_EQ(line_at("sweep terrain.obj"), asked);
    EXPECT_NE(asked.find(" -m "), asked.npos);
}

TEST_F(Program, SaysByWhichComparisonATestDecides) {
    const std::string explain = "explain " + scene("triangle") + " --size 32x24 -m moller-trumbore";
    EXPECT_NE(run(explain + " --pixel 3,3").out.find("v is -0.767808, less than 0, so the test "),
              std::string::npos);
    EXPECT_NE(run(explain + ":5 --pixel 16,12")
                  .out.find("|det| is 2.6097999, less than tolerance (5), so the test "),
              std::string::npos);
}

TEST_F(Program, SweepsIntoAnAnimationOrItsFrames) {
    const std::string sweep = "sweep " + scene("cube") +
                              " -m angle-sum --from 1e-2 --to 1e-1 --per-decade 1 --size 12x9 ";
    EXPECT_EQ(run(sweep + "-o s.apng").err, "hitmiss: wrote s.apng\n");
    EXPECT_EQ(files(), std::vector<std::string>{"s.apng"});
    EXPECT_NE(read_all(folder_ / "s.apng").find("acTL"), std::string::npos);
    const auto framed = run(sweep + "--frames -o f");
    EXPECT_NE(framed.err.find("-i f/frames/sweep-%03d.png -frames:v 2 "), std::string::npos)
        << framed.err;
    EXPECT_EQ(framed.err.find("note:"), std::string::npos) << framed.err;
    EXPECT_EQ(files(), (std::vector<std::string>{"f/frames/sweep-001.png", "f/frames/sweep-002.png",
                                                 "s.apng"}));
    // A figure's name is not that of a folder.
    EXPECT_EQ(run(sweep + "--frames -o f.svg").err,
              "hitmiss: f.svg: frames in one file are written as .apng, not .svg\n");
}

// Files of a longer run stay; a note names them, and the command for a film leaves them out.
TEST_F(Program, NamesTheFilesOfALongerRunThatFollowItsOwn) {
    const auto sweep = [&](const std::string& from) {
        return run("sweep " + scene("cube") +
                   " -m angle-sum --to 1e-1 --size 12x9 --frames -o f --per-decade 1 --from " +
                   from)
            .err;
    };
    std::string said = sweep("1e-3");
    EXPECT_EQ(said.find("note: "), said.npos) << said;
    said = sweep("1e-2");
    EXPECT_NE(said.find("note: sweep-003.png was there before; it is not a frame of this run\n"),
              said.npos)
        << said;
    EXPECT_NE(said.find(" -frames:v 2 "), said.npos) << said;

    if (built("walk")) {
        const std::string walk =
            "walk " + scene("walk-plane") + " --size 8x6 --frames -o w.svg --path ";
        said = run(walk + "3F").err;
        EXPECT_EQ(said.find("note: "), said.npos) << said;
        said = run(walk + "F").err;
        EXPECT_NE(said.find("note: angle-sum-walking-published-002.png to "
                            "angle-sum-walking-published-003.png were there before; they are not "
                            "frames of this run\n"),
                  said.npos)
            << said;
    }

    write("a-2.svg", "old"), write("a-3.svg", "old");
    EXPECT_EQ(run("compare " + scene("cube") + " --size 24x24 -o a.svg -m watertight").err,
              "hitmiss: note: a-2.svg to a-3.svg were there before; they are not pages of this "
              "figure\nhitmiss: wrote a.svg\n");
    EXPECT_EQ(read_all(folder_ / "a-2.svg") + read_all(folder_ / "a-3.svg"), "oldold");
}

TEST_F(Program, TellsStatisticsAndPhasesOnStderrOnly) {
    const std::string command = "compare " + scene("cube") + " --size 32x24 -m watertight";
    const auto plain = run(command), told = run(command + " --stats --verbose");
    EXPECT_EQ(told.out, plain.out);
    EXPECT_EQ(std::count(plain.err.begin(), plain.err.end(), '\n'), 1) << plain.err;
    std::istringstream lines(told.err);
    for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(line.starts_with("hitmiss: ")) << line;
    for (const char* part : {"build the tree ...", "triangles: 12", " nodes",
                             "peak memory: ", " s  load the scene", " s  compare"})
        EXPECT_NE(told.err.find(part), std::string::npos) << part << '\n' << told.err;
    const auto lit =
        run("compare " + scene("cube") + " --light 1,4,3 --size 16x12 -m watertight --stats");
    for (const char* part : {" s  load the scene", " s  compare", " s  draw"})
        EXPECT_NE(lit.err.find(part), std::string::npos) << part << '\n' << lit.err;
    const auto rendered = run("render " + scene("cube") + " --size 16x12 -m watertight --stats");
    for (const char* part : {"triangles: 12", " s  load the scene", " s  build the tree"})
        EXPECT_NE(rendered.err.find(part), std::string::npos) << part << '\n' << rendered.err;
}

}  // namespace
}  // namespace hitmiss
