// Reports in their three forms.

#include "base/report.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hitmiss {
namespace {

const Rows rows{{{"name", "Möller"}, {"number", 1e-6}, {"count", 3u}, {"flag", true}},
                {{"name", "a \"b\", c"}, {"number", 0.0}, {"count", {}}, {"flag", false}}};

TEST(Report, TextAlignsWordsToTheLeftAndNumbersToTheRight) {
    EXPECT_EQ(as_text(rows),
              "name      number  count   flag\n"
              "Möller     1e-06      3   true\n"
              "a \"b\", c     0.0      -  false\n");
    EXPECT_EQ(as_text({}), "");
}

TEST(Report, CsvQuotesWhatItMust) {
    EXPECT_EQ(as_csv(rows),
              "name,number,count,flag\n"
              "Möller,1e-06,3,true\n"
              "\"a \"\"b\"\", c\",0.0,,false\n");
    EXPECT_EQ(as_csv({}), "");
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
