#include "truth/leaks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/interval.hpp"
#include "base/words.hpp"
#include "commands/commands.hpp"
#include "commands/confusion_row.hpp"
#include "commands/options.hpp"
#include "commands/progress.hpp"

namespace hitmiss {
namespace {

struct LeakOptions {
    SceneOptions scene;
    TableOptions table;
    std::uint64_t rays = 100'000, seed = 1;
};

constexpr auto protocol =
    "Rays are aimed, as many of each kind:\n"
    "  edge        at a random point of an edge whose two triangles face the ray alike\n"
    "  vertex      at a vertex whose triangles all face the ray alike\n"
    "  silhouette  at an edge of which one triangle faces the ray, the other faces away\n"
    "  interior    at a random point of a random triangle\n"
    "  random      in a random direction\n"
    "Silhouette rays start outside, three halves of the box's diagonal from its centre,\n"
    "and may pass by. All others start at random points that exact crossing counts prove\n"
    "to be inside, so that they hit. Where the mesh has borders, encloses nothing, or\n"
    "--eye is given, all start at the camera's eye, border edges are left out, and random\n"
    "rays go to random points of the mesh's box. Directions are computed in double,\n"
    "normalised and rounded once to float.\n\n"
    "The table gives leaks per million rays of each kind, and false hits per million\n"
    "rays at silhouettes; --wide gives every outcome with its 95 % interval.\n\n";

std::string columns_help() {
    std::vector<ColumnMeaning> columns{{"aim", "the kind of ray"}, {"rays", "of that kind"}};
    for (const auto& column : confusion_columns())
        if (column.key != "hits" && column.key != row_of(Outcome::culled).column)
            columns.push_back(column);
    columns.push_back({"multiple",
                       "beside the nearest another triangle is hit at the same t, and the ray "
                       "truly meets not both"});
    columns.push_back({"NAME_per_million", "one of those counts as a rate"});
    columns.push_back({"NAME_low, NAME_high", "its 95 % interval, after Wilson"});
    return columns_text(columns);
}

void declare(Command& command, LeakOptions& options) {
    command.footer(protocol + columns_help());
    add_scene_and_methods(command, options.scene);
    add_camera(command, options.scene.camera);
    command.number("--rays", options.rays, 1, 1e12, "number of rays of each kind (default 100000)");
    command.number("--seed", options.seed, 0, 1e15, "of the random numbers (default 1)");
    add_threads(command, options.scene);
    add_table_options(command, options.table);
}

struct Rate {
    double rate, low, high;  ///< per million
};

Rate per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto thousandths = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {thousandths(double(events) / double(rays)), thousandths(low), thousandths(high)};
}

/// For people: tenths matter below ten only.
double shown(double rate) {
    return rate < 10 ? std::round(10 * rate) / 10 : std::round(rate);
}

/// For people: a rate with its interval in one cell.
std::string cell(const Rate& rate) {
    const auto number = [](double x) { return with_separators(number_text(shown(x))); };
    return fmt::format("{} ({}..{})", number(rate.rate), number(rate.low), number(rate.high));
}

/// What was counted of one kind of rays.
struct Counted {
    Aim aim;
    std::vector<LeakCount> by_method;
};

/// A row per kind of ray and method: for programs, or for people, a rate in one cell.
Rows all_rows(const Scene& scene, const std::vector<Counted>& counted, bool for_people) {
    Rows rows;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m) {
            const LeakCount& count = by_method[m];
            Object& row = rows.emplace_back();
            row.push_back({"aim", aim_names[std::size_t(aim)]});
            append(row, for_people ? Object{{"method", to_string(scene.methods[m])}}
                                   : method_cells(scene.methods[m]));
            row.push_back({"rays", count.rays});
            const auto add = [&](const std::string& what, std::uint64_t events) {
                std::optional<Rate> rate;
                if (count.rays > 0) rate = per_million(events, count.rays);
                if (for_people) return append(row, {{what, rate ? Value(cell(*rate)) : Value()}});
                append(row, {{what, events},
                             {what + "_per_million", rate ? Value(rate->rate) : Value()},
                             {what + "_low", rate ? Value(rate->low) : Value()},
                             {what + "_high", rate ? Value(rate->high) : Value()}});
            };
            for (const auto& [column, events] : counts_of(count.outcomes))
                if (column != row_of(Outcome::culled).column) add(column, events);
            add("multiple", count.multiple);
        }
    return rows;
}

