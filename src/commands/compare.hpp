#pragma once
// A comparison as the command prints it and the figures of the documentation show it.

#include <nlohmann/json.hpp>

#include "commands/options.hpp"
#include "figure/comparison_sheet.hpp"

namespace hitmiss {

struct SceneComparison {
    Scene scene;
    Comparison comparison;
    Picture sheet;                ///< the contact sheet
    nlohmann::ordered_json rows;  ///< one per method, for as_text(), as_csv()
};
SceneComparison compare_scene(const SceneOptions& options, Overlay overlay = Overlay::none);

}  // namespace hitmiss
