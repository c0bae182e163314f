// Reproducers: there and back, malformed ones, and whether they reproduce.

#include "judge/reproducer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>

#include "base/error.hpp"
#include "base/random.hpp"
#include "judge/comparison.hpp"
#include "judge/explain.hpp"
#include "judging.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

bool same_bits(const Vec<float>& p, const Vec<float>& q) {
    return std::bit_cast<std::array<std::uint32_t, 3>>(p) ==
           std::bit_cast<std::array<std::uint32_t, 3>>(q);
}

TEST(Reproducer, ComesBackBitForBit) {
    Random random(1);
    const auto number = [&] {
        const float special[] = {0.0f, -0.0f, 0x1p-149f, -0x1p-149f, 1e30f, 0x0.fffffep-126f};
        if (random.below(4) == 0) return special[random.below(6)];
        for (;;)
            if (const auto x = std::bit_cast<float>(random.next()); std::abs(x) < 1e30f) return x;
    };
    const auto vector = [&] { return Vec<float>{number(), number(), number()}; };
    for (int k = 0; k < 2000; ++k) {
        const Reproducer out{"a comment",
                             {parse_method("angle-sum:0.01"), parse_method("watertight")},
                             {vector(), vector() + Vec<float>(0, 0, 1)},
                             {{vector(), vector(), vector()}, {vector(), vector(), vector()}}};
        if (!std::isfinite(out.ray.d.z) || out.ray.d == Vec<float>(0)) continue;
        const Reproducer in = read_reproducer(to_text(out), "-");
        ASSERT_TRUE(same_bits(in.ray.o, out.ray.o) && same_bits(in.ray.d, out.ray.d))
            << to_text(out);
        ASSERT_EQ(in.methods.size(), 2u);
        EXPECT_EQ(to_string(in.methods[0]), "angle-sum:epsilon=0.01");
        ASSERT_EQ(in.triangles.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i)
            ASSERT_TRUE(same_bits(in.triangles[i].a, out.triangles[i].a) &&
                        same_bits(in.triangles[i].b, out.triangles[i].b) &&
                        same_bits(in.triangles[i].c, out.triangles[i].c))
                << to_text(out);
    }
}

TEST(Reproducer, ReadsWhatPrintfWritesAndDecimals) {
    const auto in = read_reproducer(
        "\r\n # by hand\n\td  0 0 -1\r\no 0X1.8P+1 +0.1 -1e-40\ntriangle 0x0.8p0 0x3p0 0xAp-4 1 2 "
        "3 "
        "4 5 6",
        "-");
    EXPECT_EQ(in.ray.o, Vec<float>(3, 0.1f, -1e-40f));
    EXPECT_EQ(in.triangles.at(0).a, Vec<float>(0.5f, 3, 0.625f));
    for (const double value : {0.1, -0x1.23456789abcdep-7, 0x1p-1074, 1.0, 0.0, 1e300}) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), "%a", value);
        const auto shown = to_hex(value);
        EXPECT_EQ(std::strtod(shown.c_str(), nullptr), value) << shown << " " << text.data();
    }
}

TEST(Reproducer, MayBeginWithAByteOrderMark) {
    const auto in =
        read_reproducer("\xEF\xBB\xBFo 1 2 3\nd 0 0 1\ntriangle 0 0 1 1 0 1 0 1 1\n", "-");
    EXPECT_EQ(in.ray.o, Vec<float>(1, 2, 3));
}

