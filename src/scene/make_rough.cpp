// Rough surfaces: a fractal height field, and what a scanner makes of a lump.

#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/math.hpp"
#include "base/random.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

/// Gradient noise in the plane (Perlin, "An Image Synthesizer", 1985, with the quintic fade of
/// "Improving Noise", 2002). Values in about [-1, 1], zero at integer x and y, period 256.
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

/// Eight octaves of noise, each of half the size and half the height of the one before.
Triangles make_terrain(int faces, std::uint64_t seed) {
    const int n = cells_per_side(faces);
    return lattice(n, n, [n, noise = Noise(seed)](int column, int row) {
        const double u = double(column) / n, v = double(row) / n;
        double height = 0;
        for (int octave = 0, size = 1; octave < 8; ++octave, size *= 2)
            height +=
                noise(2.3 * size * u + octave * 17.37, 2.3 * size * v + octave * 29.71) / size;
        return Vec<float>(2 * u - 1, 0.5 * height, 1 - 2 * v);
    });
}

/// A cube of 6 n x n cells, inflated to a lump. Each vertex moves by up to 0.4 edges in any
/// direction; the random numbers depend on the vertex alone, so that cells that share it agree.
Triangles make_scan(int faces, std::uint64_t seed) {
    const auto n = std::size_t(cells_per_side(faces / 6.0));
    // Equal angles as seen from the cube's centre.
    std::vector<double> place;
    for (std::size_t k = 0; k <= n; ++k)
        place.push_back(tangent(pi<double> / 4 * (2.0 * double(k) / double(n) - 1)));
    Random phases(seed);
    std::array<double, 6> phase;
    for (double& p : phase) p = 2 * pi<double> * phases.uniform();

    const double noise = 0.4 * pi<double> / 2 / double(n);
    const auto vertex = [&](const std::array<std::size_t, 3>& at) {
        const auto p = glm::normalize(Vec<double>(place[at[0]], place[at[1]], place[at[2]]));
        double radius = 1;
        for (int k = 0; k < 3; ++k) {
            const double other = p[(k + 1) % 3];
            radius += 0.12 * sine_cosine(3 * p[k] + 2 * other + phase[std::size_t(k)]).sin +
                      0.03 * sine_cosine(11 * p[k] - 7 * other + phase[std::size_t(k) + 3]).sin;
        }
        Random own(seed, 1 + at[0] + (n + 1) * (at[1] + (n + 1) * at[2]));
        const auto move = [&] { return own.uniform(-noise, noise); };
        return Vec<float>(radius * p + Vec<double>{move(), move(), move()});
    };

    Triangles triangles;
    triangles.reserve(12 * n * n);
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const std::size_t end : {std::size_t{0}, n})
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    const auto corner = [&](std::size_t u, std::size_t v) {
                        std::array<std::size_t, 3> at;
                        at[axis] = end, at[(axis + 1) % 3] = u, at[(axis + 2) % 3] = v;
                        return vertex(at);
                    };
                    const auto a = corner(i, j), b = corner(i + 1, j), c = corner(i + 1, j + 1),
                               d = corner(i, j + 1);
                    if (end == 0)
                        triangles.insert(triangles.end(), {{a, c, b}, {a, d, c}});
                    else
                        triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
                }
    return triangles;
}

}  // namespace hitmiss
