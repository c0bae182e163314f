// The notices of the libraries and the font in the program and the page: each is there, and its
// notice is what its package says.

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "program.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

const fs::path root = fs::path(HITMISS_TESTS).parent_path();

/// What the sources include, link or embed, and the name in the notices.
const std::map<std::string, std::string> notice_of{
    {"glm", "GLM"},
    {"fmt", "fmt"},
    {"CLI", "CLI11"},
    {"CLI11", "CLI11"},
    {"toml++", "toml++"},
    {"tomlplusplus", "toml++"},
    {"tiny_obj_loader.h", "tinyobjloader"},
    {"tinyobjloader", "tinyobjloader"},
    {"stb", "stb"},
    {"nlohmann", "JSON for Modern C++"},
    {"nlohmann_json", "JSON for Modern C++"},
    {"boost", "Boost"},
    {"Boost", "Boost"},
    {"libdeflate.h", "libdeflate"},
    {"libdeflate", "libdeflate"},
    {"Lato-Regular.ttf", "Lato"},
    {"Lato-Italic.ttf", "Lato"},
    {"Lato-Medium.ttf", "Lato"},
    {"range", "Page: range-v3"},
    {"emscripten.h", "Page: Emscripten"},
};
/// The system's, shared libraries that are loaded, and what only finds others.
const std::set<std::string> elsewhere{
    "spawn.h", "sys",     "unistd.h", "fcntl.h", "poll.h", "malloc.h", "omp.h",     "mpi.h",
    "embree3", "Threads", "OpenMP",   "embree",  "MPI",    "LICENSE",  "PkgConfig", "src/NOTICES",
};

std::string squeezed(const std::string& text) {
    return std::regex_replace(text, std::regex("[ \n\r\t]+"), " ");
}

void find(const std::string& text, const char* pattern, std::set<std::string>& found) {
    const std::regex expression(pattern);
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
         ++match)
        found.insert((*match)[1]);
}

/// All libraries and fonts that the sources and their build files name.
std::set<std::string> compiled_in() {
    std::set<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(root / "src")) {
        const auto ending = entry.path().extension();
        if (ending != ".cpp" && ending != ".hpp" && ending != ".S") continue;
        const std::string text = read_all(entry.path());
        find(text, "# *include <([^/>]+(?:\\.h(?=>)|(?=/)))", found);
        find(text, "# *include \"(stb)/", found);
        find(text, "\\.incbin \"([^\"]+)\"", found);
    }
    for (const char* name : {"CMakeLists.txt", "src/lab/CMakeLists.txt"}) {
        const std::string text = read_all(root / name);
        find(text, "find_(?:package|optional)\\(([A-Za-z0-9_]+) ", found);
        find(text, "pkg_check_modules\\([^)]* ([^ )]+)\\)", found);
    }
    return found;
}

std::vector<std::string> parts_of(const std::string& text, const std::string& separator) {
    std::vector<std::string> parts;
    for (std::size_t at = 0, end; at <= text.size(); at = end + separator.size()) {
        end = std::min(text.find(separator, at), text.size());
        parts.push_back(text.substr(at, end - at));
    }
    return parts;
}

struct Notice {
    std::string package, copyright;
    std::vector<std::string> licences;
};

/// The entries of the notices by their names.
std::map<std::string, Notice> notices() {
    std::string text = read_all(root / "src/NOTICES");
    text = std::regex_replace(text.substr(0, text.find("\n---")), std::regex("\n  "), " ");
    std::map<std::string, Notice> entries;
    std::istringstream lines(text);
    const std::regex entry("(.+) \\(([a-z0-9.-]+)\\): Copyright (.+) Licence: (.+)\\.");
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
        if (!std::regex_match(line, match, entry)) continue;
        entries[match[1]] = {match[2], match[3], parts_of(match[4], " and ")};
    }
    return entries;
}

/// The texts of the licences, whose names begin their titles.
std::map<std::string, std::string> licence_texts() {
    const std::string text = read_all(root / "src/NOTICES");
    std::map<std::string, std::string> texts;
    for (auto at = text.find("\n--- "); at != text.npos;) {
        const auto end = text.find('\n', at + 1), next = text.find("\n--- ", end);
        const std::string title = text.substr(at + 5, end - at - 5);
        texts[title.substr(0, title.find(" ("))] = text.substr(end + 1, next - end - 1);
        at = next;
    }
    return texts;
}

class Licences : public Program {};

TEST_F(Licences, ArePrintedWhole) {
    const auto printed = run("--licences");
    EXPECT_EQ(printed.exit, 0) << printed.err;
    EXPECT_EQ(printed.out, read_all(root / "LICENSE") + '\n' + read_all(root / "src/NOTICES"));
}

TEST_F(Licences, NameWhatIsCompiledInAndNothingElse) {
    const auto entries = notices();
    std::set<std::string> used{"Page: musl"};  // comes with Emscripten
    for (const std::string& name : compiled_in()) {
        if (elsewhere.contains(name)) continue;
        const auto found = notice_of.find(name);
        ASSERT_NE(found, notice_of.end())
            << name << " is compiled in; NOTICES is to have its notice, and this test its name";
        EXPECT_TRUE(entries.contains(found->second)) << found->second;
        used.insert(found->second);
    }
    for (const auto& [name, notice] : entries) EXPECT_TRUE(used.contains(name)) << name;
    EXPECT_GE(entries.size(), 13u);
}

TEST_F(Licences, SayWhatTheirPackagesSay) {
    const auto texts = licence_texts();
    std::set<std::string> given;
    int packages = 0;
    for (const auto& [name, notice] : notices()) {
        for (const auto& licence : notice.licences) {
            EXPECT_TRUE(texts.contains(licence)) << name << ": " << licence;
            given.insert(licence);
        }
        const std::string theirs = read_all("/usr/share/doc/" + notice.package + "/copyright");
        if (theirs.empty()) continue;
        ++packages;
        const std::string plain =
            squeezed(std::regex_replace(theirs, std::regex("\n \\.(?=\n)"), "\n"));
        // The holders, without "and others".
        const std::string holders =
            std::regex_replace(notice.copyright, std::regex("[.]?$| and others"), "");
        // A font's files say it themselves: other years than the package, and a reserved name.
        std::vector<std::string> sources;
        for (const auto& [file, of] : notice_of)
            if (of == name && file.ends_with(".ttf"))
                sources.push_back(read_all("/usr/share/fonts/truetype/lato/" + file));
        if (sources.empty()) sources.push_back(plain);
        for (const auto& holder : parts_of(holders, "; "))
            for (const auto& source : sources)
                EXPECT_NE(source.find(holder), source.npos) << name << ": " << holder;
        // One package is enough: all of a licence have the same words.
        for (const auto& licence : notice.licences)
            if (const auto text = texts.find(licence);
                text != texts.end() &&
                plain.find(squeezed(text->second.substr(0, text->second.size() - 1))) != plain.npos)
                given.insert(licence + " as in a package");
    }
    if (packages < 10) GTEST_SKIP() << "without the packages of the build";
    for (const auto& [licence, text] : texts) {
        EXPECT_TRUE(given.contains(licence)) << licence;
        // Emscripten and range-v3 are of the page, whose packages need not be here.
        if (licence == "HP/SGI" || licence == "NCSA" || licence == "Sun") continue;
        EXPECT_TRUE(given.contains(licence + " as in a package")) << licence;
    }
}

}  // namespace
}  // namespace hitmiss
