#include "commands/compare.hpp"
#include "commands/diagnoses.hpp"
#include "commands/disagreements.hpp"
#include "commands/outcome_file.hpp"
#include "commands/paste.hpp"
#include "judge/answer_file.hpp"
#include "judge/halo_law.hpp"
#include "judge/reproducer.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

/// Adds the pixels of the halo, by its law; where the law says any, the narrow table has them
/// instead of ties.
void add_predicted_halo(CountTable& table, const Method& method, const Scene& scene) {
    const auto of = [&](double epsilon) {
        return halo_in_pixels(scene.mesh.triangles, scene.rays(), epsilon);
    };
    const auto pixels = has_halo(method) ? of(*method.epsilon()) : std::nullopt;
    const Object predicted{{"halo_predicted", pixels ? std::llround(*pixels) : Value()}};
    table.append(predicted);
    constexpr double tiny = 1e-9;  // a halo that never leaves the image
    if (!of(tiny)) return;
    table.narrow.back().erase(std::string(row_of(Outcome::tie).label));
    append(table.narrow.back(), predicted);
}

/// Adds what was counted of a method; `pixel`: the one to look at, if it errs.
void add_row(CountTable& table, const Method& method, const Comparison::Column& column,
             const std::optional<WorstPixel>& pixel, const CompareOptions& options,
             const Scene& scene) {
    table.add(method, column.tally.outcomes);
    table.append_picture(column.t_ulps, column.tally, scene.pixels(), pixel);
    if (options.overlay) add_predicted_halo(table, method, scene);
}

/// The worst pixel as an object, null for a method without errors.
Rows nested(const Rows& rows) {
    Rows result;
    for (const Object& row : rows) {
        Object& nested = result.emplace_back();
        for (const auto& [key, value] : row)
            if (!key.starts_with("worst_"))
                nested[key] = value;
            else if (row.at("errors") == 0)
                nested["worst"] = {};
            else
                nested["worst"][key.substr(6)] = value;
    }
    return result;
}

ReportCase case_of(const WorstPixel& worst, const ToExplain& to_explain, const Scene& scene,
                   const Round& round, std::size_t m, const Comparison::Column& column) {
    const auto& [x, y, outcome] = worst;
    const std::size_t number = y * std::size_t(scene.width) + x;
    const Ray<float> ray = scene.rays()(int(x), int(y));
    const Answerer& answerer = round.answerers[m];
    const ExactAnswer answer = round.reference(ray, answerer.faces());
    Hit hit = column.hits[number];
    // The picture has a triangle for each hit; a file may have said t alone.
    if (outcome == Outcome::wrong_t && !to_explain.method.file.empty()) {
        answerer.trace({{number}, {ray}}, {&answer, 1}, {&hit, 1});
        hit = judged_hit(hit, answerer.faces(), {ray, answer, round.geometry, answerer.precision})
                  .told();
    }
    return {to_explain,
            fmt::format("{} at pixel {},{} of {}x{}", to_string(outcome), x, y, scene.width,
                        scene.height),
            ray, hit, answer};
}

/// Each case as a text for `hitmiss explain -`.
void write_reproducers(const Scene& scene, const Geometry& geometry,
                       const std::vector<ReportCase>& cases, const Output& output) {
    for (const auto& one : cases) {
        auto reproducer = reproduce(one.to_explain.method, one.answer, one.hit, one.ray, geometry);
        reproducer.comment = fmt::format("{}: {} by {}; try  hitmiss explain -", scene.name,
                                         one.title, to_string(one.to_explain.method));
        output.write(file_stem(one.to_explain.method) + ".txt", to_text(reproducer));
    }
}

SheetRows sheet_rows(const CompareOptions& options) {
    const auto has = [&](std::string_view name) {
        return options.rows.empty() || std::ranges::count(options.rows, name) > 0;
    };
    return {has("picture"), has("errors"), has("detail") && !options.no_detail};
}

/// Where the pages lie as seen from the report; none if they go to standard output.
std::vector<std::string> picture_links(const std::filesystem::path& figure, std::size_t pages,
                                       const std::filesystem::path& report) {
    std::vector<std::string> links;
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    const auto beside = (here / report.parent_path()).lexically_normal();
    for (std::size_t k = 0; figure.parent_path() != "-" && k < pages; ++k) {
        const auto page = (here / page_path(figure, k)).lexically_normal();
        links.push_back(page.lexically_relative(beside).string());
    }
    return links;
}

}  // namespace

