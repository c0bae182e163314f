#include "base/random.hpp"

#include <gtest/gtest.h>

#include <array>

namespace hitmiss {
namespace {

TEST(Random, IsPcg32) {
    // The first outputs of the author's own demonstration program.
    Random random(42, 54);
    for (const std::uint32_t expected :
         {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu})
        EXPECT_EQ(random.next(), expected);
}

TEST(Random, IsUniform) {
    Random random(1);
    std::array<int, 10> counts{};
    double sum = 0;
    for (int k = 0; k < 100'000; ++k) {
        const double value = random.uniform();
        ASSERT_TRUE(value >= 0 && value < 1);
        sum += value;
        ++counts.at(random.below(10));
    }
    EXPECT_NEAR(sum / 100'000, 0.5, 0.005);                          // five standard deviations
    for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);  // likewise
    for (int k = 0; k < 100; ++k) {
        const double value = random.uniform(-3, -2);
        EXPECT_TRUE(value >= -3 && value < -2);
    }
}

}  // namespace
}  // namespace hitmiss
