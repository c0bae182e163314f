// Material files: which are opened, and which colours faces get.

#include <sys/stat.h>

#include "base/limits.hpp"
#include "obj_files.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

using Materials = ObjFiles;

TEST_F(Materials, FindsMaterialsByTheirWholeName) {
    EXPECT_EQ(load_obj(torture / "33-mtllib-quoted-name.obj").materials.at(1).kd,
              Vec<float>(1, 0, 0));
    const auto two_words = load_obj(torture / "34-usemtl-with-space.obj");
    EXPECT_EQ(two_words.materials.at(two_words.material[0]).name, "dark red");
    EXPECT_EQ(two_words.materials.at(two_words.material[0]).kd, Vec<float>(0.5, 0, 0));

    write(
        "Kd 9 9 9\nnewmtl a  b # name\nKd 0.1 .2 1 # colour\nKs 1 1 1\nnewmtl #\nKd 0 0 0\nnewmtl "
        "M #2\nKd 1 2 -1\n",
        "my colours.mtl");
    write("newmtl M #2\nKd 0 0 0\nnewmtl plain", "second.mtl");
    const auto mesh =
        load_obj(write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
                       "usemtl a  b\t\nf 1 2 3\nusemtl  M #2 # comment\nf 1 2 3\nusemtl plain\nf 1 "
                       "2 3\nusemtl a b\nf 1 2 3\n"
                       "mtllib my colours.mtl\nmtllib \"my colours.mtl\" second.mtl\n"));
    EXPECT_EQ(mesh.material, (std::vector<std::uint32_t>{0, 1, 3, 5}));
    EXPECT_EQ(mesh.materials[1].kd, Vec<float>(0.1, 0.2, 1));
    EXPECT_EQ(mesh.materials[3].kd, Vec<float>(1, 1, 0));
    EXPECT_EQ(mesh.materials[5].kd, Material{}.kd);
    EXPECT_EQ(
        warnings(mesh),
        (folder_ / "my colours.mtl:8: a Kd outside [0, 1] was clamped\n").string() +
            (folder_ / "mesh.obj: no material 'a b' in a material file; the default is used\n")
                .string());
}

TEST_F(Materials, OpensMaterialFilesInItsOwnFolderOnly) {
    write("newmtl secret\nKd nan 0 0\n", "outside.mtl");  // would cost a warning if it were opened
    fs::create_directories(folder_ / "scene/deep");
    write("newmtl red\nKd 1 0 0\n", "scene/deep/red.mtl");
    fs::create_symlink(folder_ / "outside.mtl", folder_ / "scene/link.mtl");
    fs::create_symlink(folder_, folder_ / "scene/up");
    ASSERT_EQ(mkfifo((folder_ / "scene/fifo.mtl").c_str(), 0600), 0);
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
    const struct {
        std::string name, reason;
    } cases[]{
        {"../outside.mtl", "lies outside"},
        {"deep/../../outside.mtl", "lies outside"},
        {"link.mtl", "lies outside"},
        {"up/outside.mtl", "lies outside"},
        {folder_ / "outside.mtl", "lies outside"},
        {"fifo.mtl", "is not a regular file"},
        {"deep", "is not a regular file"},
        {"none.mtl", "does not exist"},
        {std::string(5000, 'x'), "cannot be found"},
    };
    for (const auto& [name, reason] : cases) {
        const auto mesh = load_obj(write("mtllib " + name + "\n" + triangle, "scene/mesh.obj"));
        ASSERT_EQ(mesh.warnings.size(), 1u) << name;
        EXPECT_TRUE(contains(mesh.warnings[0], "mesh.obj:1: ")) << name;
        EXPECT_TRUE(contains(mesh.warnings[0], reason)) << name;
        EXPECT_EQ(mesh.materials.size(), 1u);
    }
    EXPECT_EQ(
        load_obj(write("mtllib deep/../deep/red.mtl\n" + triangle, "scene/mesh.obj")).material[0],
        1u);

    const auto bad = write("newmtl red\n\nKd 1 0\n", "scene/bad.mtl");
    EXPECT_EQ(warnings(load_obj(write("mtllib bad.mtl\n" + triangle, "scene/mesh.obj"))),
              bad.string() +
                  ":3: 'Kd' has 2 numbers; it needs r g b, or one for a grey; the default "
                  "colour is used\n");
}

TEST_F(Materials, AreLimitedInNumber) {
    std::string names;
    for (std::size_t k = 1; k < max_materials; ++k) names += fmt::format("newmtl {}\n", k);
    const std::string face = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto obj = write("mtllib many.mtl\n" + face);
    write(names, "many.mtl");
    EXPECT_EQ(load_obj(obj).materials.size(), max_materials);
    write(names + "newmtl more\nnewmtl 1\nKd 1 1 1\n", "many.mtl");
    EXPECT_EQ(load_obj(obj).materials.size(), max_materials);
    EXPECT_EQ(warnings(load_obj(obj)),
              (folder_ / "many.mtl").string() +
                  ":65536: more than 65535 materials; the others are not read\n");

    std::string libraries = "mtllib";
    for (std::size_t k = 0; k < max_libraries; ++k) libraries += fmt::format(" {}.mtl", k);
    EXPECT_EQ(load_obj(write(libraries + '\n' + face)).warnings.size(), max_libraries);
    write("newmtl red\n", "more.mtl");
    const Mesh mesh = load_obj(write(face + libraries + " more.mtl\n"));
    ASSERT_EQ(mesh.warnings.size(), max_libraries + 1);
    EXPECT_TRUE(contains(mesh.warnings.back(),
                         ":5: more than 100 material files; the others are not opened"));
    EXPECT_EQ(mesh.materials.size(), 1u);
}

}  // namespace
}  // namespace hitmiss
