#include "base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

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

// The first numbers of a million items fill cells as evenly as random ones: a sum of squares within
// five standard deviations of its mean, alone and in pairs.
TEST(Random, OfItemsIsIndependent) {
    EXPECT_EQ(random_of(1234567, 0).next(), Random(6457827717110365317u).next())
        << "SplitMix64's first number of that seed";
    constexpr std::size_t items = 1'000'000, across = 32, numbers = 4;
    for (const std::uint64_t seed : {0, 1}) {
        std::array<std::array<std::uint64_t, across * across>, numbers * numbers> cells{};
        for (std::uint64_t item = 0; item < items; ++item) {
            Random random = random_of(seed, item);
            std::array<std::size_t, numbers> place;
            for (auto& k : place) k = random.below(across);
            for (std::size_t a = 0; a < numbers; ++a)
                for (std::size_t b = 0; b < numbers; ++b)
                    ++cells[numbers * a + b][across * place[a] + place[b]];
        }
        for (std::size_t pair = 0; pair < cells.size(); ++pair) {
            const bool alone = pair % (numbers + 1) == 0;  // cells of the diagonal alone
            const double kinds = alone ? across : across * across, mean = items / kinds;
            double sum = 0;
            for (std::size_t k = 0; k < cells[pair].size(); ++k)
                if (!alone || k % (across + 1) == 0)
                    sum += std::pow(double(cells[pair][k]) - mean, 2) / mean;
            EXPECT_NEAR(sum, kinds - 1, 5 * std::sqrt(2 * (kinds - 1))) << seed << ' ' << pair;
        }
    }
}

}  // namespace
}  // namespace hitmiss
