// Figures on narrow and on low pages: all end, none is too high, no word is broken, and what they
// say is not ambiguous.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "built.hpp"
#include "figure_testing.hpp"
#include "program.hpp"
#include "svg_testing.hpp"

namespace hitmiss {
namespace {

struct Pages : Program {
    struct Page {
        Drawing texts;
        double height_mm;
    };

    /// The pages that a command writes.
    std::vector<Page> pages(const std::string& command) const {
        for (const std::string& name : files()) std::filesystem::remove(folder_ / name);
        // A figure that is never finished fails instead.
        const auto outcome = run(command + " -o a.svg", "ulimit -t 60;");
        EXPECT_EQ(outcome.exit, 0) << command << '\n' << outcome.err;
        std::vector<Page> found;
        for (const std::string& name : files()) {
            if (!name.ends_with(".svg")) continue;
            const std::string file = read_all(folder_ / name), height = " height=\"";
            const auto at = file.find(height) + height.size();
            found.push_back({texts_of(file), std::stod(file.substr(at))});
        }
        EXPECT_FALSE(found.empty()) << command;
        return found;
    }

    /// All texts of a page, or of all pages, in the order in which they were drawn.
    static std::string all_texts(const Page& page) {
        std::string text;
        for (const TextBox& box : text_boxes(page.texts)) text += box.words->text + ' ';
        return text;
    }
    std::string all_texts(const std::string& command) const {
        std::string text;
        for (const Page& page : pages(command)) text += all_texts(page);
        return text;
    }
};

/// What stands between blanks, hyphens, digits and signs.
std::set<std::string> words_in(const std::string& text) {
    std::set<std::string> words;
    std::string word;
    for (const char c : text + ' ')
        if (((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c & 0x80) != 0)
            word += c;
        else if (!word.empty())
            words.insert(std::exchange(word, ""));
    return words;
}

TEST_F(Pages, OfWalksEndHoweverNarrowTheyAre) {
    if (!built("walk")) GTEST_SKIP();
    for (const char* name : {"door", "origin", "ray", "touch", "matrix", "plane"})
        for (const char* size : {"60 --font-pt 8.6", "84 --font-pt 12.7", "110 --font-pt 12.7",
                                 "84 --font-pt 16", "100 --font-pt 40"})
            pages("walk " + scene(std::string("walk-") + name) + " --width-mm " + size);
}

TEST_F(Pages, SayWhereAPartIsHigherThanAsked) {
    const auto noted = [&](const std::string& height) {
        return run("accept " + scene("cube") + " --samples 16 -m same-side -o a.svg" + height)
                   .err.find("no part of it can go to another page") != std::string::npos;
    };
    EXPECT_TRUE(noted(" --max-height-mm 40"));
    EXPECT_FALSE(noted(""));
}

TEST_F(Pages, AreNoHigherThanAskedAndSayWhichTheyAre) {
    const std::string ico = scene("icosphere") + " --size 16x16 ", cube = scene("cube");
    for (const std::string& command :
         {"spawn " + cube + " --over distance --rays 50",
          "spawn " + cube + " --rays 50 --width-mm 84 --font-pt 12.7 -m mt -m watertight",
          "sweep " + ico + "--per-decade 1 -m angle-sum -m mt -m angle-sum:double -m mt:double",
          "sweep " + ico +
              "--per-decade 1 --width-mm 84 --font-pt 12.7 -m angle-sum -m angle-sum:double "
              "-m angle-sum:atan2 -m angle-sum:fused -m angle-sum:atan2,double",
          "compare " + cube + ' ' + scene("room") +
              " --size 24x24 -m angle-sum:0.5 -m mt -m watertight",
          "compare " + scene("boxes") +
              " --size 24x24 --width-mm 84 --light 3.5,2.4,-1.4 -m mt -m watertight"})
        for (const double highest : {170.0, 225.0}) {
            SCOPED_TRACE(command);
            const auto found = pages(command + (highest == 225 ? "" : " --max-height-mm 170"));
            EXPECT_GT(found.size(), 1u);
            for (const Page& page : found) {
                EXPECT_LE(page.height_mm, highest);
                expect_readable(page.texts);
            }
            for (std::size_t number = 1; number <= found.size(); ++number)
                EXPECT_EQ(std::ranges::count_if(found,
                                                [&](const Page& page) {
                                                    return all_texts(page).find(fmt::format(
                                                               "page {} of {} ", number,
                                                               found.size())) != std::string::npos;
                                                }),
                          1)
                    << "page " << number << " of " << found.size();
        }
    EXPECT_EQ(all_texts("compare " + cube + " --size 24x24").find("page "), std::string::npos)
        << "a single page";
}

// The same command on a page so wide that no line is broken has the whole words.
TEST_F(Pages, BreakNoWord) {
    const std::string cube =
        "compare " + scene("cube") + " --size 24x24 --title 'The angle sum and Möller-Trumbore' ";
    std::vector<std::pair<std::string, std::string>> commands{
        {cube + "-m angle-sum:0.5 -m mt -m watertight", "110 --font-pt 12.7"},
        {cube + "-m angle-sum:0.5 -m mt -m watertight -m baldwin-weber", "160"},
        {cube + "-m angle-sum:0.5 -m mt -m watertight", "60"},
        {"compare " + scene("boxes") + " --size 24x24 --light 3.5,2.4,-1.4 -m mt", "84"}};
    if (built("probe"))
        commands.emplace_back("probe " + scene("probe-cube") + " --size 16x16", "84");
    for (const auto& [command, width] : commands) {
        const auto whole = words_in(all_texts(command + " --width-mm 600") + "continued page of");
        for (const std::string& word : words_in(all_texts(command + " --width-mm " + width)))
            EXPECT_TRUE(whole.contains(word)) << word << " in " << command << " at " << width;
    }
}

TEST_F(Pages, HaveTheTitleAndTheSecondLineThatAreAskedFor) {
    const std::string cube = "compare " + scene("cube"), size = " --size 16x16 -m angle-sum:0.5";
    for (const std::string& command :
         {cube + size, cube + ' ' + scene("triangle") + size,
          "sweep " + scene("cube") + " --per-decade 1 --size 16x16 -m angle-sum"}) {
        const std::string text = all_texts(command + " --title 'A head' --subtitle 'Below it'");
        EXPECT_NE(text.find("A head"), text.npos) << command;
        EXPECT_NE(text.find("Below it"), text.npos) << command;
        EXPECT_EQ(text.find("16 × 16"), text.npos) << "its own second line: " << command;
    }
}

// Where tests of one name differ in ε, each name says which; an ε of 0 too.
TEST_F(Pages, NameEachToleranceOfOneTest) {
    const std::string name = "Möller-Trumbore, float";
    const std::string text =
        all_texts("sweep " + scene("icosphere") +
                  " --over size --size 16x16 --per-decade 1 -m mt:1e-6 -m mt:1e-7 -m mt:0 "
                  "-m watertight");
    std::size_t named = 0;
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1), ++named)
        EXPECT_EQ(text.substr(at + name.size(), 5), ", ε ") << text.substr(at, 60);
    EXPECT_EQ(named, 4u) << "three curves, and the title";
    const std::string answer = run("sweep " + scene("icosphere") +
                                   " --over size --size 16x16 --per-decade 1 -m mt:1e-6 -m mt:0")
                                   .out;
    EXPECT_NE(answer.find("float, epsilon 1e-6: "), answer.npos) << answer;
    EXPECT_NE(answer.find("float, epsilon 0: "), answer.npos) << answer;
}

TEST_F(Pages, CountNoWrongPointsOfAMeshWithBorders) {
    const std::string of_rules = " --points 100 --size 32x32 -m watertight";
    const std::string open = all_texts("inside " + scene("room") + of_rules);
    EXPECT_EQ(open.find("called outside"), open.npos);
    EXPECT_NE(open.find("called inside"), open.npos) << "what is grey";
    const std::string closed = all_texts("inside " + scene("divided-cube") + of_rules);
    EXPECT_NE(closed.find("inside, called outside"), closed.npos);
}

}  // namespace
}  // namespace hitmiss
