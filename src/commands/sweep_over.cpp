#include <deque>

#include "commands/answering.hpp"
#include "commands/rates.hpp"
#include "commands/ray_choice.hpp"
#include "commands/stages.hpp"
#include "commands/sweep.hpp"
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

/// That a method does not err; of random rays, how often it may at each step.
std::string none_text(const StagedCurve& curve, bool random) {
    const auto rays = curve.counts.front().rays;
    if (!random || rays == 0) return "no error";
    return fmt::format("no error (at each step less than {} in a million)",
                       with_separators(number_text(end_per_million(rays))));
}

/// Where a method errs on more than one ray in a thousand, or how little it errs.
std::string answer_of(const StagedCurve& curve, const std::vector<StagedCurve>& all, bool random) {
    std::vector<double> rates;
    std::vector<std::size_t> often;  // the steps where it does
    for (const Tally& count : curve.counts) {
        rates.push_back(count.error_rate());
        if (rates.back() > 1e-3) often.push_back(rates.size() - 1);
    }
    const auto at = [&](std::size_t k) { return step_text(curve.steps[k]); };
    const std::string text = name_of(curve, all, false) + ": ";
    if (often.empty()) {
        const auto worst = std::ranges::max_element(rates);
        if (*worst == 0) return text + none_text(curve, random);
        const auto step = std::size_t(worst - rates.begin());
        const Tally& count = curve.counts[step];
        // A rate of random rays has its interval.
        const std::string rate =
            random ? cell_text(rate_text(count.outcomes.errors(), count.rays), true)
                   : number_text(1e6 * *worst, 2);
        return text + fmt::format("at most {} in a million, at {}", rate, at(step));
    }
    const std::size_t first = often.front(), last = often.back(), end = rates.size() - 1;
    const std::string from_to = fmt::format("from {} to {}", at(first), at(last));
    return text + "more than 1 in 1,000 " +
           (often.size() <= last - first ? "here and there " + from_to
            : first == 0 && last == end  ? "everywhere"
            : last == end                ? fmt::format("from {} upwards", at(first))
            : first == 0                 ? fmt::format("up to {}", at(last))
                                         : from_to);
}

/// "128 × 128 pixels", or "1,000 rays aimed at edges".
std::string rays_text(const SweepOptions& options, const Scene& scene) {
    if (!options.aim) return fmt::format("{} × {} pixels", scene.width, scene.height);
    return with_separators(options.rays) + ' ' + aimed_text(*options.aim);
}

/// Where each method errs often, in one line. `what`: what is swept over.
std::string staged_answer(const SweepOptions& options, const std::vector<StagedCurve>& curves,
                          const Scene& scene, const std::string& what) {
    std::vector<std::string> parts;
    for (const auto& curve : curves)
        parts.push_back(answer_of(curve, curves, options.aim.has_value()));
    if (saw_nothing(curves)) parts = {"no ray meets the mesh"};
    const auto& steps = curves.front().steps;
    return fmt::format("errors of {} at each step, {} from {} to {}: {}", rays_text(options, scene),
                       what, step_text(steps.front()), step_text(steps.back()),
                       fmt::join(parts, "; "));
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
    CountTable to_come{options.table};
    add_curve(to_come, {scene.methods[0], {steps[0]}, {Tally{}}}, key, moves ? along[0] : "");
    check_columns(options.table, to_come.rows[0]);
    const auto place = figure_place(scene, options.scene, "sweep-" + key + ".svg", output);
    bool inside = true;
    std::size_t crowded = 0;
    if (options.aim) {
        const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
        const AimedRays aimed = aim_at(geometry, options.scene, scene, options.seed);
        check_aim(aimed, *options.aim, options.scene.scene);
        inside = !aimed.start();
        crowded = aimed.crowded_edges();
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
                                  options.seed, answerers, direction, crowded});
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
    write_figure(place.out, place.name, options.page,
                 {draw_staged(*options.over, curves, scene, options.page, rays)});
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
