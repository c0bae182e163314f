// Every mistake in a scene file is found, at its line, and the message says what would be right.

#include <sys/stat.h>

#include "base/limits.hpp"
#include "scene_files.hpp"

namespace hitmiss {
namespace {

TEST(SceneErrors, NameLineFaultAndRemedy) {
    const struct {
        std::string text;
        int line;  // 0: the file as a whole
        std::string fragment;
    } cases[]{
        {cube + "[camera\n", 3, "not valid TOML"},
        {cube + "[image]\nwidth = 5\nwidth = 6\n", 5, "not valid TOML"},
        {cube + "[camra]\n", 3, "did you mean 'camera'?"},
        {"[[mesh]]\npat = \"a.obj\"\n", 2, "did you mean 'path'?"},
        {cube + "[camera]\neyes = [1, 2, 3]\n", 4, "did you mean 'eye'?"},
        {cube + "[image]\nwidht = 5\n", 4, "did you mean 'width'?"},
        {cube + "[shading]\nmodus = \"facet\"\n", 4, "did you mean 'mode'?"},
        {"", 1, "needs a mesh"},
        {"[mesh]\nmake = \"cube\"\n", 1, "so [[mesh]] would be right"},
        {"[[mesh]]\n", 1, "either 'path' or 'make'"},
        {cube + "path = \"a.obj\"\n", 2, "either 'path' or 'make'"},
        {"[[mesh]]\nmake = 5\n", 2, "make of [[mesh]] cannot be 5; it takes a string"},
        {"[[mesh]]\n\nmake = \"cub\"\n", 3, "did you mean 'cube'?"},
        {"[[mesh]]\nmake = \"icosphere:faces=100\"\n", 2, "nearest has 80"},
        {"[[mesh]]\npath = \"no.obj\"\n", 2, "cannot find 'no.obj'"},
        {"[[mesh]]\npath = \"a.fbx\"\n", 2, "ends in .obj, .stl, .ply, .npy or .csv"},
        {"[[mesh]]\npath = \"/a.obj\"\n", 2, "relative to the scene or absolute"},
        {cube + "scale = 0\n", 3, "(0, 1e30)"},
        {cube + "scale = [1, 2]\n", 3, "three numbers"},
        {cube + "scale = [1,\n2,\n-3]\n", 5, "cannot be -3"},
        {cube + "rotate = [0, 0, 361]\n", 3, "degrees"},
        {cube + "translate = [0, 0, \"1\"]\n", 3, "three numbers"},
        {cube + "scale = 1e29\ntranslate = [1e30, 0, 0]\n", 3, "too large"},
        {cube + "color = [0, 0, 1.5]\n", 3, "[0, 1]"},
        {cube + "color = [0, 0, nan]\n", 3, "cannot be nan"},
        {cube + "[[camera]]\neye = [0, 0, 1]\n", 3, "a section [camera]"},
        {cube + "[camera]\nlook_at = [0, 0, 0]\n", 3, "lacks 'eye'"},
        {cube + "[camera]\neye = [0, 0, 1]\n", 3, "lacks 'look_at'"},
        {cube + "[camera]\neye = [0, 0, inf]\nlook_at = [0, 0, 0]\n", 4, "cannot be inf"},
        {cube + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, -nan]\n", 5, "nan"},
        {cube + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, 1]\n", 5, "same point"},
        {cube + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, 0]\nup = [0, 0, 0]\n", 6, "no length"},
        {cube + "[camera]\neye = [0, 5, 0]\nlook_at = [0, 0, 0]\n", 3, "parallel"},
        {cube + "[camera]\neye = [1, 1, 1]\nlook_at = [0, 0, 0]\nup = [-2, -2, -2]\n", 6,
         "parallel"},
        {cube + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, 0]\nvertical_fov = 0\n", 6,
         "(1e-12, 180)"},
        {cube + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, 0]\nvertical_fov = 180\n", 6,
         "(1e-12, 180)"},
        {cube + "[camera]\neye = [0, 0, 1]\nlook_at = [0, 0, 0]\nvertical_fov = nan\n", 6,
         "(1e-12, 180)"},
        {cube + "[image]\nwidth = 0\n", 4, "from 1 to 16384"},
        {cube + "[image]\nheight = 16385\n", 4, "from 1 to 16384"},
        {cube + "[image]\nheight = 9223372036854775807\n", 4, "from 1 to 16384"},
        {cube + "[image]\nwidth = 512.0\n", 4, "whole number"},
        {cube + "[image]\nsamples = 17\n", 4, "from 1 to 16"},
        {cube + "[image]\nwidth = 16384\nsamples = 5\n", 5, "up to 65536"},
        {cube + "[shading]\nmode = \"phong\"\n", 4, "one of facet, normal"},
        {cube + "[shading]\nmode = 1\n", 4, "one of facet, normal"},
        {cube + "[shading]\nbackground = \"white\"\n", 4, "cannot be \"white\""},
        {cube + "[[method]]\n", 3, "lacks 'name'"},
        {cube + "[[method]]\nname = \"angel-sum\"\n", 4, "angle-sum"},
        {cube + "[[method]]\nepsilon = 0.1\nepsilom = 1\nname = \"angle-sum\"\n", 5, "epsilon"},
        {cube + "[[method]]\nname = \"angle-sum\"\nepsilon = nan\n", 5, "nan"},
        {cube + "[[method]]\nname = \"angle-sum\"\nepsilon = [1]\n", 5, "a number or a string"},
        {cube + "[reference]\nname = \"watertight\"\nepsilon = 1\n", 5, "epsilon"},
        {std::string(max_scene_bytes + 1, '#'), 0, "at most 1000000 are read"},
        {cube + "a" + std::string(400'000, '.') + "b = 1\n", 0, "too many dots"},
        {"\xff", 1, "not valid TOML"},
    };
    const fs::path path = folder() / "scene.toml";
    for (const auto& [text, line, fragment] : cases) {
        const std::string message = error_of(write(path, text));
        const std::string place =
            line == 0 ? path.string() + ": " : path.string() + ":" + std::to_string(line) + ": ";
        EXPECT_EQ(message.substr(0, place.size()), place) << message << "\nin\n"
                                                          << text.substr(0, 200);
        EXPECT_NE(message.find(fragment), std::string::npos) << message << "\nfor " << fragment;
    }
}

TEST(SceneErrors, StartBeyondTheLimits) {
    const fs::path path = folder() / "scene.toml";
    std::string many;
    for (std::size_t k = 0; k < max_meshes; ++k) many += cube;
    EXPECT_EQ(load_scene(write(path, many)).mesh.triangles.size(), 12 * max_meshes);
    EXPECT_NE(error_of(write(path, many + cube)).find("up to 1000 sections"), std::string::npos);
    std::string methods = cube;
    for (std::size_t k = 0; k <= max_methods; ++k) methods += "[[method]]\nname = \"watertight\"\n";
    EXPECT_NE(error_of(write(path, methods)).find("up to 64 sections"), std::string::npos);
    const std::string largest = "[image]\nwidth = 16384\nheight = 16384\nsamples = 4\n";
    EXPECT_EQ(load_scene(write(path, cube + largest)).samples, 4);
}

TEST(SceneErrors, RefuseWhatIsNoFileOfAKnownKind) {
    const fs::path path = folder();
    EXPECT_NE(error_of(path / "none.toml").find("does not exist"), std::string::npos);
    fs::create_directory(path / "folder.toml");
    EXPECT_NE(error_of(path / "folder.toml").find("is a folder"), std::string::npos);
    ASSERT_EQ(mkfifo((path / "pipe.toml").c_str(), 0600), 0);
    EXPECT_NE(error_of(path / "pipe.toml").find("regular file"), std::string::npos);
    const std::string message = error_of(write(path / "scene.fbx", "fbx\n"));
    EXPECT_NE(message.find(".toml"), std::string::npos);
    EXPECT_NE(message.find(".obj"), std::string::npos);
}

}  // namespace
}  // namespace hitmiss
