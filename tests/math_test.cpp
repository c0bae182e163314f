// The elementary functions against libm in extended precision.

#include "base/math.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

#include "base/random.hpp"

namespace hitmiss {
namespace {

TEST(ArcCosine, FloatIsWithin5e7OverAllMagnitudes) {
    double worst = 0;
    for (std::uint32_t bits = 0; bits <= std::bit_cast<std::uint32_t>(1.0f); bits += 499)
        for (const float x : {std::bit_cast<float>(bits), -std::bit_cast<float>(bits)})
            worst = std::max(worst, std::abs(double(arc_cosine(x)) - std::acos(double(x))));
    EXPECT_LE(worst, 5e-7);
}

TEST(ArcCosine, FloatIsWithin5e7AtEachFloatNextToOne) {
    for (float x = 1; x > 0.999f; x = std::nextafter(x, 0.0f)) {
        ASSERT_NEAR(arc_cosine(x), std::acos(double(x)), 5e-7) << x;
        ASSERT_NEAR(arc_cosine(-x), std::acos(-double(x)), 5e-7) << -x;
    }
}

TEST(ArcCosine, DoubleIsWithin1e15) {
    long double worst = 0;
    for (double x = -1; x <= 1; x += 1e-6)
        worst =
            std::max(worst, std::abs((long double)(arc_cosine(x)) - std::acos((long double)(x))));
    for (double x = 1; x > 1 - 1e-12; x = std::nextafter(x, 0.0) - 1e-15)
        worst =
            std::max(worst, std::abs((long double)(arc_cosine(-x)) - std::acos(-(long double)(x))));
    EXPECT_LE(double(worst), 1e-15);
}

TEST(ArcCosine, IsNaNOutsideAndExactAtTheEnds) {
    EXPECT_TRUE(std::isnan(arc_cosine(std::nextafter(1.0f, 2.0f))));
    EXPECT_TRUE(std::isnan(arc_cosine(std::nextafter(-1.0f, -2.0f))));
    EXPECT_TRUE(std::isnan(arc_cosine(std::nextafter(-1.0, -2.0))));
    EXPECT_TRUE(std::isnan(arc_cosine(std::numeric_limits<float>::quiet_NaN())));
    EXPECT_EQ(arc_cosine(1.0f), 0.0f);
    EXPECT_EQ(arc_cosine(-1.0), pi<double>);
}

TEST(ArcTangent, IsWithinItsBoundsAllAround) {
    double worst_float = 0;
    long double worst_double = 0;
    for (int k = -200000; k <= 200000; ++k) {
        const double angle = k * (std::numbers::pi / 200001);
        const double radius = std::ldexp(1.0, k % 40);
        const double x = radius * std::cos(angle), y = radius * std::sin(angle);
        const float fx = float(x), fy = float(y);
        worst_float = std::max(worst_float,
                               std::abs(arc_tangent(fy, fx) - std::atan2(double(fy), double(fx))));
        worst_double =
            std::max(worst_double, std::abs((long double)(arc_tangent(y, x)) -
                                            std::atan2((long double)(y), (long double)(x))));
    }
    EXPECT_LE(worst_float, 5e-7);
    EXPECT_LE(double(worst_double), 1e-15);
}

TEST(ArcTangent, OfTheAxesAndTheNullVector) {
    EXPECT_EQ(arc_tangent(0.0, 0.0), 0.0);
    EXPECT_EQ(arc_tangent(0.0, -1.0), pi<double>);
    EXPECT_EQ(arc_tangent(1.0, 0.0), pi<double> / 2);
    EXPECT_EQ(arc_tangent(-1.0, 0.0), -pi<double> / 2);
    EXPECT_TRUE(std::isnan(arc_tangent(std::nan(""), 1.0)));
}

TEST(SineCosineTangent, AreWithin1e15) {
    long double worst = 0, worst_tangent = 0;
    for (double x = -10; x <= 10; x += 1e-5) {
        const auto [s, c] = sine_cosine(x);
        worst = std::max({worst, std::abs(s - std::sin((long double)(x))),
                          std::abs(c - std::cos((long double)(x)))});
    }
    for (double x = -1.57; x <= 1.57; x += 1e-5)
        if (x != 0)
            worst_tangent =
                std::max(worst_tangent, std::abs(tangent(x) / std::tan((long double)(x)) - 1));
    EXPECT_LE(double(worst), 1e-15);
    EXPECT_LE(double(worst_tangent), 1e-15);
}

// A float is less than a double exactly where it is less than the next float above.
TEST(RoundedUp, DecidesAsAComparisonInDouble) {
    Random random(9);
    const double denorm = std::numeric_limits<float>::denorm_min();
    std::vector<double> numbers{0,       1e-6, 0.1,  1,    denorm, denorm / 3, 1.5 * denorm,
                                0x1p127, 1e38, 3e38, 1e39, 1e300,  0x1p-126,   0x1.fffffep127};
    for (int k = 0; k < 20'000; ++k)
        numbers.push_back(std::exp2(random.uniform(-150, 128)) * (1 + random.uniform()));
    for (const double number : numbers) {
        const float rounded = rounded_up<float>(number);
        EXPECT_EQ(rounded_up<double>(number), number);
        float near = std::min(float(number), std::numeric_limits<float>::max());
        for (int k = 0; k < 2; ++k) near = std::nextafter(near, -1.0f);
        for (int k = 0; k < 5;
             ++k, near = std::nextafter(near, std::numeric_limits<float>::infinity()))
            for (const float det : {near, -near}) {
                ASSERT_EQ(det < rounded, double(det) < number) << number << ' ' << det;
                ASSERT_EQ(std::abs(det) < rounded, double(det) > -number && double(det) < number)
                    << number << ' ' << det;
            }
    }
}

}  // namespace
}  // namespace hitmiss
