// Meshes of flat pieces: cube, grid, fan, soup; and the lattice that other makers weave.

#include <cmath>

#include "base/math.hpp"
#include "base/random.hpp"
#include "scene/make_kinds.hpp"

namespace hitmiss {

int cells_per_side(int faces) {
    return static_cast<int>(std::lround(std::sqrt(faces / 2.0)));
}

Triangles lattice(const std::vector<Vec<float>>& points, int columns, bool closed) {
    const int rows = static_cast<int>(points.size()) / columns;
    const int wide = closed ? columns : columns - 1, high = closed ? rows : rows - 1;
    const auto at = [&](int column, int row) {
        return points[std::size_t(row % rows) * std::size_t(columns) +
                      std::size_t(column % columns)];
    };
    Triangles triangles;
    triangles.reserve(std::size_t{2} * static_cast<std::size_t>(wide * high));
    for (int row = 0; row < high; ++row)
        for (int column = 0; column < wide; ++column) {
            const auto low = at(column, row), opposite = at(column + 1, row + 1);
            triangles.emplace_back(low, at(column + 1, row), opposite);
            triangles.emplace_back(low, opposite, at(column, row + 1));
        }
    return triangles;
}

Triangles make_cube(int, std::uint64_t) {
    const auto corner = [](int k) {
        return Vec<float>(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    };
    constexpr int sides[6][4]{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                              {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    Triangles triangles;
    for (const auto& [a, b, c, d] : sides) {
        triangles.emplace_back(corner(a), corner(b), corner(c));
        triangles.emplace_back(corner(a), corner(c), corner(d));
    }
    return triangles;
}

Triangles make_grid(int faces, std::uint64_t) {
    const int n = cells_per_side(faces);
    std::vector<Vec<float>> points;
    for (int row = 0; row <= n; ++row)
        for (int column = 0; column <= n; ++column)
            points.emplace_back(2.0 * column / n - 1, 2.0 * row / n - 1, 0);
    return lattice(points, n + 1, false);
}

Triangles make_sliver_fan(int faces, std::uint64_t) {
    const auto rim = [&](int k) {
        const auto [sin, cos] = sine_cosine(pi<double> * (1 + 4.0 * k / faces) / 6);
        return Vec<float>(cos, sin, 0);
    };
    Triangles triangles;
    for (int k = 0; k < faces; ++k) triangles.emplace_back(Vec<float>(0), rim(k), rim(k + 1));
    return triangles;
}

/// Each triangle lies in a small cube of its own, so large that as many would fill the unit cube.
Triangles make_soup(int faces, std::uint64_t seed) {
    int cubes = 1;
    while (cubes * cubes * cubes < faces) ++cubes;
    const double side = 1.0 / cubes;
    Random random(seed);
    const auto point = [&](double scale) {
        const double x = random.uniform(), y = random.uniform(), z = random.uniform();
        return scale * Vec<double>(x, y, z);
    };
    Triangles triangles;
    for (int k = 0; k < faces; ++k) {
        const auto corner = point(1 - side);
        const Vec<float> a(corner + point(side)), b(corner + point(side)), c(corner + point(side));
        triangles.emplace_back(a, b, c);
    }
    return triangles;
}

}  // namespace hitmiss
