// What the page asks of the program, next to what the command line prints.

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "lab_testing.hpp"

namespace hitmiss {
namespace {

TEST_F(LabRequests, CountsAreThoseOfTheCommandThatIsNamedForTheView) {
    for (const char* const scene : {"scenes/icosphere.toml", "torus-knot:faces=600"})
        for (const auto& camera : {own_camera, turned}) {
            const std::string method = "angle-sum:epsilon=0.3";
            const auto said = ask(
                {"picture" + view(scene, camera, R"("show":"picture","method":")" + method + '"'),
                 "command" + view(scene, camera,
                                  R"("command":"compare","methods":[")" + method + R"("])")});
            const auto program = shell(said[1]["values"]["command"].get<std::string>() + " -o o");
            const Json& picture = said[0]["values"];
            EXPECT_GT(picture["errors"], 0);
            EXPECT_EQ(picture["errors"], program["methods"][0]["errors"]);
            EXPECT_EQ(picture["hits"], program["methods"][0]["hits"]);
            for (const auto& [column, count] : picture["counts"].items())
                EXPECT_EQ(count, program["methods"][0][column]) << column;
        }
}

TEST_F(LabRequests, ACommandLeavesOutTheScenesOwnSizeAndTheFolderOfADroppedMesh) {
    std::filesystem::create_directories(folder_ / "dropped/3");
    write("dropped/3/my mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string more = R"("command":"explain","x":3,"y":4,"methods":["watertight"])";
    const std::string own_size = R"("turn":0,"tilt":0,"zoom":1,"width":512,"height":512)";
    const auto said = ask({"command" + view("dropped/3/my mesh.obj", own_camera, more),
                           "command" + view("scenes/cube.toml", own_size, more)});
    EXPECT_EQ(said[0]["values"]["command"],
              "hitmiss explain 'my mesh.obj' --pixel 3,4 --size 24x24 -m watertight");
    EXPECT_EQ(said[1]["values"]["command"],
              "hitmiss explain scenes/cube.toml --pixel 3,4 -m watertight");
}

TEST_F(LabRequests, TheCurveGrowsPointByPointToThatOfSweep) {
    const auto points =
        shell("hitmiss sweep scenes/icosphere.toml --size 24x24 -m angle-sum -o o")["points"];
    const std::string asked =
        "curve" + view("scenes/icosphere.toml", own_camera, R"("method":"angle-sum:epsilon=0.1")");
    // Another view in between does not end it.
    std::vector<std::string> requests(points.size(), asked);
    requests.insert(requests.begin() + 5,
                    "curve" + view("scenes/icosphere.toml", turned, R"("method":"angle-sum")"));
    requests.push_back(asked);
    auto said = ask(requests);
    said.erase(said.begin() + 5);
    for (std::size_t k = 0; k < said.size(); ++k) {
        const Json& curve = said[k]["values"];
        ASSERT_EQ(curve["points"].size(), std::min(k + 1, points.size()));
        EXPECT_EQ(curve["done"], k + 1 >= points.size());
    }
    const Json& curve = said.back()["values"];
    int least = 1 << 30;
    for (std::size_t k = 0; k < points.size(); ++k) {
        for (const auto& [column, count] : curve["points"][k].items())
            EXPECT_EQ(count, points[k][column]) << k << column;
        least = std::min(least, points[k]["errors"].get<int>());
    }
    EXPECT_EQ(curve["best_errors"], least);
    for (const auto& point : points)
        if (point["epsilon"] >= curve["best_from"] && point["epsilon"] <= curve["best_to"]) {
            EXPECT_EQ(point["errors"], least);
        }
}

// A sweep's steps are powers of ten, but 0 is the default of Möller-Trumbore.
TEST_F(LabRequests, TheCurveBeginsWithZeroWhereTheMethodAllowsIt) {
    const std::string tiny = "scenes/icosphere-tiny.toml", method = R"("method":"moller-trumbore")";
    const auto said = ask({"curve" + view(tiny, own_camera, method),
                           "picture" + view(tiny, own_camera, R"("show":"both",)" + method),
                           "curve" + view(tiny, own_camera, R"("method":"angle-sum")")});
    const Json& first = said[0]["values"]["points"][0];
    EXPECT_EQ(first["epsilon"], 0);
    EXPECT_EQ(first["errors"], said[1]["values"]["errors"]);
    EXPECT_GT(said[2]["values"]["points"][0]["epsilon"], 0);
}

TEST_F(LabRequests, AViewAskedForAgainIsTheSameWhateverCameBetween) {
    const std::string more = R"("show":"both","method":"same-side")", other = "scenes/cube.toml";
    const auto at = [&](const std::string& camera) {
        return "picture" + view("scenes/icosphere.toml", camera, more);
    };
    const auto zoomed = [&](int zoom) {
        return at(R"("turn":0,"tilt":0,"zoom":)" + std::to_string(zoom) +
                  R"(,"width":24,"height":24)");
    };
    const auto said =
        ask({at(own_camera), at(turned), at(own_camera), at(own_camera + R"(,"stride":3)"),
             at(own_camera), zoomed(2), zoomed(3), zoomed(4), zoomed(5), at(own_camera),
             "picture" + view(other, own_camera, more), at(own_camera), at(turned),
             at(own_camera + R"(,"stride":3)")});
    for (const int again : {2, 4, 9, 11}) EXPECT_EQ(said[std::size_t(again)], said[0]) << again;
    EXPECT_EQ(said[12], said[1]);
    EXPECT_EQ(said[13], said[3]);
    for (const int different : {1, 3, 5, 6, 10})
        EXPECT_NE(said[std::size_t(different)]["arrays"], said[0]["arrays"]) << different;
    EXPECT_EQ(said[3]["values"]["width"], 8);
}

TEST_F(LabRequests, ErrorsAreMarkedAndOnlyThey) {
    const std::string larger = R"("turn":0,"tilt":0,"zoom":1,"width":48,"height":48)";
    const auto shown = [&](const std::string& method, const std::string& show,
                           const std::string& more = "") {
        return "picture" + view("scenes/icosphere.toml", larger,
                                R"("method":")" + method + R"(","show":")" + show + '"' + more);
    };
    const std::string wrong = "angle-sum:epsilon=1e-5", dark = R"(,"ground":1447960)";
    const auto said = ask(
        {shown("exact", "picture"), shown("exact", "both"), shown(wrong, "picture"),
         shown(wrong, "both"), shown(wrong, "errors"), shown("exact", "picture", dark),
         shown("exact", "picture", R"(,"ground":-1)"),
         shown(wrong, "both", R"(,"inks":{"leak":15787074})"),
         shown(wrong, "both", R"(,"inks":{"wrong_t":15787074})"), shown(wrong, "errors", dark)});
    const auto pixels = [&](std::size_t k) { return said[k]["arrays"]["pixels"]; };
    EXPECT_EQ(said[0]["values"]["errors"], 0);
    EXPECT_EQ(pixels(1), pixels(0));
    EXPECT_GT(said[2]["values"]["errors"], 0);
    EXPECT_NE(pixels(3), pixels(2));
    EXPECT_NE(pixels(4), pixels(3));
    EXPECT_NE(pixels(5), pixels(0));
    EXPECT_EQ(pixels(6), pixels(0));
    // Only outcomes that are there are seen in another colour.
    EXPECT_NE(pixels(7), pixels(3));
    EXPECT_EQ(pixels(8), pixels(3));
    EXPECT_NE(pixels(9), pixels(4));
    // The same pixels are wrong, however they are shown; single ones are listed where marked.
    EXPECT_EQ(said[3]["arrays"]["wrong"], said[2]["arrays"]["wrong"]);
    EXPECT_NE(said[0]["arrays"]["wrong"], said[2]["arrays"]["wrong"]);
    EXPECT_EQ(said[2]["values"]["alone"].size(), 0u);
    EXPECT_GT(said[3]["values"]["alone"].size(), 0u);
}

// The page has no options, and a command line has no page.
TEST_F(LabRequests, AScenesNotesAreThoseOfTheCommandLineWithoutItsOptions) {
    const auto tetrahedron = [](double x, double size) {
        return fmt::format("v {0} 0 0\nv {1} 0 0\nv {0} {2} 0\nv {0} 0 {2}\n", x, x + size, size) +
               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    };
    const std::map<std::string, std::vector<std::string>> all{
        {tetrahedron(0, 1), {}},
        {tetrahedron(5e5, 1), {"rounded to that grid. Move it to the origin before it is stored"}},
        {tetrahedron(0, 1e-30), {"those with a fixed tolerance. Scale the mesh up, or use double"}},
        {tetrahedron(5e5, 1) + "f 1 3 2\n", {"rounded to that grid", "may be speckled"}},
        {tetrahedron(0, 1) + "v 1000 0 0\nv 1001 0 0\nv 1000 1 0\nf 5 6 7\n",
         {"4 lies far away, at (1000, 0, 0). Remove it"}}};
    std::filesystem::create_directories(folder_ / "dropped/1");
    for (const auto& [mesh, expected] : all) {
        write("dropped/1/mine.obj", mesh);
        const auto said = ask({R"(scene {"scene":"dropped/1/mine.obj"})"});
        const Json& notes = said[0]["values"]["notes"];
        const auto program =
            run("compare dropped/1/mine.obj --size 9x9 -m watertight -o o.png").err;
        ASSERT_EQ(notes.size(), expected.size()) << mesh;
        for (std::size_t k = 0; k < expected.size(); ++k) {
            const auto note = notes[k].get<std::string>();
            EXPECT_EQ(note.find("Note: "), 0u) << note;
            EXPECT_NE(note.find(expected[k]), note.npos) << note;
            EXPECT_NE(program.find("hitmiss: note: " + note.substr(6)), program.npos) << program;
            for (const char* const option : {"--eye", "[[mesh]]"})
                EXPECT_EQ(note.find(option), note.npos) << note;
        }
    }
}

TEST_F(LabRequests, AFailureIsOneLineAndTheNextRequestIsAnswered) {
    const std::string more = R"("show":"picture","method":"watertight")";
    const auto said = ask({"picture" + view("scenes/cube.toml", own_camera, more), "nonsense {}",
                           "picture" + view("scenes/none.toml", own_camera, more),
                           "picture" + view("scenes/cube.toml", own_camera, more),
                           "method {\"method\":\"moller\"}"});
    EXPECT_EQ(said[1]["error"], "no request 'nonsense'");
    EXPECT_NE(said[2]["error"].get<std::string>().find("scenes/none.toml"), std::string::npos);
    EXPECT_EQ(said[3], said[0]);
    EXPECT_NE(said[4]["error"].get<std::string>().find("'moller-trumbore'"), std::string::npos);
}

TEST_F(LabRequests, ARayTestsComparisonsAreThoseOfThePointBelow) {
    const auto at = [](double x, double y) {
        return R"(point {"ax":0,"ay":0,"bx":1,"by":0,"cx":0,"cy":1,"near":0,"samples":16,)"
               R"("shown":"moller-trumbore","methods":["watertight","angle-sum:0.1"],"px":)" +
               std::to_string(x) + R"(,"py":)" + std::to_string(y) + '}';
    };
    const auto said = ask({at(0.25, 0.5), at(-0.25, 0.5), at(0.75, 0.5)});
    const auto comparisons = [&](std::size_t k) { return said[k]["values"]["comparisons"]; };
    // In this triangle u and v are x and y.
    EXPECT_EQ(comparisons(0), (Json{"|det| = 1 >= tolerance = 0", "u = 0.25 >= 0", "u = 0.25 <= 1",
                                    "v = 0.5 >= 0", "u + v = 0.75 <= 1"}));
    // The test stops where one fails.
    EXPECT_EQ(comparisons(1), (Json{"|det| = 1 >= tolerance = 0", "u = -0.25 < 0"}));
    EXPECT_EQ(comparisons(2).back(), "u + v = 1.25 > 1");
    for (const std::size_t k : {0, 1, 2}) {
        const Json& values = said[k]["values"];
        EXPECT_EQ(values["exact"], k == 0);
        ASSERT_EQ(values["verdicts"].size(), 2u);
        for (const auto& verdict : values["verdicts"]) EXPECT_EQ(verdict["inside"], k == 0);
        const auto decision = values["verdict"]["decision"].get<std::string>();
        EXPECT_EQ(decision.find(comparisons(k).back().get<std::string>() + ": "), 0u) << decision;
    }
}

}  // namespace
}  // namespace hitmiss
