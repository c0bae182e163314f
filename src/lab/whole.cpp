// What is inside or outside, and where light comes.

#include <algorithm>

#include "draw/inside_map.hpp"
#include "draw/lit.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {

/// A slice of the mesh at `at` across the axis `axis`, about `width` x `height` points: where
/// `rule` says inside, by `method` where it casts rays, and where it errs.
Response inside(Lab& lab, const Arguments& asked) {
    const Stage& stage = stage_of(lab, asked.text("scene"));
    const auto rule = InsideRule(std::ranges::find(inside_rule_names, asked.text("rule")) -
                                 inside_rule_names.begin());
    const Method method = asked.method();
    const Kernel kernel = method.kernel(stage.geometry.surroundings());
    const PointGrid slice =
        make_slice(stage.geometry.box, asked.integer("axis"), float(asked.number("at")),
                   asked.integer("width"), asked.integer("height"));
    const std::vector<Insider> rules{make_insider(
        rule, InsideSettings{}, stage.geometry, info_of(rule).casts_rays ? &kernel : nullptr,
        method.precision(), std::make_shared<const Duplicates>(stage.geometry.triangles))};
    std::vector<InsideMap> maps(1);
    map_slice(slice, rules, stage.geometry, AimedRays(stage.geometry).border_edges() == 0, maps);
    return response_of(picture_of(maps[0]),
                       {{"missing", maps[0].tally.missing}, {"added", maps[0].tally.added}});
}

/// The view with a lamp at `lampx`, ... and hard shadows, where rays to it leave the surface by
/// `rule`; how many pixels turned to the lamp are dark but should be lit, and the other way round.
Response lit(Lab& lab, const Arguments& asked) {
    const Stage& stage = shot_of(lab, asked);
    const Method method = asked.method();
    const auto rule =
        Leaving(std::ranges::find(leaving_names, asked.text("rule")) - leaving_names.begin());
    const Lamp lamp{Vec<float>(float(asked.number("lampx")), float(asked.number("lampy")),
                               float(asked.number("lampz"))),
                    rule, asked.number("epsilon")};
    const LitColumn column = lit_column(stage.scene, stage.geometry, method, lamp,
                                        pairs_to_lamp(stage.scene.rays(), lamp.at, stage.geometry));
    const auto wrong = [&](SpawnedOutcome outcome) {
        return column.counts.opposite[std::size_t(outcome)];
    };
    return response_of(column.picture, {{"self_hits", wrong(SpawnedOutcome::self_hit)},
                                        {"skipped", wrong(SpawnedOutcome::skipped)}});
}

}  // namespace hitmiss::lab
