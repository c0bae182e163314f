// A command's text and CSV say the same as its JSON.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "built.hpp"
#include "commands/command_line.hpp"
#include "commands/count.hpp"
#include "json_testing.hpp"
#include "test_folder.hpp"

namespace hitmiss {
namespace {

/// What the command prints; its files are lost.
std::string printed(const std::string& line) {
    std::istringstream words(line);
    std::string text;
    testing::internal::CaptureStderr();
    parse_command_line({std::istream_iterator<std::string>(words), {}})(
        {[](auto&&, auto&&) {}, [&](std::string_view part) { text += part; }, 1000});
    testing::internal::GetCapturedStderr();
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The cells of a table by key, row for row.
using Table = std::vector<std::map<std::string, std::string>>;

/// No cell of ours holds a comma or a quote.
Table from_csv(const std::string& text) {
    const auto cells_of = [](const std::string& line) {
        std::vector<std::string> cells;
        std::istringstream stream(line + ',');
        for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
        return cells;
    };
    const auto lines = lines_of(text);
    const auto keys = cells_of(lines.at(0));
    Table table(lines.size() - 1);
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto cells = cells_of(lines[row + 1]);
        EXPECT_EQ(cells.size(), keys.size()) << lines[row + 1];
        for (std::size_t k = 0; k < keys.size(); ++k) table[row][keys[k]] = cells.at(k);
    }
    return table;
}

/// A table laid out in columns, two blanks apart, below keys whose words may be on several lines;
/// `first` is the first key.
Table from_text(const std::string& text, const std::string& first, std::size_t rows) {
    const auto lines = lines_of(text);
    std::size_t keys = 0;
    while (keys < lines.size() && !lines[keys].starts_with(first + ' ')) ++keys;
    if (keys + rows >= lines.size()) return {};
    std::size_t top = keys;
    while (top > 0 && lines[top - 1].starts_with(' ')) --top;
    std::string blanks;  // where no line has a letter
    for (std::size_t k = top; k <= keys + rows; ++k) {
        blanks.resize(std::max(blanks.size(), lines[k].size()), ' ');
        for (std::size_t at = 0; at < lines[k].size(); ++at)
            if (lines[k][at] != ' ') blanks[at] = '#';
    }
    const auto cell = [&](std::size_t line, std::size_t begin, std::size_t end) -> std::string {
        if (begin >= lines[line].size()) return "";
        std::string part = lines[line].substr(begin, end - begin);
        part.erase(part.find_last_not_of(' ') + 1);
        part.erase(0, part.find_first_not_of(' '));
        return part;
    };
    Table table(rows);
    for (std::size_t begin = 0; begin < blanks.size();) {
        const std::size_t end = std::min(blanks.find("  ", begin), blanks.size());
        std::string key;
        for (std::size_t k = top; k <= keys; ++k)
            if (const auto word = cell(k, begin, end); !word.empty())
                key += (key.empty() ? "" : "_") + word;
        std::ranges::replace(key, ' ', '_');
        for (std::size_t row = 0; row < rows; ++row)
            table[row][key] = cell(keys + 1 + row, begin, end);
        begin = std::min(blanks.find('#', end), blanks.size());
    }
    return table;
}

/// A member of a row, worst_x being x of its worst. People read "ties".
Json find(const Json& row, const std::string& key) {
    if (key == "ties") return row.at("neighbour");
    if (row.contains(key) || !key.starts_with("worst_")) return row.at(key);
    return row.at("worst").is_null() ? Json() : row["worst"].at(key.substr(6));
}

/// For people five digits are enough, and thousands are grouped.
void expect_same(std::string cell, const Json& value, bool for_people, const std::string& where) {
    if (for_people) std::erase(cell, ',');
    if (value.is_null())
        EXPECT_EQ(cell, for_people ? "-" : "") << where;
    else if (value.is_string())
        EXPECT_EQ(cell, value.get<std::string>()) << where;
    else if (value.is_number()) {
        const double number = value.get<double>();
        EXPECT_NEAR(std::stod(cell), number, for_people ? 6e-5 * std::abs(number) : 0) << where;
    } else
        EXPECT_EQ(cell, value.get<bool>() ? "true" : "false") << where;
}

const std::string cube = HITMISS_SCENES "/cube.toml", few = " --size 32x24";

TEST(Tables, SayTheSameInEveryFormat) {
    const struct {
        std::string command, rows;
        std::vector<std::string> tables;  // how to ask for them
    } cases[]{
        {"compare " + cube + few + " -m angle-sum:0.5 -m watertight:cull=back -m angle-sum-walking",
         "methods",
         {"", " --wide"}},
        {"compare " + cube + few + " --grid=-y -m angle-sum:0.5 -m watertight",
         "methods",
         {"", " --wide"}},
        {"sweep " + cube + few + " --per-decade 1 -m angle-sum -m watertight",
         "points",
         {"", " --wide"}},
        {"walk " HITMISS_SCENES "/walk-plane.toml" + few, "moves", {" --wide"}},
        {"probe " HITMISS_SCENES "/probe-cube.toml" + few, "frames", {" --wide"}},
        {"accept " + cube + " --triangle 3 --samples 16 -m angle-sum:0.5", "methods", {""}},
    };
    for (const auto& [command, key, tables] : cases) {
        if (!built(command)) continue;
        const Json rows = parse_json(printed(command + " --format json")).at(key);
        const auto csv = from_csv(printed(command + " --format csv"));
        ASSERT_EQ(csv.size(), rows.size()) << command;
        ASSERT_GT(rows.size(), 0u) << command;
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (const auto& [name, cell] : csv[row])
                expect_same(cell, find(rows[row], name), false, command + ": " + name);
        for (const auto& table : tables) {
            const auto text = from_text(printed(command + table), "method", rows.size());
            ASSERT_EQ(text.size(), rows.size()) << command << table;
            EXPECT_TRUE(table.empty() || text[0].size() == csv[0].size()) << command;
            for (std::size_t row = 0; row < rows.size(); ++row)
                for (const auto& [name, cell] : text[row])
                    if (name == "method")  // with its settings, where these have no columns
                        EXPECT_TRUE(cell.starts_with(rows[row][name].get<std::string>())) << cell;
                    else
                        expect_same(cell, find(rows[row], name), true, command + ": " + name);
        }
    }
}

TEST(Tables, TellOfTheHalosLawWhereItIsDrawn) {
    for (const bool drawn : {false, true}) {
        const std::string command = "compare " HITMISS_SCENES
                                    "/triangle.toml -m angle-sum:0.5 -m watertight" +
                                    few + (drawn ? " --overlay halo" : "") + " -o x.svg";
        const Json rows = parse_json(printed(command + " --format json")).at("methods");
        const auto text = from_text(printed(command), "method", rows.size());
        ASSERT_EQ(text.size(), rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            EXPECT_EQ(rows[row].contains("halo_predicted"), drawn);
            EXPECT_EQ(text[row].contains("ties"), !drawn) << "makes room for it";
            ASSERT_EQ(text[row].contains("halo_predicted"), drawn);
            if (drawn)
                expect_same(text[row].at("halo_predicted"), rows[row]["halo_predicted"], true,
                            command);
        }
    }
}

TEST(Tables, OfAProbeNameTheKeysThatWerePressed) {
    if (!built("probe")) GTEST_SKIP();
    const auto frames = parse_json(printed("probe " HITMISS_SCENES "/probe-cube.toml --size 9x9 "
                                           "--keys wAe --format json"))
                            .at("frames");
    ASSERT_EQ(frames.size(), 2 * 4u);
    for (std::size_t k = 0; k < frames.size(); ++k)
        EXPECT_EQ(frames[k]["key"], k % 4 == 0 ? Json() : Json(std::string(1, " WAE"[k % 4])));
}

TEST(Tables, ExplainNoTwoColumnsAlike) {
    std::set<std::string> meanings;
    for (const auto& [key, meaning] : count_columns()) {
        EXPECT_TRUE(meanings.insert(std::string(meaning)).second) << key;
        EXPECT_EQ(key.starts_with("t_off"), meaning.find("plane") != meaning.npos) << key;
        EXPECT_EQ(key == "nan", meaning.find("NaN") != meaning.npos) << key;
    }
}

// Where the columns that hold settings are not chosen, the name holds them.
TEST(Tables, OfChosenColumnsTellMethodsApart) {
    const std::string asked = cube +
                              " -m angle-sum:0.5 -m angle-sum:0.1,double -m wt "
                              "-m wt:edges=kahan --format csv --columns method,";
    EXPECT_TRUE(printed("compare --size 9x9 " + asked + "hits")
                    .starts_with("method,hits\nangle-sum:epsilon=0.5,"))
        << printed("compare --size 9x9 " + asked + "hits");
    for (const std::string command : {"compare --size 9x9 ", "leaks --rays 9 --aim edges "}) {
        const auto names = [&](const std::string& columns) {
            std::string all;
            for (const auto& row : from_csv(printed(command + asked + columns)))
                all += row.at("method") + ' ';
            return all;
        };
        const std::string last = "watertight watertight:edges=kahan ";
        EXPECT_EQ(names("epsilon,leaks"), "angle-sum angle-sum:precision=double " + last);
        EXPECT_EQ(names("epsilon,precision,settings"),
                  "angle-sum angle-sum watertight watertight ");
    }
}

// One file read in several ways has a row for each, told from the others.
TEST(Tables, TellReadingsOfAFileApart) {
    const TestFolder folder;
    const auto path = [&](const std::string& name) { return (folder.path / name).string(); };
    std::ofstream(path("rays.csv")) << "0,0,5,0,0,-1\n";
    std::ofstream(path("hits.csv")) << "4,0\n";
    const std::string file = " -m answers:name=h,file=" + path("hits.csv");
    const std::string asked = "compare " + cube + " --rays " + path("rays.csv") + file + file +
                              ",cull=back" + file + ",precision=double";
    std::set<std::string> shown, chosen, in_json;
    for (const auto& row : from_text(printed(asked), "method", 3)) shown.insert(row.at("method"));
    EXPECT_EQ(shown, (std::set<std::string>{"h (float)", "h (float, cull=back)", "h (double)"}));
    for (const auto& row : from_csv(printed(asked + " --format csv --columns method,hits")))
        chosen.insert(row.at("method"));
    EXPECT_EQ(chosen, (std::set<std::string>{"h", "h (cull=back)", "h (precision=double)"}));
    const Json json = parse_json(printed(asked + " --format json"));
    for (const Json& row : json.at("methods"))
        in_json.insert(row["method"].dump() + row["precision"].dump() + row["settings"].dump());
    EXPECT_EQ(in_json.size(), 3u);
}

// Pictures and listed rays have the same members, whether they are empty or not.
TEST(Tables, AlwaysSayWhoDisagrees) {
    for (const char* const rays : {"", " --grid=z"}) {
        const Json json =
            parse_json(printed("compare --size 9x9 --format json -m mt " + cube + rays));
        EXPECT_EQ(json.at("disagreements"), Json::array()) << rays;
    }
}

// A row says which method it is of: name, epsilon, types, variant, and the other settings.
TEST(Tables, TellSettingsApart) {
    const std::map<std::string, std::string> settings{
        {"watertight:fused", ""},
        {"watertight:fused,edges=kahan", "edges=kahan"},
        {"watertight:fused,edges=compare,once=dxr", "edges=compare once=dxr"},
        {"moller-trumbore:as=godot", "as=godot-2026-11"},
        {"moller-trumbore:1e-4,double,inflate=0.1", "inflate=0.1"},
        {"angle-sum:0.5,corrected,plane=constant", "plane=constant"}};
    for (const std::string command : {"compare ", "leaks --rays 50 "}) {
        std::string asked = command + cube;
        for (const auto& [method, unused] : settings) asked += " -m " + method;
        if (command == "compare ") asked += " --size 8x8 -o a.png";
        const auto csv = from_csv(printed(asked + " --format csv"));
        const Json json = parse_json(printed(asked + " --format json"))
                              .at(command == "compare " ? "methods" : "rates");
        ASSERT_EQ(csv.size(), json.size());
        for (std::size_t k = 0; k < csv.size(); ++k) {
            const auto& [method, said] = *std::next(settings.begin(), long(k % settings.size()));
            EXPECT_EQ(csv[k].at("settings"), said) << method;
            EXPECT_EQ(json[k].at("settings"), said.empty() ? Json() : Json(said)) << method;
        }
    }
}

/// Wilson's 95 % interval per million, as the roots of (p - r)^2 = z^2 r (1 - r) / n.
std::pair<double, double> wilson(double events, double n) {
    const double z = 1.959963984540054, p = events / n, a = 1 + z * z / n, b = 2 * p + z * z / n;
    const double root = std::sqrt(b * b - 4 * a * p * p);
    return {1e6 * (b - root) / (2 * a), 1e6 * (b + root) / (2 * a)};
}

// The head gives the intervals of the smallest and the largest rate in the table.
TEST(Tables, OfLeaksHaveIntervals) {
    const std::string command = "leaks " + cube + " --rays 400 -m angle-sum:0.5 -m mt -m same-side";
    std::string text = printed(command);
    std::ranges::replace(text, '\n', ' ');
    std::erase(text, ',');
    std::set<double> rates;
    const Json json = parse_json(printed(command + " --format json"));
    for (const Json& rate : json.at("rates")) {
        const auto aim = rate["aim"].get<std::string>();
        if (aim != "interior") rates.insert(rate["leaks_per_million"].get<double>());
        if (aim == "silhouette") rates.insert(rate["false_hits_per_million"].get<double>());
    }
    ASSERT_EQ(*rates.begin(), 0);
    const auto interval_of = [](double rate) {
        const auto [low, high] = wilson(rate * 400 / 1e6, 400);
        return fmt::format("{:.0f} is {:.0f}..{:.0f}", rate, low, high);
    };
    const std::string said =
        fmt::format("The 95 % interval of {} that of {}.", interval_of(*std::next(rates.begin())),
                    interval_of(*rates.rbegin()));
    EXPECT_NE(text.find(said), text.npos) << said << "\n in\n" << text;
    const auto none =
        fmt::format("interval of the rate ends below {:.0f}.", std::ceil(wilson(0, 400).second));
    EXPECT_NE(text.find(none), text.npos) << none << "\n in\n" << text;
    EXPECT_EQ(printed(command + " --wide").find("interval of"), std::string::npos);
}

// Rates, each with its interval in one cell; and, if nothing else is asked, of leaks alone.
TEST(Tables, OfLeaksSayTheSameInEveryFormat) {
    const std::string command =
        "leaks " + cube + " --rays 300 -m angle-sum:0.5 -m angle-sum-walking -m same-side";
    const Json rates = parse_json(printed(command + " --format json")).at("rates");
    const auto csv = from_csv(printed(command + " --format csv"));
    const std::string wide_text = printed(command + " --wide");
    const auto wide = from_text(wide_text, "aim", rates.size());
    const auto narrow = from_text(printed(command), "method", 3);
    ASSERT_EQ(csv.size(), rates.size());
    ASSERT_EQ(wide.size(), rates.size());
    ASSERT_EQ(narrow.size(), 3u);
    const auto plain = [](std::string cell) {
        std::erase(cell, ',');
        return cell;
    };
    int nan = 0, multiple = 0, zeros = 0;
    const std::map<std::string, std::string> places{{"edge", "at edges"},
                                                    {"vertex", "at vertices"},
                                                    {"silhouette", "at silhouettes"},
                                                    {"interior", "inside triangles"},
                                                    {"random", "of random rays"}};
    std::array<std::map<std::string, double>, 3> other;
    for (std::size_t row = 0; row < rates.size(); ++row) {
        const Json& rate = rates[row];
        for (const auto& [name, cell] : csv[row]) expect_same(cell, rate.at(name), false, name);
        nan += rate["nan"] > 0, multiple += rate["multiple"] > 0;
        for (const auto& [name, cell] : wide[row]) {
            if (name == "aim" || name == "rays") {
                expect_same(cell, rate.at(name), true, name);
            } else if (name != "method" && rate.at(name).is_null()) {
                EXPECT_EQ(cell, "-") << name;
            } else if (name != "method") {
                const auto dots = plain(cell).find("..");
                ASSERT_NE(dots, std::string::npos) << cell;
                const std::string low = plain(cell).substr(plain(cell).find('(') + 1);
                EXPECT_NEAR(std::stod(plain(cell)), rate.at(name + "_per_million").get<double>(),
                            0.5);
                EXPECT_NEAR(std::stod(low), rate.at(name + "_low").get<double>(), 0.5) << name;
                EXPECT_NEAR(std::stod(plain(cell).substr(dots + 2)),
                            rate.at(name + "_high").get<double>(), 0.5)
                    << name;
            }
        }
        const auto aim = rate["aim"].get<std::string>();
        const auto& row_of_method = narrow[row % 3];
        EXPECT_TRUE(row_of_method.at("method").starts_with(rate["method"].get<std::string>()));
        // No zero without its interval.
        const auto expect_rate = [&](const std::string& column, const std::string& key) {
            const std::string cell = plain(row_of_method.at(column));
            const bool none = rate[key] == 0;
            EXPECT_EQ(cell.starts_with("< "), none) << column << ' ' << cell;
            const double shown = std::stod(cell.substr(none ? 2 : 0)),
                         counted = rate[key + (none ? "_high" : "_per_million")].get<double>();
            // Where nothing was seen the rate is less than what is shown.
            if (none)
                EXPECT_TRUE(shown > counted && shown < counted + 1.001) << column << ' ' << cell;
            else
                EXPECT_NEAR(shown, counted, 0.5) << column;
            zeros += none;
        };
        if (aim != "interior") expect_rate(aim == "silhouette" ? "silhouette_leaks" : aim, "leaks");
        if (aim == "silhouette") expect_rate("silhouette_false_hits", "false_hits");
        const double wrong = rate["wrong_triangle"].get<double>() + rate["wrong_t"].get<double>();
        other[row % 3][places.at(aim)] = 1e6 * wrong / rate["rays"].get<double>();
        if (aim == "interior")
            other[row % 3]["leaks inside triangles"] = rate["leaks_per_million"].get<double>();
    }
    // The other errors, by place. The wide table has columns for them.
    EXPECT_EQ(wide_text.find("Other errors per million"), std::string::npos);
    std::string said = plain(printed(command));
    said = said.substr(said.find("Other errors per million"));
    said = said.substr(0, said.find("To see why"));
    std::ranges::replace(said, '\n', ' ');
    int found = 0;
    for (std::size_t m = 0; m < 3; ++m) {
        const auto at = said.find(rates[m]["method"].get<std::string>() + ":");
        const std::string of_method =
            at == said.npos ? "" : said.substr(at, std::min(said.find(';', at), said.size()) - at);
        for (const auto& [place, rate] : other[m]) {
            std::smatch match;
            const bool named = std::regex_search(
                of_method, match, std::regex(R"(([0-9.]+) \(([0-9.]+)\.\.([0-9.]+)\) )" + place));
            EXPECT_EQ(named, rate > 0) << place << '\n' << said;
            if (!named) continue;
            EXPECT_NEAR(std::stod(match[1]), rate, 0.5) << place << '\n' << said;
            const auto [low, high] = wilson(rate * 300 / 1e6, 300);
            EXPECT_NEAR(std::stod(match[2]), low, 1e-2 * low) << place << '\n' << said;
            EXPECT_NEAR(std::stod(match[3]), high, 1e-2 * high) << place << '\n' << said;
            ++found;
        }
    }
    EXPECT_GT(found, 1);
    EXPECT_GT(nan, 0);
    EXPECT_GT(multiple, 0);
    EXPECT_GT(zeros, 0);
    EXPECT_EQ(narrow[0].size(), 6u);
}

// From the eye, a triangle has no inner edge, no vertex within faces and no silhouette.
TEST(Tables, OfLeaksHaveNoRowsForAimsThatDoNotExist) {
    const std::string command =
        "leaks " HITMISS_SCENES "/triangle.toml --rays 100 -m exact -m watertight";
    const auto csv = from_csv(printed(command + " --format csv"));
    ASSERT_EQ(csv.size(), 2 * 2u);
    for (const auto& row : csv) {
        EXPECT_TRUE(row.at("aim") == "interior" || row.at("aim") == "random") << row.at("aim");
        EXPECT_EQ(row.at("rays"), "100");
    }
    EXPECT_EQ(printed(command).find("silhouette\n"), std::string::npos);
    EXPECT_THROW(printed(command + " --aim edges"), Error);
    testing::internal::GetCapturedStderr();  // which printed() had no time to end
}

// The least number of rays has a rate, and so sure a result an interval.
TEST(Tables, OfLeaksOfOneRayHaveRates) {
    const Json report = parse_json(printed("leaks " + cube + " --rays 1 -m exact --format json"));
    ASSERT_GT(report.at("rates").size(), 2u);
    for (const Json& rate : report["rates"]) {
        EXPECT_EQ(rate.at("leaks_per_million"), 0) << rate;
        EXPECT_EQ(rate.at("leaks_low"), 0) << rate;
        EXPECT_GT(rate.at("leaks_high"), 500'000) << rate;
    }
}

}  // namespace
}  // namespace hitmiss
