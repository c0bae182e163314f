#pragma once
// A picture from rays, a trace and a colour for each hit.

#include <algorithm>
#include <functional>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "draw/picture.hpp"
#include "methods/hit.hpp"
#include "scene/scene.hpp"
#include "scene/tiles.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// Whether a picture says something by its hues; else what is grey stays so.
constexpr bool has_hues(Shading shading) {
    return shading == Shading::normal || shading == Shading::barycentric;
}

/// Shades hits of one scene by rays with directions of length 1; the scene's box is for
/// shading=depth. Colours are display-referred, with channels in [0, 1]; a miss has the
/// background's. Keeps a reference to the scene.
class Shader {
public:
    Shader(const Scene& scene, const Box& box);
    /// Whether each colour that it may give is grey, so that all pictures of the scene are.
    bool is_grey() const;
    Vec<float> operator()(const Ray<float>& ray, const Hit& hit) const;
    /// The colours of many hits, each of the ray at its place.
    void fill(std::span<const Ray<float>> rays, std::span<const Hit> hits,
              std::span<Vec<float>> colours) const;

private:
    /// What the colour of a facet's hits depends on.
    struct Facet {
        Vec<double> normal;
        Vec<float> kd;
        Vec<float> seen_along(const Vec<float>& d) const;
    };
    Facet facet(std::uint32_t triangle) const;

    const Scene& scene_;
    double nearest_, farthest_;  ///< distances from the eye that shading=depth shows
};

/// The nearest of the 256 values per channel; what is beyond [0, 1] is clamped. No NaN.
inline Rgb to_rgb(const Vec<float>& colour) {
    const auto byte = [](float channel) {
        // Unlike std::clamp() without branches.
        return std::uint8_t(255 * std::min(std::max(channel, 0.0f), 1.0f) + 0.5f);
    };
    return {byte(colour.x), byte(colour.y), byte(colour.z)};
}

/// The pixels, each the mean of the next `rays` colours.
std::vector<Rgb> pixels_of(std::span<const Vec<float>> colours, std::size_t rays);

/// Fills in the rays of a tile's samples, by a function of their place in the grid of all samples.
void fill_rays(const Tile& tile, const auto& ray, int samples, std::span<Ray<float>> rays) {
    std::size_t next = 0;
    for_each_pixel(tile, [&](int x, int y) {
        for (int j = y * samples; j < (y + 1) * samples; ++j)
            for (int i = x * samples; i < (x + 1) * samples; ++i) rays[next++] = ray(i, j);
    });
}
inline void fill_rays(const Tile& tile, const PrimaryRays& through, int samples,
                      std::span<Ray<float>> rays) {
    rays_through(tile, through, samples, rays);
}

/// Fills in the colours of hits, each of the ray at its place.
void fill_colours(std::span<const Ray<float>> rays, std::span<const Hit> hits, const auto& colour,
                  std::span<Vec<float>> colours) {
    for (std::size_t k = 0; k < rays.size(); ++k) colours[k] = colour(rays[k], hits[k]);
}
inline void fill_colours(std::span<const Ray<float>> rays, std::span<const Hit> hits,
                         const Shader& shade, std::span<Vec<float>> colours) {
    shade.fill(rays, hits, colours);
}

/// width x height pixels, each the mean of samples x samples rays. `ray(x, y)` is the ray of a
/// sample in the grid of (width samples) x (height samples), `colour(ray, hit)` as in Shader;
/// these and `after_tile()` are called from several threads at once.
template <typename RayOf, typename ColourOf>
Picture traced(
    int width, int height, int samples, const Tracer& tracer, const RayOf& ray,
    const ColourOf& colour, const std::function<void()>& after_tile = [] {}) {
    Picture picture(width, height);
    parallel_for(tile_count(width, height), [&](std::size_t number) {
        const Tile tile = tile_at(number, width, height);
        Unfilled<Ray<float>> rays(std::size_t(tile.size()) * std::size_t(samples * samples));
        fill_rays(tile, ray, samples, rays);
        std::vector<Hit> hits(rays.size());
        tracer(rays, hits);
        Unfilled<Vec<float>> colours(rays.size());
        fill_colours(rays, hits, colour, colours);
        const auto pixels = pixels_of(colours, std::size_t(samples * samples));
        std::size_t next = 0;
        for_each_pixel(tile, [&](int x, int y) { picture.at(x, y) = pixels[next++]; });
        after_tile();
    });
    return picture;
}

// A scene as its camera sees it: compiled once, for speed. The commands are compiled for size.
extern template Picture traced(int, int, int, const Tracer&, const PrimaryRays&, const Shader&,
                               const std::function<void()>&);

}  // namespace hitmiss
