// What loading a large OBJ file costs in memory.

#include "base/memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

#include "obj_files.hpp"
#include "sanitized.hpp"
#include "scene/ply.hpp"
#include "scene/stl.hpp"

namespace hitmiss {
namespace {

/// Writes the start, then `again` over and over, until nobody reads any more. Returns the end to
/// read from.
int endless_pipe(const std::string& start, const std::string& again) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    if (::fork() == 0) {
        ::close(ends[0]);
        ::signal(SIGPIPE, SIG_DFL);
        const auto write = [&](std::string_view text) {
            while (!text.empty()) {
                const auto count = ::write(ends[1], text.data(), text.size());
                if (count <= 0) ::_exit(0);
                text.remove_prefix(std::size_t(count));
            }
        };
        for (write(start);;) write(again);
    }
    ::close(ends[1]);
    return ends[0];
}
/// A program that loads the file and ends.
struct Loading {
    double peak;  ///< memory in bytes
    Exit exit;
};
Loading run_alone(std::vector<std::string> words, int input = STDIN_FILENO) {
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(input, STDIN_FILENO);
        ::execv(HITMISS_PROGRAM, arguments.data());
        ::_exit(127);
    }
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    EXPECT_TRUE(WIFEXITED(status)) << fmt::format("{}", fmt::join(words, " "));
    return {1024.0 * double(usage.ru_maxrss), Exit(WEXITSTATUS(status))};
}
Loading load_alone(const fs::path& path, int input = STDIN_FILENO) {
    // The size is refused as soon as the scene is there.
    return run_alone({"hitmiss", "render", path, "--size", "0x0"}, input);
}

class Memory : public ObjFiles {
protected:
    /// Whether this process is a fresh one; if not, runs the same test in one. A program's peak
    /// memory counts all that its parent had when it was forked, and after other tests this process
    /// has much.
    static bool is_fresh() {
        if (std::getenv("HITMISS_FRESH")) return true;
        const auto& test = *testing::UnitTest::GetInstance()->current_test_info();
        EXPECT_EQ(std::system(fmt::format("HITMISS_FRESH=1 '{}' --gtest_filter={}.{} >&2",
                                          fs::read_symlink("/proc/self/exe").string(),
                                          test.test_suite_name(), test.name())
                                  .c_str()),
                  0);
        return false;
    }
};

