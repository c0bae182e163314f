#pragma once
// All methods against the reference, pixel by pixel.

#include <functional>

#include "scene/camera.hpp"
#include "truth/confusion.hpp"

namespace hitmiss {

struct Comparison {
    int width, height;
    std::size_t pixel(int x, int y) const {
        return std::size_t(y) * std::size_t(width) + std::size_t(x);
    }
    std::vector<bool> covered;  ///< per pixel: E is not empty

    struct Column {
        Confusion confusion;
        std::vector<Outcome> outcomes;  ///< per pixel
        std::vector<Hit> hits;          ///< per pixel
        std::uint64_t refused;          ///< candidates that the hit rule refused
    };
    std::vector<Column> columns;  ///< in the order of the methods
};

/// Traces one ray per pixel by each method and judges it by the reference. Calls after_tile() from
/// any thread after each tile.
Comparison compare(
    const std::vector<MethodSpec>& methods, const std::vector<Tracer>& tracers,
    const Reference& reference, const Geometry& geometry, const PrimaryRays& rays,
    const std::function<void()>& after_tile = [] {});

}  // namespace hitmiss
