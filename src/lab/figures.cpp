// Files to save: the figures that the program writes of the view.

#include <algorithm>

#include "base/error.hpp"
#include "commands/output.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/sweep_plot.hpp"
#include "judge/comparison.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

Scene with_methods(const Scene& scene, const Arguments& asked) {
    Scene copy = scene;
    copy.methods = asked.methods();
    return copy;
}

std::vector<std::uint8_t> bytes_of(const std::string& file) {
    return {file.begin(), file.end()};
}

}  // namespace

/// The pages that  hitmiss compare -o compare.svg  writes for `methods`, by their names.
Response figure(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    const Scene scene = with_methods(stage.scene, asked);
    Round round = stage.round(scene.methods[0]);
    round.answerers = make_answerers(scene.methods, stage.geometry, Traversal::tiles);
    const auto pages = comparison_pages(scene, compare(round, scene.width, scene.height));
    Response response;
    for (const Drawing& page : pages)
        response.arrays.emplace_back(page_path("compare.svg", response.arrays.size()).native(),
                                     bytes_of(svg(page)));
    return response;
}

/// What  hitmiss sweep -o sweep.apng  writes for the first of `methods` with an epsilon.
Response animation(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    const Scene scene = with_methods(stage.scene, asked);
    const auto method =
        std::ranges::find_if(scene.methods, [](const Method& one) { return bool(one.epsilon()); });
    if (method == scene.methods.end()) throw Error(Exit::usage, "no method with an epsilon");
    ErrorCurve curve = make_curve(method->without("epsilon"),
                                  decimal_steps(swept_from, swept_to, swept_per_decade));
    for (auto& point : curve.points)
        point.counts = judge_all(stage.round(point.method))[0].outcomes;
    const auto compared = [&](const Method& at) {
        return compare(stage.round(at), scene.width, scene.height);
    };
    return {{},
            {{"sweep.apng", bytes_of(hitmiss::animation(sweep_frames(scene, curve, compared)))}}};
}

}  // namespace hitmiss::lab
