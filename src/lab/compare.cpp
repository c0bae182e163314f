// Pictures by a method, what is wrong in them, and why.

#include <algorithm>

#include "commands/count.hpp"
#include "commands/explanation.hpp"
#include "draw/error_map.hpp"
#include "draw/traced.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

/// Where a triangle is seen; empty if a corner is behind the eye.
List outline(const PrimaryRays& rays, const Triangle<float>& tri) {
    List corners;
    for (const auto& corner : {tri.a, tri.b, tri.c}) {
        const auto seen = rays.project(Vec<double>(corner));
        if (!seen) return {};
        corners.push_back({seen->x, seen->y});
    }
    return corners;
}

Rgb negative(const Rgb& colour) {
    return {std::uint8_t(255 - colour.r), std::uint8_t(255 - colour.g),
            std::uint8_t(255 - colour.b)};
}

}  // namespace

/// A picture by `method` with one ray per pixel, or of every `stride`-th column and row, and its
/// counts and epsilon; `ground`: the colour of rays that hit nothing, if not the scene's; `inks`:
/// the colours of outcomes, if not the table's. `show`: "picture" as it is, "errors" on grey,
/// "both": errors over the picture. `alone`: positions of errors that are too small to see on the
/// page, and their outcomes; `wrong`: 1 at each error.
Response picture(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    const View& view = stage.shot().view;
    const Method method = asked.method();
    const Shader shade(stage.scene, stage.geometry.box);
    const bool greys = asked.text("show") == "errors", marks = asked.text("show") != "picture";
    const auto ground = ground_of(asked);
    std::vector<Rgb> inks;
    for (const OutcomeRow& row : outcome_rows) inks.push_back(ink_of(asked, row));
    Picture picture(view.thinned(view.width), view.thinned(view.height));
    OutcomeMap map(picture.width, picture.height);
    std::vector<std::uint8_t> wrong(picture.pixels.size());
    const auto draw = [&](const JudgedBatch& judged) {
        for (std::size_t k = 0; k < judged.batch.rays.size(); ++k) {
            const std::size_t number = judged.batch.numbers[k];
            const Outcome outcome = judged.columns[0].outcomes[k];
            Rgb& pixel = picture.pixels[number];
            map.pixels[number] = outcome;
            wrong[number] = row_of(outcome).error;
            if (marks && outcome != Outcome::right) {
                pixel = inks[std::size_t(outcome)];
                continue;
            }
            const Hit& hit = judged.columns[0].hits[k];
            if (ground && !hit) {
                pixel = *ground;
                continue;
            }
            pixel = to_rgb(shade(judged.batch.rays[k], hit));
            if (greys) pixel = map_grey(pixel);
            // The greys of a map are nearly white: on another ground, nearly black.
            if (greys && ground) pixel = negative(pixel);
        }
    };
    const OutcomeCounts sum = judge_all(stage.round(method), draw)[0].outcomes;
    List alone;
    const int width = picture.width;
    const auto is_alone = errors_alone(map);
    for (std::size_t k = 0; marks && k < is_alone.size(); ++k)
        if (is_alone[k])
            alone.push_back({int(k) % width, int(k) / width, to_string(map.pixels[k])});
    Response response = response_of(picture, {{"alone", alone},
                                              {"errors", sum.errors()},
                                              {"hits", sum.hits},
                                              {"epsilon", method.epsilon()},
                                              {"counts", counts_of(method, sum)}});
    response.arrays.emplace_back("wrong", std::move(wrong));
    return response;
}

/// The curve of the sweep that `method` lies on, one point longer than at the last request.
Response curve(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    auto& curves = stage.shot().curves;
    const Method method = asked.method().without("epsilon");
    auto curve = std::ranges::find(curves, method, &ErrorCurve::method);
    if (curve == curves.end()) curve = curves.insert(curves.end(), ErrorCurve{method, {}});
    const auto epsilons = epsilons_of(method, swept_per_decade);
    auto& points = curve->points;
    if (points.size() < epsilons.size()) {
        const double epsilon = epsilons[points.size()];
        const Method at = method.with("epsilon", epsilon);
        points.push_back({at, epsilon, judge_all(stage.round(at))[0].outcomes});
    }
    Rows rows;
    for (const auto& point : points) {
        rows.push_back({{"epsilon", point.epsilon}, {"errors", point.counts.errors()}});
        for (const OutcomeRow& row : outcome_rows)
            if (row.error)
                append(rows.back(), {{std::string(row.column), point.counts.*row.count}});
    }
    const auto [first, last] = valley(*curve);
    return {{{"points", rows},
             {"done", points.size() == epsilons.size()},
             {"best_from", points[first].epsilon},
             {"best_to", points[last].epsilon},
             {"best_errors", points[first].counts.errors()}}};
}

/// What `methods` compute at the pixel `x`, `y`.
Response explain_pixel(Lab& lab, const Arguments& asked) {
    const Stage& stage = shot_of(lab, asked);
    const PrimaryRays rays = stage.scene.rays();
    const auto explanation =
        explain(rays(asked.integer("x"), asked.integer("y")), asked.methods(), stage.geometry);
    Rows triangles;
    for (const auto& about : explanation.triangles)
        triangles.push_back({{"exact", about.exact.hit},
                             {"corners", outline(rays, stage.geometry.triangles[about.index])}});
    Rows headlines;
    for (std::size_t m = 0; m < explanation.methods.size(); ++m) {
        const auto& answered = explanation.methods[m];
        std::string why;
        if (!triangles.empty())
            why = verdict_sentence(explanation, m, deciding_triangle(explanation, m));
        headlines.push_back({{"method", to_string(answered.method)},
                             {"outcome", to_string(answered.outcome)},
                             {"error", row_of(answered.outcome).error},
                             {"why", why},
                             {"means", outcome_sentence(explanation, m, stage.geometry)}});
    }
    return {{{"text", text_of(explanation, stage.geometry, false)},
             {"triangles", triangles},
             {"headlines", headlines}}};
}

}  // namespace hitmiss::lab
