#include <deque>

#include "commands/camera_options.hpp"
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

/// Where the scene goes: a distance's directions, else one that nobody asks for.
std::vector<Vec<double>> directions_of(const SweepOptions& options) {
    std::vector<Vec<double>> directions;
    for (const std::string& text : options.along) {
        directions.push_back(read_point(text, "--along"));
        if (!(glm::length(directions.back()) > 0))
            throw Error(Exit::usage, "--along {}: is not a direction; 1,0,0 is", text);
    }
    if (directions.empty()) directions.push_back(default_direction);
    return directions;
}

std::string direction_text(const Vec<double>& v) {
    return fmt::format("{},{},{}", number_text(v.x), number_text(v.y), number_text(v.z));
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

/// That a method does not err; of random rays, how often it may at each step.
std::string none_text(const StagedCurve& curve, bool random) {
    const auto rays = curve.counts.front().rays;
    if (!random || rays == 0) return "no error";
    return fmt::format("no error (at each step less than {} in a million)",
                       with_separators(number_text(1e6 * wilson_interval(0, rays).high, 2)));
}

/// Where a method errs on more than one ray in a thousand, or how little it errs.
std::string answer_of(const StagedCurve& curve, bool random) {
    std::vector<double> rates;
    std::vector<std::size_t> often;  // the steps where it does
    for (const Tally& count : curve.counts) {
        const auto errors = double(count.outcomes.errors());
        rates.push_back(count.rays > 0 ? errors / double(count.rays) : 0);
        if (rates.back() > 1e-3) often.push_back(rates.size() - 1);
    }
    const auto at = [&](std::size_t k) { return step_text(curve.steps[k]); };
    const std::string text = curve.label() + ": ";
    if (often.empty()) {
        const auto worst = std::ranges::max_element(rates);
        if (*worst == 0) return text + none_text(curve, random);
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

/// `what`: what is swept over.
std::string answer(const SweepOptions& options, const std::vector<StagedCurve>& curves,
                   const Scene& scene, const std::string& what) {
    std::vector<std::string> parts;
    for (const auto& curve : curves) parts.push_back(answer_of(curve, options.aim.has_value()));
    const auto& steps = curves.front().steps;
    return fmt::format("errors of {} at each step, {} from {} to {}: {}", rays_text(options, scene),
                       what, step_text(steps.front()), step_text(steps.back()),
                       fmt::join(parts, "; "));
}

}  // namespace

void sweep_over(const SweepOptions& options, const Scene& scene, const Output& output) {
    const auto steps = steps_of(options, scene);
    const std::string key(row_of(*options.over).name);
    const bool moves = options.over == Over::distance;
    const auto directions = directions_of(options);
    std::vector<std::string> along;
    for (const auto& direction : directions) along.push_back(direction_text(direction));
    const bool one = directions.size() == 1;
    const std::string what = moves && one ? key + " along " + along[0] : key;
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
        fmt::format("sweep over {}{} at {}; {}; {}; {}", key,
                    moves ? fmt::format(" along {}", fmt::join(along, " and ")) : "",
                    fmt::join(steps, " "), text_of(scene), text_of(scene.camera), rays);
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
        question, directions.size() * steps.size(), by_direction[0].batches(), scene.methods.size(),
        [&](std::size_t k) { return by_direction[k / steps.size()].round(k % steps.size()); },
        options.checkpoint, output);

    std::vector<StagedCurve> curves;
    CountTable table;
    std::vector<TitledRows> tables;
    for (std::size_t n = 0; n < scene.methods.size() * directions.size(); ++n) {
        const std::size_t m = n / directions.size(), way = n % directions.size();
        const Method& method = scene.methods[m];
        StagedCurve& curve =
            curves.emplace_back(StagedCurve{method, steps, {}, one ? "" : along[way]});
        Rows narrow;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const Tally& at = curve.counts.emplace_back(tallies[way * steps.size() + k][m]);
            const auto median = at.t_ulps.median();
            Object before{{key, steps[k]}};
            if (moves) before.push_back({"along", along[way]});
            before.push_back({"rays", at.rays});
            table.add(method, at.outcomes, before);
            table.append({{"t_ulps_median", median},
                          {"t_ulps_max", median ? rounded(at.t_ulps.most, 5) : Value()}});
            Object& shown = narrow.emplace_back(table.narrow.back());
            shown.erase("rays"), shown.erase("method"), shown.erase("along");
            append(shown, {{"t_ulps_median", median ? rounded(*median, 2) : Value()}});
        }
        tables.push_back({to_string(method) + (one ? "" : ", along " + along[way]), narrow});
    }
    const std::string line = answer(options, curves, scene, what);
    const std::string title =
        !options.figure.title.empty()
            ? options.figure.title
            : fmt::format("{}: errors against {}, {}", scene.name, what, rays_text(options, scene));
    write_figure(out, file, draw_staged(*options.over, curves, title, options.figure.page));
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
    out.print(to_string({json, table.rows, text, tables}, options.table, output.width));
}

}  // namespace hitmiss
