#pragma once
// Inputs for tests of judging: pictures by some methods, and listed rays.

#include "judge/comparison.hpp"

namespace hitmiss {

/// The picture's rays by these methods.
inline Round picture_round(std::span<const Method> methods, const Geometry& geometry,
                           const Camera& camera, int width, int height,
                           const Method& reference = make_method("exact"),
                           Traversal how = Traversal::tiles) {
    return {picture_rays(camera, width, height), make_answerers(methods, geometry, how),
            make_reference(reference, geometry), geometry};
}
inline Comparison compared(std::span<const Method> methods, const Geometry& geometry,
                           const Camera& camera, int width, int height,
                           const Method& reference = make_method("exact")) {
    return compare(picture_round(methods, geometry, camera, width, height, reference), width,
                   height);
}

inline RaySource listed(std::vector<Ray<float>> rays) {
    return listed_rays(std::move(rays), Vec<double>(0));
}

/// All rays of a source by their numbers.
inline std::vector<Ray<float>> rays_of(const RaySource& source) {
    std::vector<Ray<float>> rays(source.count);
    for (std::size_t index = 0; index < source.batches; ++index) {
        const Batch batch = source.batch(index);
        for (std::size_t k = 0; k < batch.rays.size(); ++k) rays[batch.numbers[k]] = batch.rays[k];
    }
    return rays;
}

}  // namespace hitmiss
