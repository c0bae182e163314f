// The arithmetic that contracts, operation by operation against literal calls of std::fma.

#include <gtest/gtest.h>

#include "base/fused_vec.hpp"
#include "base/random.hpp"
#include "random_geometry.hpp"

namespace hitmiss {
namespace {

template <typename Base>
class FusedIn : public testing::Test {
public:
    /// A number of full length, so that products are rounded.
    Base next() { return Base(random_.uniform(-2, 2)); }
    Vec<Fused<Base>> vector() {
        const Base x = next(), y = next();
        return {x, y, next()};
    }

private:
    Random random_{38};
};
using Bases = testing::Types<float, double>;
TYPED_TEST_SUITE(FusedIn, Bases);

template <typename Base>
void expect_vec(const Vec<Fused<Base>>& found, Base x, Base y, Base z) {
    EXPECT_EQ(found.x.number, x);
    EXPECT_EQ(found.y.number, y);
    EXPECT_EQ(found.z.number, z);
}

TYPED_TEST(FusedIn, ContractsByTheTable) {
    using F = Fused<TypeParam>;
    int differs = 0;
    for (int k = 0; k < 1000; ++k) {
        const TypeParam a = this->next(), b = this->next(), c = this->next(), d = this->next();
        const F fa = a, fb = b, fc = c, fd = d;
        const auto is = [](const F& found, TypeParam wanted) { EXPECT_EQ(found.number, wanted); };
        is(fa * fb + fc, std::fma(a, b, c));
        is(fc + fa * fb, std::fma(a, b, c));
        is(fa * fb - fc, std::fma(a, b, -c));
        is(fc - fa * fb, std::fma(-a, b, c));
        is(fa * fb + fc * fd, std::fma(a, b, c * d));
        is(fa * fb - fc * fd, std::fma(a, b, -(c * d)));
        is(-(fa * fb) + fc, std::fma(-a, b, c));
        is(fa * fb + fc * fd + fa * fd, std::fma(a, d, std::fma(a, b, c * d)));
        is(fa * fb * fc + fd, std::fma(a * b, c, d));
        // Everything else is rounded by itself.
        is(fa * fb, a * b);
        is(fa + fb, a + b);
        is(fa - fb, a - b);
        is(fa / fb, a / b);
        is((fa + fb) - fc, a + b - c);
        is(fa * fb / fc, a * b / c);
        const F stored = fa * fb;
        is(stored + fc, a * b + c);
        is(settled(fa * fb) + fc, a * b + c);
        differs += std::fma(a, b, c) != a * b + c;
        // Assignments follow the rule.
        F x = fc;
        x += fa * fb;
        is(x, std::fma(a, b, c));
        x = fc;
        x -= fa * fb;
        is(x, std::fma(-a, b, c));
        x = fc;
        x *= fa;
        is(x, c * a);
        x /= fb;
        is(x, c * a / b);
    }
    EXPECT_GT(differs, 100) << "the numbers must tell fused from separate";
}

TYPED_TEST(FusedIn, ContractsVectors) {
    using F = Fused<TypeParam>;
    using V = Vec<F>;
    for (int k = 0; k < 1000; ++k) {
        const V p = this->vector(), q = this->vector(), r = this->vector();
        const F t = this->next(), s = this->next();
        const auto n = [](const F& x) { return x.number; };
        const auto each = [&](const V& found, auto&& wanted) {
            expect_vec<TypeParam>(found, wanted(n(p.x), n(q.x), n(r.x)),
                                  wanted(n(p.y), n(q.y), n(r.y)), wanted(n(p.z), n(q.z), n(r.z)));
        };
        using B = TypeParam;
        const B tt = t.number, ss = s.number;
        each(p + t * q, [&](B a, B b, B) { return std::fma(tt, b, a); });
        each(t * q + p, [&](B a, B b, B) { return std::fma(tt, b, a); });
        each(q * t - p, [&](B a, B b, B) { return std::fma(b, tt, -a); });
        each(p - q * t, [&](B a, B b, B) { return std::fma(-b, tt, a); });
        each(p * q + r, [&](B a, B b, B c) { return std::fma(a, b, c); });
        each(t * p + s * q, [&](B a, B b, B) { return std::fma(tt, a, ss * b); });
        each(t * p - s * q, [&](B a, B b, B) { return std::fma(tt, a, -(ss * b)); });
        each(-(t * p) + q, [&](B a, B b, B) { return std::fma(-tt, a, b); });
        V sum = p;
        sum += t * q;
        each(sum, [&](B a, B b, B) { return std::fma(tt, b, a); });
        sum = p;
        sum -= t * q;
        each(sum, [&](B a, B b, B) { return std::fma(-tt, b, a); });
        each(t * p, [&](B a, B, B) { return tt * a; });
        each((t * p) * s, [&](B a, B, B) { return tt * a * ss; });
        each(p / t, [&](B a, B, B) { return a / tt; });
    }
}

TYPED_TEST(FusedIn, ContractsDotCrossAndLength) {
    using F = Fused<TypeParam>;
    for (int k = 0; k < 1000; ++k) {
        const Vec<F> x = this->vector(), y = this->vector();
        const auto [a, b, c] = std::array{x.x.number, x.y.number, x.z.number};
        const auto [d, e, f] = std::array{y.x.number, y.y.number, y.z.number};
        const TypeParam dot = std::fma(c, f, std::fma(a, d, b * e));
        EXPECT_EQ(glm::dot(x, y).number, dot);
        const glm::vec<2, F> u(x.x, x.y), v(y.x, y.y);
        EXPECT_EQ(glm::dot(u, v).number, std::fma(a, d, b * e));
        expect_vec<TypeParam>(glm::cross(x, y), std::fma(b, f, -(e * c)), std::fma(c, d, -(f * a)),
                              std::fma(a, e, -(d * b)));
        const TypeParam square = std::fma(c, c, std::fma(a, a, b * b));
        EXPECT_EQ(glm::length(x).number, std::sqrt(square));
        expect_vec<TypeParam>(glm::normalize(x), a * (1 / std::sqrt(square)),
                              b * (1 / std::sqrt(square)), c * (1 / std::sqrt(square)));
        // A product is a vector, too.
        const F t = this->next();
        EXPECT_EQ(glm::dot(t * x, y).number,
                  std::fma(t.number * c, f, std::fma(t.number * a, d, t.number * b * e)));
        EXPECT_EQ(glm::dot(t * x, t * y).number, glm::dot(settled(t * x), settled(t * y)).number);
        EXPECT_EQ(glm::length(t * x).number, glm::length(settled(t * x)).number);
        expect_vec<TypeParam>(glm::abs(x), std::abs(a), std::abs(b), std::abs(c));
    }
}

TYPED_TEST(FusedIn, MixesWithPlainNumbersAsCppDoes) {
    using F = Fused<TypeParam>;
    const TypeParam a = this->next(), b = this->next();
    const F x = a, y = b;
    EXPECT_EQ(F(1 - x - y).number, 1 - a - b);
    EXPECT_EQ(F(1 / x).number, 1 / a);
    EXPECT_EQ(F(2 * x - y).number, 2 * a - b);
    EXPECT_EQ(F(x * TypeParam(0.1) + 1).number, std::fma(a, TypeParam(0.1), TypeParam(1)));
    EXPECT_EQ(std::abs(x), std::abs(a));
    EXPECT_EQ(std::sqrt(x * x), std::sqrt(a * a));
    EXPECT_EQ(std::max(x, y).number, std::max(a, b));
    EXPECT_EQ(x < y, a < b);
    EXPECT_EQ(x * y > 0, a * b > 0);
    EXPECT_TRUE(x == a);
    // A float and a double are computed in double.
    static_assert(std::is_same_v<decltype(x - 0.1), Fused<double>>);
    static_assert(std::is_same_v<decltype(x + 1), F>);
    static_assert(std::is_same_v<decltype(x * 0.1f), Product<TypeParam>>);
    EXPECT_EQ((x - 0.1).number, double(a) - 0.1);
    EXPECT_EQ((x * 0.1 + 1).number, std::fma(double(a), 0.1, 1.0));
    EXPECT_EQ((0.1 + x * y).number, 0.1 + double(a * b)) << "the product is a float, if both are";
}

}  // namespace
}  // namespace hitmiss
