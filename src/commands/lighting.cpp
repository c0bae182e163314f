#include "commands/lighting.hpp"

#include <atomic>

#include "base/math.hpp"
#include "base/parallel.hpp"
#include "commands/ray_choice.hpp"
#include "scene/notes.hpp"

namespace hitmiss {
namespace {

constexpr double most_epsilon = 1e30;

double read_epsilon(const std::string& text) {
    const auto epsilon = parse_number<double>(text);
    if (!epsilon || !(*epsilon >= 0 && *epsilon <= most_epsilon))
        throw Error(Exit::usage, "--epsilon {}: not a number from 0 to {}, as in 0.001", text,
                    most_epsilon);
    return *epsilon;
}

bool misses_all(const Scene& scene, const Geometry& geometry) {
    const Reference exact = make_reference(make_method("exact"), geometry);
    const PrimaryRays rays = scene.rays();
    std::atomic<bool> met = false;
    parallel_for(std::size_t(scene.height), [&](std::size_t y) {
        for (int x = 0; x < scene.width && !met; ++x)
            if (!exact(rays(x, int(y))).triangles.empty()) met = true;
    });
    return !met;
}

}  // namespace

void add_light(Command& command, LightOptions& options, const std::string& help) {
    command.option("--light", options.light, "x,y,z of a lamp: " + help);
    command.choice("--rule", leaving_names, options.rule,
                   "how rays to the lamp leave the surface; see  spawn --help");
    command.list("--epsilon", options.epsilons,
                 "epsilon of the rules t-min and normal, in scene units", {}, "NUMBER,...");
}

void check_leaves(std::span<const Method> methods) {
    for (const Method& method : methods) {
        if (!method.has_kernel() && method.kind() != Kind::exact)
            throw Error(Exit::usage,
                        "{}: cannot answer rays that start where it found a point; a test of ours "
                        "would be right",
                        to_string(method));
        check_all_faces(method);
    }
}

void check_unlit(const LightOptions& options) {
    if (!options.light.empty()) return;
    if (!options.epsilons.empty())
        throw Error(Exit::usage, "no option --epsilon; {}, or of rays to a lamp: --light x,y,z",
                    as_a_setting("--epsilon", options.epsilons.front()));
    if (options.rule)
        throw Error(Exit::usage, "--rule is about rays to a lamp; --light x,y,z is one");
}

void say_why_dark(const Scene& scene, const Geometry& geometry, bool turned_away) {
    if (misses_all(scene, geometry)) return say("note: {}", empty_picture_note(scene));
    if (!turned_away) return;
    say("note: no side of the mesh that is seen is turned to the lamp, so all of it is dark; a "
        "lamp on the side that is seen would light it");
}

std::vector<Lamp> read_lamps(const LightOptions& options, bool all, const std::string& scene,
                             const Geometry& geometry) {
    const Vec<float> at(read_point(options.light, "--light"));
    check_area(geometry, scene);
    check_lamp(at, geometry);
    const Vec<double> lamp(at), lo(geometry.box.lo), hi(geometry.box.hi);
    note_ray_length("rays to the lamp are up to",
                    glm::length(glm::max(glm::abs(lamp - lo), glm::abs(lamp - hi))), geometry,
                    "Scale the mesh and the lamp's place");
    std::vector<double> epsilons;
    for (const std::string& text : options.epsilons) epsilons.push_back(read_epsilon(text));
    const bool told = options.rule || !epsilons.empty();
    const Leaving rule = options.rule.value_or(told || all ? Leaving::t_min : Leaving::nvidia);
    if (!info_of(rule).has_epsilon) {
        if (!epsilons.empty())
            throw Error(Exit::usage, "--epsilon: {} has none; t-min or normal would be right",
                        leaving_names[std::size_t(rule)]);
        return {{at, rule, 0}};
    }
    if (epsilons.empty()) {
        const double size = decade_above(geometry.box.diagonal());
        epsilons = all ? std::vector{0.0, 1e-5 * size, 1e-2 * size} : std::vector{1e-5 * size};
    }
    std::vector<Lamp> lamps;
    for (const double epsilon : epsilons) lamps.push_back({at, rule, epsilon});
    return lamps;
}

std::optional<Lamp> read_lamp(const LightOptions& options, const std::string& scene,
                              const Geometry& geometry, std::span<const Method> methods) {
    check_unlit(options);
    if (options.light.empty()) return {};
    if (options.epsilons.size() > 1)
        throw Error(Exit::usage, "--epsilon: one would be right here; compare takes several");
    check_leaves(methods);
    return read_lamps(options, false, scene, geometry)[0];
}

}  // namespace hitmiss
