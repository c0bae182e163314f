#include "commands/compare.hpp"
#include "commands/diagnoses.hpp"
#include "commands/disagreements.hpp"
#include "commands/outcome_file.hpp"
#include "commands/paste.hpp"
#include "commands/whole_rays.hpp"
#include "judge/answer_file.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t batches_at_once = 128;  // so that memory does not grow with the rays

/// Judges all rays; the first answerer's hits go to the file.
std::vector<Tally> judge_to_file(const Round& round, const Append& file, bool csv,
                                 const Each& each) {
    const auto write = answer_writer(file, csv, round.source.count);
    std::vector<Tally> sums(round.answerers.size());
    for (std::size_t first = 0; first < round.source.batches; first += batches_at_once) {
        const std::size_t begin = first * rays_of_block;
        std::vector<Hit> hits(
            std::min(batches_at_once * rays_of_block, round.source.count - begin));
        const auto keep = [&](const JudgedBatch& judged) {
            each(judged);
            std::ranges::copy(judged.columns[0].hits,
                              hits.begin() + std::ptrdiff_t(judged.batch.numbers[0] - begin));
        };
        const auto part = judge_all(round, keep, first, first + batches_at_once);
        for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += part[m];
        write(hits);
    }
    return sums;
}

/// The first ray of each kind of error. `to_explain` names a ray by its number.
std::vector<ReportCase> cases_of(
    const Round& round, const std::vector<Tally>& tallies,
    const std::function<ToExplain(std::size_t m, std::uint64_t number)>& to_explain) {
    std::vector<ReportCase> cases;
    for (std::size_t m = 0; m < tallies.size(); ++m)
        for (std::size_t k = 0; k < outcome_rows.size(); ++k) {
            const FirstRay& first = tallies[m].first[k];
            if (!outcome_rows[k].error || !first) continue;
            const Ray<float> ray = ray_at(round.source, std::size_t(first.number));
            cases.push_back({to_explain(m, first.number),
                             fmt::format("{} at ray {}", outcome_rows[k].name, first.number), ray,
                             first.hit(), round.reference(ray, round.answerers[m].faces())});
        }
    return cases;
}

/// Adds what was counted of a method on so many rays.
void add_row(CountTable& table, const Method& method, const Tally& tally, std::size_t rays,
             const std::optional<Object>& whole_rays) {
    const OutcomeCounts& outcomes = tally.outcomes;
    table.add(method, outcomes);
    append(table.narrow.back(), {{"degenerate", outcomes.degenerate}, {"t_off", outcomes.t_off}});
    table.append_off_plane(tally);
    table.append(
        {{"rays", rays}, {"error_rate", rounded(double(outcomes.errors()) / double(rays), 5)}});
    if (whole_rays) table.append(*whole_rays);
}

}  // namespace

