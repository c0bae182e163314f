#pragma once
// A method's hits as one number, by which the page and the program are held against each other.

#include <bit>

#include "judge/reference.hpp"
#include "scene/scene.hpp"

namespace hitmiss::lab {

/// The triangles and the bits of t of all pixels in the order of rows, by FNV-1a (Fowler, Noll and
/// Vo, 1991) in 64 bits.
inline std::uint64_t hash_of_hits(const Scene& scene, const Geometry& geometry,
                                  const Method& method) {
    const PrimaryRays picture(scene.camera, scene.width, scene.height);
    const std::size_t across = std::size_t(picture.width());
    std::vector<Ray<float>> rays(across * std::size_t(picture.height()));
    std::vector<std::size_t> numbers(rays.size());
    for (std::size_t k = 0; k < rays.size(); ++k)
        rays[k] = picture(int(k % across), int(k / across)), numbers[k] = k;
    std::vector<Hit> hits(rays.size());
    trace(method, Tracer(method, geometry), geometry, rays, numbers, hits);
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](std::uint64_t bits, int bytes) {
        for (int k = 0; k < bytes; ++k) hash = (hash ^ (bits >> 8 * k & 0xff)) * 0x100000001b3;
    };
    for (const Hit& hit : hits) add(hit.triangle, 4), add(std::bit_cast<std::uint64_t>(hit.t), 8);
    return hash;
}

}  // namespace hitmiss::lab
