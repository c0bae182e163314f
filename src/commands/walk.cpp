#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/frames.hpp"
#include "commands/help.hpp"
#include "commands/options.hpp"
#include "commands/table.hpp"
#include "demos/first_person.hpp"
#include "demos/walk_plan.hpp"
#include "demos/walk_trials.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

struct WalkOptions {
    SceneOptions scene;
    Format format = Format::text;
    std::optional<std::string> path;
    std::optional<std::string> near;
    std::uint64_t trials = 0;
    bool frames = false;
};

Json or_null(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

/// For people: five digits.
Json rounded(Json rows) {
    for (Json& row : rows)
        for (Json& value : row)
            if (value.is_number_float())
                value =
                    parse_number<double>(fmt::format("{:.5g}", value.get<double>())).value_or(0);
    return rows;
}

Json rows_of(const std::vector<WalkRun>& runs) {
    Json rows = Json::array();
    for (const WalkRun& run : runs)
        for (std::size_t k = 0; k < run.moves.size(); ++k) {
            const WalkMove& move = run.moves[k];
            const bool step = move.is_step();
            rows.push_back(
                {{"method", to_string(run.method)},
                 {"variant", to_string(run.variant)},
                 {"step", k + 1},
                 {"move", std::string(1, move.move)},
                 {"x", shortest(move.position.x)},
                 {"y", shortest(move.position.y)},
                 {"z", shortest(move.position.z)},
                 {"before", or_null(move.verdict.before)},
                 {"after", or_null(move.verdict.after)},
                 {"t", or_null(move.verdict.t)},
                 {"verdict", !step            ? "turns"
                             : move.blocked() ? "blocked"
                                              : "moves"},
                 {"exact", !step ? Json() : Json(move.exact ? "blocked" : "moves")},
                 {"reason", step ? Json(reasons[std::size_t(move.verdict.reason)]) : Json()}});
        }
    return rows;
}

double read_near(const std::string& text) {
    const auto near = parse_number<double>(text);
    if (!near || *near < 0)
        throw Error(Exit::usage, fmt::format("--near {}: not a distance, as in 0.01", text));
    return *near;
}

Json trial_rows(const Scene& scene, std::uint64_t count) {
    Json rows = Json::array();
    for (const MethodSpec& method : scene.methods)
        for (const auto variant : {Variant::published, Variant::corrected}) {
            const auto trials = try_random_steps(make_collider(method, variant), count);
            rows.push_back({{"method", to_string(method)},
                            {"variant", to_string(variant)},
                            {"steps", trials.steps},
                            {"collisions", trials.collisions},
                            {"walked_through", trials.walked_through},
                            {"stopped", trials.stopped},
                            {"farthest", trials.farthest}});
        }
    return rows;
}

void print(const WalkOptions& options, const Scene& scene, const char* what, const Json& rows) {
    const Json report{{"version", 1}, {"scene", scene.name}, {what, rows}};
    write_stdout(options.format == Format::json  ? report.dump(2) + '\n'
                 : options.format == Format::csv ? as_csv(rows)
                                                 : as_text(rounded(rows)));
}

void run(const WalkOptions& options) {
    Scene scene = open_scene(options.scene);
    if (options.trials > 0)
        return print(options, scene, "trials", trial_rows(scene, options.trials));
    if (!scene.walk)
        throw bad_input(options.scene.scene, 0,
                        "has no section [walk]; it takes position, step and path");
    if (options.path) scene.walk->path = parse_path(*options.path);
    if (options.near) scene.walk->near = read_near(*options.near);

    const auto runs = walk_all(scene);
    const bool to_stdout = options.scene.output == "-";
    const auto folder = options.scene.folder(scene);
    write_picture(to_stdout ? "-" : folder / "walk.png", walk_plan(scene, runs));
    if (to_stdout) return;
    if (options.frames) {
        std::vector<std::vector<Picture>> views;
        for (const WalkRun& run : runs) {
            views.push_back(first_person(scene, run));
            write_frames(folder / "frames", run.method, run.variant, views.back());
        }
        write_picture(folder / "frames.png", first_person_sheet(scene, runs, views));
        // The two distances of the text.
        write_picture(folder / "near.png", near_sheet(scene, runs, {0.1, 0.01}));
    }
    print(options, scene, "moves", rows_of(runs));
}

}  // namespace

void add_walk(CLI::App& app) {
    auto& command = *app.add_subcommand(
        "walk", "Walks into the walls of a scene, by the texts' collision tests");
    add_examples(command, {"hitmiss walk scenes/walk-plane.toml",
                           "hitmiss walk scenes/walk-origin.toml --frames"});
    auto options = std::make_shared<WalkOptions>();
    add_scene_options(command, options->scene);
    add_format_option(command, options->format);
    command.add_option("--path", options->path,
                       "moves F, B, L, R, as in \"3F L F\"; replaces the scene's");
    command.add_option("--near", options->near,
                       "what is less deep is not in the frames; replaces the scene's");
    command.add_flag("--frames", options->frames,
                     "first-person pictures of each step, a sheet of all, and the vanishing wall");
    command
        .add_option("--trials", options->trials,
                    "instead of the walk, this many random steps against random walls, counted "
                    "against exact")
        ->check(CLI::Range(1, 100'000'000));
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
