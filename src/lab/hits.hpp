#pragma once
// A method's hits as one number, to compare the page with the program.

#include <bit>

#include "judge/answerer.hpp"
#include "scene/scene.hpp"

namespace hitmiss::lab {

/// Every method in each variant, precision and arithmetic; in large scenes without the tests that
/// programs ship, because a halo of constant width may hold all triangles there.
inline std::vector<Method> hashed_methods(const Scene& scene) {
    std::vector<Method> methods;
    for (const auto arithmetic : {Arithmetic::separate, Arithmetic::fused})
        for (const Method& method : all_methods(arithmetic))
            if (!method.entry->info.shipped || scene.mesh.triangles.size() < 5000)
                methods.push_back(method);
    return methods;
}

/// The triangles and the bits of t of all pixels in the order of rows, by FNV-1a (Fowler, Noll and
/// Vo, 1991) in 64 bits.
inline std::uint64_t hash_of_hits(const Scene& scene, const Geometry& geometry,
                                  const Method& method) {
    const RaySource source = picture_rays(scene.camera, scene.width, scene.height);
    const auto answerer = make_answerer(method, Tracer(method, geometry), geometry);
    std::vector<Hit> hits(source.count);
    for (std::size_t index = 0; index < source.batches; ++index) {
        const Batch batch = source.batch(index);
        std::vector<Hit> of_batch(batch.rays.size());
        answerer.trace(batch, {}, of_batch);
        for (std::size_t k = 0; k < of_batch.size(); ++k) hits[batch.numbers[k]] = of_batch[k];
    }
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](std::uint64_t bits, int bytes) {
        for (int k = 0; k < bytes; ++k) hash = (hash ^ (bits >> 8 * k & 0xff)) * 0x100000001b3;
    };
    for (const Hit& hit : hits) add(hit.triangle, 4), add(std::bit_cast<std::uint64_t>(hit.t), 8);
    return hash;
}

}  // namespace hitmiss::lab
