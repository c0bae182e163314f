// Meshes that people reported as trouble to other programs: what is read, and what is refused. What
// is right was written down before the program was tried.

#include <tuple>

#include "obj_files.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

using Cases = ObjFiles;

const std::string three_corners = "v 0 0 0\nv 4 0 0\nv 0 4 0\n",
                  four_corners = "v 0 0 0\nv 3 0 0\nv 3 2 0\nv 0 2 0\n",
                  plate = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\n";

TEST_F(Cases, CoverTheirArea) {
    const std::string normal_warning =
        ":7: a texture or normal index is out of range; neither is used";
    const struct {
        std::string name, text;
        std::size_t triangles;
        double area;
        std::string warning = "";  ///< what follows the file's name
    } cases[]{
        {"NaN in unused normals and texture coordinates",
         four_corners +
             "vt 0.25 nan nan\nvt -1.#IND00 1.#QNAN0 inf\nvn -nan(ind) nan nan\nf 1/1/1 2/2/1 "
             "3/1/1 4/1/1\n",
         2, 6},
        {"NaN in colours",
         "v 0 0 0 0.5 0.25 0.75\nv 3 0 0 nan nan nan\nv 3 2 0 1.#QNAN -1.#IND00 1.#INF\n"
         "v 0 2 0 -nan(ind) 1e400 NaNQ\nf 1 2 3 4\n",
         2, 6},
        {"NaN in vertices that no face uses",
         "v nan 0 0\n" + four_corners +
             "v 0 -1.#IND 0\nv 0 0 1e400\nf 2 3 4 5\nf 1 2\nl 1 6\np 7\n",
         2, 6, ":9: faces with fewer than three corners, skipped: 1"},
        {"colours to 255",
         "v 0 0 0 255 128 64\nv 3 0 0 0 0 0\nv 3 2 0 12 13 14\nv 0 2 0 1 2 3\nf 1 2 3 4\n", 2, 6},
        {"colours of some vertices",
         "v 0 0 0\nv 3 0 0\nv 3 2 0\nv 4 0 0 1 0 0\nv 7 0 0 0 1 0\nv 7 2 0 0 0 1\nf 1 2 3\nf 4 5 "
         "6\n",
         2, 6},
        {"empty slots", four_corners + "f 1// 2// 3//\nf 1/ 3/ 4/\n", 2, 6},
        {"normal 0", four_corners + "vt 0 0\nvn 0 0 1\nf 1/1/0 2/1/1 3/1/1 4/1/0\n", 2, 6,
         normal_warning},
        {"normals numbered as texture coordinates",
         four_corners + "vn 0 0 1\n\nf 1/1 2/1 3/1 4/1\n", 2, 6, normal_warning},
        {"relative indices in blocks",
         "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 10 0 0\nv 12 0 0\nv 12 3 0\nv 10 3 0\n"
         "f -4 -3 -2 -1\nv 20 0 0\nv 20 5 0\nv 24 0 0\nf -1 -2 -3\n",
         4, 16.5},
        {"a closed outline",
         "v 0 0 0\nv 1 0 0\nv 1 -1 0\nv 2 -1 0\nv 2 0 0\nv 3 0 0\nv 3 1 0\nv 2 1 0\nv 2 2 0\n"
         "v 1 2 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4 5 6 7 8 9 10 11 12 1\n",
         11, 5, ": triangles without area: 1"},
        {"an outline closed by a copy",
         "v 0 0 0\nv 4 2 0\nv 0 4 0\nv 1 2 0\nv 0 0 0\nf 1 2 3 4 5\n", 3, 6,
         ": triangles without area: 1"},
        {"doubled corners",
         "v 0 0 0\nv 5 0 0\nv 5 0 2\nv 2 0 2\nv 2 0 6\nv 0 0 6\nf 1 2 2 3 4 4 5 6\n", 6, 18,
         ": triangles without area: 2"},
        {"an I-beam askew",
         "v 0 0 0\nv 18 6 12\nv 17 11 13\nv 11 9 9\nv 5 39 15\nv 11 41 19\nv 10 46 20\nv -8 40 8\n"
         "v -7 35 7\nv -1 37 11\nv 5 7 5\nv -1 5 1\nf 1 2 3 4 5 6 7 8 9 10 11 12\n",
         10, 24 * std::sqrt(362.0)},
        {"a hole", plate + "v 3 3 0\nv 3 6 0\nv 6 6 0\nv 6 3 0\nf 1 2 3 4 1 5 6 7 8 5\n", 8, 91},
        {"two holes at one corner",
         plate + "v 1 4 0\nv 1 7 0\nv 3 7 0\nv 3 4 0\nv 5 1 0\nv 5 3 0\nv 8 3 0\nv 8 1 0\n"
                 "f 1 2 3 4 1 5 6 7 8 5 1 9 10 11 12 9\n",
         14, 88},
        {"a hole that touches an edge", plate + "v 0 5 0\nv 4 3 0\nv 4 7 0\nf 1 2 3 4 5 7 6 5\n", 6,
         92},
        {"a slit", plate + "v 5 5 0\nf 1 2 3 4 1 5\n", 4, 100},
        {"corners along the sides",
         "v 7 0 0\nv 7 0 1\nv 7 0 2\nv 7 0 3\nv 7 0 4\nv 7 0 5\nv 7 0 6\nv 7 0 7\nv 7 2 7\nv 7 2 "
         "6\n"
         "v 7 2 5\nv 7 2 4\nv 7 2 3\nv 7 2 2\nv 7 2 1\nv 7 2 0\nf 1 2 3 4 5 6 7 8 9 10 11 12 13 14 "
         "15 16\n",
         14, 14},
        {"weights", "v 2 0 0 2\nv 6 0 0 1\nv 2 4 0 0\nf 1 2 3\n", 1, 8},
        {"keywords in names",
         "g An f 1 2 3\no v 9 9 9\ng\ng f v usemtl\n" + four_corners +
             "s off\ns\nf 1 2 3 4\ng f 1\n",
         2, 6},
        {"objects without names", "o\n" + four_corners + "o \nf 1 2 3 4\n", 2, 6},
        {"joined lines without a blank",
         "v 0 0\\\n 0\nv 3 0 \\\n0\nv 3 2 0\nv 0 2 0\nf 1/1/1 2/1/1\\\n 3/1/1 \\\n4/1/1\nvt 0 "
         "0\nvn 0 0 1\n",
         2, 6},
        {"numbers in all spellings",
         "v -1.07797e-046 0.0E-005 0\nv 3.e0 -0 +0.\nv 3E+000 .2e1 -0.0\nv 1e-400 2.0E+00 1e-40\nf "
         "1 2 3 4\n",
         2, 6},
        {"numbers too small for a double",
         "v 1e-99999999999999999999 -3e-324 0." + std::string(400, '0') +
             "1\nv 3 0 0\nv 3 2 0\nv 0 2 0\nf 1 2 3 4\n",
         2, 6},
        {"a stray vertex", four_corners + "v 2000 3000 -9000\nf 1 2 3 4\n", 2, 6},
        {"curves",
         four_corners +
             "vp 0.1 0.2\ncstype bezier\ndeg 3\ncurv 0 1 1 2 3 4\nparm u 0 1\nend\nl 1 2 3\np 1 2\n"
             "fo 1 2 3\ncall other.obj\ncsh -echo hi\nf 1 2 3 4\n",
         2, 6, ":6: 'cstype' is not supported; lines ignored: 8"},
        {"a saddle",
         "v 4 0 -1\nv 2.828427 2.828427 1\nv 0 4 -1\nv -2.828427 2.828427 1\nv -4 0 -1\n"
         "v -2.828427 -2.828427 1\nv 0 -4 -1\nv 2.828427 -2.828427 1\nf 1 2 3 4 5 6 7 8\n",
         6, 58.223853},
        {"a bent quad that crosses itself only as seen along x",
         "v 5 5 6\nv 1 0 6\nv 2 4 1\nv 2 3 2\nf 1 2 3 4\n", 2, 14.141943},
        {"two cubes that share a corner",
         "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\nv 1 1 1\n"
         "v 2 1 1\nv 1 2 1\nv 2 2 1\nv 1 1 2\nv 2 1 2\nv 1 2 2\nv 2 2 2\nf 1 3 4 2\nf 5 6 8 7\n"
         "f 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\nf 9 11 12 10\nf 13 14 16 15\nf 9 10 14 13\n"
         "f 11 15 16 12\nf 9 13 15 11\nf 10 12 16 14\n",
         24, 12},
        {"a heart", "v 0 -4 0\nv 4 0 0\nv 2 2 0\nv 0 0 0\nv -2 2 0\nv -4 0 0\nf 1 2 3 4 5 6\n", 4,
         24},
    };
    for (const auto& [name, text, triangles, expected, warning] : cases) {
        SCOPED_TRACE(name);
        const auto path = write(text);
        Mesh mesh;
        ASSERT_NO_THROW(mesh = load_obj(path));
        EXPECT_EQ(mesh.triangles.size(), triangles);
        EXPECT_NEAR(area(mesh), expected, 1e-6 * expected);
        EXPECT_EQ(warnings(mesh), warning.empty() ? "" : path.string() + warning + '\n');
    }
}

