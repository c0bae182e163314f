#pragma once
// What the tests of mesh files share.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "scene/obj.hpp"
#include "test_folder.hpp"

namespace hitmiss {

namespace fs = std::filesystem;

inline const fs::path torture = fs::path(HITMISS_TESTS) / "objtorture";

inline double area(const Mesh& mesh) {
    double sum = 0;
    for (const auto& tri : mesh.triangles) {
        const Vec<double> a(tri.a), b(tri.b), c(tri.c);
        sum += glm::length(glm::cross(b - a, c - a)) / 2;
    }
    return sum;
}

inline testing::AssertionResult contains(const std::string& text, const std::string& part) {
    if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << part << "' is not in '" << text << "'";
}

/// The file's warnings as one text, a line each.
inline std::string warnings(const Mesh& mesh) {
    std::string text;
    for (const auto& warning : mesh.warnings) text += warning + '\n';
    return text;
}

/// The message a file is rejected with; empty if it is accepted.
inline std::string rejection(const fs::path& path) {
    try {
        load_obj(path);
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::bad_input) << path;
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return "";
}

/// A folder of its own for each test: they may run at the same time.
class ObjFiles : public testing::Test {
protected:
    fs::path write(const std::string& text, const std::string& name = "mesh.obj") const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }

    const TestFolder own_folder_;
    const fs::path& folder_ = own_folder_.path;
};

}  // namespace hitmiss
