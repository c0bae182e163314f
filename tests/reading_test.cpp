// What src/README.md says of the sources: the evening's reading exists and is no longer than
// stated, and each folder of the street includes only from those above it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace hitmiss {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& path) {
    std::ifstream file(HITMISS_SCENES "/../src/" + path);
    EXPECT_TRUE(file) << path;
    Lines lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

/// How many lines a definition of that name takes, its comment included; 0 if there is none.
std::size_t size_of_part(const Lines& lines, const std::string& name) {
    const std::regex starts("(?:[^ /#}].*)?\\b" + name + R"(( \{|\().*)");
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (!std::regex_match(lines[k], starts)) continue;
        std::size_t begin = k, end = k;
        while (end < lines.size() && lines[end].back() != '{' && lines[end].back() != ';') ++end;
        if (end == lines.size() || lines[end].back() == ';') continue;  // no more than declared
        while (begin > 0 && !lines[begin - 1].empty() && lines[begin - 1][0] != '}') --begin;
        while (end < lines.size() && !lines[end].starts_with('}')) ++end;
        return end + 1 - begin;
    }
    return 0;
}

TEST(Reading, IsThereAndTakesAnEvening) {
    const Lines readme = lines_of("README.md");
    const std::regex row(R"(\| (.*?)\[.*?\]\((.*?)\) \|.*)"), quoted("`(.*?)`");
    std::size_t sum = 0, rows = 0;
    for (auto line = std::ranges::find(readme, "## An evening's reading");
         line != readme.end() && !line->starts_with("## The rest"); ++line) {
        std::smatch found;
        if (!std::regex_match(*line, found, row)) continue;
        ++rows;
        const std::string parts = found[1], path = found[2];
        const Lines lines = lines_of(path);
        if (parts.empty()) sum += lines.size();
        if (parts == "the head of ")
            sum += std::size_t(std::ranges::find(lines, "") - lines.begin());
        for (std::sregex_iterator part(parts.begin(), parts.end(), quoted), last; part != last;
             ++part) {
            const auto size = size_of_part(lines, (*part)[1]);
            EXPECT_GT(size, 0u) << (*part)[1] << " in " << path;
            sum += size;
        }
    }
    EXPECT_GT(rows, 15u);
    EXPECT_LE(sum, 1800u);
    RecordProperty("lines", int(sum));
}

TEST(Reading, FoldersIncludeOnlyFromThoseAbove) {
    namespace fs = std::filesystem;
    constexpr std::array folders{"base", "methods", "trace", "scene", "judge", "draw", "commands"};
    const std::regex include("#include \"(\\w+)/.*");
    std::size_t files = 0;
    for (std::size_t own = 0; own < folders.size(); ++own)
        for (const auto& entry :
             fs::recursive_directory_iterator(fs::path(HITMISS_SCENES "/../src") / folders[own])) {
            const auto kind = entry.path().extension();
            if (kind != ".hpp" && kind != ".cpp") continue;
            ++files;
            const auto path = fs::relative(entry.path(), HITMISS_SCENES "/../src").string();
            for (const std::string& line : lines_of(path)) {
                std::smatch found;
                if (!std::regex_match(line, found, include)) continue;
                const auto other = std::ranges::find(folders, found[1].str());
                EXPECT_TRUE(other == folders.end() || std::size_t(other - folders.begin()) <= own)
                    << path << ": " << line;
            }
        }
    EXPECT_GT(files, 200u);
}

}  // namespace
}  // namespace hitmiss
