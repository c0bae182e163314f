#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/math.hpp"
#include "base/random.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

Vec<float> on_sphere(const Vec<double>& p) {
    return Vec<float>(p / std::sqrt(glm::dot(p, p)));
}

}  // namespace

Triangles make_divided_cube(int faces, std::uint64_t) {
    const int n = cells_per_side(faces / 6.0);
    const auto corner = [](int k) {
        return Vec<float>(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    };
    // For each side, seen from outside: the corner where it begins, that to the right, that above.
    constexpr int sides[6][3]{{0, 4, 2}, {1, 3, 5}, {0, 1, 4}, {2, 6, 3}, {0, 2, 1}, {4, 5, 6}};
    Triangles triangles;
    for (const auto& [low, right, high] : sides) {
        const Vec<float> start = corner(low);
        const auto along = corner(right) - start, up = corner(high) - start;
        const auto side = lattice(n, n, [&](int column, int row) {
            return start + Vec<float>((double(column) * Vec<double>(along) +
                                       double(row) * Vec<double>(up)) /
                                      double(n));
        });
        triangles.insert(triangles.end(), side.begin(), side.end());
    }
    return triangles;
}

Triangles make_grid(int faces, std::uint64_t) {
    const int n = cells_per_side(faces);
    return lattice(n, n, [n](int column, int row) {
        return Vec<float>(2.0 * column / n - 1, 2.0 * row / n - 1, 0);
    });
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

/// Each triangle lies in a small cube, of the size at which `faces` cubes fill the unit cube.
Triangles make_soup(int faces, std::uint64_t seed) {
    int cubes = 1;
    while (cubes * cubes * cubes < faces) ++cubes;
    const double side = 1.0 / cubes;
    Random random(seed);
    const auto point = [&](double scale) {
        return scale * Vec<double>{random.uniform(), random.uniform(), random.uniform()};
    };
    Triangles triangles;
    for (int k = 0; k < faces; ++k) {
        const auto corner = point(1 - side);
        const Vec<float> a(corner + point(side)), b(corner + point(side)), c(corner + point(side));
        triangles.emplace_back(a, b, c);
    }
    return triangles;
}

Triangles make_icosphere(int faces, std::uint64_t) {
    const double g = (1 + std::sqrt(5.0)) / 2;
    const Vec<double> corner[]{{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                               {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                               {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    constexpr int icosahedron[20][3]{{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                     {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                     {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                     {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    Triangles triangles;
    for (const auto& [a, b, c] : icosahedron)
        triangles.emplace_back(on_sphere(corner[a]), on_sphere(corner[b]), on_sphere(corner[c]));
    int valid = 20;
    while (4 * valid <= max_made_triangles && faces - valid > 4 * valid - faces) valid *= 4;
    if (valid != faces)
        throw Error(Exit::usage,
                    "no icosphere has {} faces; the nearest has {}, and 20 * 4^k are possible",
                    faces, valid);
    // a + b == b + a bit for bit, so both triangles at an edge split it at the same point.
    const auto middle = [](const Vec<float>& a, const Vec<float>& b) {
        return on_sphere(Vec<double>(a) + Vec<double>(b));
    };
    while (triangles.size() < std::size_t(faces)) {
        Triangles finer;
        finer.reserve(4 * triangles.size());
        for (const auto& [a, b, c] : triangles) {
            const auto ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        triangles = std::move(finer);
    }
    return triangles;
}

/// The knot runs on the torus of radii 2 and 1. The torus's normal is a unit vector orthogonal to
/// the curve, so it spans the tube's cross-section with the binormal, and the frame closes without
/// a twist.
Triangles make_torus_knot(int faces, std::uint64_t seed) {
    const int around = int(std::lround(std::sqrt(faces / 24.0)));
    const int rings = int(std::lround(faces / (2.0 * around)));
    // Relief: waves that run so many times along the knot and so many times around its tube.
    struct Wave {
        int along, around;
        double phase;
    };
    Wave waves[]{{11, 1, 0}, {24, 3, 0}, {47, -2, 0}, {73, 4, 0}};
    Random random(seed);
    for (Wave& wave : waves) wave.phase = 2 * pi<double> * random.uniform();

    return lattice(around, rings, [&](int column, int row) {
        const double t = 2 * pi<double> * (row % rings) / rings;
        const auto [s2, c2] = sine_cosine(2 * t);
        const auto [s3, c3] = sine_cosine(3 * t);
        const Vec<double> normal(c3 * c2, c3 * s2, s3);
        const Vec<double> centre = 2.0 * Vec<double>(c2, s2, 0) + normal;
        const Vec<double> tangent(-3 * s3 * c2 - 2 * (2 + c3) * s2,
                                  -3 * s3 * s2 + 2 * (2 + c3) * c2, 3 * c3);
        const auto binormal = glm::normalize(glm::cross(tangent, normal));
        const double angle = 2 * pi<double> * (column % around) / around;
        double radius = 0.45;
        for (const Wave& wave : waves)
            radius += 0.012 * sine_cosine(wave.along * t + wave.around * angle + wave.phase).sin;
        const auto [s, c] = sine_cosine(angle);
        return Vec<float>(centre + radius * (c * normal + s * binormal));
    });
}

}  // namespace hitmiss
