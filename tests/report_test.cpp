// Reports in their three forms.

#include <gtest/gtest.h>

#include <limits>

#include "base/table.hpp"
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
    EXPECT_EQ(as_text({}), "");
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
    EXPECT_EQ(wrapped("a bc def", 4), (std::vector<std::string>{"a bc", "def"}));
    EXPECT_EQ(wrapped("öööööö", 4, 1), (std::vector<std::string>{"öööö", " öö"}));
    EXPECT_EQ(wrapped("", 4), std::vector<std::string>{""});
    EXPECT_EQ(wrapped("s a:b,c", 5), (std::vector<std::string>{"s", "a:b,c"}));
    EXPECT_EQ(wrapped("s a:b,c", 4), (std::vector<std::string>{"s a:", "b,c"}));
    EXPECT_EQ(wrapped("1e-6 2^-18", 5), (std::vector<std::string>{"1e-6", "2^-18"}));
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
    EXPECT_EQ(Value(infinity), Value());
    EXPECT_EQ(shortest(0.1f), Value(0.1));
}

TEST(Report, FormatsPickTheirPart) {
    const Report report{{{"a", 1}}, {{{"b", 2}}}, "text"};
    EXPECT_EQ(to_string(report, Format::json), "{\n  \"a\": 1\n}\n");
    EXPECT_EQ(to_string(report, Format::csv), "b\n2\n");
    EXPECT_EQ(to_string(report, Format::text), "text");
}

}  // namespace
}  // namespace hitmiss
