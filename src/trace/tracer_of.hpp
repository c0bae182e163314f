#pragma once
#include <memory>

#include "trace/brute_force.hpp"
#include "trace/tracer.hpp"
#include "trace/walk_tree.hpp"

namespace hitmiss {

template <typename Method>
Tracer tracer_of(const Method& method, const Geometry& geometry, Walk how) {
    const auto scene = std::make_shared<const PreparedScene<Method>>(method, geometry);
    const bool by_tree = how == Walk::tree && scene->bounded();
    return {[scene, by_tree](std::span<const Ray<float>> rays, std::span<Hit> hits) {
                return by_tree ? trace_tree(*scene, rays, hits)
                               : trace_brute_force(*scene, rays, hits);
            },
            scene->bounded()};
}

}  // namespace hitmiss
