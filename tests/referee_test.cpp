// Rays out, answers in: what is written is read back bit for bit, a method's own answers are judged
// like the method, and one line says what is wrong with a file.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <sstream>

#include "base/inputs.hpp"
#include "commands/command_line.hpp"
#include "commands/options.hpp"
#include "json_testing.hpp"
#include "judge/answer_file.hpp"
#include "judge/explain.hpp"
#include "judge/ray_source.hpp"
#include "judge/reproducer.hpp"
#include "judging.hpp"
#include "leaks_testing.hpp"
#include "program.hpp"
#include "sanitized.hpp"
#include "scene/number_table.hpp"
#include "scene/obj.hpp"
#include "scene_files.hpp"

namespace hitmiss {
namespace {

/// An NPY file of these bytes after a header with this dictionary.
std::string npy(std::string header, const std::string& data, const std::string& version = {1, 0}) {
    header += '\n';
    const auto length = std::uint16_t(header.size());
    return "\x93NUMPY" + version + char(length & 0xff) + char(length >> 8) + header + data;
}
template <typename Real>
std::string bytes_of(const std::vector<Real>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Real)};
}
std::string dictionary(const std::string& type, const std::string& shape,
                       const std::string& fortran = "False") {
    return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

std::string bad_input_of(const std::function<void()>& read) {
    try {
        read();
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::bad_input) << error.what();
        EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
        return error.what();
    }
    return "no error";
}

const std::string two_hits = bytes_of<double>({1, 0, 2, 1});

TEST(NumberTable, ReadsWhatNumpyAndPeopleWrite) {
    const auto numbers_of = [](const std::string& name, const std::string& content) {
        const NumberTable table(write(folder() / name, content));
        EXPECT_EQ(table.rows(), 2u);
        return table.read(0, table.rows());
    };
    const std::vector<double> expected{1, 0, 2, 1};
    EXPECT_EQ(numbers_of("a.npy", npy(dictionary("<f8", "(2, 2)"), two_hits)), expected);
    EXPECT_EQ(numbers_of("a.npy", npy(dictionary("<f4", "(2, 2)"), bytes_of<float>({1, 0, 2, 1}))),
              expected);
    EXPECT_EQ(numbers_of("a.npy", npy("{'shape': (2, 2), 'fortran_order': False, 'descr': '<f8'}",
                                      two_hits)),
              expected);
    const std::string padding(300, ' ');  // more than one byte counts
    EXPECT_EQ(numbers_of("a.npy", npy(dictionary("<f8", "(2, 2)") + padding, two_hits)), expected);
    EXPECT_EQ(numbers_of("a.npy", npy(dictionary("<f8", "(2,)"), bytes_of<double>({3, 4}))),
              (std::vector<double>{3, 4}));
    EXPECT_EQ(numbers_of("a.csv", "t,triangle\n1,0\n2,1\n"), expected);
    EXPECT_EQ(numbers_of("a.csv", "1, 0\r\n\r\n0x1p+1 ,+1"), expected);
    EXPECT_EQ(numbers_of("a.csv", "inf,-1\n-0x1.8p-1,-inf\n"),
              (std::vector<double>{Box::inf, -1, -0.75, -Box::inf}));
}

