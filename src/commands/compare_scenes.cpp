#include "commands/compare.hpp"

namespace hitmiss {
namespace {

/// One method on one scene.
struct Unit {
    std::shared_ptr<const Scene> scene;
    Method method;
};

/// What a unit comes to, as a sum that nothing else adds to.
struct PictureCount {
    Confusion outcomes;
    ErrorOfT t_ulps;
    Magnitudes off_plane;
    std::uint64_t worst;  ///< pixel, if it errs
    std::uint64_t worst_outcome;
    std::uint64_t known = 0;

    PictureCount& operator+=(const PictureCount& other) {
        if (other.known != 0) *this = other;
        return *this;
    }
};

PictureCount count(const Unit& unit, Traversal how) {
    const Scene& scene = *unit.scene;
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const auto comparison = compare({picture_rays(scene.camera, scene.width, scene.height),
                                     make_answerers(std::span(&unit.method, 1), geometry, how),
                                     make_reference(scene.reference, geometry), geometry},
                                    scene.width, scene.height);
    const auto& column = comparison.columns[0];
    const std::size_t worst = to_look_at(comparison).pixels[0].value_or(0);
    return {column.confusion,
            column.t_ulps,
            column.off_plane,
            worst,
            std::uint64_t(column.outcomes[worst]),
            1};
}

void add_row(CountTable& table, const Unit& unit, const PictureCount& count) {
    const auto& [scene, method] = unit;
    ErrorOfT t_ulps = count.t_ulps;
    if (t_ulps.max == 0) t_ulps.hits = 0;  // as a method without right hits
    const auto width = std::size_t(scene->width);
    std::optional<WorstPixel> worst;
    if (count.outcomes.errors() > 0)
        worst = {method, count.worst % width, count.worst / width, Outcome(count.worst_outcome)};
    table.add(method, count.outcomes, {{"scene", scene->name}});
    table.append_off_plane(count.off_plane);
    table.append_picture(t_ulps, count.outcomes, width * std::size_t(scene->height), worst);
}

}  // namespace

void compare_scenes(const CompareOptions& options, const Output& output) {
    if (options.any_rays() || options.reproducers || options.overlay || !options.answers.empty() ||
        !options.outcomes.empty() || !options.report.empty() || !options.scene.output.empty() ||
        !options.crop.empty())
        throw Error(
            Exit::usage,
            "several scenes give one table; what --output, --crop, --overlay, --rays, "
            "--grid, --answers, --outcomes, --report and --reproducers are for is for one scene");
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
    const auto unit = [&](std::size_t k) {
        return std::vector{count(units[k], options.scene.traversal())};
    };
    const auto counts =
        run<PictureCount>(question, units.size(), 1, 1, unit, options.checkpoint, watch_on(output));
    CountTable table;
    for (std::size_t k = 0; k < units.size(); ++k) add_row(table, units[k], counts[k][0]);
    output.print(table.report({{"version", 2}, {"methods", table.rows}}, options.table, output));
    table.check_errors(options.fail_over, "pixels");
}

}  // namespace hitmiss
