#include <unistd.h>

#include "commands/answering.hpp"
#include "commands/commands.hpp"
#include "commands/explanation.hpp"
#include "commands/famous.hpp"
#include "commands/ray_choice.hpp"
#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

/// In place of a scene: a ray from a public thread.
constexpr std::string_view famous = "famous";

struct ExplainOptions {
    SceneOptions scene;
    std::string pixel, rays, triangles;
    RayChoice choice;
    std::optional<std::uint64_t> row;
    bool whole_rays = false;
    TableOptions table;
};

std::vector<ColumnMeaning> columns_of_explain() {
    return {{"triangle", "its index"},
            {"method", "the method and its settings, in -m syntax"},
            {"name", "the name of a value, as in the method's source, or of a famous ray"},
            {"value, hex", "what the method computes; the same to the last bit"},
            {"exact", "where the ray truly meets the triangle; how the answer is judged"},
            {"about", "who asked about a famous ray, and where"},
            {"ray, hits, t, outcome", "with famous:NAME: what each method answers"}};
}

bool is_famous(const std::string& scene) {
    return scene == famous || scene.starts_with(fmt::format("{}:", famous));
}

/// Whether no rays but those of the picture are named.
bool of_picture(const ExplainOptions& options) {
    return options.rays.empty() && !options.choice.grid && !options.choice.aim;
}

/// Whether a reproducer's ray is explained, from stdin.
bool is_reproducer(const ExplainOptions& options) {
    return options.scene.scene == "-" && options.pixel.empty() && of_picture(options);
}

void declare(Command& command, ExplainOptions& options) {
    command.option(
        "SCENE", options.scene.scene,
        "a .toml scene or a bare mesh (.obj, .stl, .ply, .npy or .csv); - reads a mesh, or "
        "without --pixel a reproducer, from stdin; or famous:NAME, a ray from a public "
        "thread (famous lists them)");
    command.footer("A triangle's whole surroundings:  hitmiss accept SCENE --triangle N");
    command.option("--pixel", options.pixel, "X,Y from the top left, counted from 0");
    command.option("-m,--method", options.scene.methods,
                   "NAME[:setting=value,...] (repeatable); replaces the scene's methods");
    add_size(command, options.scene);
    add_camera(command, options.scene.camera);
    command.option("--rays", options.rays,
                   "explain a ray of this .npy or .csv file; with --aim, how many rays there are "
                   "(default 100000)");
    add_grid(command, options.choice.grid);
    add_aim(command, options.choice.aim);
    command.number("--seed", options.choice.seed, 0, 1e15,
                   "with --aim: seed of the random numbers (default 1)");
    command.number("--row", options.row, 0, 1e12,
                   "number of the ray in --rays, --grid or --aim, from 0");
    add_triangles(command, options.triangles);
    command.flag("--whole-rays", options.whole_rays,
                 "count all hits of the ray too, and explain the triangles on which that goes "
                 "wrong");
    add_format_option(command, options.table, columns_of_explain());
    command.only_for(
        "rays of a scene; a famous ray or a reproducer has its one ray",
        "--pixel --size --rays --grid --aim --seed --row --triangles " + camera_names(),
        [&options] { return !is_famous(options.scene.scene) && !is_reproducer(options); });
    command.only_for("--aim", "--seed", [&options] { return options.choice.aim.has_value(); });
    command.only_for("--rays, --grid and --aim", "--row",
                     [&options] { return !of_picture(options); });
    command.only_for("pictures and --grid", "--size",
                     [&options] { return options.rays.empty() && !options.choice.aim; });
    command.only_for("pictures and --aim", camera_names(),
                     [&options] { return options.choice.aim || of_picture(options); });
}

/// Whether stdout is a terminal whose user has nothing against colours (https://no-color.org).
bool colours_on_stdout() {
    // Nothing here sets a variable of the environment.
    const char* const no_colour = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
    const char* const terminal = std::getenv("TERM");       // NOLINT(concurrency-mt-unsafe)
    return ::isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string read_stdin() {
    constexpr std::size_t most = 1'000'000;
    std::string text(most + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stdin));
    if (std::ferror(stdin)) throw bad_input("-", 0, "cannot be read");
    if (text.size() > most)
        throw bad_input("-", 0, fmt::format("is too large; a reproducer has up to {} bytes", most));
    return text;
}

