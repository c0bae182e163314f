#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace hitmiss {

/// A fresh folder that no other process has, gone with this object.
class TestFolder {
public:
    TestFolder() {
        std::string name = testing::TempDir() + "hitmiss-XXXXXX";
        path = ::mkdtemp(name.data());
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    ~TestFolder() { std::filesystem::remove_all(path); }

    std::filesystem::path path;
};

}  // namespace hitmiss
