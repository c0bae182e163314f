#pragma once
// Rays that graze a triangle's plane may hit it far from its box, by rounding: see growth.hpp.

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

/// Sets the boxes of the tree to hold what the method accepts for rays from there and for the
/// rounding of View::look; returns the triangles for which they do not, in the order of places.
std::vector<Grazed> grow(WideTree& tree, const Kernel& kernel,
                         std::span<const Triangle<float>> triangles, const Vec<float>& origin);

/// For rays from many origins: which children of nodes hold triangles that a ray grazes.
class Cones {
public:
    Cones() = default;
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
    static constexpr float steepness = 0x1p-6f;

    /// By child: a cone that holds the normals of its triangles, up to their sign.
    struct Eight {
        std::array<std::array<float, WideNode::width>, 3> axis{};  ///< of length 1
        std::array<float, WideNode::width> spread{};  ///< farthest end of a normal from the axis
    };

    std::vector<Eight> node_;
    float height_ = 0;
};

}  // namespace hitmiss
