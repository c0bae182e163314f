#include "commands/output.hpp"

#include <map>

#include "commands/command_line.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

/// Each command that writes a file of rows, without the file's name.
const std::vector<std::vector<std::string>> row_commands{
    {"mesh", "icosphere:faces=20", "-o"},
    {"rays", HITMISS_SCENES "/cube.toml", "--size", "8x8", "-o"},
    {"rays", HITMISS_SCENES "/cube.toml", "--aim", "edges", "--rays", "9", "-o"},
    {"compare", HITMISS_SCENES "/cube.toml", "--size", "8x8", "-m", "exact", "--answers"},
    {"compare", HITMISS_SCENES "/cube.toml", "--grid=-y", "--size", "8x8", "-m", "exact",
     "--answers"}};

class OutputOfRows : public Program {
protected:
    void run_all(const Output& output) const {
        for (std::size_t k = 0; k < row_commands.size(); ++k)
            for (const char* ending : {".npy", ".csv"}) {
                auto words = row_commands[k];
                words.push_back((folder_ / (std::to_string(k) + ending)).string());
                parse_command_line(words)(output);
            }
    }
};

TEST_F(OutputOfRows, IsLeftToAnotherRank) {
    run_all(to_nowhere());
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(OutputOfRows, ComesInPiecesToACommandAroundIt) {
    std::map<std::string, std::string> kept;
    run_all({[&](const std::filesystem::path& path, const Content& content) {
                 content([&](std::string_view piece) { kept[path.filename().string()] += piece; });
             },
             [](std::string_view) {}});
    EXPECT_EQ(files(), std::vector<std::string>{});
    run_all(to_disk_and_stdout());
    for (std::size_t k = 0; k < row_commands.size(); ++k)
        for (const char* ending : {".npy", ".csv"}) {
            const std::string name = std::to_string(k) + ending;
            EXPECT_FALSE(kept[name].empty()) << name;
            EXPECT_EQ(kept[name], read_all(folder_ / name)) << name;
        }
}

TEST_F(OutputOfRows, IsPrintedWhereItsPathIsAHyphen) {
    for (auto words : row_commands) {
        words.push_back("-");
        std::string text;
        parse_command_line(words)(
            {[](const auto&, const Content&) {}, [&](std::string_view piece) { text += piece; }});
        EXPECT_FALSE(text.empty());
    }
}

}  // namespace
}  // namespace hitmiss
