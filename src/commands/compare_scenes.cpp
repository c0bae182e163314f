#include "commands/compare.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

/// What a unit comes to, as a sum that nothing else adds to.
struct PictureCount {
    Tally tally;
    ErrorOfT t_ulps;
    std::uint64_t worst;  ///< pixel, if it errs
    std::uint64_t worst_outcome;
    std::uint64_t known = 0;

    PictureCount& operator+=(const PictureCount& other) {
        if (other.known != 0) *this = other;
        return *this;
    }
};

Comparison compared(const Scene& scene, std::span<const Method> methods, Traversal how) {
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    return compare({picture_rays(scene.camera, scene.width, scene.height),
                    make_answerers(methods, geometry, how),
                    make_reference(scene.reference, geometry), geometry},
                   scene.width, scene.height);
}

/// One for each method, as if it were alone: its pixel to look at does not depend on the others.
std::vector<PictureCount> counts_of(const Comparison& comparison) {
    std::vector<PictureCount> counts;
    for (const auto& column : comparison.columns) {
        const Comparison alone{comparison.width, comparison.height, {}, {column}};
        const std::size_t worst = to_look_at(alone).pixels[0].value_or(0);
        counts.push_back(
            {column.tally, column.t_ulps, worst, std::uint64_t(column.outcomes[worst]), 1});
    }
    return counts;
}

void add_row(CountTable& table, const Scene& scene, const Method& method,
             const PictureCount& count) {
    const auto width = std::size_t(scene.width);
    std::optional<WorstPixel> worst;
    if (count.tally.outcomes.errors() > 0)
        worst = {count.worst % width, count.worst / width, Outcome(count.worst_outcome)};
    table.add(method, count.tally.outcomes, {{"scene", scene.name}});
    table.append_picture(count.t_ulps, count.tally, width * std::size_t(scene.height), worst);
}

/// The scene with the most errors of one method; none if there are no errors.
std::optional<std::size_t> scene_to_name(const std::vector<Comparison>& comparisons) {
    std::optional<std::size_t> worst;
    std::uint64_t most = 0;
    for (std::size_t k = 0; k < comparisons.size(); ++k)
        for (const auto& column : comparisons[k].columns)
            if (const auto errors = column.tally.outcomes.errors(); errors > most)
                most = errors, worst = k;
    return worst;
}

/// A command for each method, at the worst pixel of the scene on which it errs most. Not for a mesh
/// that came by a pipe, nor where another reference than the exact one is right.
std::string explain_most(const CompareOptions& options, const std::vector<std::string>& names,
                         const std::vector<Scene>& scenes, std::span<const PictureCount> counts,
                         const Output& output) {
    struct Most {
        Method method;
        std::uint64_t errors;
        std::string command;
    };
    std::vector<Most> all;  // in the order of the table
    if (!options.table.as_text() || output.program.empty()) return {};
    for (std::size_t k = 0; k < scenes.size(); ++k) {
        const Scene& scene = scenes[k];
        const auto width = std::size_t(scene.width);
        for (const Method& method : scene.methods) {
            const PictureCount& count = counts.front();
            counts = counts.subspan(1);
            const auto errors = count.tally.outcomes.errors();
            if (errors == 0 || names[k] == "-" || scene.reference.kind() != Kind::exact) continue;
            auto most = std::ranges::find(all, method, &Most::method);
            if (most == all.end()) most = all.insert(all.end(), {method, 0, {}});
            if (errors <= most->errors) continue;
            const ToExplain ray{
                method, fmt::format(" --pixel {},{}", count.worst % width, count.worst / width)};
            most->errors = errors;
            most->command = explain_command(options.scene, names[k], ray, output);
        }
    }
    std::vector<std::string> commands;
    for (const Most& most : all) commands.push_back(most.command);
    return to_see_why(commands);
}

