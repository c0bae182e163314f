#pragma once
// What a method precomputes from a scene's triangles for single rays.

#include <memory>
#include <vector>

#include "methods/catalogue.hpp"
#include "trace/geometry.hpp"

namespace hitmiss {

/// The triangles as a kernel prepares them, leaf by leaf; copies share the data.
class LeafStore {
public:
    LeafStore() = default;
    LeafStore(const Kernel& kernel, const WideTree& tree,
              std::span<const Triangle<float>> triangles);

    /// The prepared triangles of a leaf.
    const std::byte* operator[](std::size_t leaf) const {
        return (*lines_)[leaf * lines_per_leaf_].data();
    }
    [[gnu::always_inline]] void prefetch(std::size_t leaf) const {
        hitmiss::prefetch((*this)[leaf], lines_per_leaf_ * sizeof(CacheLine));
    }

private:
    struct alignas(64) CacheLine : std::array<std::byte, 64> {};

    std::size_t lines_per_leaf_ = 0;
    std::shared_ptr<const Traversed<CacheLine>> lines_;
};

/// A method's kernel, its prepared triangles, and a tree whose boxes hold the points that it
/// accepts for single rays from anywhere in a box.
class TracedScene {
public:
    TracedScene(const Kernel& kernel, const Geometry& geometry, const Box& origins);
    /// The same for rays from other origins; shares the prepared triangles.
    TracedScene from(const Geometry& geometry, const Box& origins) const;
    /// A scene for each kernel. Those whose boxes are about as large share a tree, whose boxes hold
    /// what any of them accepts, so that one traversal finds the hits of all (nearest_hits()).
    static std::vector<TracedScene> together(std::span<const Kernel> kernels,
                                             const Geometry& geometry, const Box& origins);

    /// Whether the tree is of any use to a method with that growth.
    static bool bounds(const Growth& growth) { return growth.bounded && !growth.line; }
    /// Whether the boxes are valid for the ray. If not, test it against all triangles.
    bool holds(const Ray<float>& ray) const {
        return bounds(kernel_.growth) && origins_.holds(ray.o) && margin_holds(ray.d);
    }
    const Box& origins() const { return origins_; }
    const Kernel& kernel() const { return kernel_; }
    const WideTree& tree() const { return *tree_; }
    /// The prepared triangles of a leaf.
    const std::byte* leaf(std::size_t number) const { return leaves_[number]; }
    /// What the traversal of a ray must know.
    struct Needs {
        bool boxes_hold;                    ///< if not, test all triangles
        std::vector<std::uint32_t> grazed;  ///< tested first
    };
    Needs needs(const Ray<float>& ray) const {
        if (!holds(ray)) return {false, {}};
        auto grazed = grazed_by(ray);
        // A ray along a flat mesh may graze all of it: testing whole leaves then takes fewer steps.
        if (grazed.size() > tree().leaf_count()) return {false, {}};
        return {true, std::move(grazed)};
    }
    /// The places of triangles that the ray may graze, which must be tested even if it misses their
    /// boxes.
    std::vector<std::uint32_t> grazed_by(const Ray<float>& ray) const {
        if (grazing_height_ == 0) return {};
        return planes_->near(ray, grazing_steepness_, grazing_height_);
    }
    /// The same for those of many rays that the boxes are valid for.
    std::vector<NearPlane> grazed_by(std::span<const Ray<float>> rays,
                                     const std::vector<bool>& held) const {
        if (grazing_height_ == 0) return {};
        return planes_->near(rays, held, grazing_steepness_, grazing_height_);
    }

private:
    TracedScene(const Kernel& kernel, LeafStore leaves)
        : kernel_(kernel), leaves_(std::move(leaves)) {}
    /// Before the tree is grown, which is not for a method without bounds.
    void start_from(const Geometry& geometry, const Box& origins);
    void grow_from(const Geometry& geometry, const Box& origins);
    /// Gives the scenes, whose growth is bounded, one tree.
    static void grow_tree(std::span<TracedScene* const> scenes, const Geometry& geometry);
    /// A box that holds a triangle's hits. If that is so only of rays that do not graze it, sets
    /// how near to its plane those start that may.
    Box grown_box(const Triangle<float>& tri, float& grazing_height) const;
    /// The area of such boxes of some triangles, the same ones for any kernel.
    double sampled_area(const Geometry& geometry) const;

    Kernel kernel_;
    LeafStore leaves_;
    Box origins_;
    std::shared_ptr<const WideTree> tree_;
    std::shared_ptr<const PlaneTree> planes_;
    /// A ray that starts near a triangle's plane and meets it with |normal . d| <
    /// grazing_steepness_ |d| is tested against the triangle whatever its box.
    float grazing_steepness_ = 0;
    float grazing_height_ = 0;  ///< origins this near to a plane may have grazing rays; 0: none
};

/// The scene for rays from anywhere, and once more for those from its box: seen from within,
/// triangles are nearer and their boxes grow less, which is up to three times as fast.
class SceneByStart {
public:
    SceneByStart(const Kernel& kernel, const Geometry& geometry)
        : around_(std::make_shared<const TracedScene>(kernel, geometry, geometry.origins())),
          within_(std::make_shared<const TracedScene>(around_->from(geometry, geometry.box))) {}

    const TracedScene& of(const Ray<float>& ray) const {
        return within_->origins().holds(ray.o) ? *within_ : *around_;
    }

private:
    std::shared_ptr<const TracedScene> around_, within_;
};

}  // namespace hitmiss
