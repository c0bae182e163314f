#include "commands/compare_rays.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "commands/confusion_row.hpp"
#include "commands/report_page.hpp"
#include "judge/answer_writer.hpp"
#include "judge/ray_trial.hpp"

namespace hitmiss {

void check_errors(const std::vector<Method>& methods, const std::vector<Confusion>& confusions,
                  std::string_view rays, std::uint64_t most) {
    std::vector<std::string> over;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto errors = confusions[m].errors();
        if (errors > most)
            over.push_back(fmt::format("{} errs on {} {}", to_string(methods[m]), errors, rays));
    }
    if (!over.empty())
        throw Error(Exit::over_threshold,
                    fmt::format("{} (--fail-over {})", fmt::join(over, "; "), most));
}

void compare_rays(const CompareOptions& options, Scene& scene, const Output& output) {
    Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const RaySource source = options.grid
                                 ? grid_rays(geometry.box, *options.grid, scene.width, scene.height)
                                 : file_rays(options.rays, geometry.box);
    geometry.eye = source.eye;
    // Nothing is known of the order of rays, and tiles are for neighbours.
    const auto how = options.scene.brute_force ? Traversal::brute_force : Traversal::one_ray;
    const auto tracers = make_tracers(scene.methods, geometry, how,
                                      answer_place(source.count, geometry, options.triangles));
    std::optional<AnswerWriter> answers;
    if (!options.answers.empty()) answers.emplace(options.answers, source.count);
    const Reference reference = make_reference(scene.reference, geometry);
    const auto columns =
        judge_rays(scene.methods, tracers, reference, geometry, source.count, source.read,
                   answers ? TakeHits([&](auto hits) { answers->append(hits); }) : TakeHits());
    if (answers) answers->finish();

    Rows narrow, rows;
    std::vector<Confusion> confusions;
    std::vector<ReportCase> cases;
    for (std::size_t m = 0; m < columns.size(); ++m) {
        const Method& method = scene.methods[m];
        const auto& column = columns[m];
        confusions.push_back(column.confusion);
        narrow.push_back(short_row(method, column.confusion));
        append(narrow.back(),
               {{"degenerate", column.confusion.degenerate}, {"t_off", column.confusion.t_off}});
        rows.push_back(confusion_row(method, column.confusion));
        append(
            rows.back(),
            {{"rays", source.count},
             {"error_rate", rounded(double(column.confusion.errors()) / double(source.count), 5)}});
        const auto add = [&](const std::optional<RayColumn::Shown>& shown, std::string_view what) {
            if (!shown || options.report.empty()) return;
            ReportCase one{
                method, fmt::format("{} at ray {}", what, shown->ray), {}, shown->hit, {}};
            source.read(shown->ray, {&one.ray, 1});
            reference({&one.ray, 1}, {&one.answer, 1});
            cases.push_back(std::move(one));
        };
        for (std::size_t k = 0; k < outcome_rows.size(); ++k)
            if (outcome_rows[k].error) add(column.first[k], outcome_rows[k].name);
        add(column.first_t_off, "t_off");
    }
    if (!options.report.empty())
        output.write(options.report,
                     to_markdown({fmt::format("{}: {} rays, {} triangles", scene.name, source.count,
                                              scene.mesh.triangles.size()),
                                  options.typed, "", rows, cases},
                                 geometry));
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"rays", source.count},
                      {"reference", to_string(scene.reference)},
                      {"methods", rows}};
    const std::string text = options.table.text(narrow, rows, output);
    output.print(to_string({json, rows, text}, options.table.format));
    if (options.fail_over) check_errors(scene.methods, confusions, "rays", *options.fail_over);
}

}  // namespace hitmiss