TEST(Reproducer, RefusesWhatIsNone) {
    const std::string o = "o 0 0 0\n", d = "d 0 0 1\n", t = "triangle 0 0 1 1 0 1 0 1 1\n";
    const struct {
        std::string text, message;
    } cases[] = {
        {"", "-: no line with the ray's origin"},
        {o + t, "-: no line with the ray's direction"},
        {o + d, "-: no triangle"},
        {o + "d 0 -0 0\n" + t, "-: d is 0"},
        {o + o + d + t, "-:2: a second 'o'"},
        {"o 0 0\n" + d + t, "-:1: 'o' has 2 numbers; 3 would be right"},
        {"o 0 0 0 0\n" + d + t, "-:1: 'o' has 4 numbers"},
        {o + d + "triangle 1 2 3\n", "-:3: 'triangle' has 3 numbers; 9 would be right"},
        {"o 0 0 inf\n", "-:1: 'inf' is not a float"},
        {"o 0 0 -nan\n", "-:1: '-nan' is not a float"},
        {"o 0 0 0xinf\n", "-:1: '0xinf' is not a float"},
        {"o 0 0 0xnan\n", "-:1: '0xnan' is not a float"},
        {"o 0 0 0x\n", "-:1: '0x' is not a float"},
        {"o 0 0 0x-1\n", "-:1: '0x-1' is not a float"},
        // The bits of 1, as a debugger shows them, are not 1,065,353,216.
        {"o 0 0 0x3f800000\n", "-:1: '0x3f800000' is not a float; 0x1.8p-1 or 0.75 would be"},
        {"o 0 0 --1\n", "-:1: '--1' is not a float"},
        {"o 0 0 0x1p+128\n", "-:1: '0x1p+128' is not a float"},
        {"o 0 0 0x1p-150\n", "-:1: '0x1p-150' is not a float"},
        {"o 0 0 0x1.0000001p+0\n", "-:1: '0x1.0000001p+0' is not a float"},
        {"o 0 0 0x1p+99999999999\n", "-:1: '0x1p+99999999999' is not a float"},
        {"o 0 0 1e39\n", "-:1: '1e39' is not a float"},
        {"o 0 0 1,5\n", "-:1: '1,5' is not a float"},
        {"o 0 0 1x\n", "-:1: '1x' is not a float"},
        {"\n\nray 0 0 0\n", "-:3: 'ray' begins no line"},
        {std::string("\0\x1b[31m\xff", 7), "-:1: '??[31m\\xFF' begins no line"},
        {o + "method angle-summ\n", "-:2: no method 'angle-summ'; did you mean 'angle-sum'?"},
        {o + "method angle-sum 0.1\n", "-:2: a method line is"},
        {std::string(20'000, '\n'), "-:10001: more than"},
    };
    for (const auto& [text, message] : cases) {
        try {
            read_reproducer(text, "-");
            ADD_FAILURE() << "accepts " << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.exit, Exit::bad_input);
            EXPECT_EQ(std::string(error.what()).substr(0, message.size()), message);
        }
    }
}

// Random bytes, and a good text with bytes changed, either read or end in Error, nothing else.
TEST(Reproducer, SurvivesAnyBytes) {
    Random random(2);
    const std::string good =
        "# c\nmethod watertight\no 0 0x1p-3 0\nd 0 0 1\ntriangle 0 0 1 1 0 1 0 1 1\n";
    for (int k = 0; k < 20'000; ++k) {
        std::string text = good;
        for (auto n = random.below(8); n > 0; --n)
            text[random.below(std::uint32_t(text.size()))] = char(random.below(256));
        text.resize(random.below(2) == 0 ? text.size() : random.below(80));
        try {
            read_reproducer(text, "-");
        } catch (const Error& error) {
            ASSERT_EQ(error.exit, Exit::bad_input);
        }
    }
}

// The first of two triangles at the same t is hit, so the order decides.
TEST(Reproducer, KeepsTheOrderOfTheScene) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0}),
        other({0, 0, 0}, {2, 0, 0}, {0, 1, 0});
    const std::vector triangles{tri, other};
    const Geometry geometry(triangles, {0, 0, 1});
    for (const std::uint32_t right : {0u, 1u}) {
        const auto both = reproduce(parse_method("watertight"), {1, {right}}, {1, 1 - right},
                                    {{0, 0, 1}, {0, 0, -1}}, geometry);
        ASSERT_EQ(both.triangles.size(), 2u);
        EXPECT_EQ(both.triangles[1].b, other.b) << right;
    }
}

// The worst pixel errs in the same way with nothing but its ray and triangles.
TEST(Reproducer, OfTheWorstPixelErrsAgain) {
    const Mesh mesh = make_mesh("icosphere:faces=320");
    Camera camera;
    camera.eye = {0.1, 0.2, 5};
    const Geometry geometry(mesh.triangles, camera.eye);
    const PrimaryRays rays(camera, 160, 160);
    const std::vector methods{parse_method("angle-sum:0.5"), parse_method("angle-sum:1e-5"),
                              parse_method("collision-matrix:precision=float"),
                              parse_method("watertight")};
    const auto reference = make_reference(parse_method("exact"), geometry);
    const auto comparison = compared(methods, geometry, camera, 160, 160);
    EXPECT_FALSE(worst_pixel(comparison.columns[3].outcomes, comparison.width));
    int reproduced = 0, slipped = 0;
    for (std::size_t m = 0; m < 3; ++m) {
        const auto& column = comparison.columns[m];
        const auto pixel = worst_pixel(column.outcomes, comparison.width);
        if (!pixel) continue;
        const auto one = rays(int(*pixel % 160), int(*pixel / 160));
        const auto text =
            to_text(reproduce(methods[m], reference(one), column.hits[*pixel], one, geometry));
        const auto again = read_reproducer(text, "-");
        const auto explanation =
            explain(again.ray, again.methods, Geometry(again.triangles, Vec<double>(again.ray.o)));
        EXPECT_EQ(explanation.methods.at(0).outcome, column.outcomes[*pixel]) << text;
        EXPECT_EQ(bool(explanation.methods.at(0).hit), bool(column.hits[*pixel])) << text;
        if (const auto& across = explanation.methods.at(0).across; across) {
            EXPECT_TRUE(across->neighbour) << text;
            ++slipped;
        }
        ++reproduced;
    }
    EXPECT_GE(reproduced, 2);
    EXPECT_GE(slipped, 1);
}

}  // namespace
}  // namespace hitmiss
