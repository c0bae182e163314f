// Whole rays, inside or outside, and rays that start on the surface.

#include <algorithm>

#include "draw/inside_map.hpp"
#include "draw/lit.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {

/// What is counted along the whole rays of the picture by `method`, each column with its meaning.
Response crossings(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    const Method method = asked.method();
    Round round = stage.round(method);
    // The exact answers that are kept for the nearest hits say nothing of whole rays.
    round.answered.reset();
    round.whole_rays = std::make_shared<const Duplicates>(stage.geometry.triangles);
    add_all_hits(round.answerers, {&method, 1}, stage.geometry, round.whole_rays);
    const WholeRays whole = judge_all(round)[0].whole;
    Rows rows;
    for (const auto& column : whole_ray_columns)
        rows.push_back(
            {{"column", column.key}, {"count", whole.*column.count}, {"meaning", column.meaning}});
    return {{{"rays", whole.rays}, {"crossings", whole.crossings}, {"counts", rows}}};
}

/// A slice of the mesh at `at` across the axis `axis`, about `width` x `height` points: where
/// `rule` says inside, by `method` where it casts rays, and where it errs.
Response inside(Lab& lab, const Arguments& asked) {
    const Stage& stage = stage_of(lab, asked.text("scene"));
    const auto rule = InsideRule(std::ranges::find(inside_rule_names, asked.text("rule")) -
                                 inside_rule_names.begin());
    const Method method = asked.method();
    const Kernel kernel = method.kernel(stage.geometry.surroundings());
    const Slice slice =
        make_slice(stage.geometry.box, asked.integer("axis"), float(asked.number("at")),
                   asked.integer("width"), asked.integer("height"));
    std::vector<Insider> rules;
    rules.emplace_back(rule, InsideSettings{}, stage.geometry,
                       info_of(rule).casts_rays ? &kernel : nullptr, method.precision(),
                       std::make_shared<const Duplicates>(stage.geometry.triangles));
    std::vector<InsideMap> maps(1);
    const bool judged = AimedRays(stage.geometry).border_edges() == 0;
    map_slice(slice, rules, stage.geometry, judged, maps);
    return response_of(
        picture_of(maps[0]),
        {{"judged", judged}, {"missing", maps[0].missing}, {"added", maps[0].added}});
}

/// What becomes of `rays` rays that leave the surface by `rule`, found by `method` from the
/// camera's eye, with the `seed`: each column with its meaning.
Response spawn(Lab& lab, const Arguments& asked) {
    const Stage& stage = shot_of(lab, asked);
    const auto rule =
        Leaving(std::ranges::find(leaving_names, asked.text("rule")) - leaving_names.begin());
    const auto pairs =
        spawned_pairs({std::uint64_t(asked.number("rays")), std::uint64_t(asked.number("seed")),
                       Vec<float>(stage.scene.camera.eye)},
                      stage.geometry, stage.source);
    const Answerer answerer = make_aimed_answerer(asked.method(), stage.geometry);
    const auto hits = first_hits(pairs, answerer);
    const SpawnedCounts counts =
        judge_all(leaving_round(pairs, hits, answerer, rule, asked.number("epsilon"),
                                info_of(rule).point, stage.geometry))[0]
            .spawned;
    Rows rows;
    for (const auto& [key, meaning, outcome] : spawned_columns)
        rows.push_back({{"column", key}, {"count", counts.of(outcome)}, {"meaning", meaning}});
    return {{{"rays", counts.rays},
             {"lost", counts.lost},
             {"counts", rows},
             {"widest_skip", counts.widest_skip}}};
}

/// The view with a lamp at `lampx`, ... and hard shadows, where rays to it leave the surface by
/// `rule`; how many pixels turned to the lamp are dark but should be lit, and the other way round.
/// By `exact` the right picture alone.
Response lit(Lab& lab, const Arguments& asked) {
    const Stage& stage = shot_of(lab, asked);
    const Method method = asked.method();
    const auto rule =
        Leaving(std::ranges::find(leaving_names, asked.text("rule")) - leaving_names.begin());
    const Lamp lamp{Vec<float>(float(asked.number("lampx")), float(asked.number("lampy")),
                               float(asked.number("lampz"))),
                    rule, asked.number("epsilon")};
    if (method.name() == "exact")
        return response_of(lit_picture(stage.scene, stage.geometry, Tracer(method, stage.geometry),
                                       lamp, sees_lamp(method, lamp, stage.geometry)));
    const LitColumn column = lit_column(stage.scene, stage.geometry, method, lamp,
                                        pairs_to_lamp(stage.rays(), lamp.at, stage.geometry));
    const auto wrong = [&](SpawnedOutcome outcome) {
        return column.counts.opposite[std::size_t(outcome)];
    };
    return response_of(column.picture, {{"pixels", column.counts.rays},
                                        {"self_hits", wrong(SpawnedOutcome::self_hit)},
                                        {"skipped", wrong(SpawnedOutcome::skipped)}});
}

}  // namespace hitmiss::lab
