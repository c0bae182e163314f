// Reports in their three forms.

#include "base/report.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

const Rows rows{{{"name", "Möller"}, {"number", 1e-6}, {"count", 3u}, {"flag", true}},
                {{"name", "a \"b\", c"}, {"number", 0.0}, {"count", {}}, {"flag", false}}};

TEST(Report, TextAlignsWordsToTheLeftAndNumbersToTheRight) {
    EXPECT_EQ(as_text(rows),
              "name      number  count   flag\n"
              "Möller      1e-6      3   true\n"
              "a \"b\", c       0      -  false\n");
    EXPECT_EQ(as_text(Rows()), "");
}

TEST(Report, CsvQuotesWhatItMust) {
    EXPECT_EQ(as_csv(rows),
              "name,number,count,flag\n"
              "Möller,1e-6,3,true\n"
              "\"a \"\"b\"\", c\",0,,false\n");
    EXPECT_EQ(as_csv({}), "");
}

TEST(Report, NumbersAreWrittenOneWay) {
    EXPECT_EQ(number_text(1e-6), "1e-6");
    EXPECT_EQ(number_text(-2.5e-17), "-2.5e-17");
    EXPECT_EQ(number_text(1e30), "1e30");
    EXPECT_EQ(number_text(0.0001), "0.0001");
    EXPECT_EQ(number_text(5.0), "5");
    EXPECT_EQ(number_text(0.1f), "0.1");
    EXPECT_EQ(number_text(-1e-7f), "-1e-7");
    EXPECT_EQ(number_text(1234.567, 3), "1230");
    for (const auto& [number, text] : {std::pair<std::uint64_t, const char*>{0, "0"},
                                       {999, "999"},
                                       {1000, "1,000"},
                                       {123456, "123,456"},
                                       {UINT64_MAX, "18,446,744,073,709,551,615"}})
        EXPECT_EQ(with_separators(number), text);
    EXPECT_EQ(with_separators(std::string("-1234.5678")), "-1,234.5678");
    EXPECT_EQ(with_separators(std::string("1.5e-12")), "1.5e-12");
    const Rows large{{{"n", 1234567}, {"x", 12345.5}}};
    EXPECT_EQ(as_text(large), "        n         x\n1,234,567  12,345.5\n");
    EXPECT_EQ(as_csv(large), "n,x\n1234567,12345.5\n");
}

TEST(Table, BreaksKeysAndWordsWhereItIsTooWide) {
    const Rows table{{{"method", "angle-sum:epsilon=0.5,precision=double"}, {"wrong_triangle", 7}}};
    EXPECT_EQ(as_text(table),
              "                                           wrong\n"
              "method                                  triangle\n"
              "angle-sum:epsilon=0.5,precision=double         7\n");
    EXPECT_EQ(as_text(table, 30),
              "                         wrong\n"
              "method                triangle\n"
              "angle-sum:                   7\n"
              "  epsilon=0.5,\n"
              "  precision=double\n");
    EXPECT_TRUE(as_text(table, 1).starts_with("            wrong\nmethod   triangle\nangle-  "))
        << "no narrower than seven characters and the words of a key";
    EXPECT_EQ(wrapped("a bc def", 4), (std::vector<std::string>{"a bc", "def"}));
    EXPECT_EQ(wrapped("öööööö", 4, 1), (std::vector<std::string>{"öööö", " öö"}));
    EXPECT_EQ(wrapped("", 4), std::vector<std::string>{""});
    EXPECT_EQ(wrapped("s a:b,c", 5), (std::vector<std::string>{"s", "a:b,c"}));
    EXPECT_EQ(wrapped("s a:b,c", 4), (std::vector<std::string>{"s a:", "b,c"}));
    EXPECT_EQ(wrapped("1e-6 2^-18", 5), (std::vector<std::string>{"1e-6", "2^-18"}));
}

// Random texts: lines contain all of them and fit, and break inside a word only if it is longer
// than a line, after a sign if there is one.
TEST(Table, BreaksWordsOnlyWhereItMust) {
    ASSERT_EQ(wrapped("öö=ööö", 4), (std::vector<std::string>{"öö=", "ööö"}));
    Random random(1);
    int full = 0, behind_equals = 0;
    for (int k = 0; k < 3000; ++k) {
        std::string text;
        for (auto left = random.below(60); left > 0; --left) {
            const char next = "abcabcabc:=,- "[random.below(14)];
            if (next != ' ' || (!text.empty() && text.back() != ' ')) text += next;
        }
        const std::size_t indent = random.below(4), width = indent + 1 + random.below(20);
        std::size_t at = 0;
        for (const std::string& line : wrapped(text, width, indent)) {
            const std::string own = line.substr(at == 0 ? 0 : std::min(indent, line.size()));
            const std::size_t begin = text.find_first_not_of(' ', at);
            if (begin == text.npos) break;
            if (begin == at && at > 0) {
                const auto word = text.rfind(' ', at) + 1;
                EXPECT_GT(std::min(text.find(' ', at), text.size()) - word + indent, width) << text;
            }
            ASSERT_EQ(text.substr(begin, own.size()), own) << text;
            ASSERT_LE(line.size(), width) << text;
            at = begin + own.size();
            const char last = text[at - 1];
            if (at == text.size() || text[at] == ' ' || last == ':' || last == ',' || last == '-')
                continue;
            if (last == '=') {
                ++behind_equals;
            } else {
                EXPECT_EQ(line.size(), width) << text;
                EXPECT_EQ(own.find('='), own.npos) << text;
                ++full;
            }
        }
        EXPECT_EQ(text.find_first_not_of(' ', at), text.npos) << text;
    }
    EXPECT_TRUE(full > 100 && behind_equals > 100);
}

