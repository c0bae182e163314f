#pragma once
// The colour of a hit.

#include <algorithm>

#include "draw/picture.hpp"
#include "methods/hit.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// Shades hits of one scene, whose box is for shading=depth, by rays whose directions are 1 long.
/// Colours are display-referred, channels in [0, 1]; a miss has the background's. Keeps a reference
/// to the scene.
class Shader {
public:
    Shader(const Scene& scene, const Box& box);
    /// The same where the box is not at hand.
    explicit Shader(const Scene& scene)
        : Shader(scene, scene.shading == Shading::depth ? bounds(scene.mesh.triangles) : Box()) {}
    Vec<float> operator()(const Ray<float>& ray, const Hit& hit) const;
    /// Fetches what a later hit will ask for: in memory triangles lie in another order than seen.
    void prefetch(const Hit& hit) const {
        if (!hit || hit.triangle == unknown_triangle) return;
        __builtin_prefetch(&scene_.mesh.triangles[hit.triangle]);
        __builtin_prefetch(&scene_.mesh.material[hit.triangle]);
    }

private:
    const Scene& scene_;
    double nearest_, farthest_;  ///< distances from the eye that shading=depth shows
};

/// The nearest of the 256 values per channel; what is beyond [0, 1] is clamped. No NaN.
inline Rgb to_rgb(const Vec<float>& colour) {
    const auto byte = [](float channel) {
        const float half_above = 255 * std::clamp(channel, 0.0f, 1.0f) + 0.5f;
        return std::uint8_t(half_above);
    };
    return {byte(colour.x), byte(colour.y), byte(colour.z)};
}

}  // namespace hitmiss
