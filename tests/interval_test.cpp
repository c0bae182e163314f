// Intervals of rates against the equation that defines them.

#include <gtest/gtest.h>

#include "judge/tally.hpp"

namespace hitmiss {
namespace {

// The ends of Wilson's interval solve (p - rate)^2 = z^2 rate (1 - rate) / n.
TEST(WilsonInterval, SolvesItsEquation) {
    constexpr double z2 = 3.841458820694124;  // the 95 % point of chi squared with one degree
    for (const std::uint64_t n : {1u, 10u, 262'144u})
        for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{1}, n / 3, n / 2, n}) {
            const auto [low, high] = wilson_interval(k, n);
            const double p = double(k) / double(n);
            EXPECT_LE(low, p);
            EXPECT_GE(high, p);
            for (const double rate : {low, high})
                EXPECT_NEAR((p - rate) * (p - rate), z2 * rate * (1 - rate) / double(n), 1e-14);
        }
    EXPECT_EQ(wilson_interval(0, 100).low, 0);
    EXPECT_NEAR(wilson_interval(0, 100).high, z2 / (100 + z2), 1e-15);
    EXPECT_NEAR(wilson_interval(100, 100).low, 100 / (100 + z2), 1e-15);
    EXPECT_EQ(wilson_interval(100, 100).high, 1);
    EXPECT_EQ(wilson_interval(0, 0).low, 0);
    EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

}  // namespace
}  // namespace hitmiss
