// Parts of a ray source.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "judge/ray_source.hpp"

namespace hitmiss {
namespace {

/// 2,000 rays in 20 batches.
RaySource source() {
    return {2000, 20, [](std::size_t index) {
                Batch batch;
                for (std::size_t k = 0; k < 100; ++k) batch.numbers.push_back(100 * index + k);
                batch.rays.resize(100);
                return batch;
            }};
}

RayNumbers numbers_in(const RaySource& source) {
    RayNumbers all;
    for (std::size_t k = 0; k < source.batches; ++k)
        for (const std::size_t number : source.batch(k).numbers) all.push_back(number);
    return all;
}

TEST(SomeRays, AreSpreadAtTheLeastStrideThatLeavesSoMany) {
    for (const auto& [most, stride] :
         {std::pair(2000u, 1u), {1999u, 2u}, {1000u, 2u}, {500u, 4u}, {499u, 5u}, {1u, 2000u}}) {
        RayNumbers expected;
        for (std::size_t number = 0; number < 2000; number += stride) expected.push_back(number);
        EXPECT_EQ(numbers_in(spread(source(), most)), expected) << most;
        RayNumbers all(2000);
        std::iota(all.begin(), all.end(), std::size_t{0});
        EXPECT_EQ(thinned(all, most), expected) << most;
    }
}

TEST(SomeRays, HoldThoseThatAreWantedAndOthersBetween) {
    const auto some = numbers_in(with_others(source(), {3, 7, 1999}, 103));
    EXPECT_EQ(some.size(), 103u);  // every 20th, of which none is wanted
    for (const std::size_t number : {0u, 3u, 7u, 20u, 1980u, 1999u})
        EXPECT_TRUE(std::ranges::binary_search(some, number)) << number;
}

}  // namespace
}  // namespace hitmiss
