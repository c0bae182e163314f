#pragma once
#include <memory>

#include "trace/brute_force.hpp"
#include "trace/tracer.hpp"
#include "trace/walk_tiles.hpp"
#include "trace/walk_tree.hpp"

namespace hitmiss {

template <typename Method>
Tracer tracer_of(const Method& method, const Geometry& geometry, Walk how, VectorWidth width) {
    if (how == Walk::tiles) {
        const auto scene = std::make_shared<const TileScene<Method>>(method, geometry);
        if (scene->bounded())
            return {[scene, width](const Rays& rays, std::span<Hit> hits) {
                        return at_width(width, [&] { return trace_tiles(*scene, rays, hits); });
                    },
                    true};
    }
    const auto scene = std::make_shared<const PreparedScene<Method>>(method, geometry);
    const bool bounded = scene->bounded();
    if (how == Walk::tree && bounded)
        return {[scene](const Rays& rays, std::span<Hit> hits) {
                    return trace_tree(*scene, rays, hits);
                },
                bounded};
    return {[scene, width](const Rays& rays, std::span<Hit> hits) {
                return at_width(width, [&] { return trace_brute_force(*scene, rays, hits); });
            },
            bounded};
}

}  // namespace hitmiss
