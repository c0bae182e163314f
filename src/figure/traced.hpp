#pragma once
// A picture from rays, a trace and a colour for each hit.

#include "figure/shade.hpp"
#include "trace/tiles.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

/// width x height pixels, each the mean of samples x samples rays. `ray(x, y)` is the ray of a
/// sample, `colour(ray, hit)` as in Shader; both are called from several threads at once.
template <typename RayOf, typename ColourOf>
Picture traced(int width, int height, int samples, const Trace& trace, RayOf&& ray,
               ColourOf&& colour) {
    Picture picture(width, height);
    for_each_tile(width, height, [&](const Tile& tile) {
        std::vector<Ray<float>> rays;
        for (int y = tile.y; y < tile.y + tile.height; ++y)
            for (int x = tile.x; x < tile.x + tile.width; ++x)
                for (int k = 0; k < samples * samples; ++k)
                    rays.push_back(ray(x * samples + k % samples, y * samples + k / samples));
        std::vector<Hit> hits(rays.size());
        trace(rays, hits);
        std::size_t next = 0;
        for (int y = tile.y; y < tile.y + tile.height; ++y)
            for (int x = tile.x; x < tile.x + tile.width; ++x) {
                Vec<float> sum(0);
                for (int k = 0; k < samples * samples; ++k, ++next)
                    sum += colour(rays[next], hits[next]);
                picture.at(x, y) = to_rgb(sum / float(samples * samples));
            }
    });
    return picture;
}

}  // namespace hitmiss
