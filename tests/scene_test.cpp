// What scene files mean.

#include "scene/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "commands/camera_options.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"
#include "scene/obj.hpp"
#include "scene_files.hpp"

namespace hitmiss {
namespace {

Scene load(const std::string& toml) {
    return load_scene(write(folder() / "scene.toml", toml));
}

TEST(Scene, HasDefaults) {
    const Scene scene = load(cube);
    EXPECT_EQ(scene.name, "scene");
    EXPECT_EQ(scene.width, 512);
    EXPECT_EQ(scene.height, 512);
    EXPECT_EQ(scene.samples, 1);
    EXPECT_EQ(scene.shading, Shading::facet);
    EXPECT_EQ(to_string(scene.reference), "exact");
    std::vector<std::string> methods;
    for (const auto& method : scene.methods) methods.push_back(to_string(method));
    EXPECT_EQ(methods,
              (std::vector<std::string>{"angle-sum:epsilon=0.001", "angle-sum:epsilon=0.01",
                                        "angle-sum:epsilon=0.5", "moller-trumbore"}));
    EXPECT_TRUE(scene.framed);
    EXPECT_EQ(scene.camera.eye, framing_camera(Box{Vec<float>(-1), Vec<float>(1)}).eye);
}

TEST(Scene, ReadsEveryKey) {
    const Scene scene = load(R"(
        mesh = [{make = "grid:faces=2"}, {make = "cube", color = [1, 0.5, 0]}, {make = "grid:faces=2"}]
        camera = {eye = [1, 2, 3], look_at = [4, 5, 6.5], up = [0, 0, 1], vertical_fov = 20}
        image = {width = 30, height = 20, samples = 2}
        shading = {mode = "barycentric", background = [0, 0.25, 1]}
        reference = {name = "signed-volume"}
        [[method]]
        name = "moller-trumbore"
        epsilon = 0.001
        cull = "back"
        [[method]]
        name = "angle-sum")");
    EXPECT_EQ(scene.mesh.triangles.size(), 16u);
    ASSERT_EQ(scene.mesh.material.size(), 14u);
    for (const std::size_t of_cube : {2, 13})
        EXPECT_EQ(scene.mesh.material_of(of_cube).kd, Vec<float>(1, 0.5f, 0));
    for (const std::size_t of_grid : {1, 14})
        EXPECT_EQ(scene.mesh.material_of(of_grid).kd, Material{}.kd);
    EXPECT_EQ(scene.camera.eye, Vec<double>(1, 2, 3));
    EXPECT_EQ(scene.camera.look_at, Vec<double>(4, 5, 6.5));
    EXPECT_EQ(scene.camera.up, Vec<double>(0, 0, 1));
    EXPECT_EQ(scene.camera.vertical_fov, 20);
    EXPECT_FALSE(scene.framed);
    EXPECT_EQ(scene.width, 30);
    EXPECT_EQ(scene.height, 20);
    EXPECT_EQ(scene.samples, 2);
    EXPECT_EQ(scene.shading, Shading::barycentric);
    EXPECT_EQ(scene.background, Vec<float>(0, 0.25f, 1));
    EXPECT_EQ(to_string(scene.reference), "signed-volume");
    ASSERT_EQ(scene.methods.size(), 2u);
    EXPECT_EQ(to_string(scene.methods[0]), "moller-trumbore:cull=back,epsilon=0.001");
    EXPECT_EQ(to_string(scene.methods[1]), "angle-sum");
}

TEST(Scene, PlacesByScaleThenRotationsThenTranslation) {
    const fs::path path = folder();
    write(path / "one.obj", "v 1 2 3\nv 0 0 0\nv 0 1 0\nf 1 2 3\n");
    const struct {
        std::string keys;
        Vec<float> image;  // of (1, 2, 3)
    } cases[]{
        {"", {1, 2, 3}},
        {"scale = 2", {2, 4, 6}},
        {"scale = [2, 3, 4]", {2, 6, 12}},
        {"rotate = [90, 0, 0]", {1, -3, 2}},
        {"rotate = [0, 90, 0]", {3, 2, -1}},
        {"rotate = [0, 0, -270]", {-2, 1, 3}},
        {"rotate = [180, 0, 90]", {2, 1, -3}},
        {"rotate = [90, 90, 0]", {2, -3, -1}},
        {"scale = 2\nrotate = [90, 0, 0]\ntranslate = [10, 20, 30]", {12, 14, 34}},
    };
    for (const auto& [keys, image] : cases) {
        const auto scene =
            load_scene(write(path / "a.toml", "[[mesh]]\npath = \"one.obj\"\n" + keys + "\n"));
        EXPECT_EQ(scene.mesh.triangles.at(0).a, image) << keys;
    }
    const auto scene =
        load_scene(write(path / "a.toml", "[[mesh]]\npath = \"one.obj\"\nrotate = [0, 0, 30]\n"));
    EXPECT_NEAR(scene.mesh.triangles[0].a.x, std::sqrt(3) / 2 - 1, 1e-6);
    EXPECT_NEAR(scene.mesh.triangles[0].a.y, 0.5 + std::sqrt(3), 1e-6);
}

TEST(Scene, FramesAnewWhenResized) {
    Scene scene = load(cube);
    resize(scene, 100, 300);
    EXPECT_EQ(scene.width, 100);
    EXPECT_EQ(scene.camera.eye, framing_camera(Box{Vec<float>(-1), Vec<float>(1)}, 1.0 / 3).eye);
    for (const int side : {0, -1, max_side + 1}) EXPECT_THROW(resize(scene, 10, side), Error);
    for (const auto& told : {CameraOptions{"9,8,7", "", "", "", ""}, {"", "1,2,3", "", "", ""}}) {
        scene = load(cube);
        apply(told, scene);
        const Camera asked = scene.camera;
        resize(scene, 100, 300);
        EXPECT_EQ(scene.camera.eye, asked.eye) << "stands or looks as it was told";
        EXPECT_EQ(scene.camera.look_at, asked.look_at);
    }
}

TEST(Scene, StandsWhereItsFileSaysWhateverIsUp) {
    Scene scene = load_scene(HITMISS_SCENES "/boxes.toml");
    const Camera own = scene.camera;
    apply({"", "", "1,0,0", "30", ""}, scene);
    EXPECT_EQ(scene.camera.eye, own.eye);
    EXPECT_EQ(scene.camera.look_at, own.look_at);
}

TEST(Scene, MeshesLieAnywhere) {
    const fs::path outer = folder(), inner = outer / "inner";
    fs::create_directories(inner / "deep");
    const std::string obj = to_obj(make_mesh("cube"));
    write(outer / "out.obj", obj), write(inner / "in.obj", obj), write(inner / "deep/ER.OBJ", obj);
    fs::create_symlink(outer, inner / "link");
    const auto scene_of = [&](const std::string& mesh) {
        return write(inner / "scene.TOML", "[[mesh]]\npath = \"" + mesh + "\"\n");
    };
    const std::vector<std::string> named{"in.obj",         "deep/ER.OBJ",
                                         "deep/../in.obj", "../out.obj",
                                         "link/out.obj",   (outer / "out.obj").string()};
    for (const std::string& mesh : named)
        EXPECT_EQ(load_scene(scene_of(mesh)).mesh.triangles.size(), 12u) << mesh;
    EXPECT_EQ(load_scene(inner / "deep/ER.OBJ").name, "ER");
    EXPECT_NE(error_of(scene_of("none.obj")).find("cannot find 'none.obj'"), std::string::npos);
}

TEST(Scene, MayBeABareMesh) {
    const auto path = write(folder() / "ball.obj", to_obj(make_mesh("icosphere")));
    const Scene scene = load_scene(path);
    EXPECT_EQ(scene.name, "ball");
    EXPECT_EQ(scene.mesh.triangles.size(), 320u);
    EXPECT_EQ(scene.methods.size(), 4u);
    EXPECT_EQ(scene.width, 512);
    EXPECT_TRUE(scene.framed);
    EXPECT_EQ(scene.camera.eye, framing_camera(scene.mesh.triangles).eye);
    write(path, "v 0 0 0\nv 1e35 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_NE(error_of(path).find("1e30"), std::string::npos);
}

TEST(Scene, MadeMeshesReadBackBitForBitThroughTheLoader) {
    const auto path = folder() / "knot.obj";
    const Mesh knot = make_mesh("torus-knot:faces=2000,seed=3");
    write(path, to_obj(knot));
    const Mesh again = load_scene(path).mesh;
    ASSERT_EQ(again.triangles.size(), knot.triangles.size());
    for (std::size_t k = 0; k < knot.triangles.size(); ++k) {
        ASSERT_EQ(again.triangles[k].a, knot.triangles[k].a);
        ASSERT_EQ(again.triangles[k].b, knot.triangles[k].b);
        ASSERT_EQ(again.triangles[k].c, knot.triangles[k].c);
    }
}

TEST(Scene, ShippedScenesLoadAndSayWhatTheyShow) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(HITMISS_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        SCOPED_TRACE(entry.path().filename());
        const Scene scene = load_scene(entry.path());
        EXPECT_FALSE(scene.mesh.triangles.empty());
        EXPECT_TRUE(scene.mesh.warnings.empty());
        std::ifstream file(entry.path());
        std::string line;
        int head = 0;
        while (std::getline(file, line) && line.starts_with("# ")) ++head;
        EXPECT_TRUE(head >= 2 && head <= 6) << head << " lines of comment";
        ++count;
    }
    EXPECT_GE(count, 11);
}

TEST(Words, EditDistanceCountsChanges) {
    EXPECT_EQ(edit_distance("", ""), 0u);
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("abc", ""), 3u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
    EXPECT_EQ(edit_distance("flaw", "lawn"), 2u);
    const auto meant = [](std::string_view word, const std::vector<std::string_view>& words) {
        return did_you_mean(word, words);
    };
    EXPECT_EQ(meant("look_add", {"eye", "look_at", "up"}), "did you mean 'look_at'? ");
    EXPECT_EQ(meant("x", {"a", "b"}), "") << "all of the word is other";
    EXPECT_EQ(meant("x", {}), "");
    EXPECT_EQ(meant("abxd", {"abcdefg", "xyz"}), "");
    EXPECT_EQ(meant("abcd", {"abdefgh", "abxx"}), "did you mean 'abxx'? ");
    EXPECT_EQ(meant("abcdxy", {"abcdefg", "xyz"}), "") << "a distance of 3";
    EXPECT_EQ(meant("abcdxy", {"abcdzzy"}), "did you mean 'abcdzzy'? ");
    EXPECT_EQ(meant("--open", {"--eye", "--output"}), "");
    EXPECT_EQ(meant("--color", {"--zoom"}), "");
    EXPECT_EQ(meant("fov", {"foo", "vertical_fov"}), "did you mean 'vertical_fov'? ");
    EXPECT_EQ(meant("--vertical_fov", {"--eye", "--fov"}), "did you mean '--fov'? ");
    EXPECT_EQ(meant("--my-size", {"--eye", "--size"}), "did you mean '--size'? ");
    EXPECT_EQ(meant("--oversize", {"--eye", "--size"}), "") << "another word";
    EXPECT_EQ(did_you_mean("angel-sum", {"angle-sum", "same-side"}), "did you mean 'angle-sum'? ");
    EXPECT_EQ(did_you_mean(std::string(1'000'000, 'x'), {"angle-sum", "same-side"}), "");
}

}  // namespace
}  // namespace hitmiss
