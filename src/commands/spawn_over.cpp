#include "commands/spawn.hpp"
#include "commands/stages.hpp"

namespace hitmiss {
namespace {

/// The scene at each step: moved or scaled, or as it is with rays at that angle.
std::vector<SpawnStep> counted_at(const std::vector<double>& values, const SpawnOptions& options,
                                  const Scene& scene) {
    std::optional<Staging> staging;
    if (*options.over != Over::grazing)
        staging.emplace(*options.over, scene, values.back(),
                        options.along.empty() ? default_direction : read_direction(options.along));
    std::vector<SpawnStep> steps;
    for (const double value : values) {
        SpawnOptions at = options;
        Stage stage{{}, false, scene.mesh.triangles, scene.camera.eye};
        if (staging)
            stage = staging->at(value);
        else
            at.grazing = value;
        const Geometry geometry(stage.triangles, stage.eye);
        steps.push_back({value, count_leaving(scene.methods, at, geometry)});
    }
    return steps;
}

}  // namespace

void spawn_over(const SpawnOptions& options, const Scene& scene, const Output& output) {
    const OverRow& over = row_of(*options.over);
    const std::string key(over.name), what(over.step);
    const auto values = staged_steps(*options.over, options.from, options.to,
                                     options.per_decade.value_or(1), scene);
    const auto place = figure_place(scene, options.scene, "spawn-" + key + ".svg", output);
    Object first{{key, values[0]}};
    append(first, row_of(LeavingCount{scene.methods[0], {}, {}, {}}).all);
    check_columns(options.table, first);
    const auto steps = counted_at(values, options, scene);
    write_spawned(options, scene, panels_of(steps, *options.over), place);

    Rows all;
    std::vector<TitledRows> tables;
    std::vector<LeavingCount> counted;
    for (const SpawnStep& step : steps) {
        TitledRows& table = tables.emplace_back(TitledRows{what + ' ' + step_text(step.value), {}});
        for (const LeavingCount& count : step.counted) {
            auto [full, narrow] = row_of(count);
            Object& row = all.emplace_back(Object{{key, step.value}});
            append(row, std::move(full));
            table.rows.push_back(std::move(narrow));
            counted.push_back(count);
        }
    }
    const auto [line, below] = staged_spawn_answer(steps, what);
    const Object json{
        {"version", 1},         {"scene", scene.name}, {"triangles", scene.mesh.triangles.size()},
        {"over", key},          {"axis", over.axis},   {"seed", options.seed},
        {"rays", options.rays}, {"spawned", all},      {"answer", line}};
    if (options.table.wide) tables = std::vector<TitledRows>{{"", all}};
    const std::string text =
        paragraph(line, output.width) +
        (scene.methods.size() > 1
             ? fmt::format("Counts of {} methods together:\n", scene.methods.size())
             : "") +
        below + counts_head(counted, options.rays) + '\n' +
        tables_text(tables, options.table.width(output.width)) + counterexamples(counted);
    place.out.print(to_string({json, all, text, tables}, options.table, output.width));
}

}  // namespace hitmiss
