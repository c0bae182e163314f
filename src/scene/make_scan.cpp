// What a scanner makes of a lump: closed, dense, and each vertex a little off.

#include <array>
#include <cmath>

#include "base/math.hpp"
#include "base/random.hpp"
#include "scene/make_kinds.hpp"

namespace hitmiss {

/// A cube of 6 n x n cells, blown up to a lump; each vertex is moved by up to 0.4 edges in any
/// direction, by random numbers of its own: so cells that share it agree.
Triangles make_scan(int faces, std::uint64_t seed) {
    const int n = int(std::lround(std::sqrt(faces / 12.0)));
    // Angles of equal size from the cube's centre.
    std::vector<double> place(std::size_t(n) + 1);
    for (int k = 0; k <= n; ++k)
        place[std::size_t(k)] = tangent(pi<double> / 4 * (2.0 * k / n - 1));
    Random phases(seed);
    std::array<double, 6> phase;
    for (double& p : phase) p = 2 * pi<double> * phases.uniform();

    const double noise = 0.4 * pi<double> / 2 / n;
    const auto vertex = [&](const std::array<int, 3>& at) {
        const Vec<double> p = glm::normalize(Vec<double>(
            place[std::size_t(at[0])], place[std::size_t(at[1])], place[std::size_t(at[2])]));
        double radius = 1;
        for (int k = 0; k < 3; ++k) {
            const double other = p[(k + 1) % 3];
            radius += 0.12 * sine_cosine(3 * p[k] + 2 * other + phase[std::size_t(k)]).sin +
                      0.03 * sine_cosine(11 * p[k] - 7 * other + phase[std::size_t(k) + 3]).sin;
        }
        const auto side = std::uint64_t(n) + 1;
        Random own(seed, 1 + std::uint64_t(at[0]) +
                             side * (std::uint64_t(at[1]) + side * std::uint64_t(at[2])));
        const double x = own.uniform(-noise, noise), y = own.uniform(-noise, noise),
                     z = own.uniform(-noise, noise);
        return Vec<float>(radius * p + Vec<double>(x, y, z));
    };

    Triangles triangles;
    triangles.reserve(std::size_t{12} * std::size_t(n) * std::size_t(n));
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int end : {0, n})
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const auto corner = [&](int u, int v) {
                        std::array<int, 3> at{};
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
