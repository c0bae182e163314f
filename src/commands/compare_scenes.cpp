#include "commands/compare_scenes.hpp"

#include <fmt/format.h>

#include <memory>

#include "base/error.hpp"
#include "commands/confusion_row.hpp"
#include "commands/progress.hpp"
#include "commands/worst.hpp"

namespace hitmiss {
namespace {

/// One method on one scene: a unit of its own, which nothing else adds to.
struct PictureCount {
    Confusion outcomes{};
    double t_ulps_median = 0, t_ulps_max = 0;
    std::uint64_t errs = 0, x = 0, y = 0, outcome = 0;  ///< of the worst pixel, if it errs

    PictureCount& operator+=(const PictureCount& other) {
        outcomes += other.outcomes;
        t_ulps_median += other.t_ulps_median, t_ulps_max += other.t_ulps_max;
        errs += other.errs, x += other.x, y += other.y, outcome += other.outcome;
        return *this;
    }
};

struct Unit {
    std::shared_ptr<const Scene> scene;
    Method method;
};

PictureCount count(const Unit& unit, Traversal how) {
    const Scene& scene = *unit.scene;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto comparison = compare({unit.method}, {Tracer(unit.method, geometry, how)},
                                    make_reference(scene.reference, geometry), geometry,
                                    PrimaryRays(scene.camera, scene.width, scene.height));
    const auto& column = comparison.columns[0];
    PictureCount result{column.confusion, column.t_ulps.median, column.t_ulps.max};
    if (const auto worst = worst_of(unit.method, column.outcomes, scene.width))
        result.errs = 1, result.x = worst->x, result.y = worst->y,
        result.outcome = std::uint64_t(worst->outcome);
    return result;
}

}  // namespace

void compare_scenes(const CompareOptions& options, const Output& output) {
    if (options.any_rays() || options.reproducers || options.overlay != Overlay::none ||
        !options.answers.empty() || !options.report.empty() || !options.scene.output.empty() ||
        !options.crop.empty())
        throw Error(Exit::usage,
                    "several scenes give one table; what --output, --crop, --overlay, --rays, "
                    "--grid, --answers, --report and --reproducers are for is for one scene");
    std::vector<Unit> units;
    std::string question = "compare";
    auto names = options.more_scenes;
    names.insert(names.begin(), options.scene.scene);
    for (const std::string& name : names) {
        SceneOptions one = options.scene;
        one.scene = name;
        const auto scene = std::make_shared<const Scene>(open_scene(one));
        for (const Method& method : scene->methods) {
            if (!method.has_kernel())
                throw Error(Exit::usage, "{}: answers to which scene's rays? Compare one scene",
                            to_string(method));
            units.push_back({scene, method});
        }
        question += fmt::format("; {}, {}x{} pixels, {}, {}", scene->name, scene->width,
                                scene->height, text_of(*scene), text_of(scene->camera));
    }
    const auto counts = run<PictureCount>(
        question, units.size(), 1, 1,
        [&](std::size_t k) { return std::vector{count(units[k], options.scene.traversal())}; },
        options.checkpoint, watch_on(output));

    Rows narrow, rows;
    std::vector<Method> methods;
    std::vector<Confusion> confusions;
    for (std::size_t k = 0; k < units.size(); ++k) {
        const auto& [scene, method] = units[k];
        const PictureCount& at = counts[k][0];
        const bool right = at.t_ulps_max > 0, errs = at.errs > 0;
        const auto pixels = double(scene->width) * double(scene->height);
        append(rows.emplace_back(Object{{"scene", scene->name}}),
               confusion_row(method, at.outcomes));
        append(rows.back(),
               {{"t_ulps_median", right ? rounded(at.t_ulps_median, 5) : Value()},
                {"t_ulps_max", right ? rounded(at.t_ulps_max, 5) : Value()},
                {"error_rate", rounded(double(at.outcomes.errors()) / pixels, 5)},
                {"worst_x", errs ? Value(at.x) : Value()},
                {"worst_y", errs ? Value(at.y) : Value()},
                {"worst_outcome", errs ? Value(to_string(Outcome(at.outcome))) : Value()}});
        append(narrow.emplace_back(Object{{"scene", scene->name}}), short_row(method, at.outcomes));
        methods.push_back(method), confusions.push_back(at.outcomes);
    }
    const Object json{{"version", 2}, {"methods", rows}};
    output.print(
        to_string({json, rows, options.table.text(narrow, rows, output)}, options.table.format));
    if (options.fail_over) check_errors(methods, confusions, "pixels", *options.fail_over);
}

}  // namespace hitmiss