TEST_F(Memory, OfLoadingIsAtMostSixTimesTheFile) {
    if (sanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    if (!is_fresh()) return;
    std::ofstream attributes(folder_ / "attributes.obj"), quads(folder_ / "quads.obj");
    std::ofstream shortest(folder_ / "shortest.obj"), points(folder_ / "points.obj");
    for (int k = 0; k < 120'000; ++k)
        attributes << fmt::format("v {0}.25 {0} 1e-3\nvn 0 0 1\nvt 0.5 0.5\n", k);
    for (int k = 3; k < 120'000; ++k)
        attributes << fmt::format("f {0}/{0}/{0} {1}/{1}/{1} {2}/{2}/{2}\n", k - 2, k - 1, k);
    for (int k = 0; k < 150'000; ++k)
        quads << fmt::format("v {0}.25 {0} 1\nv {0} 0 1\nv 1 {0} 3\nv 1 1 {0}\nf -4 -3 -2 -1\n", k);
    shortest << "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    // The triangles take five times its size: the sixth must hold the program too.
    for (int k = 0; k < 2'500'000; ++k) shortest << "f 1 2 3\n";
    for (int k = 0; k < 1'250'000; ++k) points << "v 1 2 3\n";
    points << "f 1 2 3\n";
    for (auto* file : {&attributes, &quads, &shortest, &points}) file->close();
    const Mesh made = load_mesh(folder_ / "quads.obj");
    write(to_stl(made), "binary.stl"), write(to_ply(made), "binary.ply");
    for (const auto& entry : fs::directory_iterator(folder_)) {
        const auto size = double(entry.file_size());
        EXPECT_GE(size, 1e7) << entry.path();
        const auto [peak, exit] = load_alone(entry.path());
        EXPECT_EQ(exit, Exit::usage);
        EXPECT_LE(peak, 6 * size) << entry.path();
    }
}

TEST_F(Memory, OfATortureFileIsAtMost256MB) {
    if (sanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    if (!is_fresh()) return;
    for (const auto& entry : fs::directory_iterator(torture)) {
        const auto [peak, exit] = load_alone(entry.path());
        EXPECT_TRUE(exit == Exit::usage || exit == Exit::bad_input) << entry.path();
        EXPECT_LE(peak, 256e6) << entry.path();
    }
}

// No announced number is believed, and no pipe is expected to end: what is not read takes no
// memory, and no time.
TEST_F(Memory, OfAHostileFileIsAtMost256MB) {
    if (sanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    if (!is_fresh()) return;
    const std::string many = "4294967295", binary = "ply\nformat binary_little_endian 1.0\n",
                      face = "property list uchar int vertex_indices\n",
                      end = "end_header\n" + std::string(100'000, '\1');
    std::string stl(100'084, '\0'), npy("\x93NUMPY\x01\0\x76\0", 10);
    stl.replace(80, 4, "\xff\xff\xff\xff");
    npy += "{'descr': '<f4', 'fortran_order': False, 'shape': (" + many + ", 3, 3), }";
    write(stl, "many.stl"), write(npy + std::string(100'000, ' '), "many.npy");
    write(binary + "element vertex " + many + "\nproperty uchar x\nelement face 1\n" + face + end,
          "vertices.ply");
    write(binary + "element strange " + many + "000000000\nelement vertex 1\nproperty uchar x\n" +
              "property uchar y\nproperty uchar z\nelement face " + many + '\n' + face + end,
          "strange.ply");
    write(replaced(binary, "binary_little_endian", "ascii") +
              "element vertex 1\nproperty uchar x\n" +
              "property uchar y\nproperty uchar z\nelement face 1\n" + face +
              "end_header\n0 0 0\n100000 0 0 0\n",
          "corners.ply");
    write(binary + "element strange 1\nproperty list uint double items\nelement vertex 1\n" +
              "property uchar x\nproperty uchar y\nproperty uchar z\nelement face 1\n" + face + end,
          "items.ply");
    // The first bytes of a large file and its size tell.
    constexpr std::uintmax_t large = 1'000'000'000;
    write(stl, "large.stl"), write(stl, "large-stl.obj");
    write(binary + "element vertex " + many + "0\nproperty float x\nelement face 1\n" + face + end,
          "large.ply");
    for (const char* name : {"large.stl", "large-stl.obj", "large.ply"})
        fs::resize_file(folder_ / name, large);
    for (const char* ending : {"obj", "stl", "ply", "npy", "csv"})
        for (const char* start : {"", "PK\x03\x04"}) {
            const auto path = write(start, fmt::format("large{}.{}", std::strlen(start), ending));
            fs::resize_file(path, large);
        }
    const auto expect_refused = [](const std::string& path, int input = STDIN_FILENO) {
        const auto [peak, exit] = load_alone(path, input);
        EXPECT_EQ(exit, Exit::bad_input) << path;
        EXPECT_LE(peak, 256e6) << path;
    };
    const std::string zeros(1 << 16, '\0'),
        triangle = "solid a\nfacet normal 0 0 1\n",
        vertex =
            "element vertex 1\nproperty float x\nproperty float y\n"
            "property float z\nelement face 1\n" +
            face;
    auto one_stl = stl, one_npy = npy;
    one_stl.replace(80, 4, std::string("\1\0\0\0", 4));
    one_npy.replace(one_npy.find(many), many.size(), "1");
    one_npy += std::string(128 - one_npy.size(), ' ');
    const auto ascii = replaced(binary, "binary_little_endian", "ascii");
    for (const auto& start : {std::string(), stl, "solid" + stl.substr(5), one_stl, one_npy,
                              npy + std::string(100, ' '), binary + vertex + end,
                              ascii + vertex + "end_header\n", triangle, "v 0 0 0\n" + face,
                              binary + "element vertex " + many +
                                  "\nproperty float x\nelement face 1\n" + face + end}) {
        SCOPED_TRACE(start.substr(0, 100));
        const int input = endless_pipe(start, zeros);
        expect_refused("-", input);
        ::close(input);
    }
    for (const auto& entry : fs::directory_iterator(folder_)) {
        expect_refused(entry.path());
        const int input = ::open(entry.path().c_str(), O_RDONLY);
        expect_refused("-", input);
        ::close(input);
    }
}

// Rays and answers stay in their files: ten times as many take no more memory. The method has
// errors at both sizes: explaining them takes memory of its own.
TEST_F(Memory, OfJudgingDoesNotGrowWithTheRays) {
    if (sanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    if (!is_fresh()) return;
    const std::string scene = HITMISS_SCENES "/cube.toml", rays = folder_ / "rays.npy",
                      hits = folder_ / "hits.npy";
    std::vector<double> peaks;
    for (const char* size : {"400x1000", "2000x2000"}) {
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"hitmiss", "rays", scene, "--size", size, "-o", rays},
                 {"hitmiss", "compare", scene, "--rays", rays, "-m", "angle-sum", "--answers",
                  hits},
                 {"hitmiss", "compare", scene, "--rays", rays, "-m", "answers:file=" + hits}}) {
            const auto [peak, exit] = run_alone(words);
            EXPECT_EQ(exit, Exit::good);
            peaks.push_back(peak);
        }
    }
    for (std::size_t k = 0; k < 3; ++k) EXPECT_LE(peaks[k + 3], peaks[k] + 2e7) << k;
}

/// What the system says of the mapping that holds the byte: "rd wr ... hg ...".
std::string flags_at(const char* byte) {
    std::ifstream mappings("/proc/self/smaps");
    std::uintptr_t begin = 0, end = 0;
    for (std::string line; std::getline(mappings, line);) {
        if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) continue;
        const auto at = std::uintptr_t(byte);
        if (line.starts_with("VmFlags:") && begin <= at && at < end) return line;
    }
    return {};
}

TEST_F(Memory, OfScenesTracedOftenIsAskedForInHugePages) {
    if (!fs::exists("/sys/kernel/mm/transparent_hugepage")) GTEST_SKIP() << "none here";
    struct alignas(64) Line {};
    const auto asked_for = [](std::size_t bytes) {
        const Traversed<Line> lines(bytes / sizeof(Line));
        const auto* const block = reinterpret_cast<const char*>(lines.data());
        return std::ranges::count_if(
            std::array{std::size_t(0), bytes / 2, bytes - sizeof(Line)},
            [&](std::size_t at) { return flags_at(block + at).find(" hg") != std::string::npos; });
    };
    EXPECT_EQ(asked_for(30'000'000), 0) << "one picture is not worth them";
    traces_often = true;
    for (const std::size_t bytes : {1 << 19, 1 << 21, 10'000'000}) EXPECT_EQ(asked_for(bytes), 3);
    traces_often = false;
}

}  // namespace
}  // namespace hitmiss