TEST_F(Cases, AreRefusedWithTheirLine) {
    std::string grid;
    for (int k = 0; k < 1200; ++k) grid += fmt::format("v {} {} 0\n", k % 40, k / 40);
    const std::string not_finite = " is not a finite number",
                      thousands = "; write it without thousands separators",
                      list = "; separate numbers by blanks instead of commas",
                      decimal = "; write the decimal point as '.'";
    const std::tuple<std::string, std::string> cases[]{
        {"v 0 0 0\nv 4 0 0\nv 0 4 1.#QNAN\nf 1 2 3\n", ":3: '1.#QNAN'" + not_finite},
        {"v 0 0 0\nv -1.#IND00 0 0\nv 0 4 0\nf 1 2 3\n", ":2: '-1.#IND00'" + not_finite},
        {"v 0 0 0\nv 4 0 0\nv -nan(ind) 0 0\nf 1 2 3\n", ":3: '-nan(ind)'" + not_finite},
        {"f 1 2 3\nv 0 0 0\nv 4 0 0\nv 0 Infinity nan\n", ":4: 'Infinity'" + not_finite},
        {"v nan 0 0\nv 0 \\\n1.#INF 0\n" + three_corners + "f 3 4 -4\n",
         ":2: '1.#INF'" + not_finite},
        {"v 0 0 0\nv \u221E 0 0\nv 0 0 NaNQ\nf 1 3 2\n", ":2: '\u221E'" + not_finite},
        {"v 0 0 0\nv 1e400 0 0\nv 0 2 0\nf 1 2 3\n", ":2: '1e400'" + not_finite},
        {grid + three_corners + "f 1,001 1,002 1,043\n",
         ":1204: '1,001' is not a corner of a face" + thousands},
        {three_corners + "f 1,2,3\n",
         ":4: '1,2,3' is not a corner of a face; separate corners by blanks"},
        {"v 0 0 0\nv 1,250.5 0 0\n", ":2: '1,250.5' is not a number" + thousands},
        {"v 0 0 0\nv 999,250.5 0 0\n", ":2: '999,250.5' is not a number" + thousands},
        {"v 0 0 0\nv -1,250,000 0 0\n", ":2: '-1,250,000' is not a number" + thousands},
        {"v 0 0 0\nv 1.250,5 0 0\n",
         ":2: '1.250,5' is not a number" + decimal + ", without thousands"},
        {"v 0 0 0\nv 1,250 0 0\n", ":2: '1,250' is not a number" + decimal + ", without thousands"},
        {"v 0,5 0 0\n", ":1: '0,5' is not a number" + decimal},
        {"v 0.5, 0, 0\n", ":1: '0.5,' is not a number" + list},
        {"v 0.5,0.25,0\n", ":1: '0.5,0.25,0' is not a number" + list},
        {"v 0 0 0 0.5 0.5\n", ":1: 'v' has 5 numbers"},
        {"v 0 0 0 red\n", ":1: 'red' is not a number"},
        {"v 0 0 0\nv\u00A03 0 0\nv 3 2 0\nf 1 2 3\n", ":2: a no-break space stands in 'v\u00A03'"},
        {four_corners + "f 1 2 \\ \n3 4\n", ":5: '\\' is not a corner of a face"},
        {"v 0 0 0\nv 3.0D+00 0 0\n", ":2: '3.0D+00' is not a number"},
        {four_corners + "f +1 +2 +3\n", ":5: '+1' is not a corner of a face"},
        {four_corners + "f 0 1 2\nf 0 2 3\n", ":5: vertex 0 does not exist"},
        {four_corners + "f 1 2 3#4\n", ":5: '3#4' is not a corner of a face"},
        {"v 1 2 3#4\n", ":1: '3#4' is not a number"},
        {"\x1F\x8B\b\n\n", ": is packed by gzip; unpack it first"},
        {"PK\x03\x04\n", ": is packed by zip; unpack it first"},
    };
    for (const auto& [text, message] : cases) {
        const auto path = write(text);
        EXPECT_TRUE(rejection(path).starts_with(path.string() + message)) << message << '\n'
                                                                          << rejection(path);
    }
}

