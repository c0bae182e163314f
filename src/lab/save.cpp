// What the page saves: files that commands of the program write, and the command for a shell.

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"
#include "commands/output.hpp"
#include "commands/paste.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/sweep_plot.hpp"
#include "draw/traced.hpp"
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

/// The picture that  hitmiss render  writes.
Response render(Lab& lab, const Arguments& asked) {
    const Stage& stage = shot_of(lab, asked);
    const Scene& scene = stage.scene;
    const Method method = asked.method();
    return response_of(
        traced(scene.width, scene.height, scene.samples, Tracer(method, stage.geometry),
               PrimaryRays(scene.camera, scene.width, scene.height, scene.samples),
               Shader(scene, stage.geometry.box)),
        {{"file", file_stem(method) + ".png"}});
}

/// The shell command that does the same: `command`, of the whole view, of the pixel `x`, `y` if
/// there is one.
Response command(Lab& lab, const Arguments& asked) {
    const Stage& stage = shot_of(lab, asked);
    const bool made = !stage.is_file();
    std::string text = made ? fmt::format("hitmiss mesh {} | ", shell_word(stage.source)) : "";
    // A dropped mesh is in a folder of its owner.
    const std::filesystem::path path(made ? "-" : stage.source);
    const bool dropped = path.string().starts_with("dropped/");
    text += fmt::format("hitmiss {} {}", asked.text("command"),
                        dropped ? file_word(path.filename().string()) : shell_word(path.string()));
    if (asked.values.contains("x"))
        text += fmt::format(" --pixel {},{}", asked.integer("x"), asked.integer("y"));
    const int width = stage.scene.width, height = stage.scene.height;
    if (width != stage.own_width || height != stage.own_height)
        text += fmt::format(" --size {}x{}", width, height);
    text += to_string(stage.options);
    for (const Method& method : asked.methods()) text += " -m " + shell_word(to_string(method));
    return {{{"command", text}}};
}

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
