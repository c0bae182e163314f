#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "commands/compare.hpp"
#include "commands/count.hpp"
#include "commands/report_page.hpp"
#include "judge/answer_file.hpp"
#include "judge/halo_law.hpp"
#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

/// The pixels of the halo, by its law.
Value predicted_halo(const Method& method, const Scene& scene) {
    if (!has_halo(method)) return {};
    const auto pixels =
        halo_in_pixels(scene.mesh.triangles, PrimaryRays(scene.camera, scene.width, scene.height),
                       *method.epsilon());
    return pixels ? std::llround(*pixels) : Value();
}

/// A method's worst pixel, by method.
using Worst = std::vector<std::optional<WorstPixel>>;

CountTable table_of(const Scene& scene, const Comparison& comparison, const Worst& worst,
                    Overlay overlay) {
    CountTable table;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const auto& column = comparison.columns[m];
        table.add(scene.methods[m], column.confusion);
        table.append(picture_cells(column.t_ulps, column.confusion, column.outcomes.size()));
        table.append(worst_cells(worst[m]));
        if (overlay != Overlay::halo) continue;
        const Object halo{{"halo_predicted", predicted_halo(scene.methods[m], scene)}};
        table.append(halo);
        table.narrow.back().erase(std::string(row_of(Outcome::neighbour).column));
        append(table.narrow.back(), halo);
    }
    return table;
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

/// The worst pixel of each method that errs.
std::vector<ReportCase> worst_cases(const Scene& scene, const Reference& reference,
                                    const Comparison& comparison, const Worst& worst) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    std::vector<ReportCase> cases;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        if (!worst[m]) continue;
        const int x = int(worst[m]->x), y = int(worst[m]->y);
        const Ray<float> ray = rays(x, y);
        cases.push_back({scene.methods[m],
                         fmt::format("{} at pixel {},{} of {}x{}", to_string(worst[m]->outcome), x,
                                     y, comparison.width, comparison.height),
                         ray, comparison.columns[m].hits[comparison.pixel(x, y)], reference(ray)});
    }
    return cases;
}

/// Each case as a text for `hitmiss explain -`.
void write_reproducers(const Scene& scene, const Geometry& geometry,
                       const std::vector<ReportCase>& cases, const Output& output) {
    for (const auto& one : cases) {
        auto reproducer = reproduce(one.method, one.answer, one.hit, one.ray, geometry);
        reproducer.comment = fmt::format("{}: {} by {}; try  hitmiss explain -", scene.name,
                                         one.title, to_string(one.method));
        output.write(file_stem(one.method) + ".txt", to_text(reproducer));
    }
}

Comparison watched_comparison(const Round& round, const Scene& scene, const Output& output) {
    Progress progress(round.source.batches, output.watched);
    return compare(round, scene.width, scene.height, [&] { progress.step(); });
}

}  // namespace

// Five digits are what these numbers are good for.
Object picture_cells(const ErrorOfT& t_ulps, const Confusion& confusion, std::size_t pixels) {
    return {{"t_ulps_median", t_ulps.hits == 0 ? Value() : rounded(t_ulps.median, 5)},
            {"t_ulps_max", t_ulps.hits == 0 ? Value() : rounded(t_ulps.max, 5)},
            {"error_rate", rounded(double(confusion.errors()) / double(pixels), 5)}};
}

Object worst_cells(const std::optional<WorstPixel>& worst) {
    if (!worst) return {{"worst_x", {}}, {"worst_y", {}}, {"worst_outcome", {}}};
    return {
        {"worst_x", worst->x}, {"worst_y", worst->y}, {"worst_outcome", to_string(worst->outcome)}};
}

void compare_picture(const CompareOptions& options, const std::optional<Rectangle>& crop,
                     Scene& scene, Stats& stats, const Output& output) {
    const auto pixels = std::size_t(scene.width) * std::size_t(scene.height);
    if (pixels * scene.methods.size() > max_compared)
        throw Error(Exit::usage,
                    fmt::format("{} methods on {}x{} pixels; pixels times methods may "
                                "be up to {}",
                                scene.methods.size(), scene.width, scene.height, max_compared));
    stats.phase("build the tree");
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    stats.phase("prepare the methods");
    const Round round{picture_rays(scene.camera, scene.width, scene.height),
                      make_answerers(scene.methods, geometry, options.scene.traversal(),
                                     answer_place(pixels, geometry, options.triangles)),
                      make_reference(scene.reference, geometry), geometry};
    stats.phase("compare");
    const Comparison comparison = watched_comparison(round, scene, output);
    stats.phase("draw");
    const Drawing sheet = draw_comparison(
        scene, comparison,
        {options.figure.page, options.figure.title, crop, !options.no_detail, options.overlay});
    Worst worst;
    for (std::size_t m = 0; m < scene.methods.size(); ++m)
        worst.push_back(
            worst_of(scene.methods[m], comparison.columns[m].outcomes, comparison.width));
    const CountTable table = table_of(scene, comparison, worst, options.overlay);
    stats.finish(geometry);

    const auto [folder, name] = figure_place(scene, options.scene, "compare.png");
    const Output out = below(folder, output);
    write_figure(out, name, sheet);
    if (!options.answers.empty())
        output.write(options.answers, [&](const Append& file) {
            const auto& hits = comparison.columns[0].hits;
            answer_writer(file, is_csv(options.answers), hits.size())(hits);
        });
    if (options.reproducers || !options.report.empty()) {
        const auto cases = worst_cases(scene, round.reference, comparison, worst);
        if (options.reproducers) write_reproducers(scene, geometry, cases, out);
        if (!options.report.empty())
            output.write(
                options.report,
                to_markdown({fmt::format("{}: {} x {} pixels, {} triangles", scene.name,
                                         scene.width, scene.height, scene.mesh.triangles.size()),
                             options.typed, folder == "-" ? "" : (folder / name).string(),
                             table.rows, cases},
                            geometry));
    }
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"width", scene.width},
                      {"height", scene.height},
                      {"reference", to_string(scene.reference)},
                      {"methods", nested(table.rows)}};
    out.print(table.report(json, options.table, output, "", explain_text(options.scene, worst)));
    table.check_errors(options.fail_over, "pixels");
}

}  // namespace hitmiss
