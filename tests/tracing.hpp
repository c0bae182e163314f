#pragma once
// Rays of a picture, traced.

#include "scene/camera.hpp"
#include "scene/tiles.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {

inline std::vector<Ray<float>> all_rays(const PrimaryRays& primary) {
    std::vector<Ray<float>> rays;
    for (int y = 0; y < primary.height(); y += tile_side)
        for (int x = 0; x < primary.width(); x += tile_side) {
            const Tile tile{x, y, std::min(tile_side, primary.width() - x),
                            std::min(tile_side, primary.height() - y)};
            for_each_pixel(tile, [&](int i, int j) { rays.push_back(primary(i, j)); });
        }
    return rays;
}

inline std::vector<Hit> trace(const Method& method, const Geometry& geometry,
                              const std::vector<Ray<float>>& rays, Traversal how,
                              VectorWidth width = widest()) {
    std::vector<Hit> hits(rays.size());
    Tracer(method, geometry, how, width)(rays, hits);
    return hits;
}

}  // namespace hitmiss