/// A row per method: its leaks per million rays of each kind, but for interiors, where few leak.
Rows short_rows(const Scene& scene, const std::vector<Counted>& counted) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        Object& row = rows.emplace_back();
        row.push_back({"method", to_string(scene.methods[m])});
        const auto add = [&](std::string_view column, std::uint64_t events, std::uint64_t rays) {
            append(row, {{std::string(column),
                          rays > 0 ? Value(shown(per_million(events, rays).rate)) : Value()}});
        };
        for (const auto& [aim, by_method] : counted)
            if (aim != Aim::interior)
                add(aim_names[std::size_t(aim)], by_method[m].outcomes.leaks, by_method[m].rays);
        const LeakCount& silhouettes = counted[std::size_t(Aim::silhouette)].by_method[m];
        add(row_of(Outcome::false_hit).column, silhouettes.outcomes.false_hits, silhouettes.rays);
    }
    return rows;
}

/// Where the rays start, and what is said about it.
AimedRays aim_at(const Geometry& geometry, const LeakOptions& options, const Scene& scene) {
    AimedRays inside(geometry);
    const std::size_t border = inside.border_edges();
    Random random(options.seed);
    if (options.scene.camera.eye.empty() && border == 0 && inside.encloses_space(random))
        return inside;
    say("hitmiss: note: {}, so all rays start at the eye{}",
        !options.scene.camera.eye.empty() ? "--eye is given"
        : border > 0                      ? "the mesh has borders"
                                          : "no point inside the mesh was found",
        border == 0 ? "" : fmt::format("; border edges left out: {}", with_separators(border)));
    return AimedRays(geometry, Vec<float>(scene.camera.eye));
}

void run(const LeakOptions& options, const Output& output) {
    const Scene scene = open_scene(options.scene);
    Geometry geometry(scene.mesh.triangles, {});
    const AimedRays aimed = aim_at(geometry, options, scene);
    // The collision matrix fits its segment to the eye: here to the farthest start of a ray.
    geometry.eye = aimed.start() ? scene.camera.eye : AimedRays::farthest_start(geometry.box);

    std::vector<LeakCounter> counters;
    for (const auto& method : scene.methods) {
        if (method.culls() && !aimed.start())
            throw Error(Exit::usage, fmt::format("{}: from inside, every triangle is seen from "
                                                 "behind; leaks needs cull=none",
                                                 to_string(method)));
        counters.push_back(make_leak_counter(method, geometry));
    }
    const Reference exact = make_reference(make_method("exact"), geometry);
    std::vector<Counted> counted;
    Progress progress(aim_names.size() * leak_blocks(options.rays), output.watched);
    for (std::size_t aim = 0; aim < aim_names.size(); ++aim)
        counted.push_back({Aim(aim), count_leaks(counters, aimed, exact, Aim(aim), options.rays,
                                                 options.seed, [&] { progress.step(); })});
    progress.finish();

    const Rows rows = all_rows(scene, counted, false);
    const Object json{{"version", 2},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"start", aimed.start() ? "eye" : "inside"},
                      {"border_edges", aimed.border_edges()},
                      {"seed", options.seed},
                      {"rays_per_aim", options.rays},
                      {"rates", rows}};
    const std::string text =
        paragraph(fmt::format("Leaks per million rays aimed at an edge, a vertex, a silhouette or "
                              "at random; false hits per million at silhouettes. {} rays of each "
                              "kind; --wide gives the rest, with 95 % intervals.",
                              with_separators(options.rays)),
                  output.width) +
        options.table.text(short_rows(scene, counted), all_rows(scene, counted, true), output);
    output.print(to_string({json, rows, text}, options.table.format));
}

}  // namespace

void add_leaks(CommandLine& line) {
    line.add("leaks", "Rays per million that slip through a mesh at edges, vertices, elsewhere",
             {"hitmiss leaks scenes/icosphere.toml --rays 1000",
              "hitmiss leaks scenes/icosphere.toml --rays 1000 -m watertight -m angle-sum:0.1 "
              "--format json"},
             declare, run);
}

}  // namespace hitmiss
