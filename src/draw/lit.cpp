#include "draw/lit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

/// How much of its colour a surface shows: with all of the lamp's light, at least, and in the dark.
/// The rest grows with the cosine of its angle to the lamp; in the dark, to the eye.
constexpr double lit_least = 0.6, dark_least = 0.2, dark_most = 0.4;

double cosine(const Vec<double>& n, const Vec<double>& d) {
    const double lengths = glm::length(n) * glm::length(d);
    return lengths > 0 ? std::abs(glm::dot(n, d)) / lengths : 0;
}

/// What a wrong pixel is drawn as, in the colours of the plot of both errors.
struct LitRow {
    SpawnedOutcome outcome;
    std::optional<Rgb> colour;  ///< none: not an error, so not drawn
    std::string_view label;
};
constexpr LitRow lit_rows[]{{SpawnedOutcome::self_hit, palette::self_hit, "self-hits: too dark"},
                            {SpawnedOutcome::skipped, palette::leak, "skipped: light leaks"},
                            {SpawnedOutcome::error, palette::wrong_triangle, "errors of the test"},
                            {SpawnedOutcome::shifted, {}, "shifted borders, no error"}};

std::uint64_t opposite(const LitColumn& column, SpawnedOutcome outcome) {
    return column.counts.opposite[std::size_t(outcome)];
}

Picture recoloured(Picture picture, Rgb (*colour)(Rgb)) {
    std::ranges::transform(picture.pixels, picture.pixels.begin(), colour);
    return picture;
}

/// The wrong pixels over the picture in greys, with rings around small groups of them.
Drawing draw_wrong(Picture greys, const LitColumn& column, int factor, const Page& page) {
    OutcomeMap errors(greys.width, greys.height);  // all of one kind
    for (std::size_t k = 0; k < greys.pixels.size(); ++k)
        for (const LitRow& row : lit_rows)
            if (row.colour && column.verdicts[k].opposite &&
                column.verdicts[k].outcome == row.outcome)
                greys.pixels[k] = *row.colour, errors.pixels[k] = Outcome::wrong_triangle;
    return draw_map(greys, errors, factor, page);
}

}  // namespace

Picture lit_picture(const Scene& scene, const Geometry& geometry, const Tracer& tracer,
                    const Lamp& lamp, const SeesLamp& sees,
                    const std::function<void()>& after_tile) {
    const Shader shade(scene, geometry.box);
    const auto colour = [&](const Ray<float>& ray, const Hit& hit) {
        if (!hit) return scene.background;
        const auto n = normal(Triangle<double>(geometry.triangles[hit.triangle]));
        const Vec<double> d(ray.d), to_lamp = Vec<double>(lamp.at) - Vec<double>(ray.o) - hit.t * d;
        const double light = sees(ray, hit) ? lit_least + (1 - lit_least) * cosine(n, to_lamp)
                                            : dark_least + (dark_most - dark_least) * cosine(n, d);
        // Facets are shaded by the lamp, not also by a light at the eye.
        const bool facet = scene.shading == Shading::facet;
        return float(light) * (facet ? scene.mesh.material_of(hit.triangle).kd : shade(ray, hit));
    };
    const PrimaryRays rays(scene.camera, scene.width, scene.height, scene.samples);
    return traced(scene.width, scene.height, scene.samples, tracer, rays, colour, after_tile);
}

std::uint64_t wrong_of(const LitColumn& column) {
    std::uint64_t wrong = 0;
    for (const LitRow& row : lit_rows)
        if (row.colour) wrong += opposite(column, row.outcome);
    return wrong;
}

LitColumn lit_column(const Scene& scene, const Geometry& geometry, const Method& method,
                     const Lamp& lamp, std::span<const SpawnedPair> pairs) {
    const Answerer answerer = make_aimed_answerer(method, geometry);
    const auto hits = first_hits(pairs, answerer);
    const Round round = leaving_round(pairs, hits, answerer, lamp.rule, lamp.epsilon,
                                      info_of(lamp.rule).point, geometry);
    LitColumn column{.verdicts = std::vector<SpawnedVerdict>(pairs.size())};
    const auto keep = [&](const JudgedBatch& judged) {
        for (std::size_t k = 0; k < judged.batch.numbers.size(); ++k)
            column.verdicts[judged.batch.numbers[k]] = judged.columns[0].spawned[k];
    };
    column.counts = judge_all(round, keep)[0].spawned;
    column.picture = lit_picture(scene, geometry, Tracer(method, geometry), lamp,
                                 sees_lamp(method, lamp, geometry));
    return column;
}

std::vector<Drawing> draw_lit(const Scene& scene, const std::vector<LitColumn>& columns,
                              const Picture& exact, const Page& page) {
    const Picture greys = recoloured(exact, map_grey);
    Composition figure{
        page.title_or(finding(columns)),
        fmt::format("{}, {} × {} pixels; wrong: dark or lit, unlike the exact picture",
                    mesh_text(scene), scene.width, scene.height),
        {{"picture", {}}, {"wrong", {}}},
        {},
        LeftMargin::table};
    std::vector<SpawnedOutcome> shown;
    std::uint64_t most_lost = 0;
    for (const LitColumn& column : columns) most_lost = std::max(most_lost, column.counts.lost);
    for (const LitRow& row : lit_rows) {
        std::uint64_t most = 0;
        for (const LitColumn& column : columns)
            most = std::max(most, opposite(column, row.outcome));
        if (most == 0) continue;
        shown.push_back(row.outcome);
        figure.legend.push_back({row.colour.value_or(palette::background), row.label});
        if (row.outcome == SpawnedOutcome::shifted)
            figure.subtitle +=
                fmt::format("; no error: up to {} where a border moved with the start",
                            number_of(most, "pixel"));
    }
    if (most_lost > 0)
        figure.subtitle +=
            fmt::format("; not judged: {} without a right start", number_of(most_lost, "pixel"));
    const std::string names[]{"picture", "wrong"};
    const Grid grid(page, columns.size() + 1, page.columns(), margin_for(names, figure.legend),
                    exact.width);
    const int factor = grid.factor(exact.width);
    for (const LitColumn& column : columns) {
        figure.rows[0].cells.push_back(
            {column.caption, framed(recoloured(column.picture, neutral), factor, grid.page)});
        // A map of the pixels with the right light would show nothing.
        const auto lost = column.counts.lost;
        Cell& wrong = figure.rows[1].cells.emplace_back();
        wrong.body =
            wrong_of(column) > 0
                ? draw_wrong(greys, column, factor, grid.page)
                : words_in_cell(lost > 0 ? number_of(lost, "pixel") + " lost" : "none wrong", grid);
        for (const SpawnedOutcome outcome : shown)
            wrong.counts.push_back(opposite(column, outcome));
    }
    figure.rows[0].cells.push_back(
        {{"exact", "no offset"}, framed(recoloured(exact, neutral), factor, grid.page)});
    figure.rows[1].cells.emplace_back();
    return compose_pages(figure, grid);
}

}  // namespace hitmiss
