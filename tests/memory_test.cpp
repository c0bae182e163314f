// What loading a large OBJ file costs in memory.

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "obj_files.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool own_memory = false;
#elif defined(__has_feature)
constexpr bool own_memory = !__has_feature(address_sanitizer);
#else
constexpr bool own_memory = true;
#endif

/// Peak memory of the process so far, in bytes.
double peak() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * double(usage.ru_maxrss);
}

/// By how many times the file's size loading raises the peak memory of a process of its own.
double cost_of_loading(const fs::path& path) {
    // As in a new process: nothing left over to use unseen, large blocks go back when freed.
    ::malloc_trim(0);
    ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const double before = peak();
        load_obj(path);
        const double cost = (peak() - before) / double(fs::file_size(path));
        ::_exit(::write(ends[1], &cost, sizeof cost) == sizeof cost ? 0 : 1);
    }
    double cost = HUGE_VAL;
    EXPECT_EQ(::read(ends[0], &cost, sizeof cost), ssize_t(sizeof cost));
    ::waitpid(child, nullptr, 0);
    ::close(ends[0]), ::close(ends[1]);
    return cost;
}

class Memory : public ObjFiles {};

TEST_F(Memory, OfLoadingIsAtMostSixTimesTheFile) {
    if (!own_memory) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    std::string with_attributes, short_faces = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (int k = 0; k < 120'000; ++k)
        with_attributes += fmt::format("v {0}.25 {0} 1e-3\nvn 0 0 1\nvt 0.5 0.5\n", k);
    for (int k = 3; k < 120'000; ++k)
        with_attributes += fmt::format("f {0}/{0}/{0} {1}/{1}/{1} {2}/{2}/{2}\n", k - 2, k - 1, k);
    while (short_faces.size() < 10'000'000) short_faces += "f 1 2 3\n";
    const auto knot = write(to_obj(make_mesh("torus-knot:faces=300000")), "knot.obj");
    const auto attributes = write(with_attributes, "attributes.obj");
    const auto faces = write(short_faces, "faces.obj");
    for (const auto& path : {knot, attributes, faces}) {
        EXPECT_GE(fs::file_size(path), 10'000'000u) << path;
        const double cost = cost_of_loading(path);
        EXPECT_LE(cost, 6) << path;
        EXPECT_GE(cost, 1) << path << ": the measurement does not see the file";
    }
}

}  // namespace
}  // namespace hitmiss