TEST(NumberTable, SaysWhatIsWrongWithAFile) {
    const auto error_of = [](const std::string& name, const std::string& content) {
        return bad_input_of([&] { const NumberTable table(write(folder() / name, content)); });
    };
    const auto header = dictionary("<f8", "(2, 2)");
    const auto has = [](const std::string& text, const char* what) {
        return text.find(what) != text.npos;
    };
    const std::string huge = dictionary("<f8", "(2147483648, 2)");
    EXPECT_PRED2(has, error_of("a.npy", ""), "is not an NPY file");
    EXPECT_PRED2(has, error_of("a.npy", "t,triangle\n1,0\n"), "is not an NPY file");
    EXPECT_PRED2(has, error_of("a.npz", "PK\x03\x04"),
                 "numpy.savez packs several arrays, numpy.save one");
    EXPECT_PRED2(has, error_of("a.npy", npy(header, two_hits, {2, 0})), "version 1.0");
    EXPECT_PRED2(has, error_of("a.npy", npy(header, "").substr(0, 40)), "cut off in its header");
    EXPECT_PRED2(has, error_of("a.npy", npy(header, two_hits.substr(1))), "announces 2 x 2");
    EXPECT_PRED2(has, error_of("a.npy", npy(header, two_hits + "x")), "holds 33 bytes");
    EXPECT_PRED2(has, error_of("a.npy", npy(huge, two_hits)), "announces 2147483648 x 2");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary(">f8", "(2, 2)"), two_hits)),
                 "little-endian");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<i8", "(2, 2)"), two_hits)), "'<i8'");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "(2, 2)", "True"), two_hits)),
                 "C order");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "(0, 2)"), "")), "has no row");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "(4, 0)"), "")), "has no column");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "()"), "")), "shape");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "(-1, 2)"), "")), "shape");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "(1, 400)"), "")),
                 "has the shape (1, 400); a row for each ray or triangle, of at most 16 numbers, ");
    EXPECT_PRED2(has, error_of("a.npy", npy(dictionary("<f8", "(9999999999999999, 2)"), "")),
                 "shape");
    EXPECT_PRED2(has, error_of("a.csv", "t,triangle\n"), "has no row");
    EXPECT_PRED2(has, error_of("a.csv", "1,0\n2\n"), "a.csv:2: has 1 numbers");
    EXPECT_PRED2(has, error_of("a.csv", "1,0\n2,x\n"), "a.csv:2: 'x' is not a number");
    EXPECT_PRED2(
        has, error_of("a.csv", "1 0\n"),
        "a.csv:1: '1 0' is not a number of a double's range; commas between numbers would");
    EXPECT_PRED2(has, error_of("a.csv", "1,0\ninf\t-1\n"),
                 "'inf?-1' is not a number of a double's range; commas between numbers would");
    for (const char* number : {"1e400", "-1e400", ".5.5", "0x1p+5000", "2,5x"})
        EXPECT_PRED2(has, error_of("a.csv", std::string(number) + ",1\n1,0\n"), "a.csv:1: ")
            << number << " is not the name of a column";
    EXPECT_PRED2(has, error_of("a.csv", std::string(20'000, '1')), "longer than");
    EXPECT_PRED2(has, bad_input_of([] { const NumberTable table(folder()); }), "not a plain file");
    EXPECT_PRED2(has, bad_input_of([] { const NumberTable table("nowhere.npy"); }),
                 "does not exist");
}

std::string spec_of(const fs::path& file, const Method& method) {
    return "answers:file=" + file.string() + (method.culls() ? ",cull=back" : "") +
           (method.precision_text() ? ",precision=" + std::string(to_string(method.precision()))
                                    : "");
}

TEST(Answers, OfAMethodAreJudgedAsTheMethodIs) {
    const fs::path own_folder = folder();
    for (const auto& entry : fs::directory_iterator(HITMISS_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        Scene scene = load_scene(entry.path());
        if (sanitized && scene.mesh.triangles.size() > 5'000) continue;  // all in building trees
        resize(scene, sanitized ? 9 : 21, sanitized ? 7 : 17);
        const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
        std::vector<Method> methods = scene.methods;
        if (geometry.triangles.size() <= 400) {
            methods = all_methods();
            methods.push_back(parse_method("moller-trumbore:cull=back"));
        }
        Round round = picture_round(methods, geometry, scene.camera, scene.width, scene.height,
                                    make_method("exact"), Traversal::one_ray);
        const auto own = compare(round, scene.width, scene.height);

        round.answerers.clear();
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const auto path = own_folder / fmt::format("{}.{}", m, m % 2 == 0 ? "npy" : "csv");
            inputs.clear();
            write_file(path, [&](const Append& file) {
                answer_writer(file, is_csv(path), own.columns[m].hits.size())(own.columns[m].hits);
            });
            Method file = parse_method(spec_of(path, methods[m]));
            round.answerers.push_back(
                open_answers(file, {own.columns[m].hits.size(), geometry.triangles.size(), {}}));
        }
        const auto read = compare(round, scene.width, scene.height);
        for (std::size_t m = 0; m < methods.size(); ++m) {
            SCOPED_TRACE(entry.path().string() + ": " + to_string(methods[m]));
            const auto &expected = own.columns[m], &found = read.columns[m];
            EXPECT_EQ(found.outcomes, expected.outcomes);
            EXPECT_EQ(found.t_ulps, expected.t_ulps);
            EXPECT_EQ(found.tally.outcomes.hits, expected.tally.outcomes.hits);
            EXPECT_EQ(found.tally.outcomes.t_off, expected.tally.outcomes.t_off);
            EXPECT_EQ(found.tally.outcomes.leaks_background,
                      expected.tally.outcomes.leaks_background);
            EXPECT_TRUE(std::ranges::equal(found.hits, expected.hits, {}, &Hit::t, &Hit::t));
            EXPECT_TRUE(
                std::ranges::equal(found.hits, expected.hits, {}, &Hit::triangle, &Hit::triangle));
        }
    }
}

TEST(Rays, OfFilesAreThoseOfTheCameraAndOfLeaksBitForBit) {
    const fs::path own = folder();
    const Target sphere("icosphere:faces=80");
    const Camera camera = framing_camera(sphere.geometry.box);
    const RaySource sources[]{picture_rays(camera, 31, 17),
                              aimed_rays(sphere.aimed, Aim::vertex, 5000, 3),
                              grid_rays(sphere.geometry.box, Axis::minus_y, 9, 7)};
    for (const RaySource& source : sources)
        for (const char* name : {"rays.npy", "rays.csv"}) {
            const auto rays = rays_of(source);
            constexpr std::array<std::string_view, 6> names{"ox", "oy", "oz", "dx", "dy", "dz"};
            inputs.clear();
            write_file(own / name, [&](const Append& file) {
                const auto append =
                    table_writer<float>(file, is_csv(name), names, rays.size(), "6");
                for (const auto& [o, d] : rays) append(std::array{o.x, o.y, o.z, d.x, d.y, d.z});
            });
            const RaySource read = file_rays(own / name, sphere.geometry.box);
            ASSERT_EQ(read.count, source.count);
            const auto again = rays_of(read);
            for (std::size_t k = 0; k < rays.size(); ++k)
                ASSERT_TRUE(rays[k].o == again[k].o && rays[k].d == again[k].d) << k;
        }
    const PrimaryRays primary(camera, 31, 17);
    EXPECT_EQ(rays_of(sources[0])[31 * 5 + 4].d, primary(4, 5).d);
    EXPECT_EQ(ray_at(sources[1], 2 * rays_of_block + 7).d,
              rays_of(sources[1])[2 * rays_of_block + 7].d);
}

// The box has sides 2, 4 and 4, and a diagonal of 6.
TEST(Rays, OfAGridStandEvenlyHalfADiagonalOutside) {
    const Box box{{-1, -2, 0}, {1, 2, 4}};
    const struct {
        Axis axis;
        Vec<float> first, across, down, d;
    } cases[]{{Axis::x, {-4, -1, 0.5f}, {0, 1, 0}, {0, 0, 0.5f}, {1, 0, 0}},
              {Axis::minus_y, {-0.75f, 5, 1}, {0, 0, 1}, {0.25f, 0, 0}, {0, -1, 0}},
              {Axis::minus_z, {-0.5f, -1.5f, 7}, {0.5f, 0, 0}, {0, 0.5f, 0}, {0, 0, -1}}};
    for (const auto& [axis, first, across, down, d] : cases) {
        const RaySource source = grid_rays(box, axis, 3, 7);
        ASSERT_EQ(source.count, 21u);
        const auto rays = rays_of(source);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            EXPECT_EQ(rays[k].o, first + float(k % 3) * across + float(k / 3) * down) << k;
            EXPECT_EQ(rays[k].d, d);
        }
        const auto distance = [&](const Vec<double>& o) {
            return glm::distance(o, Vec<double>(box.centre()));
        };
        for (const auto& ray : rays) EXPECT_GE(distance(source.eye), distance(Vec<double>(ray.o)));
    }
}

TEST(Rays, OfAFileAreSeenFromTheFarthestStart) {
    const auto path = write(folder() / "rays.csv",
                            "0,0,1,1,0,0\n0,-9,0,0,1,0\n0,5,0,0,1,0\n0,0,-9,0,1,0\n1,1,1,0,0,1\n");
    EXPECT_EQ(file_rays(path.string(), {Vec<float>(-1), Vec<float>(1)}).eye, Vec<double>(0, -9, 0));
    EXPECT_EQ(file_rays(path.string(), {{-1, 1, -1}, {1, 3, 1}}).eye, Vec<double>(0, -9, 0));
    EXPECT_EQ(file_rays(path.string(), {{-1, -7, 1}, {1, -5, 3}}).eye, Vec<double>(0, 0, -9));
    const Box starts{{0, -9, -9}, {1, 5, 1}};
    EXPECT_EQ(file_rays(path.string(), {Vec<float>(-1), Vec<float>(1)}).starts, starts);
}

TEST(Rays, ThatAreNoneAreRefused) {
    const Box box{Vec<float>(-1), Vec<float>(1)};
    const auto error_of = [&](const std::vector<float>& numbers, const char* shape) {
        const auto path =
            write(folder() / "r.npy", npy(dictionary("<f4", shape), bytes_of<float>(numbers)));
        return bad_input_of([&] { file_rays(path, box); });
    };
    const auto has = [](const std::string& text, const char* what) {
        return text.find(what) != text.npos;
    };
    EXPECT_PRED2(has, error_of({0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, "(2, 6)"), "row 1");
    EXPECT_PRED2(has, error_of({0, 0, 0, 0, Box::inf, 1}, "(1, 6)"), "row 0");
    EXPECT_PRED2(has, error_of({0, std::nanf(""), 0, 0, 1, 1}, "(1, 6)"), "row 0");
    EXPECT_PRED2(has, error_of({0, 0, 0, 1}, "(1, 4)"), "4 numbers a row");
    EXPECT_PRED2(has, error_of({0, 0, 0, 0, 0, 0}, "(1, 6)"), "has the direction 0");
    const auto large = error_of({0, -1e31f, 0, 0, 1, 1}, "(1, 6)");
    EXPECT_PRED2(has, large, "row 0 (counted from 0) holds -1e31; numbers within ±1e30");
    EXPECT_FALSE(has(large, "finite")) << large;
    EXPECT_EQ(error_of({0, 1e30f, 0, 0, 1, 1}, "(1, 6)"), "no error");
    const auto doubles = write(
        folder() / "d.npy", npy(dictionary("<f8", "(1, 6)"), bytes_of<double>({0, 0, 0, 0, 0, 1})));
    EXPECT_EQ(ray_at(file_rays(doubles, box), 0).d, Vec<float>(0, 0, 1));
}

// What NumPy computes is float64. Doubles that are floats are the same rays; others are rounded,
// and the first row in which that changes a number is named, also beyond those read at once.
TEST(Rays, OfDoublesAreRoundedAndSaidToBe) {
    const Box box{Vec<float>(-1), Vec<float>(1)};
    std::vector<double> numbers;
    for (int k = 0; k < 10'000; ++k) {
        const std::array<double, 6> ray{0.25 * k, -1, 0x1.8p-40, 0, k % 3 - 1.0, 1};
        numbers.insert(numbers.end(), ray.begin(), ray.end());
    }
    const auto path = (folder() / "d.npy").string();
    const auto notes_on = [&](const std::vector<double>& all) {
        write(path, npy(dictionary("<f8", "(10000, 6)"), bytes_of(all)));
        testing::internal::CaptureStderr();
        const RaySource source = file_rays(path, box);
        for (const std::size_t row : {0u, 9000u, 9999u})
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_EQ(ray_at(source, row).o[axis], float(all[6 * row + std::size_t(axis)]));
                EXPECT_EQ(ray_at(source, row).d[axis], float(all[6 * row + std::size_t(axis) + 3]));
            }
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_EQ(notes_on(numbers), "");
    for (const std::size_t row : {0u, 9000u}) {
        auto other = numbers;
        other[6 * row + 5] = 0.1;
        other.back() = 1 + 0x1p-40;
        EXPECT_NE(notes_on(other).find(fmt::format(
                      "d.npy: row {} (counted from 0) has a number that is not a float: "
                      "answers are held against the ray rounded to floats",
                      row)),
                  std::string::npos);
    }
    const auto refused = [&](double number) {
        auto other = numbers;
        other[6 * 9000] = number;
        write(path, npy(dictionary("<f8", "(10000, 6)"), bytes_of(other)));
        return bad_input_of([&] { file_rays(path, box); });
    };
    EXPECT_NE(refused(std::nan("")).find("row 9000 (counted from 0) holds nan"), std::string::npos);
    EXPECT_NE(refused(1e300).find("row 9000 (counted from 0) holds inf"), std::string::npos);
}

// A file that --rays would refuse is not written: the eye that frames such a mesh is too far away.
TEST_F(Program, WritesNoRaysThatItWouldNotRead) {
    for (const auto& [size, writes] : {std::pair("1e30", false), std::pair("1e29", true)}) {
        write("big.obj", fmt::format("v -{0} -{0} 0\nv {0} -{0} 0\nv 0 {0} 0\nf 1 2 3\n", size));
        for (const std::string kind : {"--size 4x4", "--grid=z --size 4x4", "--aim interior"}) {
            const auto written = run("rays big.obj -o rays.npy " + kind);
            EXPECT_EQ(written.exit, writes ? 0 : 3) << size << ' ' << kind << written.err;
            EXPECT_EQ(std::filesystem::exists(folder_ / "rays.npy"), writes) << size << ' ' << kind;
            if (!writes)
                EXPECT_NE(
                    written.err.find("e30; numbers within ±1e30, as in meshes, would be "
                                     "right, so that differences stay in the range of floats"),
                    std::string::npos)
                    << written.err;
            else
                EXPECT_EQ(run("compare big.obj --rays rays.npy -m exact").exit, 0);
            std::filesystem::remove(folder_ / "rays.npy");
        }
    }
}

/// Rays at a triangle at z = 1, and one of its answers.
struct Wall {
    std::vector<Triangle<float>> triangles{{{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}},
                                           {{-9, -9, 2}, {9, -9, 2}, {0, 9, 2}}};
    Geometry geometry{triangles, {0, 0, 0}};
    Reference exact = make_reference(make_method("exact"), geometry);

    Tally judge(const std::string& answers, const std::vector<Ray<float>>& rays,
                std::vector<std::uint32_t> order = {}, const char* precision = "double") const {
        Method method = parse_method("answers:file=" + write(folder() / "a.csv", answers).string() +
                                     ",precision=" + precision);
        return judge_all({listed(rays),
                          {open_answers(method, {rays.size(), triangles.size(), std::move(order)})},
                          exact,
                          geometry})[0];
    }
    /// What the answer to one ray is judged as.
    Outcome outcome(const std::string& answer, const Ray<float>& ray) const {
        const auto column = judge(answer, {ray});
        for (std::size_t k = 0; k < column.first.size(); ++k)
            if (column.first[k]) return Outcome(k);
        return Outcome::right;
    }
};

TEST(Answers, ThatContradictTheMeshOrTheRaysAreRefused) {
    const Wall wall;
    const Ray<float> ray({0, 0, 0}, {0, 0, 1});
    const auto error_of = [&](const std::string& answers) {
        return bad_input_of([&] { wall.judge(answers, {ray, ray}); });
    };
    const auto has = [](const std::string& text, const char* what) {
        return text.find(what) != text.npos;
    };
    EXPECT_EQ(error_of("1,0\ninf,-1\n"), "no error");
    EXPECT_PRED2(has, error_of("1,0\n"), "has 1 row; 2, one for each ray of --rays or pixel,");
    EXPECT_PRED2(has, error_of("1,0\n1,0\n1,0\n"), "has 3 rows");
    EXPECT_PRED2(has, error_of("1,0\nnan,0\n"), "row 1 (counted from 0): t is NaN");
    EXPECT_PRED2(has, error_of("1,2\n1,0\n"), "row 0 (counted from 0): the mesh has no triangle 2");
    EXPECT_PRED2(has, error_of("1,0.5\n1,0\n"), "triangle 0.5");
    EXPECT_PRED2(has, error_of("1,-2\n1,0\n"), "triangle -2");
    EXPECT_PRED2(has, error_of("1,nan\n1,0\n"), "triangle nan");
    EXPECT_PRED2(has, error_of("1,4294967295\n1,0\n"), "; a uint32 stores -1 as 4294967295");
    // The columns are swapped; or the numbers are another mesh's.
    for (const char* swapped : {"0,2.5\n0,2\n", "-1,inf\n0,2\n"})
        EXPECT_TRUE(error_of(swapped).ends_with("; t is the first column, the triangle the second"))
            << error_of(swapped);
    for (const char* other : {"1,4294967296\n1,0\n", "1,nan\n1,0\n"})
        EXPECT_TRUE(error_of(other).ends_with("-1 is a miss")) << error_of(other);
    EXPECT_PRED2(has, error_of("1,0,0\n1,0,0\n"), "has 3 columns");
    EXPECT_THROW(wall.judge("1,0\n", {ray, ray}), Error);
}

TEST(Answers, WithoutATriangleAreJudgedByT) {
    const Wall wall;
    const Ray<float> ray({0, 0, 0}, {0, 0, 0.5f}), beside({99, 0, 0}, {0, 0, 1});
    EXPECT_EQ(wall.outcome("2\n", ray), Outcome::right);
    EXPECT_EQ(wall.outcome("4\n", ray), Outcome::leak);
    EXPECT_EQ(wall.outcome("inf\n", ray), Outcome::leak);
    EXPECT_EQ(wall.outcome("1\n", beside), Outcome::false_hit);
    EXPECT_EQ(wall.outcome("inf\n", beside), Outcome::right);
    EXPECT_EQ(wall.outcome("2.1\n", ray), Outcome::wrong_t);
    EXPECT_EQ(wall.outcome("0\n", {{0, 0, 1}, {0, 0, 0.5f}}), Outcome::degenerate);
}

// Nothing is hit at a t below 0: whoever says so errs, in files of one column as in those of two.
TEST(Answers, AtANegativeTErrInOneColumnAsInTwo) {
    const Wall wall;
    const Ray<float> ray({0, 0, 0}, {0, 0, 0.5f}), beside({99, 0, 0}, {0, 0, 1});
    for (const char* answer : {"-1\n", "-2\n", "-1,0\n", "-2,0\n"}) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(wall.outcome(answer, ray), Outcome::wrong_t) << answer;
        EXPECT_EQ(wall.outcome(answer, beside), Outcome::false_hit) << answer;
        const auto said = testing::internal::GetCapturedStderr();
        EXPECT_NE(said.find("t is below 0 on 1 of 1 rows"), said.npos) << said;
    }
    for (const char* miss : {"inf\n", "-inf\n", "inf,-1\n", "-1,-1\n"}) {
        EXPECT_EQ(wall.outcome(miss, ray), Outcome::leak) << miss;
        EXPECT_EQ(wall.outcome(miss, beside), Outcome::right) << miss;
    }
    testing::internal::CaptureStderr();
    for (const char* miss : {"-inf,0\n", "inf,99\n", "inf,nan\n", "nan,-1\n"})
        EXPECT_EQ(wall.outcome(miss, ray), Outcome::leak) << miss;
    EXPECT_NE(testing::internal::GetCapturedStderr().find("t is -inf on 1 of 1 rows"),
              std::string::npos);
}

// Floats print nine digits at most; ten or more, of a number that is not a float, are a double's.
TEST(Answers, ComeFromTheArithmeticThatStoresOrPrintsTheirT) {
    const auto precision_of = [](const std::string& file, std::size_t rays) {
        Method method = parse_method("answers:file=" + file);
        open_answers(method, {rays, 9, {}});
        return to_string(method.precision());
    };
    const auto csv = [&](const std::string& t) {
        return precision_of(write(folder() / "p.csv", "0.5,0\n" + t + ",1\n").string(), 2);
    };
    for (const char* t :
         {"0.1", "0.100000001", "1.00000001e-01", "inf", "-0.123456789", "3", "0.75",
          "0.10000000149011612", "0x1.99999ap-4", "0.000000000123456789", "1e30",
          // A float, printed with more digits than it needs.
          "0.1000000015", "0.100000001490", "1.000000015e-01"})
        EXPECT_EQ(csv(t), "float") << t;
    // The t of a miss is not computed.
    for (const char* t : {"1e30", "1.000000000000000000e+30"})
        EXPECT_EQ(precision_of(write(folder() / "p.csv", "0.5,0\n" + std::string(t) + ",-1\n"), 2),
                  "float")
            << t;
    for (const char* t : {"0.1000000001", "1.234567891e-5", "0.30000000000000004", "0.10000000000",
                          "0x1.999999999999ap-4"})
        EXPECT_EQ(csv(t), "double") << t;
    const auto npy_of = [&](const char* type, const std::string& bytes) {
        return precision_of(
            write(folder() / "p.npy", npy(dictionary(type, "(1, 2)"), bytes)).string(), 1);
    };
    EXPECT_EQ(npy_of("<f4", bytes_of<float>({0.1f, 0})), "float");
    EXPECT_EQ(npy_of("<f8", bytes_of<double>({double(0.1f), 0})), "float");
    EXPECT_EQ(npy_of("<f8", bytes_of<double>({0.1, 0})), "double");
    EXPECT_EQ(npy_of("<f8", bytes_of<double>({1e30, -1})), "float");
    // A t that stands for a miss is not computed either: no other t is near it.
    const auto two_of = [&](double t, double other) {
        return precision_of(write(folder() / "p.npy", npy(dictionary("<f8", "(3, 2)"),
                                                          bytes_of<double>({t, 0, other, 1, t, 0})))
                                .string(),
                            3);
    };
    for (const double miss : {1e30, 1e300, 1.7976931348623157e308, 99999.9, -0.1, -1e30}) {
        EXPECT_EQ(two_of(miss, 0.5), "float") << miss;
        EXPECT_EQ(two_of(miss, 0.1), "double") << miss;
        const auto text = fmt::format("{:.17e}", miss);
        EXPECT_EQ(csv(text), "float") << text;
    }
    // What is the only double may be computed on parallel triangles.
    for (const double t : {0.1, 100.1, 1e-300}) EXPECT_EQ(two_of(t, 0.5), "double") << t;
    Method said = parse_method("answers:precision=double,file=" +
                               write(folder() / "p.csv", "0.1,0\n").string());
    open_answers(said, {1, 9, {}});
    EXPECT_EQ(said.precision(), Precision::twice);
}

// Within 2^-12 of the exact t it is good; farther than tau, 8 u |t d|, from the plane it is
// counted.
TEST(Answers, WithTheRightTriangleAtAWrongTAreErrors) {
    const Wall wall;
    // |d| = 1/2: t is in lengths of d. A tracer that normalises d answers 1.
    const Ray<float> ray({0, 0, 0}, {0, 0, 0.5f});
    const auto t_off = [&](double t, std::uint64_t right) {
        const auto outcomes = wall.judge(fmt::format("{},0\n", t), {ray}, {}, "float").outcomes;
        EXPECT_EQ(outcomes.right, right) << t;
        EXPECT_EQ(outcomes.wrong_t, 1 - right) << t;
        EXPECT_EQ(outcomes.errors(), 1 - right) << t;
        return outcomes.t_off;
    };
    EXPECT_EQ(t_off(2, 1), 0u);
    EXPECT_EQ(t_off(2 * (1 + 7.9 * 0x1p-24), 1), 0u);
    EXPECT_EQ(t_off(2 * (1 + 8.1 * 0x1p-24), 1), 1u);
    EXPECT_EQ(t_off(2 * (1 - 0x1p-13), 1), 1u);
    for (const double wrong : {2 * (1 + 0x1p-11), 2 * (1 - 0x1p-11), 1.0, 0.0, -2.0, 1e300})
        EXPECT_EQ(t_off(wrong, 0), 0u);
}

TEST(Answers, AtT0AndInThePlaneAreNoErrors) {
    const Wall wall;
    const Ray<float> from_the_wall({0, 0, 1}, {0, 0, 1}), in_the_wall({-20, 0, 1}, {1, 0, 0}),
        above({0, 0, 1.5f}, {0, 0, 1});
    EXPECT_EQ(wall.outcome("0,0\n", from_the_wall), Outcome::degenerate);
    EXPECT_EQ(wall.outcome("1,1\n", from_the_wall), Outcome::right);
    EXPECT_EQ(wall.outcome("20,0\n", in_the_wall), Outcome::degenerate);
    EXPECT_EQ(wall.outcome("inf,-1\n", in_the_wall), Outcome::right);
    // Beside the triangle, or from beside the plane, it is an error.
    EXPECT_EQ(wall.outcome("1,0\n", in_the_wall), Outcome::false_hit);
    EXPECT_NE(wall.outcome("0,0\n", above), Outcome::degenerate);
}

TEST(Answers, InAnotherOrderOfTheTrianglesAreMapped) {
    const Target sphere("icosphere:faces=80");
    Mesh shuffled{sphere.mesh};
    Random random(4);
    for (std::uint32_t k = 0; k + 1 < shuffled.triangles.size(); ++k)
        std::swap(shuffled.triangles[k],
                  shuffled.triangles[k + random.below(std::uint32_t(80 - k))]);
    // Turned as well: the same corners in another order.
    for (auto& tri : shuffled.triangles) tri = {tri.b, tri.c, tri.a};
    const auto path = write(folder() / "shuffled.obj", to_obj(shuffled));
    const auto order = triangle_order(path, sphere.mesh.triangles);
    ASSERT_EQ(order.size(), 80u);
    for (std::size_t k = 0; k < order.size(); ++k)
        EXPECT_EQ(sphere.mesh.triangles[order[k]].b, shuffled.triangles[k].a);

    shuffled.triangles.back().a.x += 1;
    const auto moved = write(folder() / "moved.obj", to_obj(shuffled));
    EXPECT_NE(
        bad_input_of([&] { triangle_order(moved, sphere.mesh.triangles); }).find("triangle 79"),
        std::string::npos);
    const Wall wall;
    const Ray<float> ray({0, 0, 0}, {0, 0, 1});
    EXPECT_EQ(wall.judge("2,0\n", {ray}, {1, 0}).outcomes.leaks, 1u);
    EXPECT_EQ(wall.judge("1,1\n", {ray}, {1, 0}).outcomes.right, 1u);
}

// Neither the order of the rays nor the threads matter, whatever the origins.
TEST(Judging, IsTheSameInAnyOrder) {
    const Target sphere("icosphere:faces=320");
    auto rays = rays_of(aimed_rays(sphere.aimed, Aim::edge, 20'000, 1));
    const auto answerers = make_answerers(std::vector{parse_method("moller-trumbore")},
                                          sphere.geometry, Traversal::one_ray);
    const auto judged_up_to = [&](std::size_t count) {
        return judge_all({listed({rays.begin(), rays.begin() + std::ptrdiff_t(count)}), answerers,
                          sphere.exact, sphere.geometry})[0];
    };
    const auto judged = [&] { return judged_up_to(rays.size()); };
    // None of the rays before the first is like it.
    const auto expect_first = [&](const Tally& tally) {
        const auto first = std::size_t(tally.first[std::size_t(Outcome::tie)].number);
        EXPECT_EQ(judged_up_to(first).outcomes.tie, 0u);
        EXPECT_EQ(judged_up_to(first + 1).outcomes.tie, 1u);
    };
    const Tally before = judged();
    const auto counted = sphere.count("moller-trumbore", Aim::edge, rays.size());
    EXPECT_EQ(before.outcomes.leaks, counted.outcomes.leaks);
    EXPECT_EQ(before.outcomes.tie, counted.outcomes.tie);
    EXPECT_GT(before.outcomes.leaks, 1000u);
    const auto first = before.first[std::size_t(Outcome::leak)];
    ASSERT_TRUE(first);
    EXPECT_FALSE(first.hit());
    expect_first(before);
    std::ranges::reverse(rays);
    const Tally after = judged();
    expect_first(after);
    EXPECT_EQ(after.outcomes.leaks, before.outcomes.leaks);
    EXPECT_EQ(after.outcomes.tie, before.outcomes.tie);
    EXPECT_EQ(after.outcomes.right, before.outcomes.right);
}

/// What a command prints and writes; files with a whole path are on the disk too.
struct Made {
    std::string printed;
    std::vector<std::pair<fs::path, std::string>> files;
};
Made run(const std::vector<std::string>& words) {
    Made made;
    parse_command_line(words)({[&](const fs::path& path, const Content& content) {
                                   std::string& bytes = made.files.emplace_back(path, "").second;
                                   content([&](std::string_view piece) { bytes += piece; });
                                   if (path.is_absolute()) write_file(path, bytes);
                               },
                               [&](std::string_view text) { made.printed += text; }});
    return made;
}

/// What commands say beside what they print.
std::string said_by(const std::vector<std::string>& words) {
    testing::internal::CaptureStderr();
    run(words);
    return testing::internal::GetCapturedStderr();
}

const std::string sphere_scene = HITMISS_SCENES "/icosphere.toml";

// More rays than one write holds.
TEST(RefereeCommands, WriteARayPerPixel) {
    constexpr int width = 400, height = 330;
    const auto path = (folder() / "rays.npy").string();
    run({"rays", sphere_scene, "--size", "400x330", "-o", path});
    const NumberTable table(path);
    ASSERT_EQ(table.rows(), std::size_t(width) * height);
    const auto numbers = table.read(0, table.rows());
    const PrimaryRays rays(load_scene(sphere_scene).camera, width, height);
    for (int k = 0; k < width * height; ++k) {
        const auto ray = rays(k % width, k / width);
        for (int c = 0; c < 3; ++c) {
            ASSERT_EQ(numbers[std::size_t(6 * k + c)], ray.o[c]) << k;
            ASSERT_EQ(numbers[std::size_t(6 * k + 3 + c)], ray.d[c]) << k;
        }
    }
}

// libigl computes in double and stores t as a float: so its answers are those of floats, in a file
// and without one.
TEST(RefereeCommands, JudgeAMethodsOwnLeaksFromItsFile) {
    const auto rays = (folder() / "rays.npy").string(), hits = (folder() / "hits.npy").string();
    const auto leaks = [&](const std::string& method, const char* aim) {
        const auto printed = run({"leaks", sphere_scene, "--aim", aim, "--rays", "5000", "--seed",
                                  "7", "-m", method, "--format", "json"})
                                 .printed;
        auto row = parse_json(printed)["rates"][0];
        // Only a kernel can tell these, and the name differs.
        for (const char* key : {"nan", "multiple"})
            for (const char* end : {"", "_per_million", "_low", "_high"})
                row.erase(key + std::string(end));
        for (const char* key :
             {"method", "epsilon", "precision", "arithmetic", "variant", "settings"})
            row.erase(key);
        return row;
    };
    for (const auto& [method, aim] :
         {std::pair{"moller-trumbore:as=libigl", "silhouettes"}, {"moller-trumbore", "vertices"}}) {
        run({"rays", sphere_scene, "--aim", aim, "--rays", "5000", "--seed", "7", "-o", rays});
        run({"compare", sphere_scene, "--rays", rays, "-m", method, "--answers", hits});
        EXPECT_EQ(leaks("answers:file=" + hits, aim), leaks(method, aim)) << method;
    }
    EXPECT_THROW(run({"leaks", sphere_scene, "-m", "answers:file=" + hits}), Error);
    EXPECT_THROW(run({"render", sphere_scene, "-m", "answers:file=" + hits}), Error);
    try {
        run({"compare", sphere_scene, "--rays", rays, "-m", "answers:file=" + hits, "--fail-over",
             "10"});
        ADD_FAILURE() << "not over the threshold";
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::over_threshold);
    }
}

/// Whether, or how often, each of 2,000 rays aimed at edges hits, by a tracer that lost every
/// tenth.
template <typename Integer>
std::string told_by_a_leaky_tracer(const fs::path& place, const std::string& type, Integer hit) {
    std::vector<Integer> told(2000, hit);
    for (std::size_t k = 0; k < told.size(); k += 10) told[k] = 0;
    return write(place / ("told" + type.substr(1) + ".npy"),
                 npy(dictionary(type, "(2000, 1)"), bytes_of(told)));
}

TEST(RefereeCommands, JudgeWhetherAndHowOftenRaysHit) {
    const fs::path place = folder();
    const auto rays = (place / "rays.npy").string(), hits = (place / "hits.npy").string();
    run({"rays", sphere_scene, "--aim", "edges", "--rays", "2000", "-o", rays});
    run({"compare", sphere_scene, "--rays", rays, "-m", "watertight", "--answers", hits});
    const auto yes = told_by_a_leaky_tracer<std::uint8_t>(place, "|b1", 1);
    const auto counts = told_by_a_leaky_tracer<std::int32_t>(place, "<i4", 1);
    const auto twice = told_by_a_leaky_tracer<std::int16_t>(place, "<i2", 2);
    const auto result =
        parse_json(run({"compare", sphere_scene, "--rays", rays, "-m", "answers:file=" + hits, "-m",
                        "answers:file=" + yes, "-m", "answers:file=" + counts, "-m",
                        "answers:file=" + twice, "--format", "json"})
                       .printed);
    const auto& methods = result["methods"];
    EXPECT_EQ(methods[0]["errors"], 0);
    for (const std::size_t told : {1u, 2u}) {
        EXPECT_EQ(methods[told]["leaks"], 200);
        EXPECT_EQ(methods[told]["errors"], 200);
    }
    // From inside a sphere each ray crosses it once. Only counts are judged along the whole ray.
    EXPECT_TRUE(methods[1]["crossings"].is_null());
    EXPECT_EQ(methods[2]["crossings"], 2000);
    EXPECT_EQ(methods[2]["missed"], 200);
    EXPECT_EQ(methods[2]["double"], 0);
    EXPECT_EQ(methods[2]["parity"], 200);
    // A number does not tell which triangles were hit.
    for (const char* key : {"extra", "extra_high", "outline", "outline_high"})
        EXPECT_TRUE(methods[2][key].is_null()) << key;
    // On how many rays two files disagree: about whether anything is hit, or both about how often.
    std::vector<int> disagree;
    for (const auto& pair : result["disagreements"]) disagree.push_back(pair["rays"].get<int>());
    EXPECT_EQ(disagree, (std::vector{200, 200, 0, 200, 0, 1800}));
    // Integers have no precision; that they are counts is said where they are many.
    const auto note_on = [&](const std::string& file) {
        return said_by({"compare", sphere_scene, "--rays", rays, "-m", "answers:file=" + file});
    };
    EXPECT_EQ(note_on(counts), "");
    const auto note = note_on(told_by_a_leaky_tracer<std::int32_t>(place, "<i4", 64));
    EXPECT_NE(note.find("a column of integers is read as hits per ray, here up to 64;"), note.npos);
    EXPECT_NE(note.find(": the number of hits is wrong on 2,000 of 2,000 rays, first on ray 0\n"),
              note.npos);
    EXPECT_EQ(std::ranges::count(note, '\n'), 2) << note;
}

// Each ray from inside a sphere crosses it once: a second hit is none of the nearest hit's errors.
TEST(RefereeCommands, NameARayWhoseHitsAreMiscounted) {
    const fs::path place = folder();
    const auto rays = (place / "rays.npy").string();
    run({"rays", sphere_scene, "--aim", "interior", "--rays", "2000", "-o", rays});
    const auto told = [&](int from) {
        std::vector<std::int32_t> counts(2000, 1);
        for (std::size_t k = std::size_t(from); k < counts.size(); ++k) counts[k] = 2;
        return "answers:file=" + write(place / fmt::format("from-{}.npy", from),
                                       npy(dictionary("<i4", "(2000,)"), bytes_of(counts)))
                                     .string();
    };
    const auto compare = [&](const std::string& method, const std::vector<std::string>& more) {
        std::vector<std::string> words{"compare", sphere_scene, "--rays", rays, "-m", method};
        words.insert(words.end(), more.begin(), more.end());
        return run(words).printed;
    };
    const auto row = parse_json(compare(told(1993), {"--format", "json"}))["methods"][0];
    EXPECT_EQ(row["errors"], 0);
    EXPECT_EQ(row["miscounted"], 7);
    compare(told(1993), {"--fail-over", "7"});
    compare(told(2000), {"--fail-over", "0"});
    try {
        compare(told(1993), {"--fail-over", "6"});
        ADD_FAILURE() << "not over the threshold";
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::over_threshold);
        EXPECT_NE(std::string(error.what()).find(", along the whole ray, errs on 7 rays"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_NE(compare(told(1993), {}).find(" --row 1993 -m answers:"), std::string::npos);
}

// What a file does not tell is not invented: neither t nor triangle of counts, no triangle of t.
TEST(RefereeCommands, ExplainNothingThatAFileDoesNotTell) {
    const fs::path place = folder();
    const auto mesh = write(place / "mesh.csv", "0,0,0,4,0,0,0,4,0\n0,0,1,4,0,1,0,4,1\n").string();
    const auto rays = write(place / "rays.csv", "1,1,3,0,0,-1\n").string();
    const auto t = write(place / "t.csv", "2\n").string();
    const auto five =
        write(place / "five.npy", npy(dictionary("<i8", "(1,)"), bytes_of<std::int64_t>({5})))
            .string();
    const auto yes = write(place / "yes.npy", npy(dictionary("|b1", "(1,)"), "\1")).string();
    const auto explained = [&](const std::string& file, const std::string& format) {
        return run({"explain", mesh, "--rays", rays, "--row", "0", "-m", "answers:file=" + file,
                    "--format", format})
            .printed;
    };
    for (const auto& file : {t, five, yes}) {
        const auto row = parse_json(explained(file, "json"))["methods"][0];
        EXPECT_EQ(row["outcome"], "right") << row;
        EXPECT_TRUE(row["triangle"].is_null()) << row;
        EXPECT_EQ(row["t"].is_null(), file != t) << row;
        EXPECT_EQ(row.count("crossings"), file == five ? 1u : 0u) << row;
        if (file == five) {
            EXPECT_EQ(row["hits"].get<int>() - row["crossings"].get<int>(), 3);
        }
    }
    const auto has = [&](const std::string& file, const std::string& said) {
        const auto text = explained(file, "text");
        EXPECT_NE(text.find("nearest: " + said), text.npos) << text;
    };
    has(t, "a hit at t = 2; exact: triangle 1 at t = 2: right\n");
    has(yes, "a hit, where is not said; exact: triangle 1 at t = 2: right\n");
    has(five,
        "5 hits, where is not said; exact: triangle 1 at t = 2: right\n"
        "    Along the whole ray: 5 hits; it crosses the surface 2 times.\n");
}

// Two triangles that share an edge, which a ray meets, behind another: watertight counts it twice.
TEST(RefereeCommands, ExplainWhereAlongTheRayAMethodMiscounts) {
    const fs::path place = folder();
    const auto mesh = write(place / "mesh.csv",
                            "-9,-9,2,9,-9,2,0,9,2\n"
                            "0,-4,0,4,0,0,0,4,0\n0,4,0,-4,0,0,0,-4,0\n")
                          .string();
    const auto rays = write(place / "rays.csv", "1,0.5,3,0,0,-1\n0,0.5,3,0,0,-1\n").string();
    const auto said =
        run({"compare", mesh, "--rays", rays, "-m", "watertight", "--whole-rays"}).printed;
    const auto command = said.find("--row 1 --whole-rays -m watertight");
    EXPECT_NE(command, said.npos) << said;
    const auto row = parse_json(run({"explain", mesh, "--rays", rays, "--row", "1", "--whole-rays",
                                     "-m", "watertight", "--format", "json"})
                                    .printed);
    EXPECT_EQ(row["methods"][0]["hits"], 3);
    EXPECT_EQ(row["methods"][0]["crossings"], 2);
    std::vector<int> triangles;  // E, and those that are counted where one is crossed
    for (const auto& about : row["triangles"]) triangles.push_back(about["triangle"].get<int>());
    EXPECT_EQ(triangles, (std::vector{0, 1, 2}));
}

// What a ray in a triangle's plane or from a triangle's point hits is a convention, whether t and
// triangle are told or only that something is hit, and whatever the direction's length.
TEST(RefereeCommands, JudgeConventionsAlikeWithAndWithoutT) {
    const fs::path place = folder();
    const auto mesh = write(place / "mesh.csv", "0,0,0,1,0,0,0,1,0\n").string();
    const auto rays = write(place / "rays.csv",
                            "0.25,0.25,0,0,0,-1\n-1,0.25,0,1,0,0\n-1,0.25,0,0.125,0,0\n"
                            "-1,0.25,0,4,0,0\n-1,0,0,1,0,0\n-1,0,0,-1,0,0\n-1,2,0,1,0,0\n")
                          .string();
    const auto told = write(place / "t.csv", "0,0\n1,0\n8,0\n0.25,0\n1,0\n1,0\n1,0\n").string();
    const auto yes = write(place / "yes.npy", npy(dictionary("|b1", "(7,)"), std::string(7, '\1')));
    const auto counts =
        write(place / "counts.npy",
              npy(dictionary("<i4", "(7,)"), bytes_of<std::int32_t>({1, 1, 1, 1, 1, 1, 1})));
    const auto methods =
        parse_json(run({"compare", mesh, "--rays", rays, "-m", "answers:file=" + told, "-m",
                        "answers:file=" + yes.string(), "-m", "answers:file=" + counts.string(),
                        "--format", "json"})
                       .printed)["methods"];
    // The last two rays pass the triangle by.
    for (const auto& method : methods) {
        EXPECT_EQ(method["degenerate"], 5) << method;
        EXPECT_EQ(method["false_hits"], 2) << method;
    }
    const auto said =
        run({"explain", mesh, "--rays", rays, "--row", "6", "-m", "answers:file=" + yes.string()})
            .printed;
    EXPECT_NE(said.find("a hit, where is not said"), said.npos) << said;
    EXPECT_NE(said.find("The hit is wrong: nothing is there."), said.npos) << said;
}

TEST(RefereeCommands, RefuseCountsThatCannotBe) {
    const fs::path place = folder();
    const auto rays = (place / "rays.npy").string();
    run({"rays", sphere_scene, "--aim", "edges", "--rays", "2000", "-o", rays});
    const auto said = [&](const std::string& type, const std::string& shape,
                          const std::string& data) {
        const auto file = write(place / "told.npy", npy(dictionary(type, shape), data));
        return bad_input_of([&] {
            run({"compare", sphere_scene, "--rays", rays, "-m", "answers:file=" + file.string()});
        });
    };
    std::vector<std::int16_t> counts(2000, 1);
    counts[7] = -1;
    EXPECT_NE(said("<i2", "(2000, 1)", bytes_of(counts))
                  .find("row 7 (counted from 0): a column of integers is hits per ray, not -1; for "
                        "triangles, two columns of floats, t and triangle"),
              std::string::npos);
    EXPECT_NE(said("<i2", "(1000, 2)", bytes_of(counts)).find("2 columns of integers"),
              std::string::npos);
    std::vector<std::int64_t> many(2000, 1);
    many[7] = (std::int64_t(1) << 53) + 2;  // not every number above 2^53 is a double
    EXPECT_NE(said("<i8", "(2000,)", bytes_of(many))
                  .find("told.npy: row 7 (counted from 0): 9007199254740994 hits are too many"),
              std::string::npos);
    counts.resize(1999);
    EXPECT_NE(said("<i2", "(1999,)", bytes_of(counts)).find("has 1999 rows; 2000"),
              std::string::npos);
    // Rays cannot be integers.
    EXPECT_NE(bad_input_of([&] {
                  file_rays(write(place / "r.npy",
                                  npy(dictionary("<i2", "(1, 6)"), std::string(12, '\1'))),
                            Box{{-1, -1, -1}, {1, 1, 1}});
              }).find("little-endian floats, would be right"),
              std::string::npos);
}

// Rays beside a wall's diagonal, each answered by the triangle on the other side: ties by the rules
// for float, errors by those for double. The note stands only where that changes a number.
TEST(RefereeCommands, SayWhereTheOtherPrecisionWouldChangeTheErrors) {
    const auto own = folder();
    const auto scene =
        write(own / "wall.obj", "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nf 1 2 3\nf 1 3 4\n")
            .string();
    std::string rays, right, ties;
    for (int k = 0; k < 7; ++k) {
        const double at = 0.1 * k - 0.25;
        rays += fmt::format("0,0,0,{0},{0},-1\n", float(at));
        rays += fmt::format("0,0,0,{},{},-1\n", float(at), float(at - 2e-7));
        right += "1,0\n1,0\n", ties += "1,0\n1,1\n";
    }
    const auto path = write(own / "rays.csv", rays).string();
    const auto said = [&](const std::string& answers, const std::string& settings) {
        const auto file = write(own / "answers.csv", answers).string();
        return said_by({"compare", scene, "--rays", path, "-m",
                        "answers:file=" + file + ",name=mine" + settings});
    };
    EXPECT_EQ(said(right, ""), "");
    EXPECT_EQ(said(right, ",precision=double"), "");
    for (const auto& [settings, line] :
         {std::pair("", "add precision=double: 7 errors in place of 0"),
          {",precision=float", ""},  // who says it knows it
          {",precision=double", ""}}) {
        const std::string note = said(ties, settings);
        EXPECT_NE(note.find(line), note.npos) << note;
        EXPECT_EQ(std::ranges::count(note, '\n'), *line == 0 ? 0 : 1) << note;
    }
}

// The same note of a picture and of aimed rays; methods, whose precision is known, have none.
TEST(RefereeCommands, SayTheSameOfPicturesAndAimedRays) {
    const auto hits = (folder() / "hits.npy").string();
    const std::vector<std::string> aim{"--aim", "edges", "--rays", "3000"};
    const auto with = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const auto rays = (folder() / "rays.npy").string();
    run(with({"rays", sphere_scene, "-o", rays}, aim));
    EXPECT_EQ(
        said_by({"compare", sphere_scene, "--rays", rays, "-m", "watertight", "--answers", hits}),
        "");
    const auto errors_of = [&](const std::string& precision) {
        const auto printed = run({"compare", sphere_scene, "--rays", rays, "--format", "json", "-m",
                                  "answers:file=" + hits + ",precision=" + precision})
                                 .printed;
        return parse_json(printed)["methods"][0]["errors"].get<int>();
    };
    const auto line = fmt::format("add precision=double: {} errors in place of {}",
                                  errors_of("double"), errors_of("float"));
    const auto twice = fs::path(hits).replace_filename("doubles.npy").string();
    run({"compare", sphere_scene, "--rays", rays, "-m", "exact", "--answers", twice});
    EXPECT_EQ(said_by({"compare", sphere_scene, "--rays", rays, "-m", "answers:file=" + twice}), "")
        << "right by both rules";
    ASSERT_NE(errors_of("float"), errors_of("double"));
    for (const auto& words :
         {with({"compare", sphere_scene}, {"--rays", rays}), with({"leaks", sphere_scene}, aim)}) {
        const auto note = said_by(with(words, {"-m", "answers:file=" + hits}));
        EXPECT_NE(note.find(line), note.npos) << note << line;
    }
    const std::vector<std::string> picture{"compare", sphere_scene, "--size", "9x7"};
    run(with(picture, {"-m", "watertight", "--answers", hits}));
    EXPECT_EQ(said_by(with(picture, {"-m", "answers:file=" + hits})), "");
}

TEST(RefereeCommands, WriteAReportThatExplainReadsBack) {
    const auto rays = (folder() / "rays.npy").string();
    run({"rays", sphere_scene, "--aim", "edges", "--rays", "2000", "-o", rays});
    const auto made = run({"compare", sphere_scene, "--rays", rays, "-m", "moller-trumbore",
                           "--report", "report.md"});
    ASSERT_EQ(made.files.size(), 1u);
    const std::string& page = made.files[0].second;
    EXPECT_NE(page.find("hitmiss compare"), page.npos);
    EXPECT_NE(page.find("| moller-trumbore |"), page.npos);
    const auto begin = page.find("```\n") + 4, end = page.find("```", begin);
    const Reproducer reproducer = read_reproducer(page.substr(begin, end - begin), "report");
    const Geometry geometry(reproducer.triangles, Vec<double>(reproducer.ray.o));
    const auto explained = explain(reproducer.ray, {parse_method("moller-trumbore")}, geometry);
    EXPECT_EQ(explained.methods[0].outcome, Outcome::leak);
    EXPECT_FALSE(explained.answer.triangles.empty());
}

TEST(RefereeCommands, ExplainWhatAFileSaysBesideWhatMethodsCompute) {
    const auto hits = (folder() / "hits.csv").string();
    run({"compare", sphere_scene, "--size", "9x7", "-m", "watertight", "--answers", hits});
    const auto text = run({"explain", sphere_scene, "--size", "9x7", "--pixel", "4,3", "-m",
                           "answers:file=" + hits + ",name=theirs", "-m", "watertight"})
                          .printed;
    // It has no values of its own, but its answer is judged.
    const auto theirs = text.substr(text.find("name=theirs"), text.find("\nwatertight"));
    EXPECT_NE(theirs.find("name=theirs"), text.npos) << text;
    EXPECT_EQ(theirs.find("triangle"), theirs.find("nearest: triangle") + 9) << theirs;
    EXPECT_NE(theirs.find(": right"), theirs.npos) << theirs;
}

// tinybvh's issue 168: a closed mesh with corners on an integer grid, rays along -y through the
// points of that grid. One command says which methods leak.
TEST(RefereeCommands, SendAGridThroughAMeshOnAnIntegerGrid) {
    Mesh mesh = make_mesh("icosphere:faces=1280");
    for (auto& tri : mesh.triangles)
        for (auto* v : {&tri.a, &tri.b, &tri.c})
            for (int k = 0; k < 3; ++k) (*v)[k] = std::round(100 * (*v)[k]);
    const auto path = write(folder() / "grid.obj", to_obj(mesh)).string();
    const auto table = run({"compare", path, "--grid=-y", "--size", "199x199", "-m", "exact", "-m",
                            "watertight", "-m", "moller-trumbore", "-m", "baldwin-weber",
                            "--format", "csv", "--columns", "method,leaks"})
                           .printed;
    std::map<std::string, int> leaks;
    std::istringstream lines(table);
    std::string line, cell;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::vector<std::string> cells;
        std::istringstream words(line);
        while (std::getline(words, cell, ',')) cells.push_back(cell);
        leaks[cells[0]] = std::stoi(cells[1]);
    }
    EXPECT_EQ(leaks["exact"], 0);
    EXPECT_EQ(leaks["watertight"], 0);
    EXPECT_GT(leaks["baldwin-weber"], 0);
    EXPECT_TRUE(leaks.contains("moller-trumbore"));
}

}  // namespace
}  // namespace hitmiss
