#include "truth/comparison.hpp"

namespace hitmiss {

AnsweredTile answer_tile(const Tile& tile, const Reference& reference, const PrimaryRays& rays) {
    AnsweredTile answered{tile, {}, std::vector<Answer>(std::size_t(tile.size()))};
    for (int y = tile.y; y < tile.y + tile.height; ++y)
        for (int x = tile.x; x < tile.x + tile.width; ++x) answered.rays.push_back(rays(x, y));
    reference(answered.rays, answered.answers);
    return answered;
}

Trial::Trial(const MethodSpec& method, const Tracer& tracer, const Geometry& geometry)
    : tracer_(tracer),
      geometry_(geometry),
      probe_(make_probe(method, geometry)),
      culling_(summary(method).cull == Cull::back),
      diagonal_(glm::length(Vec<double>(geometry.box.hi) - Vec<double>(geometry.box.lo))) {}

Comparison::Column Trial::operator()(const AnsweredTile& tile) const {
    const std::size_t size = tile.rays.size();
    Comparison::Column column{{}, std::vector<Outcome>(size), std::vector<Hit>(size), 0};
    column.refused = tracer_.trace(tile.rays, column.hits);
    for (std::size_t k = 0; k < size; ++k) {
        const bool culled = culling_ && seen_from_behind(tile.answers[k], tile.rays[k], geometry_);
        column.outcomes[k] = judge(column.hits[k], tile.answers[k], diagonal_, culled);
        column.confusion.add(column.outcomes[k]);
        column.confusion.hits += bool(column.hits[k]);
        column.confusion.nan += meets_nan(probe_, tile.answers[k], tile.rays[k], geometry_);
    }
    return column;
}

Comparison compare(const std::vector<MethodSpec>& methods, const std::vector<Tracer>& tracers,
                   const Reference& reference, const Geometry& geometry, const PrimaryRays& rays) {
    const std::size_t pixels = std::size_t(rays.width()) * std::size_t(rays.height());
    Comparison result{rays.width(), rays.height(), std::vector<bool>(pixels), {}};
    std::vector<Trial> trials;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        result.columns.push_back({{}, std::vector<Outcome>(pixels), std::vector<Hit>(pixels), 0});
        trials.emplace_back(methods[m], tracers[m], geometry);
    }
    for_each_tile(rays.width(), rays.height(), [&](const Tile& tile) {
        const AnsweredTile answered = answer_tile(tile, reference, rays);
        const auto pixel = [&](std::size_t k) {
            const int ray = int(k), x = tile.x + ray % tile.width, y = tile.y + ray / tile.width;
            return std::size_t(y) * std::size_t(rays.width()) + std::size_t(x);
        };
        for (std::size_t m = 0; m < trials.size(); ++m) {
            const auto part = trials[m](answered);
            auto& column = result.columns[m];
            for (std::size_t k = 0; k < part.hits.size(); ++k) {
                column.outcomes[pixel(k)] = part.outcomes[k];
                column.hits[pixel(k)] = part.hits[k];
            }
#pragma omp critical
            column.confusion += part.confusion, column.refused += part.refused;
        }
#pragma omp critical
        for (std::size_t k = 0; k < answered.answers.size(); ++k)
            result.covered[pixel(k)] = !answered.answers[k].triangles.empty();
    });
    return result;
}

}  // namespace hitmiss
