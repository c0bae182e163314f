#pragma once
// Pictures with a lamp and hard shadows.

#include "draw/error_map.hpp"
#include "draw/traced.hpp"
#include "judge/spawning.hpp"

namespace hitmiss {

/// The scene as the tracer hits it; what does not see the lamp is dark. `after_tile` as in
/// traced().
Picture lit_picture(
    const Scene& scene, const Geometry& geometry, const Tracer& tracer, const Lamp& lamp,
    const SeesLamp& sees, const std::function<void()>& after_tile = [] {});

/// One picture of a sheet.
struct LitColumn {
    std::vector<std::string> caption = {};  ///< its first line stands out
    Picture picture = {};
    std::vector<SpawnedVerdict> verdicts = {};  ///< per pixel
    SpawnedCounts counts = {};
};

/// The picture by the method's own rays, and what becomes of those that it should send to the lamp,
/// `pairs`.
LitColumn lit_column(const Scene& scene, const Geometry& geometry, const Method& method,
                     const Lamp& lamp, std::span<const SpawnedPair> pairs);

/// The number of wrong pixels.
std::uint64_t wrong_of(const LitColumn& column);

/// A sheet: these pictures and maps of the pixels that see the lamp wrongly, and the exact picture
/// beside them.
std::vector<Drawing> draw_lit(const Scene& scene, const std::vector<LitColumn>& columns,
                              const Picture& exact, const Page& page);

}  // namespace hitmiss