TEST_F(Cases, AreFramedByTheVerticesOfFacesOnly) {
    const std::string box = "f 1 3 4\nf 2 3 1\n";
    const Scene alone = load_scene(write(four_corners + box)),
                stray = load_scene(write(four_corners + "v 2000 3000 -9000\nv nan 0 0\n" + box));
    EXPECT_EQ(stray.camera.eye, alone.camera.eye);
    EXPECT_EQ(stray.camera.look_at, Vec<double>(1.5, 1, 0));
}

// Ten boxes, flat ones among them, near the origin and thousands away, in pictures of
// five shapes.
TEST_F(Cases, AreWholeInTheFrame) {
    for (const auto& size :
         {Vec<float>(1, 1, 1), Vec<float>(3, 2, 1), Vec<float>(1, 3000, 1), Vec<float>(3000, 1, 1),
          Vec<float>(1, 1, 3000), Vec<float>(10, 0, 20), Vec<float>(0, 10, 20),
          Vec<float>(10, 20, 0), Vec<float>(1000, 1000, 1), Vec<float>(1, 1000, 1000)})
        for (const auto& place : {Vec<float>(0), Vec<float>(2487, 4685, -3530)}) {
            std::vector<Triangle<float>> box;
            for (const float x : {0.f, size.x})
                for (const float y : {0.f, size.y})
                    box.push_back({place + Vec<float>(x, y, 0), place + Vec<float>(x, y, size.z),
                                   place + Vec<float>(size.x - x, y, size.z)});
            for (const auto& [width, height] :
                 {std::pair(512, 512), {640, 360}, {360, 640}, {1000, 100}, {100, 1000}}) {
                const PrimaryRays rays(framing_camera(box, double(width) / height), width, height);
                for (const auto& tri : box)
                    for (const auto& p : {tri.a, tri.b, tri.c}) {
                        const auto seen = rays.project(Vec<double>(p));
                        ASSERT_TRUE(seen);
                        EXPECT_LT(std::abs(seen->x / width - 0.5), 0.49) << size.x << ' ' << width;
                        EXPECT_LT(std::abs(seen->y / height - 0.5), 0.49) << size.x << ' ' << width;
                    }
            }
        }
}

}  // namespace
}  // namespace hitmiss
