#pragma once
// A picture from rays, a trace and a colour for each hit.

#include <functional>

#include "draw/shade.hpp"
#include "trace/tiles.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

inline constexpr auto nothing_after_tile = [] {};

/// width x height pixels, each the mean of samples x samples rays. `ray(x, y)` is the ray of a
/// sample in the grid of (width samples) x (height samples), `colour(ray, hit)` as in Shader;
/// these and `after_tile()` are called from several threads at once.
template <typename RayOf, typename ColourOf, typename AfterTile = decltype(nothing_after_tile)>
Picture traced(int width, int height, int samples, const Tracer& tracer, RayOf&& ray,
               ColourOf&& colour, AfterTile&& after_tile = {}) {
    Picture picture(width, height);
    for_each_tile(width, height, [&](const Tile& tile) {
        std::vector<Ray<float>> rays(std::size_t(tile.size()) * std::size_t(samples * samples));
        std::size_t next = 0;
        for_each_pixel(tile, [&](int x, int y) {
            for (int j = y * samples; j < (y + 1) * samples; ++j)
                for (int i = x * samples; i < (x + 1) * samples; ++i) rays[next++] = ray(i, j);
        });
        std::vector<Hit> hits(rays.size());
        tracer(rays, hits);
        next = 0;
        for_each_pixel(tile, [&](int x, int y) {
            Vec<float> sum(0);
            for (int k = 0; k < samples * samples; ++k, ++next)
                sum += colour(rays[next], hits[next]);
            picture.at(x, y) = to_rgb(sum / float(samples * samples));
        });
        after_tile();
    });
    return picture;
}

/// The scene as its camera sees it, shaded as it says. after_tile is called from several threads.
Picture traced(const Scene& scene, const Geometry& geometry, const Tracer& tracer,
               const std::function<void()>& after_tile = nothing_after_tile);

}  // namespace hitmiss
