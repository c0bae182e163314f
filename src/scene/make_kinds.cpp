#include "scene/make_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/math.hpp"
#include "base/random.hpp"

namespace hitmiss {
namespace {

/// A square of n x n cells, in all about `faces` triangles; its points are point(u, v), u and v in
/// [0, 1].
Triangles square(int faces, auto&& point) {
    const int n = int(std::lround(std::sqrt(faces / 2.0)));
    std::vector<Vec<float>> points;
    points.reserve(std::size_t(n + 1) * std::size_t(n + 1));
    for (int row = 0; row <= n; ++row)
        for (int column = 0; column <= n; ++column)
            points.push_back(point(double(column) / n, double(row) / n));
    return lattice(points, n + 1, false);
}

Vec<float> on_sphere(const Vec<double>& p) {
    return Vec<float>(p / std::sqrt(glm::dot(p, p)));
}

/// Gradient noise in the plane (Perlin, "An Image Synthesizer", 1985, with the quintic fade of
/// "Improving Noise", 2002). Values about [-1, 1], zero at integer x and y, period 256.
class Noise {
public:
    explicit Noise(std::uint64_t seed) {
        std::iota(shuffled_.begin(), shuffled_.end(), 0u);
        Random random(seed);
        for (unsigned k = 255; k > 0; --k) std::swap(shuffled_[k], shuffled_[random.below(k + 1)]);
    }

    double operator()(double x, double y) const {
        const double left = std::floor(x), low = std::floor(y);
        const double across = fade(x - left), up = fade(y - low);
        const auto corner = [&](unsigned i, unsigned j) {
            return slope(static_cast<unsigned>(left) + i, static_cast<unsigned>(low) + j,
                         x - left - i, y - low - j);
        };
        return mix(mix(corner(0, 0), corner(1, 0), across), mix(corner(0, 1), corner(1, 1), across),
                   up);
    }

private:
    /// std::lerp rounds differently in each standard library.
    static double mix(double a, double b, double s) { return a + s * (b - a); }
    static double fade(double s) { return s * s * s * (s * (s * 6 - 15) + 10); }

    double slope(unsigned i, unsigned j, double dx, double dy) const {
        constexpr double h = 0.70710678118654752;
        constexpr double directions[8][2]{{1, 0},  {h, h},   {0, 1},  {-h, h},
                                          {-1, 0}, {-h, -h}, {0, -1}, {h, -h}};
        const auto& [gx, gy] = directions[shuffled_[(shuffled_[i % 256] + j) % 256] % 8];
        return gx * dx + gy * dy;
    }

    std::array<unsigned, 256> shuffled_;
};

}  // namespace

Triangles lattice(const std::vector<Vec<float>>& points, int columns, bool closed) {
    const int rows = int(points.size()) / columns, open = closed ? 0 : 1;
    const auto at = [&](int column, int row) {
        return points[std::size_t(row % rows * columns + column % columns)];
    };
    Triangles triangles;
    triangles.reserve(2 * points.size());
    for (int row = 0; row < rows - open; ++row)
        for (int column = 0; column < columns - open; ++column) {
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
    return square(faces, [](double u, double v) { return Vec<float>(2 * u - 1, 2 * v - 1, 0); });
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

/// Eight octaves of noise, each of half the size and half the height of the one before.
Triangles make_terrain(int faces, std::uint64_t seed) {
    return square(faces, [noise = Noise(seed)](double u, double v) {
        double height = 0;
        for (int octave = 0, size = 1; octave < 8; ++octave, size *= 2)
            height +=
                noise(2.3 * size * u + octave * 17.37, 2.3 * size * v + octave * 29.71) / size;
        return Vec<float>(2 * u - 1, 0.5 * height, 1 - 2 * v);
    });
}

/// The knot runs on the torus of radii 2 and 1. The torus's normal is a unit vector orthogonal to
/// the curve, so it spans the tube's cross-section with the binormal, and the frame closes without
/// a twist.
Triangles make_torus_knot(int faces, std::uint64_t seed) {
    const int around = int(std::lround(std::sqrt(faces / 24.0)));
    const int rings = int(std::lround(faces / (2.0 * around)));
    // Relief: waves that run w.rings times along the knot and w.around times around the tube.
    struct Wave {
        int rings, around;
        double phase;
    };
    std::array waves{Wave{11, 1, 0}, Wave{24, 3, 0}, Wave{47, -2, 0}, Wave{73, 4, 0}};
    Random random(seed);
    for (Wave& wave : waves) wave.phase = 2 * pi<double> * random.uniform();

    std::vector<Vec<float>> points;
    points.reserve(std::size_t(rings) * std::size_t(around));
    for (int ring = 0; ring < rings; ++ring) {
        const double t = 2 * pi<double> * ring / rings;
        const auto [s2, c2] = sine_cosine(2 * t);
        const auto [s3, c3] = sine_cosine(3 * t);
        const Vec<double> normal(c3 * c2, c3 * s2, s3);
        const Vec<double> centre = 2.0 * Vec<double>(c2, s2, 0) + normal;
        const Vec<double> tangent(-3 * s3 * c2 - 2 * (2 + c3) * s2,
                                  -3 * s3 * s2 + 2 * (2 + c3) * c2, 3 * c3);
        const auto binormal = glm::normalize(glm::cross(tangent, normal));
        for (int k = 0; k < around; ++k) {
            const double angle = 2 * pi<double> * k / around;
            double radius = 0.45;
            for (const auto& [along, across, phase] : waves)
                radius += 0.012 * sine_cosine(along * t + across * angle + phase).sin;
            const auto [s, c] = sine_cosine(angle);
            points.emplace_back(centre + radius * (c * normal + s * binormal));
        }
    }
    return lattice(points, around, true);
}

}  // namespace hitmiss
