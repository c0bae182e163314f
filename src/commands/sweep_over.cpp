#include "commands/sweep.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "judge/staged_rounds.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {
namespace {

std::vector<double> steps_of(const SweepOptions& options, const Scene& scene) {
    const OverRow& row = row_of(*options.over);
    const double unit = unit_of(*options.over, scene);
    const double from = options.from.value_or(unit * row.from);
    const double to = options.to.value_or(unit * row.to);
    for (const double end : {from, to})
        if (!holds(row.allowed, end))
            throw Error(Exit::usage, "--{} {}: {} is in {}", end == from ? "from" : "to",
                        number_text(end), row.axis, describe(row.allowed));
    return decimal_steps(from, to, options.per_decade > 0 ? options.per_decade : 2, row.name);
}

std::string rays_text(const SweepOptions& options, const Scene& scene) {
    if (!options.aim) return fmt::format("{} × {} pixels", scene.width, scene.height);
    constexpr std::string_view targets[]{"edges", "vertices", "silhouettes", "interiors", "random"};
    const auto target = targets[std::size_t(*options.aim)];
    return fmt::format("{} rays {}{}", with_separators(options.rays),
                       *options.aim == Aim::random ? "at " : "aimed at ", target);
}

/// "12,800", or 1e6.
std::string step_text(double step) {
    return with_separators(number_text(step));
}

/// Where a method errs on more than one ray in a thousand, or how little it errs.
std::string answer_of(const StagedCurve& curve) {
    std::vector<double> rates;
    std::vector<std::size_t> often;  // the steps where it does
    for (const Tally& count : curve.counts) {
        const auto errors = double(count.outcomes.errors());
        rates.push_back(count.rays > 0 ? errors / double(count.rays) : 0);
        if (rates.back() > 1e-3) often.push_back(rates.size() - 1);
    }
    const auto at = [&](std::size_t k) { return step_text(curve.steps[k]); };
    const std::string text = caption(curve.method, Caption::curve)[0] + ": ";
    if (often.empty()) {
        const auto worst = std::ranges::max_element(rates);
        if (*worst == 0) return text + "no error";
        return text + fmt::format("at most {} in a million, at {}", number_text(1e6 * *worst, 2),
                                  at(std::size_t(worst - rates.begin())));
    }
    const std::size_t first = often.front(), last = often.back(), end = rates.size() - 1;
    const std::string from_to = fmt::format("from {} to {}", at(first), at(last));
    return text + "more than 1 in 1,000 " +
           (often.size() <= last - first ? "here and there " + from_to
            : first == 0 && last == end  ? "everywhere"
            : last == end                ? fmt::format("from {} on", at(first))
            : first == 0                 ? fmt::format("up to {}", at(last))
                                         : from_to);
}

std::string answer(const SweepOptions& options, const std::vector<StagedCurve>& curves,
                   const Scene& scene) {
    std::vector<std::string> parts;
    for (const auto& curve : curves) parts.push_back(answer_of(curve));
    const auto& steps = curves.front().steps;
    return fmt::format("errors of {} at each step, {} from {} to {}: {}", rays_text(options, scene),
                       row_of(*options.over).name, step_text(steps.front()),
                       step_text(steps.back()), fmt::join(parts, "; "));
}

}  // namespace

void sweep_over(const SweepOptions& options, const Scene& scene, const Output& output) {
    const auto steps = steps_of(options, scene);
    const std::string key(row_of(*options.over).name);
    const auto [folder, file, frames, out] =
        figure_place(scene, options.scene, "sweep-" + key + ".svg", output);
    bool inside = true;
    std::string rays = fmt::format("{}x{} pixels", scene.width, scene.height);
    if (options.aim) {
        const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
        inside = !aim_at(geometry, options.scene, scene, options.seed).start();
        rays =
            fmt::format("rays {}, seed {}, aim {}, {}", options.rays, options.seed,
                        aim_names[std::size_t(*options.aim)], inside ? "inside" : "from the eye");
    }
    const std::string question =
        fmt::format("sweep over {} at {}; {}; {}; {}", key, fmt::join(steps, " "), text_of(scene),
                    text_of(scene.camera), rays);
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
    const StagedRounds rounds(
        scene, {*options.over, steps, options.aim, inside, options.rays, options.seed, answerers});
    const auto tallies = judge_long(
        question, steps.size(), rounds.batches(), scene.methods.size(),
        [&](std::size_t step) { return rounds.round(step); }, options.checkpoint, output);

    std::vector<StagedCurve> curves;
    CountTable table;
    std::vector<TitledRows> tables;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const Method& method = scene.methods[m];
        StagedCurve& curve = curves.emplace_back(StagedCurve{method, steps, {}});
        Rows narrow;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const Tally& at = curve.counts.emplace_back(tallies[k][m]);
            const auto median = at.t_ulps.median();
            table.add(method, at.outcomes, {{key, steps[k]}, {"rays", at.rays}});
            table.append({{"t_ulps_median", median},
                          {"t_ulps_max", median ? rounded(at.t_ulps.most, 5) : Value()}});
            Object& shown = narrow.emplace_back(table.narrow.back());
            shown.erase("rays"), shown.erase("method");
            append(shown, {{"t_ulps_median", median ? rounded(*median, 2) : Value()}});
        }
        tables.push_back({to_string(method), narrow});
    }
    const std::string line = answer(options, curves, scene);
    const std::string title =
        !options.figure.title.empty()
            ? options.figure.title
            : fmt::format("{}: errors against {}, {}", scene.name, key, rays_text(options, scene));
    write_figure(out, file, draw_staged(*options.over, curves, title, options.figure.page));
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"over", key},
                      {"axis", row_of(*options.over).axis},
                      {"aim", options.aim ? Value(aim_names[std::size_t(*options.aim)]) : Value()},
                      {"reference", to_string(scene.reference)},
                      {"points", table.rows},
                      {"answer", line}};
    if (options.table.wide) tables = std::vector<TitledRows>{{"", table.rows}};
    const std::string text = paragraph(line, output.width, 0, 2) + '\n' +
                             tables_text(tables, options.table.width(output.width));
    out.print(to_string({json, table.rows, text, tables}, options.table, output.width));
}

}  // namespace hitmiss