void compare_picture(const CompareOptions& options, const std::optional<Rectangle>& crop,
                     Scene& scene, Stats& stats, const Output& output) {
    const auto place = figure_place(scene, options.scene, "compare.png", output);
    const std::size_t pixels = scene.pixels();
    check_compared(scene.methods.size(), scene);
    if (options.overlay && std::ranges::none_of(scene.methods, has_halo))
        throw Error(Exit::usage,
                    "--overlay halo: is the halo of angle sums, and none of these tests is one");
    const Rectangle shown = shown_part(crop, scene);
    CountTable to_come{options.table};
    add_row(to_come, scene.methods[0], {}, {}, options, scene);
    check_columns(options.table, to_come.rows[0]);
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    Round round{picture_rays(scene.camera, scene.width, scene.height),
                make_answerers(scene.methods, geometry, options.scene.traversal(),
                               answer_place(pixels, geometry, options.triangles, scene.methods)),
                make_reference(scene.reference, geometry), geometry};
    if (!options.answers.empty()) check_tells_triangles(round.answerers[0]);
    stats.phase("compare");
    const OutcomeFile outcome_file(options.outcomes, pixels, scene.methods.size(),
                                   geometry.triangles);
    Disagreements disagreements(scene.methods, round.answerers);
    const Comparison comparison =
        compare(round, scene.width, scene.height, watch_on(output)(round.source.batches),
                [&](const JudgedBatch& judged) {
                    disagreements.count(judged);
                    outcome_file.keep(judged);
                });
    const bool empty = std::ranges::none_of(comparison.covered, std::identity());
    if (empty) say("note: {}", empty_picture_note(scene));
    stats.phase("draw");
    ToLookAt look_at = to_look_at(comparison, shown);
    Diagnoses diagnoses;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        diagnoses.add(scene.methods[m], comparison.columns[m].tally.outcomes, round,
                      round.answerers[m]);
        if (const auto example = diagnoses.example(m)) look_at.pixels[m] = example.number;
    }
    CountTable table{options.table};
    std::vector<ToExplain> to_explain;
    std::vector<ReportCase> cases;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const Method& method = scene.methods[m];
        const auto& column = comparison.columns[m];
        const auto pixel = worst_of(look_at.pixels[m], column.outcomes, scene.width);
        add_row(table, method, column, pixel, options, scene);
        if (!pixel) continue;
        to_explain.push_back({method,
                              fmt::format(" --pixel {},{}{}", pixel->x, pixel->y,
                                          order_text(method, options.triangles)),
                              diagnoses.alike(m)});
        cases.push_back(case_of(*pixel, to_explain.back(), scene, round, m, column));
    }
    round.answerers.clear();  // pictures take their memory
    SheetOptions sheet{options.page, crop};
    sheet.look_at = &look_at, sheet.halo = options.overlay.has_value();
    sheet.rows = sheet_rows(options);
    const auto pages = comparison_pages(scene, comparison, sheet);
    stats.finish(geometry);

    write_figure(place.out, place.name, options.page, pages);
    if (!options.answers.empty())
        output.write(options.answers, [&](const Append& file) {
            const auto& hits = comparison.columns[0].hits;
            answer_writer(file, is_csv(options.answers), hits.size())(hits);
        });
    outcome_file.write(scene.methods, output);
    if (options.reproducers) write_reproducers(scene, geometry, cases, place.out);
    write_report({fmt::format("{}: {} x {} pixels, {}", scene.name, scene.width, scene.height,
                              number_of(scene.mesh.triangles.size(), "triangle")),
                  picture_links(place.folder / place.name, pages.size(), options.report),
                  table.rows, diagnoses.markdown(), cases},
                 options, geometry, output);
    const Rows differing = disagreements.rows(scene.methods);
    Object json{{"version", 2},
                {"scene", scene.name},
                {"width", scene.width},
                {"height", scene.height},
                {"reference", to_string(scene.reference)},
                {"methods", nested(table.rows)},
                {"disagreements", differing}};
    diagnoses.append_to(json);
    if (!options.to_stdout())
        place.out.print(table.report(
            json, output, reference_text(scene),
            disagreements_text(differing, pixels, output.width) + diagnoses.text(output.width) +
                explain_text(options.scene, options.table, scene, to_explain, place.folder, output,
                             empty ? "" : "in this picture")));
    table.check_errors(options.fail_over, "pixels");
}

}  // namespace hitmiss
