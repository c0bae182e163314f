#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <new>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace hitmiss {
namespace {

TEST(ParallelFor, VisitsEachNumberOnce) {
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(visits.size(), [&](std::size_t k) { ++visits[k]; });
    for (const auto& count : visits) EXPECT_EQ(count, 1);
    parallel_for(0, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsAfterTheLoopWhatAVisitThrows) {
    EXPECT_THROW(parallel_for(100,
                              [](std::size_t k) {
                                  if (k % 7 == 3) throw std::bad_alloc();
                              }),
                 std::bad_alloc);
}

TEST(ParallelFor, ThrowsTheErrorOfTheLowestStepWhicheverThreadIsFaster) {
    const auto fail = [](std::size_t k) {
        if (k == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (k >= 1) throw std::runtime_error(std::to_string(k));
    };
    try {
        parallel_for(16, fail);
        FAIL() << "no error left the loop";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "1");
    }
}

// An exception that leaves a parallel region ends the program by std::terminate.
TEST(ParallelFor, IsTheOnlyParallelLoopThatMayThrow) {
    // What these do in parallel is arithmetic in memory that is there, or guards itself.
    const std::set<std::string> allowed{
        "base/parallel.hpp", "base/geometry.hpp",     "scene/camera.cpp",    "scene/mesh.hpp",
        "trace/tree.cpp",    "trace/wide_tree.hpp",   "trace/wide_tree.cpp", "draw/error_map.cpp",
        "trace/widen.cpp",   "cluster/long_count.cpp"};
    const std::filesystem::path src = HITMISS_TESTS "/../src";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        const auto name = std::filesystem::relative(entry.path(), src).string();
        const bool parallel = text.str().find("#pragma omp parallel") != std::string::npos;
        EXPECT_TRUE(!parallel || allowed.contains(name)) << name << ": parallel_for() is right";
    }
}

}  // namespace
}  // namespace hitmiss
