#include <deque>

#include "commands/camera_options.hpp"
#include "commands/stages.hpp"
#include "commands/sweep.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "judge/staged_rounds.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

/// Where the scene goes: a distance's directions, else one that nobody asks for.
std::vector<Vec<double>> directions_of(const SweepOptions& options) {
    std::vector<Vec<double>> directions;
    for (const std::string& text : options.along) directions.push_back(read_direction(text));
    if (directions.empty()) directions.push_back(default_direction);
    return directions;
}

std::string direction_text(const Vec<double>& v) {
    return fmt::format("{},{},{}", number_text(v.x), number_text(v.y), number_text(v.z));
}

/// All that the numbers depend on, in one line.
std::string question_of(const SweepOptions& options, const Scene& scene,
                        const std::vector<double>& steps, const std::vector<std::string>& along,
                        bool inside) {
    const std::string rays =
        options.aim
            ? fmt::format("rays {}, seed {}, aim {}, {}", options.rays, options.seed,
                          aim_names[std::size_t(*options.aim)], inside ? "inside" : "from the eye")
            : fmt::format("{}x{} pixels", scene.width, scene.height);
    return fmt::format(
        "sweep over {}{} at {}; {}; {}; {}", row_of(*options.over).name,
        options.over == Over::distance ? fmt::format(" along {}", fmt::join(along, " and ")) : "",
        fmt::join(steps, " "), text_of(scene), text_of(scene.camera), rays);
}

/// Adds a row for each step; returns the curve's own table. `along`: the direction, if there is
/// one.
TitledRows add_curve(CountTable& table, const StagedCurve& curve, const std::string& key,
                     const std::string& along) {
    TitledRows own{to_string(curve.method) + (curve.along.empty() ? "" : ", along " + curve.along),
                   {}};
    for (std::size_t k = 0; k < curve.steps.size(); ++k) {
        const Tally& at = curve.counts[k];
        const auto median = at.t_ulps.median();
        Object before{{key, curve.steps[k]}};
        if (!along.empty()) before.push_back({"along", along});
        before.push_back({"rays", at.rays});
        table.add(curve.method, at.outcomes, before);
        table.append({{"t_ulps_median", median},
                      {"t_ulps_max", median ? rounded(at.t_ulps.most, 5) : Value()}});
        Object& shown = own.rows.emplace_back(table.narrow.back());
        shown.erase("rays"), shown.erase("method"), shown.erase("along");
        append(shown, {{"t_ulps_median", median ? rounded(*median, 2) : Value()}});
    }
    return own;
}

}  // namespace

void sweep_over(const SweepOptions& options, const Scene& scene, const Output& output) {
    const auto steps = staged_steps(*options.over, options.from, options.to,
                                    options.per_decade.value_or(2), scene);
    const std::string key(row_of(*options.over).name);
    const bool moves = options.over == Over::distance;
    const auto directions = directions_of(options);
    std::vector<std::string> along;
    for (const auto& direction : directions) along.push_back(direction_text(direction));
    const bool one = directions.size() == 1;
    const std::string what = moves && one ? key + " along " + along[0] : key;
    const auto place = figure_place(scene, options.scene, "sweep-" + key + ".svg", output);
    bool inside = true;
    if (options.aim) {
        const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
        const AimedRays aimed = aim_at(geometry, options.scene, scene, options.seed);
        check_aim(aimed, *options.aim, options.scene.scene);
        inside = !aimed.start();
    }
    for (const Method& method : scene.methods)
        if (method.kind() == Kind::answer_file)
            throw Error(Exit::usage,
                        "{}: its answers are to the rays of one step; sweep --over takes "
                        "methods that compute",
                        to_string(method));
    const auto answerers = [&](const Geometry& geometry, Traversal how) {
        auto methods = scene.methods;
        return make_answerers(methods, geometry, {}, [&](const Method& method) {
            return make_answerer(method, Tracer(method, geometry, how), geometry);
        });
    };
    std::deque<StagedRounds> by_direction;  // they stay where they are made
    for (const auto& direction : directions)
        by_direction.emplace_back(
            scene, StagedQuestion{*options.over, steps, options.aim, inside, options.rays,
                                  options.seed, answerers, direction});
    const auto tallies = judge_long(
        question_of(options, scene, steps, along, inside), directions.size() * steps.size(),
        by_direction[0].batches(), scene.methods.size(),
        [&](std::size_t k) { return by_direction[k / steps.size()].round(k % steps.size()); },
        options.checkpoint, output);

    std::vector<StagedCurve> curves;
    CountTable table{options.table};
    std::vector<TitledRows> tables;
    for (std::size_t m = 0; m < scene.methods.size(); ++m)
        for (std::size_t way = 0; way < along.size(); ++way) {
            StagedCurve& curve = curves.emplace_back(
                StagedCurve{scene.methods[m], steps, {}, one ? "" : along[way]});
            for (std::size_t k = 0; k < steps.size(); ++k)
                curve.counts.push_back(tallies[way * steps.size() + k][m]);
            tables.push_back(add_curve(table, curve, key, moves ? along[way] : ""));
        }
    const auto misses = [](const Tally& tally) { return tally.outcomes.nothing_to_hit(); };
    if (!options.aim && std::ranges::all_of(tallies[0], misses))
        say("note: {}", empty_picture_note(scene));
    const std::string line = staged_answer(options, curves, scene, what);
    const std::string rays =
        fmt::format("{} at each step{}", options.aim ? aimed_text(*options.aim) : "rays",
                    moves && one ? ", moved " + along_in_figure(along[0]) : "");
    const auto& [page, title, subtitle] = options.figure;
    write_figure(place.out, place.name, page,
                 {draw_staged(*options.over, curves, scene, title, page, rays)});
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"over", key},
                      {"along", moves ? Value(fmt::format("{}", fmt::join(along, " "))) : Value()},
                      {"axis", row_of(*options.over).axis},
                      {"aim", options.aim ? Value(aim_names[std::size_t(*options.aim)]) : Value()},
                      {"reference", to_string(scene.reference)},
                      {"points", table.rows},
                      {"answer", line}};
    if (options.table.wide) tables = std::vector<TitledRows>{{"", table.rows}};
    const std::string text = paragraph(line, output.width, 0, 2) + '\n' +
                             tables_text(tables, options.table.width(output.width));
    place.out.print(to_string({json, table.rows, text, tables}, options.table, output.width));
}

}  // namespace hitmiss
