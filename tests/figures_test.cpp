// The committed figures of the documentation are what the program makes.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "built.hpp"
#include "commands/figure_list.hpp"
#include "draw/notation.hpp"
#include "draw/textbook.hpp"
#include "figure_testing.hpp"
#include "methods/catalogue.hpp"
#include "sanitized.hpp"
#include "stb/stb_image.h"
#include "svg_testing.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The pixels of a PNG file, which are ours; its bytes also depend on the version of the encoder.
std::string pixels(const std::string& png) {
    int width = 0, height = 0, channels = 0;
    auto* data = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                                       int(png.size()), &width, &height, &channels, 3);
    if (data == nullptr) return "not a PNG file";
    const std::size_t size = 3 * std::size_t(width) * std::size_t(height);
    std::string result = fmt::format("{} x {}\n", width, height);
    result.append(reinterpret_cast<const char*>(data), size);
    stbi_image_free(data);
    return result;
}

std::string from_base64(std::string_view text) {
    const std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0, bits = 0;
    for (const char c : text.substr(0, text.find('='))) {
        held = held << 6 | unsigned(digits.find(c));
        if ((bits += 6) >= 8) bytes += char(held >> (bits -= 8) & 255u);
    }
    return bytes;
}

/// An SVG with its pictures as pixels.
std::string decoded(const std::string& svg) {
    const std::string marker = ";base64,";
    std::string result;
    for (std::size_t at = 0; at < svg.size();) {
        const auto found = svg.find(marker, at);
        const auto start = found == svg.npos ? svg.size() : found + marker.size();
        result += svg.substr(at, start - at);
        if (start == svg.size()) break;
        at = svg.find('"', start);
        result += pixels(from_base64(svg.substr(start, at - start)));
    }
    return result;
}

std::string comparable(const std::string& extension, const std::string& bytes) {
    return extension == "png" ? pixels(bytes) : extension == "svg" ? decoded(bytes) : bytes;
}

/// Runs the program in the folder that holds the scenes' folder; returns its exit code.
int run(const std::string& arguments, const fs::path& output) {
    const auto root = fs::path(HITMISS_SCENES).parent_path();
    const int status = std::system(fmt::format("cd '{}' && '{}' {} > '{}' 2>&1", root.native(),
                                               HITMISS_PROGRAM, arguments, output.native())
                                       .c_str());
    return WEXITSTATUS(status);
}

TEST(Figures, AreTheCommittedOnes) {
    std::set<std::string> expected;
    for (const Figure& figure : figures()) {
        // These take thousands of rays at many settings.
        if (sanitized && (figure.command.find(" leaks ") != std::string_view::npos ||
                          figure.command.find(" sweep ") != std::string_view::npos))
            continue;
        const auto files = make(figure, HITMISS_SCENES);
        EXPECT_GE(files.size(), figure.name == "what-to-use" ? 1u : 2u) << figure.name;
        for (const auto& [extension, bytes] : files) {
            const auto name = fmt::format("{}.{}", figure.name, extension);
            EXPECT_TRUE(comparable(extension, bytes) ==
                        comparable(extension, content(fs::path(HITMISS_FIGURES) / name)))
                << name << ": run hitmiss figures " << figure.name;
            EXPECT_TRUE(expected.insert(name).second) << name;
        }
        EXPECT_EQ(files.back().extension, "txt");
        EXPECT_NE(files.back().bytes.find(figure.command), std::string::npos);
        EXPECT_TRUE(figure.command.starts_with("hitmiss ")) << figure.command;
    }
    std::set<std::string> committed;
    for (const auto& file : fs::directory_iterator(HITMISS_FIGURES))
        committed.insert(file.path().filename().native());
    if (sanitized || !built("walk"))
        EXPECT_TRUE(std::ranges::includes(committed, expected));
    else
        EXPECT_EQ(committed, expected);
}

std::string without_description(std::string svg) {
    const auto from = svg.find("<desc>"), to = svg.find("</desc>");
    EXPECT_TRUE(from != svg.npos && to != svg.npos);
    return svg.erase(from, to - from);
}

TEST(Figures, TheCommandInACaptionMakesTheFigure) {
    const TestFolder folder;
    for (const Figure& figure : figures()) {
        if (figure.name != "triangle" && figure.name != "acceptance-above") continue;
        const auto table = folder.path / "table";
        const auto file = folder.path / fmt::format("{}.svg", figure.name);
        const auto arguments = figure.command.substr(std::string("hitmiss ").size());
        const auto output = figure.name == "triangle" ? file : folder.path;
        ASSERT_EQ(run(fmt::format("{} -o '{}'", arguments, output.native()), table), 0);
        for (const auto& [extension, bytes] : make(figure, HITMISS_SCENES)) {
            if (extension == "csv") {
                EXPECT_NE(content(table).find(bytes), std::string::npos);
            }
            if (extension == "svg") {
                // What a screen reader says is the caption, which the command does not know.
                const std::string description = fmt::format("<desc>{}</desc>", figure.caption);
                EXPECT_NE(bytes.find(description), bytes.npos);
                EXPECT_TRUE(without_description(bytes) == without_description(content(file)));
            }
        }
    }
}