/// What is counted along the ray: by files that tell it, and by methods if they are asked. `wrong`
/// gets the triangles on which methods go wrong.
std::vector<std::optional<AlongRay>> along_ray(const std::vector<Method>& methods,
                                               std::vector<Answerer>& answerers,
                                               const Geometry& geometry, const Ray<float>& ray,
                                               std::size_t number, bool whole_rays,
                                               std::set<std::uint32_t>& wrong) {
    if (whole_rays) std::ranges::for_each(methods, check_all_faces);
    std::vector<std::optional<AlongRay>> along(methods.size());
    const auto counts = [](const Answerer& answerer) { return bool(answerer.count); };
    if (!whole_rays && std::ranges::none_of(answerers, counts)) return along;
    const auto copies = std::make_shared<const Duplicates>(geometry.triangles);
    if (whole_rays) add_all_hits(answerers, methods, geometry, copies);
    const WholeRay right = whole_ray(ray, geometry, *copies);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        std::uint64_t hits = 0;
        if (answerers[m].count) {
            hits = answerers[m].count(number);
        } else if (answerers[m].all_hits) {
            const auto all = answerers[m].all_hits(ray);
            wrong.merge(miscounted(right, all, ray, geometry, methods[m].answer_precision()));
            hits = all.size();
        } else {
            continue;
        }
        along[m] = {hits, right.crossings(), right.starts_on_surface};
    }
    return along;
}

/// Explains that ray of the source by the methods that compute otherwise than each before.
Report explain_by(const std::vector<Method>& asked, const Geometry& geometry, const Ray<float>& ray,
                  std::size_t number, const AnswerPlace& place, bool whole_rays) {
    std::vector<Method> methods;
    for (const Method& method : asked)
        if (std::ranges::none_of(methods, [&](Method other) {
                other.said = method.said;
                return other == method;
            }))
            methods.push_back(method);
    std::vector<Hit> answers;
    std::vector<Answerer> answerers(methods.size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
        if (methods[m].has_kernel()) continue;
        const Reference exact = make_reference(make_method("exact"), geometry);
        const ExactAnswer right = exact(ray, faces_met(methods[m].culls()));
        answerers[m] = make_foreign_answerer(methods[m], geometry, place);
        answerers[m].trace({{number}, {ray}}, {&right, 1}, {&answers.emplace_back(), 1});
    }
    std::set<std::uint32_t> more;
    const auto along = along_ray(methods, answerers, geometry, ray, number, whole_rays, more);
    Explanation explanation = explain(ray, methods, geometry, answers, more);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        auto& answered = explanation.methods[m];
        answered.along = along[m];
        if (answered.told && !answerers[m].tells_triangle)
            answered.told = {std::numeric_limits<double>::quiet_NaN(), unknown_triangle};
    }
    return report_on(explanation, geometry, colours_on_stdout());
}

/// The methods of -m for a ray of its own, to which no file has an answer.
std::vector<Method> methods_of_one_ray(const SceneOptions& options) {
    auto methods = named_methods(options);
    for (const auto& method : methods)
        if (!method.file.empty())
            throw Error(Exit::usage, "{}: a file has no answer to this ray; a test would be right",
                        to_string(method));
    return methods;
}

/// By the reproducer's methods, then by all others, unless -m names some.
Report explain_reproducer(const ExplainOptions& options) {
    auto methods = methods_of_one_ray(options.scene);
    const auto reproducer = read_reproducer(read_stdin(), "-");
    if (methods.empty()) {
        methods = reproducer.methods;
        for (const Method& other : listed_methods())
            if (std::ranges::find(reproducer.methods, other.entry, &Method::entry) ==
                reproducer.methods.end())
                methods.push_back(other);
    }
    const Geometry geometry(reproducer.triangles, Vec<double>(reproducer.ray.o));
    return explain_by(methods, geometry, reproducer.ray, 0, {}, options.whole_rays);
}

