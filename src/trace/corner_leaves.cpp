#include "trace/corner_leaves.hpp"

#include <cmath>

#include "base/vector_width.hpp"

namespace hitmiss {

CornerLeaves::CornerLeaves(const WideTree& tree, std::span<const Triangle<float>> triangles)
    : leaves_(tree.leaf_count()) {
    tree.for_each_leaf_at_once([&](const Child& leaf) {
        Corners& own = leaves_[leaf.index()] = {};
        for (std::size_t k = 0; k < leaf.triangles(); ++k) {
            const Triangle<float>& tri = triangle_at(tree, triangles, leaf.index() * leaf_size + k);
            const Vec<float>* const corners[]{&tri.a, &tri.b, &tri.c};
            for (std::size_t row = 0; row < 9; ++row)
                own[row][k] = (*corners[row / 3])[int(row % 3)];
        }
    });
}

std::uint32_t CornerLeaves::may_meet(const Ray<float>& ray, std::size_t leaf) const {
    static const auto at_widest = at_width<may_meet_in_lanes>(widest());
    return at_widest(ray, leaves_[leaf]);
}

// The volumes of exact.hpp, as V_ab = (d x A) . B, V_bc = (d x B) . C and V_ca = -(d x A) . C. Each
// is a sum of six products of three numbers. A product takes part in at most eight roundings: one
// of each corner's coordinate seen from o, two products, a difference and two sums. So 16 u times
// the sum of their sizes is twice the bound on the error, as in volume(); the sums of sizes of d, A
// and B multiply to more than that sum, and their own rounding is far less than half.
std::uint32_t CornerLeaves::may_meet_in_lanes(const Ray<float>& ray, const Corners& corners) {
    const double ox = ray.o.x, oy = ray.o.y, oz = ray.o.z;
    const double dx = ray.d.x, dy = ray.d.y, dz = ray.d.z;
    const double rounding = 16 * 0x1p-53 * (std::abs(dx) + std::abs(dy) + std::abs(dz));
    const float *ax = corners[0].data(), *ay = corners[1].data(), *az = corners[2].data();
    const float *bx = corners[3].data(), *by = corners[4].data(), *bz = corners[5].data();
    const float *cx = corners[6].data(), *cy = corners[7].data(), *cz = corners[8].data();
    std::uint32_t missed = 0;
#pragma omp simd reduction(| : missed)
    for (std::size_t k = 0; k < leaf_size; ++k) {
        // The corners from the ray's origin.
        const double Ax = double(ax[k]) - ox, Ay = double(ay[k]) - oy, Az = double(az[k]) - oz;
        const double Bx = double(bx[k]) - ox, By = double(by[k]) - oy, Bz = double(bz[k]) - oz;
        const double Cx = double(cx[k]) - ox, Cy = double(cy[k]) - oy, Cz = double(cz[k]) - oz;
        // d x A and d x B.
        const double px = dy * Az - dz * Ay, py = dz * Ax - dx * Az, pz = dx * Ay - dy * Ax;
        const double qx = dy * Bz - dz * By, qy = dz * Bx - dx * Bz, qz = dx * By - dy * Bx;
        const double ab = px * Bx + py * By + pz * Bz;
        const double bc = qx * Cx + qy * Cy + qz * Cz;
        const double ca = -(px * Cx + py * Cy + pz * Cz);
        // Bounds on their errors.
        const double a = std::abs(Ax) + std::abs(Ay) + std::abs(Az);
        const double b = std::abs(Bx) + std::abs(By) + std::abs(Bz);
        const double c = std::abs(Cx) + std::abs(Cy) + std::abs(Cz);
        const double of_ab = rounding * a * b, of_bc = rounding * b * c, of_ca = rounding * c * a;
        // Outside: two of the signs are opposite, and sure.
        const bool positive = bool(ab > of_ab) | bool(bc > of_bc) | bool(ca > of_ca);
        const bool negative = bool(ab < -of_ab) | bool(bc < -of_bc) | bool(ca < -of_ca);
        missed |= (positive & negative) ? 1u << k : 0u;
    }
    return ~missed;
}

}  // namespace hitmiss
