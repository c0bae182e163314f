// Colours of errors against what they lie upon, as all readers see them.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "draw/error_map.hpp"

namespace hitmiss {
namespace {

using Linear = std::array<double, 3>;

Linear linear(Rgb colour) {
    const auto decode = [](std::uint8_t byte) {
        const double c = byte / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return {decode(colour.r), decode(colour.g), decode(colour.b)};
}

/// WCAG 2.1, relative luminance and contrast ratio.
double luminance(const Linear& c) {
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}
double contrast(const Linear& a, const Linear& b) {
    const double l = luminance(a) + 0.05, m = luminance(b) + 0.05;
    return std::max(l, m) / std::min(l, m);
}

/// Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
/// Deficiency (2009), severity 1.0, on linear RGB.
using Matrix = std::array<Linear, 3>;
constexpr Matrix seen_by[]{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
    {{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}}};  // in grey
Linear seen(const Matrix& eye, Rgb colour) {
    const Linear c = linear(colour);
    Linear result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t k = 0; k < 3; ++k) result[row] += eye[row][k] * c[k];
    for (double& channel : result) channel = std::clamp(channel, 0.0, 1.0);
    return result;
}

TEST(Palette, ErrorsStandOutFromWhatLiesUnderThemForAllEyes) {
    std::vector<Rgb> grounds{palette::background, palette::silhouette};
    for (const Rgb& colour :
         {Rgb{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 0, 255}, {90, 60, 50}})
        grounds.push_back(map_grey(colour));
    for (const Matrix& eye : seen_by)
        for (const OutcomeRow& row : outcome_rows) {
            if (!row.error) continue;
            for (const Rgb& ground : grounds)
                EXPECT_GE(contrast(seen(eye, row.colour), seen(eye, ground)), 3)
                    << row.name << " on " << int(ground.r);
            EXPECT_NE(row.marker, PlotMarker::none);
            for (const OutcomeRow& other : outcome_rows) {
                EXPECT_TRUE(!other.error || other.name == row.name || other.marker != row.marker);
            }
        }
}

/// CIE 1976 L*a*b*, for the white of sRGB.
Linear lab(const Linear& c) {
    const Linear scaled{(0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505, luminance(c),
                        (0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089};
    Linear f{};
    for (std::size_t k = 0; k < 3; ++k)
        f[k] = scaled[k] > 216.0 / 24389 ? std::cbrt(scaled[k])
                                         : (24389.0 / 27 * scaled[k] + 16) / 116;
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

// Two kinds of errors differ in lightness, which grey print keeps, and in what each eye sees.
TEST(Palette, ErrorsDifferFromEachOtherForAllEyes) {
    std::vector<Rgb> kinds{palette::unchanged};
    for (const OutcomeRow& row : outcome_rows)
        if (row.error) kinds.push_back(row.colour);
    for (std::size_t k = 0; k < kinds.size(); ++k)
        for (std::size_t other = 0; other < k; ++other) {
            EXPECT_GE(std::abs(lab(linear(kinds[k]))[0] - lab(linear(kinds[other]))[0]), 10)
                << k << ' ' << other;
            for (const Matrix& eye : seen_by) {
                if (&eye == std::end(seen_by) - 1) continue;  // in grey: above
                const Linear a = lab(seen(eye, kinds[k])), b = lab(seen(eye, kinds[other]));
                EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 20)
                    << k << ' ' << other << ' ' << &eye - seen_by;
            }
        }
    EXPECT_GE(contrast(linear(palette::unchanged), linear(map_grey({0, 0, 0}))), 1.9);
    for (const Rgb& curve : palette::curves) EXPECT_TRUE(curve.r == curve.g && curve.g == curve.b);
}

// A self-hit is none of the outcomes, so it is grey; it stands out from all that it is drawn with.
TEST(Palette, SelfHitsAreGreyAndUnlikeWhatTheyAreDrawnWith) {
    const Rgb own = palette::self_hit;
    EXPECT_TRUE(own.r == own.g && own.g == own.b);
    for (const Rgb& ground : {palette::background, palette::silhouette, map_grey({0, 0, 0})})
        EXPECT_GE(contrast(linear(own), linear(ground)), 3);
    for (const Rgb& other : {palette::leak, palette::wrong_triangle, palette::background})
        EXPECT_GE(std::abs(lab(linear(own))[0] - lab(linear(other))[0]), 20) << int(other.r);
}

// Colours mean the same in every figure: leaks are red, false hits blue, wrong triangles black, and
// nothing else is dark.
TEST(Palette, KeepsTheColoursOfTheErrors) {
    const auto colour = [](Outcome outcome) { return row_of(outcome).colour; };
    EXPECT_GT(colour(Outcome::leak).r, 2 * colour(Outcome::leak).b);
    EXPECT_GT(colour(Outcome::false_hit).b, 2 * colour(Outcome::false_hit).r);
    EXPECT_EQ(colour(Outcome::wrong_triangle), (Rgb{0, 0, 0}));
    for (const OutcomeRow& row : outcome_rows) {
        EXPECT_EQ(luminance(linear(row.colour)) < 0.21, row.error) << row.name;
        EXPECT_EQ(legend_entry(row).colour, row.colour);
        EXPECT_EQ(legend_entry(row).label, row.label);
    }
}

}  // namespace
}  // namespace hitmiss
