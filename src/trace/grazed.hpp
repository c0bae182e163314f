#pragma once
// Rays that graze a triangle's plane may hit it far from its box, by rounding: see growth.hpp.

#include <cmath>

#include "methods/kernel.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

/// A triangle that is to be tested with every ray that meets its plane with |normal . d| <
/// steepness |d|, and in its box with the others.
struct Grazed {
    Vec<float> normal;  ///< of length 1; NaN: every ray is one
    float steepness;    ///< infinity: it is in no box
    Vec<float> toward;  ///< the middle of its box, from the origin; of length 1
    /// A ray beside that, by that sine more than `radius`, hits it with a steepness of less than
    /// fall / (sine - radius), or of less than 2.5 fall.
    float radius, fall;
    std::uint32_t place;

    /// Of normal . d, in parts of |d|.
    static constexpr float rounding = 0x1p-20f;
};

/// Sets the boxes of the tree to hold what each of the methods accepts for rays from there and for
/// the rounding of View::look; returns, by method, the triangles for which they do not, in the
/// order of places.
std::vector<std::vector<Grazed>> grow(WideTree& tree, std::span<const Kernel> kernels,
                                      std::span<const Triangle<float>> triangles,
                                      const Vec<float>& origin);

/// For rays from many origins: which children of nodes hold triangles that a ray grazes.
class Cones {
public:
    Cones() = default;
    /// Whether any ray may graze anything.
    explicit operator bool() const { return !node_.empty(); }
    /// Sets the boxes of the tree to hold what the method accepts for rays from anywhere in
    /// `origins` that graze no triangle.
    Cones(WideTree& tree, const Kernel& kernel, std::span<const Triangle<float>> triangles,
          const Box& origins);

    /// A ray, prepared.
    class Test {
    public:
        Test(const Cones& cones, const Ray<float>& ray)
            : cones_(cones), o_(ray.o), d_(Vec<float>(glm::normalize(Vec<double>(ray.d)))) {}
        /// Bit k: the ray may graze triangles of child k.
        std::uint32_t operator()(std::size_t node, const EightBoxes& bound) const;

    private:
        const Cones& cones_;
        Vec<float> o_, d_;
    };

private:
    /// A ray that meets the plane less steeply, from a height over it less than height_, grazes it.
    static constexpr float steepness = 0x1p-8f;

    /// By child: a cone that holds the normals of its triangles, up to their sign.
    struct Eight {
        std::array<std::array<float, WideNode::width>, 3> axis{};  ///< of length 1
        std::array<float, WideNode::width> spread{};  ///< farthest end of a normal from the axis
    };

    std::vector<Eight> node_;
    float height_ = 0;
};

inline std::uint32_t Cones::Test::operator()(std::size_t node, const EightBoxes& bound) const {
    const Eight& cone = cones_.node_[node];
    const float *ax = cone.axis[0].data(), *ay = cone.axis[1].data(), *az = cone.axis[2].data();
    const float *xl = bound[0].data(), *yl = bound[1].data(), *zl = bound[2].data();
    const float *xh = bound[3].data(), *yh = bound[4].data(), *zh = bound[5].data();
    const float* spread = cone.spread.data();
    const float ox = o_.x, oy = o_.y, oz = o_.z, dx = d_.x, dy = d_.y, dz = d_.z;
    const float height = cones_.height_;
    std::uint32_t grazed = 0;
#pragma omp simd reduction(| : grazed)
    for (std::size_t k = 0; k < WideNode::width; ++k) {
        const float along = std::abs(ax[k] * dx + ay[k] * dy + az[k] * dz);
        const float wx = ox - (xl[k] + xh[k]) / 2, wy = oy - (yl[k] + yh[k]) / 2,
                    wz = oz - (zl[k] + zh[k]) / 2;
        const float ex = (xh[k] - xl[k]) / 2, ey = (yh[k] - yl[k]) / 2, ez = (zh[k] - zl[k]) / 2;
        const float way = wx * dx + wy * dy + wz * dz;
        // Where the ray is nearest to the middle.
        const float bx = wx - way * dx, by = wy - way * dy, bz = wz - way * dz;
        const float over = std::abs(ax[k] * bx + ay[k] * by + az[k] * bz);
        const float size = ex + ey + ez;
        const float within = std::abs(ax[k]) * ex + std::abs(ay[k]) * ey + std::abs(az[k]) * ez +
                             spread[k] * (size + std::sqrt(bx * bx + by * by + bz * bz)) +
                             steepness * std::abs(way) +
                             0x1p-18f * (std::abs(wx) + std::abs(wy) + std::abs(wz) + size);
        const bool apart = (along > steepness + spread[k] + 0x1p-20f) | (over > within + height);
        grazed |= apart ? 0u : 1u << k;
    }
    return grazed;
}

}  // namespace hitmiss
