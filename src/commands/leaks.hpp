#pragma once
// Leaks as the command prints them and the figures of the documentation show them.

#include <nlohmann/json.hpp>

#include "commands/options.hpp"
#include "commands/table.hpp"

namespace hitmiss {

struct LeakOptions {
    SceneOptions scene;
    Format format = Format::text;
    std::uint64_t rays = 100'000, seed = 1;
};

struct SceneLeaks {
    nlohmann::ordered_json report;  ///< as --format json prints it
    std::string text;
};
SceneLeaks leaks_of_scene(const LeakOptions& options);

}  // namespace hitmiss
