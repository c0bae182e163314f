#pragma once
// The pictures of several scenes side by side, by the same methods.

#include "draw/compose.hpp"
#include "judge/comparison.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

struct PlateColumn {
    const Scene& scene;
    const Comparison& comparison;  ///< of the scene's methods
};

/// A column for each scene, all with the same methods. A row of pictures for each method; where it
/// errs, a row of maps of its errors below, with their counts.
std::vector<Drawing> draw_plate(const std::string& title, const std::string& subtitle,
                                const std::vector<PlateColumn>& columns, const Page& page = {});

}  // namespace hitmiss
