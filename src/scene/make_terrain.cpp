// A fractal height field.

#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.hpp"
#include "scene/make_kinds.hpp"

namespace hitmiss {
namespace {

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

/// Eight octaves of noise, each of half the size and half the height of the one before.
Triangles make_terrain(int faces, std::uint64_t seed) {
    const int n = int(std::lround(std::sqrt(faces / 2.0)));
    return lattice(n, n, [n, noise = Noise(seed)](int column, int row) {
        const double u = double(column) / n, v = double(row) / n;
        double height = 0;
        for (int octave = 0, size = 1; octave < 8; ++octave, size *= 2)
            height +=
                noise(2.3 * size * u + octave * 17.37, 2.3 * size * v + octave * 29.71) / size;
        return Vec<float>(2 * u - 1, 0.5 * height, 1 - 2 * v);
    });
}

}  // namespace hitmiss
