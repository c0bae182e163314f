// The torture files, damaged files, and paths that lead to no file.

#include "scene/obj.hpp"

#include <sys/stat.h>

#include <cmath>
#include <random>

#include "base/limits.hpp"
#include "obj_files.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

using Obj = ObjFiles;

TEST_F(Obj, AcceptsWhatIsRight) {
    const struct {
        const char* file;
        std::size_t triangles;
        double area;
        const char* warning = "";  ///< what follows the file's name
    } cases[]{
        {"03-no-trailing-newline", 1, 0.5},
        {"04-crlf", 1, 0.5},
        {"05-cr-only", 1, 0.5},
        {"17-relative-ok", 1, 0.5},
        {"20-face-two-vertices", 1, 0.5, ":4: faces with fewer than three corners, skipped: 3"},
        {"21-zero-area-collinear", 1, 0, ": triangles without area: 1"},
        {"23-quad-planar", 2, 1},
        {"25-quad-nonplanar", 2, 1.7320508},
        {"26-polygon-star", 8, 1.17557},
        {"29-mtllib-missing", 1, 0.5,
         ":1: material file 'does-not-exist.mtl' does not exist; not opened"},
        {"30-mtllib-traversal", 1, 0.5,
         ":1: material file '../../../../../../../../etc/hostname' lies outside the folder of the "
         "OBJ file; not opened"},
        {"32-mtllib-absolute-device", 1, 0.5,
         ":1: material file '/dev/zero' lies outside the folder of the OBJ file; not opened"},
        {"33-mtllib-quoted-name", 1, 0.5},
        {"34-usemtl-with-space", 1, 0.5},
        {"35-names-unicode", 1, 0.5},
        {"36-inline-comment", 1, 0.5},
        {"41-many-objects", 3000, 1500},
        {"42-tiny-scale", 1, 5e-61},
        {"45-normal-uv-out-of-range", 1, 0.5,
         ":6: a texture or normal index is out of range; neither is used"},
        {"50-leading-tabs", 1, 0.5},
        {"54-tag-memory-bomb", 1, 0.5},
        {"57-duplicate-faces", 3, 1.5},
        {"59-unshared-precision", 1, 8388607.94},
        {"62-polygon-c-shape-moved", 6, 7},
        {"63-polygon-300-corners", 299, 3.14137},
    };
    for (const auto& [file, triangles, expected_area, warning] : cases) {
        SCOPED_TRACE(file);
        const auto path = torture / (std::string(file) + ".obj");
        const auto mesh = load_obj(path);
        EXPECT_EQ(mesh.triangles.size(), triangles);
        EXPECT_LE(mesh.material.size(), triangles);
        EXPECT_NEAR(area(mesh), expected_area, 1e-5 * expected_area);
        EXPECT_EQ(warnings(mesh), *warning == 0 ? "" : path.string() + warning + '\n');
    }
}

TEST_F(Obj, RejectsWhatIsWrong) {
    const struct {
        const char* file;
        const char* message;  ///< what follows the file's name
    } cases[]{
        {"01-empty", ": no faces"},
        {"02-comment-only", ": no faces"},
        {"07-nan-coords", ":1: 'nan' is not a finite number"},
        {"08-inf-coords", ":1: 'inf' is not a finite number"},
        {"10-decimal-comma", ":1: '0,0' is not a number; write the decimal point as '.'"},
        {"11-missing-coord", ":1: 'v' has 2 numbers"},
        {"13-index-zero", ":4: vertex 0 does not exist; indices begin at 1"},
        {"14-index-too-large", ":4: vertex 99 does not exist; vertices in the file: 3"},
        {"15-index-int-max", ":4: vertex 2147483647 does not exist; vertices in the file: 3"},
        {"18-relative-out-of-range", ":4: vertex -99 does not exist; vertices before this line: 3"},
        {"28-polygon-bad-index", ":6: vertex 99 does not exist; vertices in the file: 5"},
        {"38-embedded-nul", ":2: NUL byte"},
        {"39-random-bytes", ":8: NUL byte"},
        {"44-lines-points-only", ": no faces"},
        {"47-garbage-numbers", ":1: '0x10' is not a number"},
        {"48-free-form-surface", ": no faces; 'cstype' in line 4 is not supported"},
        {"51-upper-case-keywords", ": no faces; keywords are lower case: 'F' in line 4"},
        {"53-exponent-overflow", ":1: '1e2147483649' is not a finite number"},
        {"56-utf16", ": is UTF-16 text"},
    };
    for (const auto& [file, message] : cases) {
        const auto path = (torture / file).string() + ".obj";
        EXPECT_TRUE(rejection(path).starts_with(path + message)) << rejection(path);
    }
}

