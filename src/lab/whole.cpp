// Whole rays, and inside or outside.

#include <algorithm>

#include "base/words.hpp"
#include "draw/inside_map.hpp"
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

}  // namespace hitmiss::lab
