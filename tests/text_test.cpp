// Texts: metrics, UTF-8, coverage, blending, wrapping.

#include "draw/text.hpp"

#include <cmath>

#include "draw/drawing.hpp"
#include "figure_testing.hpp"

namespace hitmiss {
namespace {

constexpr int canvas_width = 400, canvas_height = 200, canvas_x = 100, canvas_baseline = 120;

Picture drawn(std::string_view text, double size, Rgb colour = ink) {
    Drawing drawing{canvas_width, canvas_height};
    drawing.text(canvas_x, canvas_baseline, 0, text, size, colour);
    return pixels(drawing);
}

Rectangle ink_box(std::string_view text, double size) {
    return difference(drawn(text, size), Picture(canvas_width, canvas_height));
}

TEST(Text, GrowsWithEveryLetter) {
    const std::string text = "Möller-Trumbore, ε ≤ π/2";
    double previous = 0;
    for (std::size_t k = 1; k <= text.size(); ++k) {
        if (k < text.size() && (text[k] & 0xC0) == 0x80) continue;
        const double width = text_width(text.substr(0, k), 32);
        EXPECT_GT(width, previous) << text.substr(0, k);
        previous = width;
    }
    EXPECT_EQ(text_width("", 32), 0);
    EXPECT_LT(text_width("AV", 100), text_width("A", 100) + text_width("V", 100) - 2) << "kerning";
}

TEST(Text, InkLiesBetweenTheExpectedLines) {
    // Lato, units per em 2000: capitals are 1433 high, x 1013, the stem of p goes 343 down.
    const double size = 100;
    for (const auto& [letter, above, below] :
         {std::tuple{"H", 1433, 0}, {"x", 1013, 0}, {"p", 1031, 343}, {"l", 1473, 0}}) {
        const Rectangle box = ink_box(letter, size);
        EXPECT_NEAR(canvas_baseline - box.y, above * size / 2000, 1) << letter;
        EXPECT_NEAR(box.y + box.height - canvas_baseline, below * size / 2000, 1) << letter;
        EXPECT_GE(box.x, canvas_x) << letter;
        EXPECT_LE(box.x + box.width, canvas_x + text_width(letter, size) + 1) << letter;
        const LineMetrics metrics = line_metrics(size);
        EXPECT_LE(canvas_baseline - box.y, std::ceil(metrics.ascent));
        EXPECT_LE(box.y + box.height - canvas_baseline, std::ceil(metrics.descent));
    }
}

// Variables are in italics, in whatever face the text is.
TEST(Text, VariablesAreItalicAndOtherLettersAreNot) {
    for (const Face face : {Face::regular, Face::medium}) {
        const auto letters = letters_of("a𝑎ℎεπ𝑃8αω", face);
        const bool italic[]{false, true, true, true, false, true, false, true, true};
        ASSERT_EQ(letters.size(), std::size(italic));
        for (std::size_t k = 0; k < std::size(italic); ++k)
            EXPECT_EQ(letters[k].face, italic[k] ? Face::italic : face) << k;
        const auto plain = letters_of("ahP", Face::italic);
        EXPECT_EQ(letters[1].glyph, plain[0].glyph);
        EXPECT_EQ(letters[2].glyph, plain[1].glyph);
        EXPECT_EQ(letters[5].glyph, plain[2].glyph);
    }
    EXPECT_GT(text_width("mmm", 100, Face::medium), text_width("mmm", 100));
    for (const char digit : std::string("012345678"))  // in columns of a table
        EXPECT_EQ(text_width({&digit, 1}, 100), text_width("9", 100));
}

TEST(Text, MissingAndMalformedCharactersShow) {
    EXPECT_EQ(drawn("\U0010FFFD", 40).pixels, drawn("漢", 40).pixels) << "the font's box";
    EXPECT_GT(ink_box("漢", 40).width, 0);
    // Stray continuations, overlong forms, half a surrogate pair, values beyond Unicode: each of
    // their bytes is written by its number.
    const std::pair<std::string_view, std::string_view> cases[]{
        {"\x80\xBF", "\\x80\\xBF"},
        {"\xC0\xAF", "\\xC0\\xAF"},
        {"\xE0\x82\xAC", "\\xE0\\x82\\xAC"},
        {"\xED\xA0\x80", "\\xED\\xA0\\x80"},
        {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},
        {"\xF9\x80\x80\x80", "\\xF9\\x80\\x80\\x80"},
        {std::string_view("€").substr(0, 2), "\\xE2\\x82"}};
    for (const auto& [bytes, written] : cases)
        EXPECT_EQ(drawn(bytes, 40).pixels, drawn(written, 40).pixels) << written;
}

// The area of a letter of straight lines, in closed form: two stems and a bar.
TEST(Text, CoversTheAreaOfItsLetters) {
    const double size = 100, unit = size / 2000;
    double ink_area = 0;
    for (const Rgb& p : drawn("H", size).pixels) ink_area += (255 - p.r) / 255.0;
    const double stem = 194, height = 1433, bar = 142, between = 773;
    EXPECT_NEAR(ink_area, (2 * stem * height + bar * between) * unit * unit, 0.01 * ink_area);
}

// A square's frame as thick on all sides, with nothing but ground inside.
TEST(Text, LeavesHolesEmpty) {
    const Picture picture = drawn("□", 100);
    const Rectangle box = ink_box("□", 100);
    const int middle = box.y + box.height / 2;
    int stem = 0;
    while (picture.at(box.x + stem, middle) != palette::background) ++stem;
    EXPECT_GT(stem, 2);
    EXPECT_LT(stem, box.width / 4);
    int empty = 0;
    for (int y = box.y; y < box.y + box.height; ++y)
        for (int x = box.x; x < box.x + box.width; ++x)
            empty += picture.at(x, y) == palette::background;
    EXPECT_NEAR(std::sqrt(empty), box.width - 2 * stem, 2);
    EXPECT_NEAR(box.width, box.height, 1);
}

TEST(Text, UprightReadsFromBelow) {
    Drawing drawing{canvas_height, canvas_width};
    drawing.upright(canvas_baseline, 200, "L", 100);
    const Picture turned = pixels(drawing);
    const Rectangle box = difference(turned, Picture(turned.width, turned.height));
    EXPECT_NEAR(box.x + box.width, canvas_baseline, 1);
    EXPECT_NEAR(box.width, 72.9, 1.5);  // the height of capitals
    // The foot of the L, the long way across its baseline, is at the lower end.
    int lower = 0, upper = 0;
    for (int x = box.x; x < box.x + box.width; ++x) {
        lower += turned.at(x, box.y + box.height - 3).r < 128;
        upper += turned.at(x, box.y + 3).r < 128;
    }
    EXPECT_GT(lower, 3 * upper);
}

TEST(Text, BlendsBetweenGroundAndColour) {
    int full = 0, mixed_pixels = 0;
    for (const Rgb& p : drawn("S", 50, {55, 155, 255}).pixels) {
        // Red falls by 200 where green falls by 100.
        EXPECT_NEAR(255 - p.r, 2 * (255 - p.g), 2);
        EXPECT_EQ(p.b, 255);
        full += p == Rgb{55, 155, 255};
        mixed_pixels += p != Rgb{55, 155, 255} && p != palette::background;
    }
    EXPECT_GT(full, 100);
    EXPECT_GT(mixed_pixels, 50);
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
    // A number stays with what belongs to it, and only a number does.
    const auto wrapped = [](const std::string& words, const char* longest) {
        return wrap_text(words, 20, text_width(longest, 20) + 1);
    };
    EXPECT_EQ(wrapped("at 64 × 64 or 50 % of n × 64", "at 64 × 64"),
              (std::vector<std::string>{"at 64 × 64", "or 50 % of", "n × 64"}));
    for (const std::string number : {"6", "10", "99"})
        EXPECT_EQ(wrapped("a × " + number + " % b", ("a × " + number).c_str()),
                  (std::vector<std::string>{"a ×", number + " %", "b"}));
    // A word too long for a line is broken after its hyphens, before it is broken anywhere.
    EXPECT_EQ(wrapped("angle-sum-walking", "angle-sum-w"),
              (std::vector<std::string>{"angle-sum-", "walking"}));
    EXPECT_EQ(wrapped("a % b", "a"), (std::vector<std::string>{"a", "%", "b"}));
}

}  // namespace
}  // namespace hitmiss
