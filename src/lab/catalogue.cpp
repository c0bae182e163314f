// The choices: methods, scenes, outcomes with their colours.

#include "methods/catalogue.hpp"

#include <algorithm>

#include "draw/drawing.hpp"
#include "judge/acceptance.hpp"
#include "lab/binding.hpp"
#include "scene/make.hpp"

namespace hitmiss::lab {
namespace {

/// The largest OBJ file that the page takes; a larger one needs more memory than a page may have.
constexpr double most_dropped_bytes = 32e6;

/// The settings of a method; a number has no choices.
Rows settings(const Entry& entry) {
    Rows rows;
    for (const auto& [key, fallback, allowed, meaning] : describe(entry)) {
        const auto& words = std::ranges::find(entry.parameters, key, &Parameter::key)->choices;
        rows.push_back(
            {{"key", key}, {"choices", words}, {"fallback", fallback}, {"meaning", meaning}});
    }
    return rows;
}

Rows methods() {
    Rows rows;
    for (const Entry* entry : catalogue())
        rows.push_back({{"name", entry->info.name},
                        {"idea", entry->info.idea},
                        {"tests_points", entry->info.kind == Kind::point_test},
                        {"tests_rays", entry->info.kind == Kind::ray_test},
                        {"settings", settings(*entry)}});
    return rows;
}

Rows outcomes() {
    Rows rows;
    for (const OutcomeRow& row : outcome_rows) {
        // A mark of radius 1; a circle has no corners.
        List corners;
        if (const Contour mark = marker(row.marker, {0, 0}, 1); mark.radius == 0)
            for (const auto& corner : mark.points) corners.push_back(List{corner.x, corner.y});
        rows.push_back({{"name", row.name},
                        {"label", row.label},
                        {"column", row.column},
                        {"meaning", row.meaning},
                        {"error", row.error},
                        {"colour", css(row.colour)},
                        {"mark", corners},
                        {"dashes", std::vector(row.dashes.begin(), row.dashes.end())}});
    }
    return rows;
}

/// The meaning of the colours of the triangle's map; errors with the key under which they are
/// counted.
Rows legend() {
    Rows rows;
    for (const Outcome outcome : {Outcome::leak, Outcome::false_hit}) {
        const OutcomeRow& row = row_of(outcome);
        rows.push_back({{"colour", css(row.colour)}, {"label", row.label}, {"key", row.column}});
    }
    rows.push_back({{"colour", css(palette::silhouette)}, {"label", rightly_inside}});
    rows.push_back({{"colour", css(palette::background)}, {"label", rightly_outside}});
    return rows;
}

Rows meshes() {
    Rows rows;
    for (const MeshKind& kind : mesh_kinds())
        rows.push_back(
            {{"name", kind.name}, {"faces", kind.faces}, {"least_faces", kind.least_faces}});
    return rows;
}

}  // namespace

std::vector<std::string> scene_paths() {
    std::vector<std::string> paths;
    for (const auto& file : std::filesystem::directory_iterator("scenes"))
        if (file.path().extension() == ".toml") paths.push_back(file.path().string());
    std::ranges::sort(paths);
    return paths;
}

Response about(Lab&, const Arguments&) {
    return {{{"methods", methods()},
             {"outcomes", outcomes()},
             {"legend", legend()},
             {"nearest_step", nearest_step},
             {"self_hit", css(palette::self_hit)},
             {"meshes", meshes()},
             {"scenes", scene_paths()},
             {"most_dropped_bytes", most_dropped_bytes},
             {"float_step", rounded(step_at_full_turn(Precision::single), 2)}}};
}

std::vector<double> epsilons_of(const Method& method, int per_decade) {
    const auto row = std::ranges::find(method.entry->parameters, "epsilon", &Parameter::key);
    std::vector<double> steps;
    if (holds(row->allowed, 0)) steps.push_back(0);
    for (const double step : decimal_steps(swept_from, swept_to, per_decade))
        if (holds(row->allowed, step)) steps.push_back(step);
    return steps;
}

/// How -m would spell `method`, its epsilon, and the steps of a slider for it.
Response method(Lab&, const Arguments& asked) {
    const Method method = asked.method();
    Value epsilons;
    if (method.epsilon()) epsilons = epsilons_of(method, 20);
    return {{{"method", to_string(method)}, {"epsilon", method.epsilon()}, {"epsilons", epsilons}}};
}

}  // namespace hitmiss::lab
