#include "commands/ray_choice.hpp"

namespace hitmiss {
namespace {

/// In the order of Aim; behind these, what one of the first is called in tables.
constexpr std::string_view aim_options[]{"edges",  "vertices", "silhouettes", "interior",
                                         "random", "edge",     "vertex",      "silhouette"};

}  // namespace

std::string aimed_text(Aim aim) {
    return aim == Aim::random ? "random rays"
                              : fmt::format("rays aimed {}", aim_places[std::size_t(aim)]);
}

void add_aim(Command& command, std::optional<Aim>& aim, std::string_view where) {
    command.choice("--aim", aim_options,
                   fmt::format("edges, vertices, silhouettes, interior or random: see {}", where),
                   [&aim](std::size_t place) { aim = Aim(place % aim_names.size()); });
}

RaySource rows_of_pixels(const Scene& scene) {
    const auto read = [rays = scene.rays()](std::size_t first, std::span<Ray<float>> block) {
        const auto width = std::size_t(rays.width());
        for (std::size_t k = 0; k < block.size(); ++k)
            block[k] = rays(int((first + k) % width), int((first + k) / width));
    };
    return consecutive_rays(scene.pixels(), read, scene.camera.eye);
}

void add_grid(Command& command, std::optional<std::size_t>& grid) {
    command.choice(
        "--grid", axis_names, grid,
        "x, y, z, -x, -y or -z, as in --grid=-y: WxH parallel rays that way, from outside, through "
        "points k / (W + 1) of the box's side, k from 1");
}

std::string open_text(const AimedRays& rays) {
    const std::size_t crowded = rays.crowded_edges();
    return fmt::format("the mesh has {}{}{}", rays.border_edges() > crowded ? "borders" : "",
                       rays.border_edges() > crowded && crowded > 0 ? " and " : "",
                       crowded > 0 ? "edges with more than two triangles" : "");
}

AimedRays aim_at(const Geometry& geometry, const SceneOptions& options, const Scene& scene,
                 std::uint64_t seed) {
    AimedRays inside(geometry);
    const std::size_t border = inside.border_edges();
    if (options.camera.eye.empty() && border == 0) {
        Random random(seed);
        const auto tries = inside.tries_for_start(random);
        if (tries.value_or(0) > 1000)
            say("note: the mesh is so thin that only one of {} random points in its box was "
                "inside. Rays start at such points, which take long to find; with --eye, all "
                "start there",
                with_separators(*tries));
        if (tries) return inside;
    }
    const auto left_out = [](std::string_view edges, std::size_t count) {
        return count == 0 ? "" : fmt::format("; {} left out: {}", edges, with_separators(count));
    };
    const std::size_t crowded = inside.crowded_edges();
    say("note: {}, so all rays start at the eye{}{}",
        !options.camera.eye.empty() ? "--eye is given"
        : border > 0                ? open_text(inside)
                                    : "no point inside the mesh was found",
        left_out("border edges", border - crowded),
        left_out("edges with more than two triangles", crowded));
    return AimedRays(geometry, Vec<float>(scene.camera.eye));
}

void check_aim(const AimedRays& aimed, Aim aim, const std::string& scene) {
    if (!aimed.has(aim))
        throw bad_input(scene, 0,
                        "no {} to aim at from the eye; another --eye, or --aim random, would be "
                        "right",
                        aim_names[std::size_t(aim)]);
}

std::string RayChoice::text() const {
    if (grid) return fmt::format(" --grid={}", axis_names[*grid]);
    if (aim)
        return fmt::format(" --aim {} --rays {}{}", aim_options[std::size_t(*aim)], count,
                           seed == 1 ? "" : fmt::format(" --seed {}", seed));
    return file.empty() ? "" : " --rays " + shell_word(file);
}

RaySource choose_rays(const RayChoice& rays, const SceneOptions& options, const Scene& scene,
                      Geometry& geometry) {
    if (rays.grid && (rays.aim || !rays.file.empty()))
        throw Error(Exit::usage, "{} and --grid are two kinds of rays; choose one",
                    rays.aim ? "--aim" : "--rays");
    RaySource source;
    if (rays.aim) {
        const auto aimed =
            std::make_shared<const AimedRays>(aim_at(geometry, options, scene, rays.seed));
        check_aim(*aimed, *rays.aim, options.scene);
        source = aimed_rays(*aimed, *rays.aim, std::size_t(rays.count), rays.seed);
        // It refers to what it aims at, so it keeps that.
        source.batch = [aimed, batch = source.batch](std::size_t index) { return batch(index); };
        if (aimed->start()) source.eye = scene.camera.eye;
    } else if (rays.grid) {
        source = grid_rays(geometry.box, Axis(*rays.grid), scene.width, scene.height);
    } else {
        source = rays.file.empty() ? rows_of_pixels(scene) : file_rays(rays.file, geometry.box);
    }
    geometry.eye = source.eye, geometry.starts = source.starts;
    return source;
}

void note_ray_length(std::string_view rays, double length, const Geometry& geometry,
                     std::string_view cure) {
    constexpr std::size_t many = 1000;
    const bool is_short = length < double(shortest_ray);
    const bool is_long = length > double(longest_ray);
    if (geometry.triangles.size() < many || !(is_short || is_long)) return;
    say("note: {} {} long, and rays {} are tested against all {} triangles, which is slow. {}",
        rays, with_separators(number_text(length, 4)),
        is_short ? fmt::format("shorter than 1/{}", with_separators(number_text(1 / shortest_ray)))
                 : fmt::format("longer than {}", with_separators(number_text(longest_ray))),
        with_separators(geometry.triangles.size()), cure);
}

}  // namespace hitmiss
