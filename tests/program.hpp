#pragma once
// The program as a user runs it: in a folder of its own, its output in files.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "test_folder.hpp"

namespace hitmiss {

inline std::string read_all(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A fresh folder, in which the program runs.
class Program : public testing::Test {
protected:
    struct Outcome {
        int exit;
        std::string out, err;
    };

    /// `before` goes in front of the program, as "ulimit -f 1;".
    Outcome run(const std::string& arguments, const std::string& before = "") const {
        const std::string command = "cd '" + folder_.string() + "' && { " + before +
                                    " " HITMISS_PROGRAM " " + arguments +
                                    " ; } >out.txt 2>err.txt </dev/null";
        const int status = std::system(command.c_str());
        Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                        read_all(folder_ / "out.txt"), read_all(folder_ / "err.txt")};
        std::filesystem::remove(folder_ / "out.txt"), std::filesystem::remove(folder_ / "err.txt");
        return outcome;
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_))
            if (!entry.is_directory())
                names.push_back(std::filesystem::relative(entry.path(), folder_).string());
        std::sort(names.begin(), names.end());
        return names;
    }

    static std::string scene(const std::string& name) {
        return HITMISS_SCENES "/" + name + ".toml";
    }

    const TestFolder own_folder_;
    const std::filesystem::path& folder_ = own_folder_.path;
};

}  // namespace hitmiss
