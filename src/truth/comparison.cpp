#include "truth/comparison.hpp"

#include "trace/tiles.hpp"

namespace hitmiss {

Comparison compare(const std::vector<MethodSpec>& methods, const std::vector<Tracer>& tracers,
                   const Reference& reference, const Geometry& geometry, const PrimaryRays& rays,
                   const std::function<void()>& after_tile) {
    const std::size_t pixels = std::size_t(rays.width()) * std::size_t(rays.height());
    const double diagonal =
        glm::length(Vec<double>(geometry.box.hi) - Vec<double>(geometry.box.lo));
    Comparison result{rays.width(), rays.height(), std::vector<bool>(pixels), {}};
    std::vector<Probe> probes;
    std::vector<bool> culling;
    for (const auto& method : methods) {
        result.columns.push_back({{}, std::vector<Outcome>(pixels), std::vector<Hit>(pixels), 0});
        probes.push_back(make_probe(method, geometry));
        culling.push_back(summary(method).cull == Cull::back);
    }
    for_each_tile(rays.width(), rays.height(), [&](const Tile& tile) {
        const auto size = std::size_t(tile.size());
        std::vector<Ray<float>> tile_rays;
        std::vector<std::size_t> pixel;
        for (int y = tile.y; y < tile.y + tile.height; ++y)
            for (int x = tile.x; x < tile.x + tile.width; ++x) {
                tile_rays.push_back(rays(x, y));
                pixel.push_back(std::size_t(y) * std::size_t(rays.width()) + std::size_t(x));
            }
        std::vector<Answer> answers(size);
        reference(tile_rays, answers);
        std::vector<Hit> hits(size);
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const auto refused = tracers[m].trace(tile_rays, hits);
            auto& column = result.columns[m];
            Confusion confusion;
            for (std::size_t k = 0; k < size; ++k) {
                const bool culled =
                    culling[m] && seen_from_behind(answers[k], tile_rays[k], geometry);
                const Outcome outcome = judge(hits[k], answers[k], diagonal, culled);
                confusion.add(outcome);
                confusion.hits += bool(hits[k]);
                confusion.nan += meets_nan(probes[m], answers[k], tile_rays[k], geometry);
                column.outcomes[pixel[k]] = outcome;
                column.hits[pixel[k]] = hits[k];
            }
#pragma omp critical
            column.confusion += confusion, column.refused += refused;
        }
#pragma omp critical
        for (std::size_t k = 0; k < size; ++k)
            result.covered[pixel[k]] = !answers[k].triangles.empty();
        after_tile();
    });
    return result;
}

}  // namespace hitmiss