TEST(Report, JsonKeepsTheOrderAndNests) {
    Object object{{"z", List{1, -2.5, "x"}}, {"a", Object{{"none", std::optional<int>()}}}};
    append(object, {{"rows", Rows{}}});
    EXPECT_EQ(as_json(object),
              "{\n  \"z\": [\n    1,\n    -2.5,\n    \"x\"\n  ],\n"
              "  \"a\": {\n    \"none\": null\n  },\n  \"rows\": []\n}");
}

TEST(Report, NumbersAreRoundedAndNullWhereNotFinite) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(rounded(123456.7, 5), Value(123460.0));
    EXPECT_EQ(rounded(infinity, 5), Value());
    EXPECT_EQ(as_json(infinity), as_json(Value()));
    EXPECT_EQ(cell_text(infinity, false), cell_text(Value(), false));
    EXPECT_EQ(cell_text(infinity, true), cell_text(Value(), true));
    EXPECT_EQ(shortest(0.1f), Value(0.1));
}

TEST(Report, FormatsPickTheirPart) {
    const Report report{{{"a", 1}}, {{{"b", 2}}}, "text"};
    EXPECT_EQ(to_string(report, {Format::json}, 80), "{\n  \"a\": 1\n}\n");
    EXPECT_EQ(to_string(report, {Format::csv}, 80), "b\n2\n");
    EXPECT_EQ(to_string(report, {Format::text}, 80), "text");
    EXPECT_EQ(to_string(report, {Format::markdown}, 80), "| b |\n| ---: |\n| 2 |\n");
    EXPECT_EQ(to_string(report, {Format::latex}, 80),
              "\\begin{tabular}{r}\n\\hline\nb \\\\\n\\hline\n2 \\\\\n\\hline\n\\end{tabular}\n");
}

// What people see are the tables of the text; headings go with them.
TEST(Report, TablesForDocumentsAreThoseOfTheText) {
    const Report report{
        {}, {{{"a", 1}, {"b", 2}}}, "text", {{"first", {{{"a", 1}}}}, {"", {{{"b", 2}}}}}};
    EXPECT_EQ(to_string(report, {Format::markdown}, 80),
              "**first**\n\n| a |\n| ---: |\n| 1 |\n\n| b |\n| ---: |\n| 2 |\n");
    EXPECT_TRUE(to_string(report, {Format::latex}, 80).starts_with("% first\n\\begin{tabular}"));
}

TEST(Report, ColumnsAreChosenInAnyFormat) {
    const Report report{{{"x", 1}}, {{{"one", 1}, {"two", "w"}, {"three", 3}}}, "text"};
    const std::vector<std::string> columns{"three", "one"};
    EXPECT_EQ(to_string(report, {Format::text, false, columns}, 80), "three  one\n    3    1\n");
    EXPECT_EQ(to_string(report, {Format::csv, false, columns}, 80), "three,one\n3,1\n");
    EXPECT_EQ(to_string(report, {Format::json, false, columns}, 80),
              "[\n  {\n    \"three\": 3,\n    \"one\": 1\n  }\n]\n");
    EXPECT_EQ(to_string(report, {Format::markdown, false, {"two"}}, 80),
              "| two |\n| --- |\n| w |\n");
    try {
        to_string(report, {Format::csv, false, {"tree"}}, 80);
        ADD_FAILURE() << "no such column";
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::usage);
        EXPECT_STREQ(
            error.what(),
            "--columns tree: not in this table; did you mean 'three'? its columns are one, "
            "two, three");
    }
}

TEST(Report, CellsAreFitForMarkdownAndLatex) {
    const Rows odd{{{"a_b", "|x| < 5 % & #_{}~^\\$"}, {"n", -1234.5}}};
    EXPECT_EQ(as_markdown(odd),
              "| a_b | n |\n| --- | ---: |\n| \\|x\\| < 5 % & #_{}~^\\$ | -1,234.5 |\n");
    const Rows tags{{{"<i>", "<b>bold</b>, a<5 and < 5"}}};
    EXPECT_EQ(as_markdown(tags), "| \\<i> |\n| --- |\n| \\<b>bold\\</b>, a\\<5 and < 5 |\n");
    EXPECT_EQ(to_string(Report{{}, tags, "", {{"<u>", tags}}}, {Format::markdown}, 80),
              "**\\<u>**\n\n" + as_markdown(tags));
    EXPECT_NE(as_latex(odd).find("{lr}\n\\hline\na b & n \\\\\n"), std::string::npos)
        << as_latex(odd);
    EXPECT_NE(as_latex(odd).find(
                  "\\textbar{}x\\textbar{} \\textless{} 5 \\% \\& \\#\\_\\{\\}\\textasciitilde{}"
                  "\\textasciicircum{}\\textbackslash{}\\$ & $-$1,234.5 \\\\\n"),
              std::string::npos)
        << as_latex(odd);
}

}  // namespace
}  // namespace hitmiss
