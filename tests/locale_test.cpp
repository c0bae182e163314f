// German numbers have a decimal comma; neither files nor output may care.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>

#include "base/report.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"
#include "scene/obj.hpp"
#include "scene/scene.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

/// Numbers read and written in all the ways of the program.
std::string many_numbers() {
    std::string text = to_obj(make_mesh("icosphere"));
    for (const char* name : {"room.toml", "icosphere-tiny.toml", "triangle.obj"}) {
        const Scene scene = load_scene(std::string(HITMISS_SCENES "/") + name);
        text += to_obj(scene.mesh);
        for (const auto& material : scene.mesh.materials)
            text += fmt::format("{} {}\n", material.name, material.kd.x);
        for (const auto& method : scene.methods) text += to_string(method) + '\n';
        text += fmt::format("{} {}\n", scene.camera.eye.x, scene.camera.vertical_fov);
    }
    const Rows rows{{{"name", "a"}, {"value", 1234567.25}, {"count", 1234567}}};
    text += as_text(rows) + as_csv(rows) + as_json(rows);
    try {
        parse_method("angle-sum:epsilon=12345.5");
    } catch (const std::exception& error) {
        text += error.what();
    }
    return text;
}

TEST(Locale, ChangesNoNumber) {
    const TestFolder own;
    const std::filesystem::path& folder = own.path;
    const std::string expected = many_numbers();
    const std::string make =
        "localedef -i de_DE -f UTF-8 '" + (folder / "de_DE.UTF-8").string() + "' 2>/dev/null";
    // Its exit code also tells of warnings; whether it worked shows below.
    static_cast<void>(std::system(make.c_str()));
    ::setenv("LOCPATH", folder.c_str(), 1);
    const bool there = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    if (there) {
        std::locale::global(std::locale("de_DE.UTF-8"));
        EXPECT_STREQ(std::localeconv()->decimal_point, ",");
        EXPECT_EQ(many_numbers(), expected);
        std::locale::global(std::locale::classic());
    }
    ::unsetenv("LOCPATH");
    if (!there) GTEST_SKIP() << "no German locale here; the package locales would make one";
}

}  // namespace
}  // namespace hitmiss
