#pragma once
// All hits of a ray by one method, and the exact ones: not the nearest alone.

#include <unordered_map>

#include "methods/hit.hpp"
#include "trace/traced_scene.hpp"

namespace hitmiss {

/// The triangles that equal another bit for bit. A tree holds the first of them only, because no
/// other is ever the nearest; along a whole ray each of them counts.
class Duplicates {
public:
    explicit Duplicates(std::span<const Triangle<float>> triangles);
    /// The others of which this one is the first; mostly none.
    std::span<const std::uint32_t> of(std::uint32_t first) const {
        const auto found = others_.find(first);
        return found == others_.end() ? std::span<const std::uint32_t>() : found->second;
    }

private:
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> others_;
};

/// Finds all hits by a method, from the tree. May be called from several threads at once.
class AllHits {
public:
    AllHits(const Kernel& kernel, const Geometry& geometry,
            std::shared_ptr<const Duplicates> copies);
    /// Ascending by t, then by triangle; the same as from the plain loop.
    std::vector<Hit> operator()(const Ray<float>& ray) const;

private:
    SceneByStart scene_;
    std::shared_ptr<const Duplicates> copies_;
};

/// Finds all hits by the plain loop over all triangles.
std::vector<Hit> all_hits(const Kernel& kernel, std::span<const Triangle<float>> triangles,
                          const Ray<float>& ray);

}  // namespace hitmiss
