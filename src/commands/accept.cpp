#include "commands/commands.hpp"
#include "commands/figure_options.hpp"
#include "draw/acceptance_map.hpp"
#include "draw/crack_map.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

struct AcceptOptions {
    SceneOptions scene;
    TableOptions table;
    Page page;
    std::uint64_t triangle = 0;
    std::optional<std::size_t> edge;
    std::optional<int> samples;
};

/// The edges; then the same in the other direction.
constexpr std::string_view edge_names[]{"ab", "bc", "ca", "ba", "cb", "ac"};

std::vector<ColumnMeaning> columns_of_accept() {
    return {{"method", "the method and its settings, in -m syntax"},
            {"points", "number of points tested"},
            {"inside", "points that are truly inside"},
            {"leaks", "points inside that the method takes for outside"},
            {"false_hits", "points outside that the method takes for inside"},
            {"rays", "with --edge: number of rays, one float apart"},
            {"wrong_triangle, ties", "with --edge: rays, counted as in compare"}};
}

void declare(Command& command, AcceptOptions& options) {
    add_scene_and_methods(command, options.scene);
    command.number("--triangle", options.triangle, 0, 1e15,
                   "index of the triangle, from 0, as  hitmiss explain  prints it (default 0)");
    command.choice(
        "--edge", edge_names,
        "ab, bc or ca: the floats around the middle of that edge, one by one; with tests of "
        "rays (-m), rays one float apart from the eye, at both triangles of the edge",
        [&options](std::size_t name) { options.edge = name % 3; });
    command.number("--samples", options.samples, 8, 1024,
                   "points across (default 256; with --edge 48, or 32 rays)");
    command.destination("-o,--output", options.scene.output,
                        "name.svg or name.png, or a folder (default out/NAME)", true);
    command.footer(
        "The triangle is turned into the plane z = 0, where floats are points of the plane, with "
        "the foot of the scene's origin as its origin, so that distances and roundings keep their "
        "size. Without -m every method with a predicate for points is asked, except those that "
        "follow one program's code. With --edge and a "
        "test of rays the two triangles that share the edge are asked as they stand, and leaks "
        "are rays that hit neither.");
    add_format_option(command, options.table, columns_of_accept());
    add_figure_options(command, options.page);
}

/// The triangle in the plane z = 0, edge ab along x.
Triangle<float> laid_flat(const Triangle<double>& tri) {
    const auto n = glm::normalize(normal(tri)), u = glm::normalize(tri.b - tri.a);
    const auto v = glm::cross(n, u);
    const auto flat = [&](const Vec<double>& p) {
        return Vec<float>(float(glm::dot(u, p)), float(glm::dot(v, p)), 0);
    };
    return {flat(tri.a), flat(tri.b), flat(tri.c)};
}

/// The triangle with a fifth of its larger side around it.
PointGrid around(const Triangle<float>& tri, int samples) {
    const Box box = bounds(tri);
    const Vec<double> lo(box.lo), hi(box.hi);
    const double margin = 0.2 * std::max(hi.x - lo.x, hi.y - lo.y);
    const double step = (hi.x - lo.x + 2 * margin) / samples;
    const int down = int((hi.y - lo.y + 2 * margin) / step) + 1;
    return {even_coordinates(lo.x - margin, step, samples),
            even_coordinates(hi.y + margin, -step, down)};
}

Object row_of(const CrackMap& map) {
    return {{"method", to_string(map.method)},
            {"rays", map.hits.size()},
            {"leaks", map.counts.leaks},
            {"false_hits", map.counts.false_hits},
            {"wrong_triangle", map.counts.wrong_triangle},
            {"ties", map.counts.tie}};
}

Object row_of(const Method& method, const InsideMap& map) {
    std::uint64_t inside = 0;
    for (std::size_t k = 0; k < map.said.size(); ++k) inside += map.is_inside(k);
    return {{"method", to_string(method)},
            {"points", map.said.size()},
            {"inside", inside},
            {"leaks", map.tally.missing},
            {"false_hits", map.tally.added}};
}