std::size_t pixel_number(const std::string& pixel, const Scene& scene) {
    const auto [x, y] = parse_numbers<int, 2>(pixel, ',').value_or(std::array{-1, -1});
    if (x < 0 || y < 0 || x >= scene.width || y >= scene.height)
        throw Error(Exit::usage,
                    "--pixel {}: not X,Y with X from 0 to {} and Y from 0 to {}, counted from the "
                    "top left",
                    pixel, scene.width - 1, scene.height - 1);
    return std::size_t(x) + std::size_t(y) * std::size_t(scene.width);
}

/// What --rays, --grid and --aim say.
RayChoice choice_of(const ExplainOptions& options) {
    RayChoice choice = options.choice;
    if (!choice.aim) {
        choice.file = options.rays;
    } else if (!options.rays.empty()) {
        const auto count = parse_number<std::uint64_t>(options.rays);
        if (!count || *count == 0)
            throw Error(Exit::usage, "--rays {}: with --aim it is a number of rays, as in 100000",
                        options.rays);
        choice.count = *count;
    }
    return choice;
}

/// The ray of --pixel, or that of --row in other rays.
Report explain_ray(const ExplainOptions& options) {
    const RayChoice choice = choice_of(options);
    const std::string rays = choice.text();
    const bool pixel = rays.empty();
    if (pixel && options.pixel.empty())
        throw Error(Exit::usage,
                    "which pixel? --pixel X,Y says it, as in --pixel 256,256; "
                    "a reproducer is read by  hitmiss explain - <FILE");
    if (!pixel && (!options.row || !options.pixel.empty()))
        throw Error(Exit::usage, "{} needs --row, the number of a ray, and no --pixel",
                    rays.substr(1, rays.find_first_of(" =", 1) - 1));
    const Scene scene = open_scene(options.scene);
    note_exact(scene);
    const std::size_t number =
        pixel ? pixel_number(options.pixel, scene) : std::size_t(*options.row);
    Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    const RaySource source = choose_rays(choice, options.scene, scene, geometry);
    if (number >= source.count)
        throw Error(Exit::usage, "--row {}: {} has {} rows, counted from 0", number,
                    choice.file.empty() ? rays.substr(1) : choice.file, source.count);
    return explain_by(scene.methods, geometry, ray_at(source, number), number,
                      answer_place(source.count, geometry, options.triangles, scene.methods),
                      options.whole_rays);
}

/// The list of famous rays; one of them, by every method in a row each, or by those of -m in full.
Report explain_famous(const ExplainOptions& options, std::size_t width) {
    const std::string_view scene = options.scene.scene;
    const auto rays = famous_rays(scenes_folder(""));
    if (scene == famous) return list_famous(rays, width);
    const FamousRay& ray = find_famous(rays, std::string(scene.substr(famous.size() + 1)));
    const auto methods = methods_of_one_ray(options.scene);
    if (methods.empty()) return answers_on(ray, width);
    const Geometry geometry(ray.reproducer.triangles, Vec<double>(ray.reproducer.ray.o));
    return explain_by(methods, geometry, ray.reproducer.ray, 0, {}, options.whole_rays);
}

void run(const ExplainOptions& options, const Output& output) {
    const Report report = is_famous(options.scene.scene)
                              ? explain_famous(options, options.table.width(output.width))
                          : is_reproducer(options) ? explain_reproducer(options)
                                                   : explain_ray(options);
    output.print(to_string(report, options.table, output.width));
}

}  // namespace

void add_explain(CommandLine& line) {
    line.add<ExplainOptions>("explain", "What decides at a pixel: values and comparisons",
                             {"hitmiss explain scenes/grid.toml --pixel 256,256 -m same-side",
                              "hitmiss explain scenes/icosphere.toml --aim edges --row 7 -m mt",
                              "hitmiss explain scenes/cube.toml --pixel 100,200 --format json",
                              "hitmiss explain famous:oblikovati-2146"},
                             declare, run);
}

}  // namespace hitmiss
