// Bytes that are not UTF-8, in every name from outside: none reaches an output as it is.

#include "base/utf8.hpp"

#include <boost/locale/utf.hpp>

#include "base/words.hpp"
#include "json_testing.hpp"
#include "program.hpp"

namespace hitmiss {
namespace {

/// Boost's reader as the oracle.
bool is_utf8(const std::string& text) {
    for (auto at = text.begin(); at != text.end();)
        if (!boost::locale::utf::is_valid_codepoint(
                boost::locale::utf::utf_traits<char>::decode(at, text.end())))
            return false;
    return true;
}

/// Whether UTF-8 text has a control character beyond ASCII, U+0080 to U+009F.
bool has_late_control(const std::string& text) {
    for (std::size_t k = 1; k < text.size(); ++k)
        if (text[k - 1] == '\xC2' && (text[k] & 0xE0) == 0x80) return true;
    return false;
}

TEST(Utf8, BytesThatAreNoneAreShownByTheirNumber) {
    EXPECT_EQ(as_utf8("K\xF6ln, K\u00F6ln, \xE2\x82, \u20AC, \uFFFD, \U0001F600"),
              "K\\xF6ln, K\u00F6ln, \\xE2\\x82, \u20AC, \uFFFD, \U0001F600");
    std::uint32_t bits = 1;
    for (int round = 0; round < 100'000; ++round) {
        std::string text;
        for (int k = 0; k < 6; ++k) {
            bits = bits * 1664525 + 1013904223;
            // Half of the bytes begin or continue a character.
            text += char(bits >> 24 | (bits & 0x10000 ? 0x80 : 0));
        }
        EXPECT_TRUE(is_utf8(as_utf8(text)));
        EXPECT_EQ(as_utf8(text) == text, is_utf8(text) && !has_late_control(text));
    }
}

TEST(Utf8, AMessageIsNotCutWithinACharacter) {
    EXPECT_EQ(printable("a\u00F6b", 2), "a...");
    EXPECT_EQ(printable("a\u00F6b", 3), "a\u00F6...");
    EXPECT_EQ(printable("\x1b[2J\u009B\x7F\xE9"), "?[2J??\\xE9");
}

// Terminals obey U+009B as they obey an escape and a bracket.
TEST(Utf8, WhatSteersATerminalIsShownByItsNumber) {
    EXPECT_EQ(as_utf8("\u0080, \u009B31m, \u009F, \u00A0"),
              "\\xC2\\x80, \\xC2\\x9B31m, \\xC2\\x9F, \u00A0");
}

TEST(Utf8, ShellsReadTheWordBack) {
    for (const std::string word : {"K\xF6ln.obj", "it's \xE9\\x41", "K\u00F6ln", "it's",
                                   "\x1b[2J\x7F it's\n7\\t\u009B31m"}) {
        EXPECT_TRUE(is_utf8(shell_word(word)));
        EXPECT_EQ(printable(shell_word(word), 100), shell_word(word));
        const std::string file = testing::TempDir() + "/word" + std::to_string(::getpid());
        const std::string command = "printf %s " + shell_word(word) + " >" + file;
        const std::string bash = "bash -c " + shell_word(command);
        ASSERT_EQ(std::system(bash.c_str()), 0) << bash;
        EXPECT_EQ(read_all(file), word);
        std::filesystem::remove(file);
    }
}

TEST_F(Program, ShowsNamesThatAreNotUtf8ByTheirBytes) {
    const std::string name = "K\xF6ln", shown = "K\\xF6ln",
                      file = "'" + name + "/" + name + ".obj'";
    std::filesystem::create_directory(folder_ / name);
    write(name + "/" + name + ".obj",
          "mtllib no\xE9.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl \xE9\nf 1 2 3\n");
    write(name + "/bad.obj", "v 0 0 \xE9\n");
    const std::string compare = "compare " + file + " --size 16x16 -m angle-sum:0.5 ";
    for (const char* format : {"text", "json", "csv", "markdown", "latex"}) {
        const auto outcome =
            run(compare + "--title 'of \xE9' --report p.md -o p.svg --format " + format);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        EXPECT_TRUE(is_utf8(outcome.out)) << outcome.out;
        EXPECT_TRUE(is_utf8(outcome.err)) << outcome.err;
        EXPECT_NE(outcome.err.find("material file 'no\\xE9.mtl' does not exist"),
                  std::string::npos);
    }
    EXPECT_EQ(parse_json(run(compare + "--format json").out)["scene"], shown);
    EXPECT_EQ(run(compare + "-m exact --answers 'a\xE9.npy'").exit, 2) << "which of two";
    EXPECT_EQ(run("compare " + file + " --size 16x16 -m exact --answers 'a\xE9.npy'").exit, 0);
    const auto titled = run(compare +
                            "-m 'answers:file=a\xE9.npy' -m 'answers:file=a\xE9.npy,name=t\xE9' "
                            "--format json -o q.svg");
    EXPECT_EQ(titled.exit, 0) << titled.err;
    EXPECT_NE(titled.out.find("a\\\\xE9.npy"), std::string::npos) << titled.out;
    EXPECT_NE(read_all(folder_ / "q.svg").find("t\\xE9"), std::string::npos);
    const std::string page = read_all(folder_ / "p.md"), svg = read_all(folder_ / "p.svg");
    EXPECT_TRUE(is_utf8(page) && page.find(shown) != page.npos) << page;
    EXPECT_TRUE(is_utf8(svg) && svg.find("of \\xE9") != svg.npos);

    const auto bad = run("compare '" + name + "/bad.obj'");
    EXPECT_EQ(bad.exit, 3);
    EXPECT_EQ(bad.err, "hitmiss: " + shown +
                           "/bad.obj:1: '\\xE9' is not a number; write it like -1.5 or 2e-3\n");
    EXPECT_EQ(run("compare 'no\u009B31mx.obj'").err.find('\x9B'), std::string::npos);
    EXPECT_TRUE(is_utf8(run("compare no\xE9.obj").err + run("compare " + file + " -m \xE9").err +
                        run("\xE9").err + run("render " + file + " --\xE9").err));
}

}  // namespace
}  // namespace hitmiss