// Eight bytes that begin every PNG file; then a chunk's length and name, and width and height.
TEST(Figures, ThatAreRenderedArePngOfTheSizeInTheirCommand) {
    const auto knot = std::ranges::find(figures(), "knot-leaking", &Figure::name);
    ASSERT_NE(knot, figures().end());
    ASSERT_NE(knot->command.find("render scenes/small-knot.toml --size 384x384 "),
              knot->command.npos);
    const auto files = make(*knot, HITMISS_SCENES);
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0].extension, "png");
    EXPECT_EQ(files[0].bytes.substr(0, 8), "\x89PNG\r\n\x1A\n");
    EXPECT_EQ(files[0].bytes.substr(16, 8), std::string("\0\0\1\x80\0\0\1\x80", 8));
}

TEST(Figures, AreSvgAndReadableAndSmall) {
    std::uintmax_t size = 0;
    for (const auto& file : fs::directory_iterator(HITMISS_FIGURES)) {
        size += fs::file_size(file);
        if (file.path().extension() != ".svg") continue;
        SCOPED_TRACE(file.path());
        const std::string bytes = content(file.path());
        expect_svg(bytes);
        const Drawing texts = texts_of(bytes);
        EXPECT_FALSE(texts.elements.empty());
        expect_readable(texts);
    }
    EXPECT_LT(size, 4'000'000u);
}

// In the tour, each with an alternative text of some words.
TEST(Figures, AreAllShownWithWordsForWhatIsSeen) {
    const std::string tour = content(fs::path(HITMISS_FIGURES).parent_path() / "README.md");
    for (const auto& file : fs::directory_iterator(HITMISS_FIGURES)) {
        if (file.path().extension() != ".svg") continue;
        const auto at = tour.find(fmt::format("](figures/{})", file.path().filename().native()));
        ASSERT_NE(at, tour.npos) << file.path();
        const auto from = tour.rfind("![", at);
        ASSERT_NE(from, tour.npos) << file.path();
        EXPECT_GT(at - from, 60u) << file.path();
        EXPECT_EQ(tour.substr(from + 2, at - from - 2).find('['), tour.npos)
            << file.path() << " is a link only";
    }
}

TEST(Figures, EveryMethodButExactHasItsDrawing) {
    const std::string drawings = content(fs::path(HITMISS_FIGURES) / "methods.svg");
    for (const Entry* entry : catalogue()) {
        if (entry->info.shipped) continue;
        EXPECT_EQ(drawings.find(fmt::format("aria-label=\"{}: ", printed_name(Method(*entry)))) !=
                      drawings.npos,
                  entry->info.name != "exact")
            << entry->info.name;
    }
}

TEST(Figures, NumbersOfAMethodsDrawingStandInTheirRegions) {
    const Drawing drawing = draw_what_methods_decide_by();
    expect_readable(drawing);
    const auto boxes = text_boxes(drawing);
    int regions = 0;
    for (std::size_t k = 0; k < drawing.elements.size(); ++k) {
        const auto* region = std::get_if<Shape>(&drawing.elements[k]);
        if (!region || !region->fill || region->contours[0].points.size() != 3) continue;
        const auto& p = region->contours[0].points;
        const auto* label = std::get_if<Words>(&drawing.elements[k + 1]);
        if (!label) continue;  // not cut into regions
        const auto& box = *std::ranges::find(boxes, label, &TextBox::words);
        const Point middle((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        const auto side = [&](std::size_t at) {
            const Point edge = p[(at + 1) % 3] - p[at], to = middle - p[at];
            return edge.x * to.y - edge.y * to.x > 0;
        };
        EXPECT_TRUE(side(0) == side(1) && side(1) == side(2)) << label->text;
        ++regions;
    }
    EXPECT_EQ(regions, 3 * 4);
}

TEST(Figures, NoLineRunsThroughAWordOfTheFirstDrawing) {
    const Drawing drawing = draw_ray_and_triangle();
    expect_readable(drawing);
    for (const auto& box : text_boxes(drawing))
        EXPECT_FALSE(is_crossed(box, drawing)) << box.words->text;
}

TEST(Figures, ListNamesThemAndMisspeltNamesAreErrors) {
    const TestFolder folder;
    const auto output = folder.path / "output";
    ASSERT_EQ(run("figures --list", output), 0);
    // Words on lines of their own, because a command may take several lines.
    std::istringstream words(content(output));
    std::string listing;
    for (std::string word; words >> word;) listing += word + ' ';
    for (const Figure& figure : figures()) {
        EXPECT_NE(listing.find(fmt::format("{} ", figure.name)), std::string::npos);
        EXPECT_NE(listing.find(figure.command), std::string::npos);
    }
    EXPECT_EQ(run("figures acceptance-abive", output), int(Exit::usage));
    EXPECT_NE(content(output).find("did you mean 'acceptance-above'"), std::string::npos);
    EXPECT_EQ(run("figures triangle --scenes nowhere", output), int(Exit::bad_input));
}

}  // namespace
}  // namespace hitmiss