/// Rays one float apart about an edge.
void run_crack(const AcceptOptions& options, const Scene& scene, const Output& output) {
    const auto edge =
        shared_edge(scene.mesh.triangles, std::uint32_t(options.triangle), *options.edge);
    if (!edge)
        throw Error(Exit::usage,
                    "--edge {}: no other triangle has that edge; one that two triangles share "
                    "would be right",
                    edge_names[*options.edge]);
    for (const Method& method : scene.methods)
        if (!method.has_kernel())
            throw Error(Exit::usage,
                        "{}: answers no single test; a method that does would be right",
                        to_string(method));
    check_columns(options.table, row_of({scene.methods[0], {}, {}}));
    const int across = options.samples.value_or(32);
    const Vec<float> eye(scene.camera.eye);
    const auto maps =
        map_crack(*edge, rays_about(*edge, eye, across), scene.methods, scene.camera.eye);
    const auto place = figure_place(scene, options.scene, "accept.png", output);
    write_figure(place.out, place.name, options.page,
                 draw_crack(options.page.title_or(finding(maps)),
                            fmt::format("{}, triangles {} and {}; {} × {} rays around the middle "
                                        "of their edge, directions one float apart; line: the "
                                        "exact border",
                                        printed_name(scene), edge->numbers[0], edge->numbers[1],
                                        across, across),
                            maps, across, options.page));
    Rows rows;
    for (const CrackMap& map : maps) rows.push_back(row_of(map));
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", List{edge->numbers[0], edge->numbers[1]}},
                      {"edge", edge_names[*options.edge]},
                      {"methods", rows}};
    place.out.print(to_string({json, rows, as_text(rows)}, options.table, output.width));
}

void run(const AcceptOptions& options, const Output& output) {
    const Scene scene = open_scene(options.scene);
    if (options.triangle >= scene.mesh.triangles.size())
        throw Error(Exit::usage, "--triangle {}: the scene has {}, from 0", options.triangle,
                    scene.mesh.triangles.size());
    const Triangle<double> solid(scene.mesh.triangles[options.triangle]);
    if (!has_area(solid))
        throw Error(Exit::usage, "--triangle {} has no area, so no point is inside",
                    options.triangle);
    const bool named = !options.scene.methods.empty();
    const auto tests_rays = [](const Method& method) { return method.kind() != Kind::point_test; };
    if (options.edge && named && std::ranges::any_of(scene.methods, tests_rays))
        return run_crack(options, scene, output);
    const auto tri = laid_flat(solid);
    const Vec<float> corners[]{tri.a, tri.b, tri.c};
    AcceptanceFigure figure{{}, {}, tri, {}, scene.methods};
    if (!named) {
        figure.methods = listed_methods();
        std::erase_if(figure.methods, tests_rays);
    }
    check_columns(options.table, row_of(figure.methods[0], {}));
    const int samples = options.samples.value_or(options.edge ? 48 : 256);
    figure.points =
        options.edge
            ? float_grid(0.5f * (corners[*options.edge] + corners[(*options.edge + 1) % 3]),
                         samples)
            : around(tri, samples);
    figure.subtitle =
        fmt::format("{}, triangle {}; ", printed_name(scene), options.triangle) +
        (options.edge
             ? fmt::format("neighbouring floats around the middle of edge {}, {} across",
                           edge_names[*options.edge], samples)
             : fmt::format("in its plane, {} samples across, {} apart", samples,
                           in_figure(figure.points.columns[1] - figure.points.columns[0], 3)));

    const auto place = figure_place(scene, options.scene, "accept.png", output);
    const auto maps = maps_of(figure);
    figure.title = options.page.title_or(finding(figure, maps));
    write_figure(place.out, place.name, options.page, draw_acceptance(figure, maps, options.page));
    Rows rows;
    for (std::size_t m = 0; m < maps.size(); ++m)
        rows.push_back(row_of(figure.methods[m], maps[m]));
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"triangle", options.triangle},
                      {"edge", options.edge ? Value(edge_names[*options.edge]) : Value()},
                      {"methods", rows}};
    place.out.print(to_string({json, rows, as_text(rows)}, options.table, output.width));
}

}  // namespace

void add_accept(CommandLine& line) {
    line.add<AcceptOptions>(
        "accept", "Where methods accept points, for one triangle",
        {"hitmiss accept scenes/cube.toml --triangle 3",
         "hitmiss accept scenes/icosphere.toml --triangle 7 --edge bc -m angle-sum:0.1"},
        declare, run);
}

}  // namespace hitmiss
