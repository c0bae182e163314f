#include <cmath>

#include "base/math.hpp"
#include "base/vector_width.hpp"
#include "judge/inside.hpp"

namespace hitmiss {
namespace {

/// Triangles in lanes: by corner, then axis. A lane that is left over has no area, which adds 0.
constexpr std::size_t lanes = 16;
using Block = std::array<std::array<std::array<float, lanes>, 3>, 3>;

/// A. Van Oosterom and J. Strackee, The Solid Angle of a Plane Triangle, IEEE Transactions on
/// Biomedical Engineering 30(2), 1983: with A, B, C from the point to the corners,
/// tan(omega / 2) = A . (B x C) / (|A||B||C| + A.B |C| + B.C |A| + C.A |B|).
/// Each lane adds its own triangles in turn, so that the sum is the same bits at every vector
/// width.
template <typename Real>
double sum_of(const std::vector<Block>& blocks, const Vec<float>& point) {
    const Real x = Real(point.x), y = Real(point.y), z = Real(point.z);
    std::array<Real, lanes> sums{};
    for (const Block& block : blocks) {
        const auto &a = block[0], &b = block[1], &c = block[2];
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k) {
            const Real ax = Real(a[0][k]) - x, ay = Real(a[1][k]) - y, az = Real(a[2][k]) - z;
            const Real bx = Real(b[0][k]) - x, by = Real(b[1][k]) - y, bz = Real(b[2][k]) - z;
            const Real cx = Real(c[0][k]) - x, cy = Real(c[1][k]) - y, cz = Real(c[2][k]) - z;
            // The volume A . (B x C), and the lengths.
            const Real volume =
                ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
            const Real A = std::sqrt(ax * ax + ay * ay + az * az);
            const Real B = std::sqrt(bx * bx + by * by + bz * bz);
            const Real C = std::sqrt(cx * cx + cy * cy + cz * cz);
            const Real denominator = A * B * C + (ax * bx + ay * by + az * bz) * C +
                                     (bx * cx + by * cy + bz * cz) * A +
                                     (cx * ax + cy * ay + cz * az) * B;
            sums[k] += arc_tangent(volume, denominator);
        }
    }
    Real sum = 0;
    for (const Real part : sums) sum += part;
    return double(2 * sum);
}

template <typename Real>
std::function<double(const Vec<float>&)> summed(std::shared_ptr<const std::vector<Block>> blocks) {
    static const auto at_widest = at_width<sum_of<Real>>(widest());
    return
        [blocks = std::move(blocks)](const Vec<float>& point) { return at_widest(*blocks, point); };
}

}  // namespace

std::function<double(const Vec<float>&)> solid_angle_sum(std::span<const Triangle<float>> triangles,
                                                         Precision precision) {
    auto blocks = std::make_shared<std::vector<Block>>((triangles.size() + lanes - 1) / lanes);
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const auto& [a, b, c] = triangles[index];
        const std::array corners{a, b, c};
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (int axis = 0; axis < 3; ++axis)
                (*blocks)[index / lanes][corner][std::size_t(axis)][index % lanes] =
                    corners[corner][axis];
    }
    return precision == Precision::single ? summed<float>(std::move(blocks))
                                          : summed<double>(std::move(blocks));
}

}  // namespace hitmiss