/// Draws all scenes as one figure; returns the counts of its units, scene by scene.
std::vector<PictureCount> draw_scenes(const CompareOptions& options,
                                      const std::vector<Scene>& scenes, const FigurePlace& place) {
    const Scene& first = scenes[0];
    std::size_t pixels = 0;
    bool one_size = true;
    for (const Scene& scene : scenes) {
        if (scene.methods != first.methods)
            throw Error(Exit::usage,
                        "--output: a figure of several scenes shows the same methods on all; "
                        "choose them with --method");
        pixels += scene.pixels();
        one_size &= scene.width == first.width && scene.height == first.height;
    }
    check_compared(first.methods.size(), pixels, std::to_string(pixels));
    std::vector<Comparison> comparisons;
    std::vector<PictureCount> counts;
    for (const Scene& scene : scenes) {
        comparisons.push_back(compared(scene, scene.methods, options.scene.traversal()));
        std::ranges::copy(counts_of(comparisons.back()), std::back_inserter(counts));
    }
    std::vector<PlateColumn> columns;
    for (std::size_t k = 0; k < scenes.size(); ++k) columns.push_back({scenes[k], comparisons[k]});
    const auto worst = scene_to_name(comparisons);
    const bool empty = std::ranges::all_of(
        counts, [](const PictureCount& count) { return count.tally.outcomes.nothing_to_hit(); });
    const auto found = worst ? as_title(printed_name(scenes[*worst])) + ": " +
                                   finding(scenes[*worst], comparisons[*worst])
                       : empty ? no_ray_meets_it
                               : "All tests are right at every pixel of all scenes";
    const auto sizes = one_size ? fmt::format("{} × {} pixels", first.width, first.height) : "";
    const Page& page = options.page;
    write_figure(place.out, place.name, page,
                 draw_plate(page.title_or(found), page.subtitle_or(sizes), columns, page));
    return counts;
}

}  // namespace

void compare_scenes(const CompareOptions& options, const Output& output) {
    std::string question = "compare";
    auto names = options.more_scenes;
    names.insert(names.begin(), options.scene.scene);
    std::vector<Scene> scenes;
    scenes.reserve(names.size());  // they stay where they are
    std::vector<std::pair<const Scene*, const Method*>> units;
    for (const std::string& name : names) {
        SceneOptions one = options.scene;
        one.scene = name;
        const Scene& scene = scenes.emplace_back(open_scene(one));
        check_compared(1, scene);
        for (const Method& method : scene.methods) {
            if (!method.has_kernel())
                throw Error(Exit::usage, "{}: is compared on one scene, not on several",
                            to_string(method));
            units.emplace_back(&scene, &method);
        }
        question += fmt::format("; {}, {}x{} pixels, {}, {}", scene.name, scene.width, scene.height,
                                text_of(scene), text_of(scene.camera));
    }
    CountTable to_come{options.table};
    add_row(to_come, scenes[0], scenes[0].methods[0], {});
    check_columns(options.table, to_come.rows[0]);
    std::vector<PictureCount> counts;
    const bool drawn = !options.scene.output.empty();
    const auto place = figure_place(scenes[0], options.scene, "compare.png", output);
    if (!drawn) {
        const auto unit = [&](std::size_t k) {
            const auto& [scene, method] = units[k];
            return counts_of(compared(*scene, std::span(method, 1), options.scene.traversal()));
        };
        for (const auto& one : run<PictureCount>(question, units.size(), 1, 1, unit,
                                                 options.checkpoint, watch_on(output)))
            counts.push_back(one[0]);
    } else {
        counts = draw_scenes(options, scenes, place);
    }
    CountTable table{options.table};
    auto count = counts.begin();
    for (const Scene& scene : scenes) {
        bool empty = true;
        for (const Method& method : scene.methods) {
            empty &= count->tally.outcomes.nothing_to_hit();
            add_row(table, scene, method, *count++);
        }
        if (empty) say("note: {}: {}", scene.name, empty_picture_note(scene));
    }
    (drawn ? place.out : output)
        .print(table.report({{"version", 2}, {"methods", table.rows}}, output, "",
                            explain_most(options, names, scenes, counts, output)));
    table.check_errors(options.fail_over, "pixels");
}

}  // namespace hitmiss
