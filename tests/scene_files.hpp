#pragma once
// What the tests of scene files share.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "scene/scene.hpp"
#include "test_folder.hpp"

namespace hitmiss {

namespace fs = std::filesystem;

/// An empty folder of the running test's own.
inline fs::path folder() {
    static const TestFolder all;
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const fs::path path = all.path / test->test_suite_name() / test->name();
    fs::remove_all(path);
    fs::create_directories(path);
    return path;
}

inline fs::path write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

inline std::string error_of(const fs::path& path) {
    try {
        load_scene(path);
    } catch (const Error& e) {
        EXPECT_EQ(e.exit, Exit::bad_input) << e.what();
        return e.what();
    }
    return "no error";
}

inline const std::string cube = "[[mesh]]\nmake = \"cube\"\n";

}  // namespace hitmiss
