#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

using namespace hitmiss;

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
