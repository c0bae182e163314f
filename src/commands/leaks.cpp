#include "truth/leaks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/interval.hpp"
#include "base/output_file.hpp"
#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "commands/leaks.hpp"
#include "commands/options.hpp"
#include "commands/table.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto protocol =
    "Per million rays, with 95 % intervals: leaks (no triangle at all is hit), multiple hits (a\n"
    "second triangle within 1e-3 scene diagonals of the nearest hit), NaNs (met on a triangle\n"
    "that is a right answer). Every ray counted hits by the exact answer.\n"
    "  edge        at a random point of an edge whose two triangles face the ray alike\n"
    "  vertex      at a vertex whose triangles all face the ray alike\n"
    "  silhouette  at an edge of which one triangle faces the ray, the other faces away;\n"
    "              counted when the exact answer is a hit\n"
    "  interior    at a random point of a random triangle\n"
    "  random      in a random direction\n"
    "Silhouette rays start outside, three halves of the box's diagonal from its centre. All\n"
    "others start at random points that exact crossing counts prove to be inside. Directions are\n"
    "computed in double, normalised and rounded once to float.";

struct Rate {
    double rate, low, high;  ///< per million
};

Rate per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto rounded = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {rays == 0 ? 0 : rounded(double(events) / double(rays)), rounded(low), rounded(high)};
}

struct Row {
    Aim aim;
    MethodSpec method;
    LeakCount count;
};

Json full_rows(const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const auto& [aim, method, count] : rows) {
        const auto about = summary(method);
        Json row{{"aim", aim_names[std::size_t(aim)]},
                 {"method", about.info.name},
                 {"epsilon", about.epsilon ? Json(*about.epsilon) : Json()},
                 {"precision", to_string(about.precision)},
                 {"variant", to_string(about.variant)},
                 {"rays", count.rays}};
        const auto add = [&, rays = count.rays](const std::string& key, std::uint64_t events) {
            const Rate rate = per_million(events, rays);
            row[key] = events;
            row[key + "_per_million"] = rate.rate;
            row[key + "_low"] = rate.low;
            row[key + "_high"] = rate.high;
        };
        add("leaks", count.leaks), add("multiple", count.multiple), add("nan", count.nan);
        list.push_back(std::move(row));
    }
    return list;
}

/// Rates with their intervals in one cell each.
Json text_rows(const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const auto& [aim, method, count] : rows) {
        const auto cell = [rays = count.rays](std::uint64_t events) {
            const auto [rate, low, high] = per_million(events, rays);
            const auto number = [](double x) { return fmt::format("{:.{}f}", x, x < 10 ? 1 : 0); };
            return fmt::format("{} ({}..{})", number(rate), number(low), number(high));
        };
        list.push_back({{"aim", aim_names[std::size_t(aim)]},
                        {"method", to_string(method)},
                        {"rays", count.rays},
                        {"leaks per million", cell(count.leaks)},
                        {"multiple per million", cell(count.multiple)},
                        {"nan per million", cell(count.nan)}});
    }
    return list;
}

void check_closed(const std::string& file, const Mesh& mesh) {
    const auto open = find_open_edge(mesh.triangles);
    if (!open) return;
    const auto point = [](const Vec<float>& p) {
        return fmt::format("({}, {}, {})", p.x, p.y, p.z);
    };
    throw bad_input(file, 0,
                    fmt::format("the mesh is not closed: the edge from {} to {} belongs to {} "
                                "triangle{}; leaks needs a mesh whose edges belong to two each, so "
                                "that every ray from inside must hit",
                                point(open->a), point(open->b), open->triangles,
                                open->triangles == 1 ? "" : "s"));
}

void run(const LeakOptions& options) {
    const auto [report, text] = leaks_of_scene(options);
    write_stdout(options.format == Format::json  ? report.dump(2) + '\n'
                 : options.format == Format::csv ? as_csv(report["rates"])
                                                 : text);
}

}  // namespace

SceneLeaks leaks_of_scene(const LeakOptions& options) {
    const Scene scene = open_scene(options.scene);
    check_closed(options.scene.scene, scene.mesh);
    Geometry geometry(scene.mesh.triangles, {});
    // The collision matrix fits its segment to the eye: here to the farthest start of a ray.
    geometry.eye = AimedRays::farthest_start(geometry.box);
    const AimedRays aimed(geometry);
    if (Random random(options.seed); !aimed.encloses_space(random))
        throw bad_input(options.scene.scene, 0,
                        "no point inside the mesh was found; leaks needs one that encloses space");

    std::vector<LeakCounter> counters;
    for (const auto& method : scene.methods) {
        if (summary(method).cull == Cull::back)
            throw Error(Exit::usage, fmt::format("{}: from inside, every triangle is seen from "
                                                 "behind; leaks needs cull=none",
                                                 to_string(method)));
        counters.push_back(make_leak_counter(method, geometry));
    }
    const Reference exact = make_reference(make_method("exact", {}), geometry);
    std::vector<Row> rows;
    for (std::size_t aim = 0; aim < aim_names.size(); ++aim) {
        const auto counted =
            count_leaks(counters, aimed, exact, Aim(aim), options.rays, options.seed);
        for (std::size_t m = 0; m < counters.size(); ++m)
            rows.push_back({Aim(aim), scene.methods[m], counted[m]});
    }
    const Json report{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"seed", options.seed},
                      {"rays_per_aim", options.rays},
                      {"rates", full_rows(rows)}};
    return {report, as_text(text_rows(rows))};
}

void add_leaks(CLI::App& app) {
    auto& command = *app.add_subcommand(
        "leaks", "Rays per million that slip through a closed mesh at edges, vertices, elsewhere");
    add_examples(command, {"hitmiss leaks scenes/icosphere.toml --rays 1000",
                           "hitmiss leaks scenes/icosphere.toml --rays 1000 -m watertight -m "
                           "angle-sum:0.1 --format json"});
    command.footer(protocol);
    auto options = std::make_shared<LeakOptions>();
    command.add_option("SCENE", options->scene.scene, "a .toml scene or a bare .obj mesh")
        ->required();
    command.add_option("-m,--method", options->scene.methods,
                       "NAME[:key=value,...], as in angle-sum:0.01 (repeatable); replaces the "
                       "scene's methods");
    command.add_option("--rays", options->rays, "number of rays of each kind (default 100000)")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
    command.add_option("--seed", options->seed, "of the random numbers (default 1)");
    command
        .add_option("--threads", options->scene.threads, "number of threads (default: all cores)")
        ->check(CLI::Range(1, 1024));
    add_format_option(command, options->format);
    command.callback([options] { run(*options); });
}

}  // namespace hitmiss
