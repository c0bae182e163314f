#pragma once
// Closed meshes without self-intersection, their normals outwards.

#include <map>
#include <string>

#include "scene/make.hpp"

namespace hitmiss {

/// The surface of the union of unit cubes at integer places: only the sides that no two share, each
/// as two triangles.
inline Triangles cubes(const std::vector<std::array<int, 3>>& places) {
    Triangles triangles;
    const auto is_there = [&](std::array<int, 3> place) {
        return std::ranges::find(places, place) != places.end();
    };
    for (const auto& place : places)
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int way : {-1, 1}) {
                auto beside = place;
                beside[axis] += way;
                if (is_there(beside)) continue;
                const auto corner = [&](int u, int v) {
                    std::array<int, 3> p = place;
                    p[axis] += way > 0, p[(axis + 1) % 3] += u, p[(axis + 2) % 3] += v;
                    return Vec<float>(float(p[0]), float(p[1]), float(p[2]));
                };
                const auto a = corner(0, 0), b = way > 0 ? corner(1, 0) : corner(0, 1),
                           c = corner(1, 1), d = way > 0 ? corner(0, 1) : corner(1, 0);
                triangles.push_back({a, b, c}), triangles.push_back({a, c, d});
            }
    return triangles;
}

inline std::vector<std::array<int, 3>> block(int x, int y, int z) {
    std::vector<std::array<int, 3>> places;
    for (int i = 0; i < x; ++i)
        for (int j = 0; j < y; ++j)
            for (int k = 0; k < z; ++k) places.push_back({i, j, k});
    return places;
}

inline std::map<std::string, Triangles> solids() {
    auto hollow = block(3, 3, 3);
    std::erase(hollow, std::array{1, 1, 1});
    auto ring = block(3, 3, 1);
    std::erase(ring, std::array{1, 1, 0});
    const Vec<float> x{2, 0, 0}, y{0, 2, 0}, z{0, 0, 2};
    return {{"cube", cubes(block(1, 1, 1))},
            {"grid of cubes", cubes(block(4, 4, 4))},
            {"prism with an L", cubes({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 2, 0}})},
            {"stairs", cubes({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}})},
            {"hollow cube", cubes(hollow)},
            {"ring", cubes(ring)},
            {"octahedron",
             {{x, y, z},
              {y, -x, z},
              {-x, -y, z},
              {-y, x, z},
              {y, x, -z},
              {-x, y, -z},
              {-y, -x, -z},
              {x, -y, -z}}},
            {"wedge",
             {{{0, 0, 0}, {0, 4, 0}, {9, 0, 0}},
              {{0, 0, 0}, {9, 0, 0}, {0, 0, 4}},
              {{0, 0, 0}, {0, 0, 4}, {0, 4, 0}},
              {{9, 0, 0}, {0, 4, 0}, {0, 0, 4}}}},
            {"sphere", make_mesh("icosphere:faces=80").triangles},
            {"torus knot", make_mesh("torus-knot:faces=900").triangles}};
}

}  // namespace hitmiss
