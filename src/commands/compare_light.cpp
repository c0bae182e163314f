#include "commands/compare.hpp"
#include "draw/lit.hpp"
#include "draw/notation.hpp"
#include "draw/spawn_plot.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

Object row_of(const Method& method, const Lamp& lamp, const SpawnedCounts& counts) {
    const auto wrong = [&](SpawnedOutcome outcome) {
        return counts.opposite[std::size_t(outcome)];
    };
    const Value epsilon = info_of(lamp.rule).has_epsilon ? Value(lamp.epsilon) : Value();
    return {{"method", to_string(method)},
            {"rule", leaving_names[std::size_t(lamp.rule)]},
            {"epsilon", epsilon},
            {"pixels", counts.rays},
            {"lost", counts.lost},
            {"self_hit", wrong(SpawnedOutcome::self_hit)},
            {"skipped", wrong(SpawnedOutcome::skipped)},
            {"errors", wrong(SpawnedOutcome::error)},
            {"shifted", wrong(SpawnedOutcome::shifted)}};
}

}  // namespace

void compare_light(const CompareOptions& options, Scene& scene, Stats& stats,
                   const Output& output) {
    check_leaves(scene.methods);
    note_exact(scene);
    const auto place = figure_place(scene, options.scene, "light.png", output);
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto lamps = read_lamps(options.light, true, options.scene.scene, geometry);
    check_columns(options.table, row_of(scene.methods[0], lamps[0], {}));
    scene.samples = 1;
    constexpr std::size_t results_of_pair = 14;  // as much memory takes a pair of rays
    check_compared(scene.methods.size() * lamps.size(), scene, results_of_pair);
    stats.phase("compare");
    const auto pairs = pairs_to_lamp(scene.rays(), lamps[0].at, geometry);
    if (std::ranges::all_of(pairs, [](const SpawnedPair& pair) { return pair.met.empty(); }))
        say_why_dark(scene, geometry, true);
    std::vector<LitColumn> columns;
    Rows rows;
    for (const Method& method : scene.methods)
        for (const Lamp& lamp : lamps) {
            columns.push_back(lit_column(scene, geometry, method, lamp, pairs));
            columns.back().caption = {caption(method, Caption::row)[0],
                                      in_figure(lamp.rule, in_figure(lamp.epsilon))};
            rows.push_back(row_of(method, lamp, columns.back().counts));
        }
    stats.phase("draw");
    const Method exact = make_method("exact");
    const Picture truth = lit_picture(scene, geometry, Tracer(exact, geometry), lamps[0],
                                      sees_lamp(exact, lamps[0], geometry));
    write_figure(place.out, place.name, options.page,
                 draw_lit(scene, columns, truth, options.page));
    stats.finish(geometry);
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"pictures", rows}};
    const std::string text =
        "Pixels that are dark or lit, but should be the other:\n" +
        as_text(rows, options.table.width(output.width)) +
        paragraph(
            "self_hit: dark, because the ray to the lamp hits the surface that it leaves; "
            "skipped: lit, because it misses the next surface; errors: the method errs; "
            "shifted: a shadow's border that moved with the start, no error; pixels: those "
            "turned to the lamp where the method finds the right triangle; lost: those where it "
            "finds another or none, or where the rule's own point is not a number.",
            output.width);
    place.out.print(to_string({json, rows, text, {{"", rows}}}, options.table, output.width));
    std::vector<std::pair<std::string, std::uint64_t>> errors;
    for (const LitColumn& column : columns)
        errors.emplace_back(fmt::format("{}", fmt::join(column.caption, ", ")),
                            wrong_of(column) + column.counts.lost);
    refuse_over(errors, options.fail_over, "pixels");
}

}  // namespace hitmiss