void compare_rays(const CompareOptions& options, Scene& scene, const Output& output) {
    Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    if (options.whole_rays) std::ranges::for_each(scene.methods, check_all_faces);
    const RaySource source = choose_rays(options.rays, options.scene, scene, geometry);
    // Nothing is known of the order of rays, and tiles are for neighbours.
    const auto how = options.scene.brute_force ? Traversal::brute_force : Traversal::one_ray;
    Round round{
        source,
        make_answerers(scene.methods, geometry, how,
                       answer_place(source.count, geometry, options.triangles, scene.methods)),
        make_reference(scene.reference, geometry), geometry};
    const auto counts = [](const Answerer& answerer) { return bool(answerer.count); };
    if (options.whole_rays || std::ranges::any_of(round.answerers, counts)) {
        round.whole_rays = std::make_shared<const Duplicates>(geometry.triangles);
        add_all_hits(round.answerers, scene.methods, geometry, round.whole_rays, how);
        if (options.whole_rays) note_nearest_alone(scene.methods, round.answerers);
    } else {
        check_without_whole_rays(options.table);
    }
    const auto cells_of = [&](const FollowedRays& whole) {
        return round.whole_rays ? std::optional(whole_ray_cells(whole, !options.rays.grid))
                                : std::nullopt;
    };
    CountTable to_come{options.table};
    add_row(to_come, scene.methods[0], {}, source.count, cells_of({}));
    check_columns(options.table, to_come.rows[0]);
    if (!options.answers.empty()) check_tells_triangles(round.answerers[0]);
    std::vector<Tally> tallies;
    Disagreements disagreements(scene.methods, round.answerers);
    const OutcomeFile outcome_file(options.outcomes, source.count, scene.methods.size(),
                                   geometry.triangles, options.whole_rays);
    const auto each = [&](const JudgedBatch& judged) {
        disagreements.count(judged);
        outcome_file.keep(judged);
    };
    if (options.answers.empty())
        tallies = judge_all(round, each);
    else
        output.write(options.answers, [&](const Append& file) {
            tallies = judge_to_file(round, file, is_csv(options.answers), each);
        });
    const bool empty = std::ranges::all_of(
        tallies, [](const Tally& tally) { return tally.outcomes.nothing_to_hit(); });
    if (empty) say("note: {}", empty_rays_note(scene));
    const Rows differing = disagreements.rows(scene.methods);
    outcome_file.write(scene.methods, output);
    CountTable table{options.table};
    std::vector<std::pair<Object, FollowedRays>> whole;
    Diagnoses diagnoses;
    std::vector<ToExplain> to_explain;
    const auto at_row = [&](std::size_t m, std::uint64_t row) {
        return ToExplain{scene.methods[m],
                         fmt::format("{} --row {}{}", options.rays.text(), row,
                                     order_text(scene.methods[m], options.triangles)),
                         diagnoses.alike(m)};
    };
    for (std::size_t m = 0; m < tallies.size(); ++m) {
        const OutcomeCounts& outcomes = tallies[m].outcomes;
        whole.push_back({{{"method", shown_name(scene.methods[m])}},
                         {tallies[m].whole, bool(round.answerers[m].count)}});
        add_row(table, scene.methods[m], tallies[m], source.count, cells_of(whole.back().second));
        diagnoses.add(scene.methods[m], outcomes, round, round.answerers[m]);
        if (const auto example = diagnoses.example(m))
            tallies[m].first[std::size_t(Outcome::leak)] = example;
        if (const auto row = first_error(tallies[m])) {
            to_explain.push_back(at_row(m, *row));
        } else if (tallies[m].whole.miscounted > 0) {
            to_explain.push_back(at_row(m, tallies[m].whole.first_miscounted));
            if (scene.methods[m].has_kernel()) to_explain.back().ray += " --whole-rays";
        }
        if (tallies[m].whole.miscounted > outcomes.errors())
            note_miscounted(scene.methods[m], tallies[m].whole);
    }
    write_report({fmt::format("{}: {} rays, {}", scene.name, source.count,
                              number_of(scene.mesh.triangles.size(), "triangle")),
                  {},
                  table.rows,
                  diagnoses.markdown(),
                  cases_of(round, tallies, at_row)},
                 options, geometry, output);
    Object json{{"version", 2},          {"scene", scene.name},
                {"rays", source.count},  {"reference", to_string(scene.reference)},
                {"methods", table.rows}, {"disagreements", differing}};
    diagnoses.append_to(json);
    const std::size_t width = options.table.width(output.width);
    // Answers that are not errors have columns only where there are any.
    for (const char* column : {"degenerate", "t_off"})
        if (std::ranges::all_of(table.narrow, [&](auto& row) { return row.at(column) == 0; }))
            for (Object& row : table.narrow) row.erase(column);
    const std::string whole_text = whole_rays_text(whole, width, !options.rays.grid);
    if (!options.to_stdout())
        output.print(
            table.report(json, output, reference_text(scene),
                         whole_text + disagreements_text(differing, source.count, output.width) +
                             diagnoses.text(output.width) +
                             explain_text(options.scene, options.table, scene, to_explain,
                                          folder_of(scene, options.scene), output,
                                          whole_text.empty() && !empty ? "on these rays" : "")));
    table.check_errors(options.fail_over, "rays");
}

}  // namespace hitmiss
