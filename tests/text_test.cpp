// Captions: metrics, UTF-8, clipping, blending, wrapping.

#include "figure/text.hpp"

#include "figure_testing.hpp"

namespace hitmiss {
namespace {

constexpr int canvas_width = 400, canvas_height = 200, canvas_x = 100, canvas_baseline = 120;

Picture drawn(std::string_view text, double size) {
    Picture picture(canvas_width, canvas_height);
    draw_text(picture, canvas_x, canvas_baseline, text, size, {0, 0, 0});
    return picture;
}

Rectangle ink_box(std::string_view text, double size) {
    return difference(drawn(text, size), Picture(canvas_width, canvas_height));
}

TEST(Text, GrowsWithEveryLetter) {
    const std::string text = "Möller-Trumbore, ε ≤ π/2";
    int previous = 0;
    for (std::size_t k = 1; k <= text.size(); ++k) {
        if (k < text.size() && (text[k] & 0xC0) == 0x80) continue;
        const int width = text_width(text.substr(0, k), 32);
        EXPECT_GT(width, previous) << text.substr(0, k);
        previous = width;
    }
    EXPECT_EQ(text_width("", 32), 0);
    EXPECT_LT(text_width("AV", 100), text_width("A", 100) + text_width("V", 100) - 2) << "kerning";
}

TEST(Text, InkLiesBetweenTheExpectedLines) {
    // DejaVu Sans, units per em 2048: capitals are 1493 high, x 1120, the stem of p goes 426 down.
    const double size = 100;
    for (const auto& [letter, above, below] :
         {std::tuple{"H", 1493, 0}, {"x", 1120, 0}, {"p", 1147, 426}, {"l", 1556, 0}}) {
        const Rectangle box = ink_box(letter, size);
        EXPECT_NEAR(canvas_baseline - box.y, above * size / 2048, 1) << letter;
        EXPECT_NEAR(box.y + box.height - canvas_baseline, below * size / 2048, 1) << letter;
        EXPECT_GE(box.x, canvas_x) << letter;
        EXPECT_LE(box.x + box.width, canvas_x + text_width(letter, size)) << letter;
        const LineMetrics metrics = line_metrics(size);
        EXPECT_LE(canvas_baseline - box.y, metrics.ascent);
        EXPECT_LE(box.y + box.height - canvas_baseline, metrics.descent);
    }
}

TEST(Text, MissingAndMalformedCharactersShow) {
    EXPECT_EQ(drawn("\U0010FFFD", 40).pixels, drawn("漢", 40).pixels) << "the font's box";
    EXPECT_GT(ink_box("漢", 40).width, 0);
    const auto replacements = [](std::size_t count) {
        std::string text;
        for (std::size_t k = 0; k < count; ++k) text += "\uFFFD";
        return drawn(text, 40).pixels;
    };
    // Stray continuations, overlong forms, half a surrogate pair, values beyond Unicode: each of
    // their bytes is replaced.
    for (const std::string bytes : {"\x80\xBF", "\xC0\xAF", "\xE0\x82\xAC", "\xED\xA0\x80",
                                    "\xF4\x90\x80\x80", "\xF9\x80\x80\x80"})
        EXPECT_EQ(drawn(bytes, 40).pixels, replacements(bytes.size()));
    EXPECT_EQ(drawn(std::string_view("€").substr(0, 2), 40).pixels, replacements(2)) << "cut off";
}

TEST(Text, IsClippedAtTheBorder) {
    const std::string text = "Ågjpy≤";
    const Picture whole = drawn(text, 60);
    for (const Rectangle& window :
         {Rectangle{110, 80, 37, 21}, {300, 100, 5, 60}, {0, 0, 400, 90}, {120, 119, 1, 1}}) {
        Picture part(window.width, window.height);
        draw_text(part, canvas_x - window.x, canvas_baseline - window.y, text, 60, {0, 0, 0});
        EXPECT_EQ(part.pixels, cropped(whole, window).pixels);
    }
    Picture untouched = noise(5, 5, 6);
    draw_text(untouched, 1000, -1000, text, 60, {0, 0, 0});
    EXPECT_EQ(untouched.pixels, noise(5, 5, 6).pixels);
}

TEST(Text, BlendsBetweenGroundAndColour) {
    const Rgb ground{10, 200, 30}, colour{210, 100, 30};
    Picture picture(100, 60, ground);
    draw_text(picture, 10, 45, "S", 50, colour);
    int full = 0, mixed = 0;
    for (const Rgb& p : picture.pixels) {
        // Red rises by 200 where green falls by 100.
        EXPECT_NEAR(p.r - 10, 2 * (200 - p.g), 2);
        EXPECT_EQ(p.b, 30);
        full += p == colour;
        mixed += p != colour && p != ground;
    }
    EXPECT_GT(full, 100);
    EXPECT_GT(mixed, 50);
}

TEST(Text, WrapsAtSpacesAndInsideWordsTooLong) {
    const std::string text = "the angle-sum method: ε = 0.001 is published";
    const std::vector<std::string> lines = wrap_text(text, 20, 150);
    std::string joined;
    for (const std::string& line : lines) {
        EXPECT_LE(text_width(line, 20), 150);
        joined += (joined.empty() ? "" : " ") + line;
    }
    EXPECT_EQ(joined, text);
    EXPECT_GT(lines.size(), 2u);
    EXPECT_EQ(wrap_text("πππ", 20, 1), (std::vector<std::string>{"π", "π", "π"}));
    EXPECT_EQ(wrap_text("", 20, 100), std::vector<std::string>{""});
}

}  // namespace
}  // namespace hitmiss
