// The text of to_obj, read back by an independent reader.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>

#include "scene/make.hpp"
#include "scene/obj.hpp"

namespace hitmiss {
namespace {

/// Reads only what to_obj writes.
Mesh read_back(const std::string& text) {
    Mesh mesh;
    std::vector<Vec<float>> vertices;
    const char *at = text.data(), *end = at + text.size();
    const auto three = [&](auto& numbers) {
        ++at;
        for (auto& number : numbers) at = std::from_chars(at + 1, end, number).ptr;
        EXPECT_EQ(*at++, '\n');
    };
    while (at < end)
        if (*at == 'v') {
            std::array<float, 3> p;
            three(p);
            vertices.emplace_back(p[0], p[1], p[2]);
        } else {
            std::array<std::size_t, 3> corner;
            three(corner);
            mesh.triangles.emplace_back(vertices.at(corner[0] - 1), vertices.at(corner[1] - 1),
                                        vertices.at(corner[2] - 1));
        }
    EXPECT_LE(vertices.size(), 3 * mesh.triangles.size());
    return mesh;
}

std::size_t distinct(const Mesh& mesh) {
    std::set<std::array<float, 3>> points;
    for (const auto& t : mesh.triangles)
        for (const auto& p : {t.a, t.b, t.c}) points.insert({p.x, p.y, p.z});
    return points.size();
}

TEST(WriteObj, ReadsBackBitForBitWithSharedVertices) {
    std::vector<Mesh> meshes;
    for (const char* kind : {"cube", "icosphere", "sliver-fan", "soup", "torus-knot:faces=600"})
        meshes.push_back(make_mesh(kind));
    meshes.emplace_back().triangles = {
        {{0, 1e-45f, 3.4028235e38f}, {1e-7f, 0.1f, 16777216}, {1, 2, 3}},
        {{-1e10f, 1 / 3.0f, 5}, {1, 2, 3}, {0, 1e-45f, 3.4028235e38f}}};
    for (const Mesh& mesh : meshes) {
        const std::string text = to_obj(mesh);
        const Mesh again = read_back(text);
        ASSERT_EQ(again.triangles.size(), mesh.triangles.size());
        EXPECT_EQ(std::memcmp(again.triangles.data(), mesh.triangles.data(),
                              mesh.triangles.size() * sizeof(Triangle<float>)),
                  0);
        EXPECT_EQ(std::size_t(std::count(text.begin(), text.end(), 'v')), distinct(mesh));
    }
    Mesh zeros;
    zeros.triangles = {{{0.0f, 1, 0}, {-0.0f, 1, 0}, {1, 1, 1}}};
    EXPECT_TRUE(std::signbit(read_back(to_obj(zeros)).triangles[0].b.x));
}

}  // namespace
}  // namespace hitmiss
