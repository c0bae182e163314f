#pragma once
// A picture from rays, a trace and a colour for each hit.

#include <functional>

#include "base/parallel.hpp"
#include "draw/shade.hpp"
#include "trace/tiles.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// width x height pixels, each the mean of samples x samples rays. `ray(x, y)` is the ray of a
/// sample in the grid of (width samples) x (height samples), `colour(ray, hit)` as in Shader;
/// these and `after_tile()` are called from several threads at once.
template <typename RayOf, typename ColourOf>
Picture traced(
    int width, int height, int samples, const Tracer& tracer, const RayOf& ray,
    const ColourOf& colour, const std::function<void()>& after_tile = [] {}) {
    Picture picture(width, height);
    parallel_for(tile_count(width, height), [&](std::size_t k) {
        const Tile tile = tile_at(k, width, height);
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
            for (int n = 0; n < samples * samples; ++n, ++next)
                sum += colour(rays[next], hits[next]);
            picture.at(x, y) = to_rgb(sum / float(samples * samples));
        });
        after_tile();
    });
    return picture;
}

// A scene as its camera sees it: compiled once, for speed. The commands are compiled for size.
extern template Picture traced(int, int, int, const Tracer&, const PrimaryRays&, const Shader&,
                               const std::function<void()>&);

}  // namespace hitmiss
