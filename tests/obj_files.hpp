#pragma once
// What the tests of mesh files share.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/mesh_file.hpp"
#include "scene/obj.hpp"
#include "test_folder.hpp"

namespace hitmiss {

namespace fs = std::filesystem;

inline const fs::path torture = fs::path(HITMISS_TESTS) / "objtorture";

/// Reads an OBJ file in pieces of at least that many bytes.
inline Mesh load_obj(const fs::path& path, std::size_t piece_size = 1 << 17) {
    return read_obj(path, read_bytes(path, max_mesh_bytes), piece_size);
}

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
        load_mesh(path);
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::bad_input) << path;
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return "";
}

/// All coordinates, one after another.
inline std::vector<float> numbers_of(const std::vector<Triangle<float>>& triangles) {
    std::vector<float> numbers;
    for (const auto& [a, b, c] : triangles)
        for (const auto& p : {a, b, c}) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    return numbers;
}

/// The text with all occurrences of a part replaced.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// The bytes of a value, as they are stored or reversed.
template <typename Stored>
std::string bytes_of_value(Stored value, bool reversed = false) {
    std::string bytes(reinterpret_cast<const char*>(&value), sizeof(value));
    if (reversed) std::reverse(bytes.begin(), bytes.end());
    return bytes;
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
