#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "commands/commands.hpp"
#include "commands/figure_options.hpp"
#include "commands/ray_choice.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {
namespace {

struct RayOptions {
    SceneOptions scene;
    std::string output = "-";
    RayChoice rays;
};

void declare(Command& command, RayOptions& options) {
    command.footer(
        "One row per ray, origin and direction: ox, oy, oz, dx, dy, dz. An .npy file is NPY 1.0, "
        "little-endian, C order, float32, n x 6; a .csv file has the shortest decimals that read "
        "back as these floats. The rays are those of the picture, row by row from the top left; "
        "with --aim those of  hitmiss leaks  with the same count and seed; with --grid parallel "
        "ones that cover the mesh's box, as many as --size says. Answers to them are judged by "
        "-m answers:file=FILE of  hitmiss compare  and  hitmiss leaks.");
    command.option("SCENE", options.scene.scene, scene_help);
    command.destination("-o,--output", options.output,
                        "an .npy or .csv file (default: NPY to stdout)");
    add_size(command, options.scene);
    add_camera(command, options.scene.camera);
    add_aim(command, options.rays.aim);
    command.number("--rays", options.rays.count, 1, max_table_rows,
                   "with --aim: number of rays (default 100000)");
    command.number("--seed", options.rays.seed, 0, 1e15,
                   "with --aim: seed of the random numbers (default 1)");
    add_grid(command, options.rays.grid);
    add_threads(command, options.scene);
    command.only_for("--aim; other rays are as many as --size says", "--rays --seed",
                     [&options] { return options.rays.aim.has_value(); });
    command.only_for("pictures and --grid", "--size", [&options] { return !options.rays.aim; });
    command.only_for("pictures and --aim", camera_names(),
                     [&options] { return !options.rays.grid; });
}

void write_rays(const Append& file, const std::string& path, const RaySource& source) {
    constexpr std::array<std::string_view, 6> names{"ox", "oy", "oz", "dx", "dy", "dz"};
    const auto append = table_writer<float>(file, is_csv(path), names, source.count, "6");
    constexpr std::size_t at_once = 64;
    for (std::size_t begin = 0; begin < source.batches; begin += at_once) {
        std::vector<Batch> batches(std::min(at_once, source.batches - begin));
        parallel_for(batches.size(), [&](std::size_t k) { batches[k] = source.batch(begin + k); });
        std::vector<float> numbers;
        for (const Batch& batch : batches)
            for (std::size_t k = 0; k < batch.rays.size(); ++k) {
                const auto& [o, d] = batch.rays[k];
                check_ray(batch.rays[k], path, batch.numbers[k]);
                numbers.insert(numbers.end(), {o.x, o.y, o.z, d.x, d.y, d.z});
            }
        append(numbers);
    }
}

/// Refuses what the disk has no room for. A folder that is still to be made is not asked.
void check_room(const std::filesystem::path& path, std::size_t rays) {
    const std::uintmax_t least = 6 * (is_csv(path) ? 2 : sizeof(float));  // bytes of a ray
    std::error_code unknown;
    const auto folder = path.has_parent_path() ? path.parent_path() : ".";
    const auto room = std::filesystem::space(folder, unknown).available;
    if (path != "-" && rays > room / least)
        throw Error(Exit::cannot_write, "{}: {} rays take {} bytes or more, but {} are free",
                    path.native(), rays, rays * least, room);
}

void run(const RayOptions& options, const Output& output) {
    check_ending(options.output, "rays", {".npy", ".csv"});
    const auto write = [&](const RaySource& source) {
        check_room(options.output, source.count);
        output.write(options.output,
                     [&](const Append& file) { write_rays(file, options.output, source); });
    };
    const Scene scene = open_scene(options.scene);
    if (!options.rays.aim && !options.rays.grid) return write(rows_of_pixels(scene));
    Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    write(choose_rays(options.rays, options.scene, scene, geometry));
}

}  // namespace

void add_rays(CommandLine& line) {
    line.add<RayOptions>(
        "rays", "Rays for another program to trace",
        {"hitmiss rays scenes/icosphere.toml -o rays.npy",
         "hitmiss rays scenes/icosphere.toml --aim vertices --rays 1000 -o rays.csv",
         "hitmiss rays scenes/cube.toml --grid=-y --size 255x255 -o rays.npy"},
        declare, run);
}

}  // namespace hitmiss
