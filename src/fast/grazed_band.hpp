#pragma once
// The rays of a grid that may graze a triangle: those in a band around its plane, as seen.

#include <bit>

#include "fast/grazed.hpp"
#include "fast/grid.hpp"
#include "fast/packet_kernel.hpp"

namespace hitmiss {

/// Calls visit(ray) for the rays in the band. False, and nothing is called, where the band is
/// nearly as wide as a pixel, or wider.
bool visit_band(const View& view, const Grazed& grazed, float longest, auto&& visit) {
    const LinearInView normal(view, grazed.normal);
    // Where the band is seen is off by less than 2^-14 of a pixel, which is at most 2^-4 wide.
    const float most = grazed.steepness * longest + view.rounding + 0x1p-18f;
    // By columns if it meets each of them in one pixel at most, else by rows.
    const bool by_columns = std::abs(normal.top()) >= std::abs(normal.side());
    const float along = by_columns ? normal.side() : normal.top(),
                across = by_columns ? normal.top() : normal.side();
    const float half_width = most / std::abs(across);
    if (!(half_width < 0.49f)) return false;
    const float step = -along / across,
                start = grid_middle - (normal.middle() - along * grid_middle) / across;
    constexpr int side = int(grid_side);
    for (int begin = 0; begin < side; begin += int(lanes)) {
        std::uint32_t met = 0;
        Lanes<int> pixel;
#pragma omp simd reduction(| : met)
        for (int k = 0; k < int(lanes); ++k) {
            const float at = start + step * float(begin + k), below = at < side ? at : float(side),
                        inside = below > -1 ? below : -1;
            const int nearest = int(inside + 1.5f) - 1;
            met |= (std::abs(float(nearest) - inside) <= half_width ? 1u : 0u) << k;
            pixel[std::size_t(k)] = nearest;
        }
        for (; met != 0; met &= met - 1) {
            const int k = std::countr_zero(met), other = pixel[std::size_t(k)];
            if (other < 0 || other >= side) continue;
            visit(by_columns ? ray_at(std::uint32_t(begin + k), std::uint32_t(other))
                             : ray_at(std::uint32_t(other), std::uint32_t(begin + k)));
        }
    }
    return true;
}

}  // namespace hitmiss
