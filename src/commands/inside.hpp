#pragma once
// What inside was asked for, and its answer but for --sweep.

#include "commands/figure_options.hpp"
#include "commands/options.hpp"
#include "draw/inside_map.hpp"

namespace hitmiss {

struct InsideOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    std::string plane, direction;
    std::vector<std::string> rules;
    std::uint64_t points = 100'000, seed = 1;
    InsideSettings settings;
    bool sweep = false;

    bool asks(InsideRule rule) const {
        return rules.empty() || std::ranges::count(rules, inside_rule_names[std::size_t(rule)]) > 0;
    }
};

/// Asks the rules on the slice and, if the mesh is closed, about random points: a figure and a
/// table. `border`: how many edges do not belong to two triangles.
void compare_rules(const InsideOptions& options, const Scene& scene, const Geometry& geometry,
                   const PointGrid& slice, std::size_t border, const Output& output);

}  // namespace hitmiss