TEST_F(Obj, ReadsFacesOfUpTo100000Corners) {
    const auto face = [&](int corners) {
        std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
        for (int k = 0; k < corners; ++k) text += fmt::format(" {}", k % 3 + 1);
        return write(text + '\n');
    };
    const fs::path path = face(100'000);
    auto text = to_text(path.string(), read_bytes(path, max_mesh_bytes), obj_text);
    EXPECT_EQ(check_obj("mesh.obj", text, 1).triangles, 99'998u);
    EXPECT_TRUE(contains(rejection(face(100'001)),
                         ":4: a face of 100001 corners; at most 100000 are read"));
}

TEST_F(Obj, RefusesWhatIsNoFile) {
    const auto fifo = folder_ / "fifo.obj", device = folder_ / "device.obj",
               huge = folder_ / "huge.obj";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    fs::create_symlink("/dev/zero", device);
    write("", "huge.obj");
    fs::resize_file(huge, (std::uintmax_t(1) << 30) + 1);
    EXPECT_TRUE(contains(rejection(folder_), "is a folder"));
    EXPECT_TRUE(contains(rejection(fifo), "a regular file is needed"));
    EXPECT_TRUE(contains(rejection(device), "a regular file is needed"));
    EXPECT_TRUE(contains(rejection(folder_ / "missing.obj"), "does not exist; check the spelling"));
    EXPECT_TRUE(contains(rejection(huge), "is 1073741825 bytes long; at most 1073741824"));
}

// Linux says of such files that they are a page long; they are shorter.
TEST_F(Obj, RefusesWhatEndsBeforeItsLength) {
    const fs::path path = "/sys/kernel/uevent_seqnum";
    if (std::error_code none; fs::file_size(path, none) < 100 || none) GTEST_SKIP() << path;
    EXPECT_EQ(rejection(path), "/sys/kernel/uevent_seqnum: cannot be read; check its permissions");
}

// However long the pieces are in which a file is read, each piece counts its own faults.
TEST_F(Obj, CountsFaultsOfAllPieces) {
    std::string text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    for (int k = 0; k < 5; ++k) text += "f 1 3 2 4\nf 1 2 2\n";
    const auto path = write(text);
    for (const std::size_t size : {10, 20, 1000})
        EXPECT_EQ(warnings(load_obj(path, size)), path.string() + ": triangles without area: 5\n" +
                                                      path.string() +
                                                      ": faces whose outline crosses itself: 5\n");
}

// Files cut off, joined and with bits flipped are accepted or refused like any other.
TEST_F(Obj, SurvivesDamagedFiles) {
    std::mt19937 bits(2);
    std::size_t accepted = 0;
    std::vector<std::string> texts;
    for (const auto& entry : fs::directory_iterator(torture)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        if (!text.empty() && text.size() <= 5000) texts.push_back(text);
    }
    std::sort(texts.begin(), texts.end());  // a directory has no order
    for (const auto& text : texts) {
        for (int round = 0; round < 30; ++round) {
            auto damaged = text;
            if (round % 3 == 1) damaged.resize(bits() % text.size() + 1);
            if (round % 3 == 2) damaged += texts[bits() % texts.size()];
            for (auto flips = bits() % 4; flips > 0; --flips)
                damaged[bits() % damaged.size()] ^= char(1 << bits() % 7);
            try {
                for (const auto& tri : load_obj(write(damaged)).triangles)
                    for (const auto& p : {tri.a, tri.b, tri.c})
                        ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
                ++accepted;
            } catch (const Error& error) {
                ASSERT_EQ(error.exit, Exit::bad_input) << error.what();
            }
        }
    }
    EXPECT_GT(accepted, 50u);
}

}  // namespace
}  // namespace hitmiss
