#pragma once
// A sweep as the command prints it and the figures of the documentation show it.

#include <nlohmann/json.hpp>

#include "commands/options.hpp"
#include "commands/table.hpp"

namespace hitmiss {

struct SweepOptions {
    SceneOptions scene;
    Format format = Format::text;
    bool scene_methods = false;
    double from = 1e-7, to = 3.2;
    int per_decade = 4;
};

struct SceneSweep {
    Scene scene;
    std::string svg;                ///< the plot
    nlohmann::ordered_json report;  ///< as --format json prints it
};
SceneSweep sweep_scene(const SweepOptions& options);

}  // namespace hitmiss
