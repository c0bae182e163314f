#include "commands/sweep.hpp"

#include "commands/commands.hpp"

namespace hitmiss {
namespace {

constexpr auto over_help =
    "--over takes the scene, its eye and its rays through affine maps, under which exact "
    "arithmetic gives the same hits at every step: what changes is rounding. With it the "
    "methods are the scene's, and the rays the picture's or those of --aim.\n"
    "  distance  the mesh's middle so far from the origin, in direction (2, 3, 6); first all "
    "vertices and the eye are put on the floats' grid of the farthest step\n"
    "  size      all is scaled about the origin\n"
    "  aspect    all is squeezed along the image's up, so that what faces the view becomes "
    "slivers so many times as long as high; then all is turned, off the axes\n"
    "  grazing   the view meets planes parallel to the image at that angle, 90 degrees as it "
    "is; triangles in such planes keep their shape; then all is turned\n\n";

std::vector<ColumnMeaning> columns() {
    return count_columns({{"t_ulps_median",
                           "with --over: half of the right hits have a t within so many "
                           "units in the last place, rounded up to a power of two"},
                          {"t_ulps_max", "with --over: the largest such distance"}});
}

void declare(Command& command, SweepOptions& options) {
    add_picture_options(command, options.scene);
    add_camera(command, options.scene.camera);
    add_traversal(command, options.scene);
    add_table_options(command, options.table);
    add_figure_options(command, options.figure);
    command.flag("--scene-methods", options.scene_methods,
                 "the scene's methods instead of the angle sum in float and double");
    constexpr std::string_view names[]{"distance", "size", "aspect", "grazing"};
    command.choice(
        "--over", names, options.over,
        "sweeps not over epsilon, but moves, scales, squeezes or tilts the scene step by step: "
        "distance, size, aspect or grazing");
    command.number("--from", options.from, 0, 1e300,
                   "smallest epsilon (default 1e-7), or step of --over");
    command.number("--to", options.to, 0, 1e300,
                   "largest epsilon (default 3.2), or step of --over");
    command.number("--per-decade", options.per_decade, 1, 20,
                   "steps per power of ten: 1, 2 (default of --over), 3, 4 (default), 5, 10 or 20");
    add_aim(command, options.aim);
    command.number("--rays", options.rays, 1, 1e12,
                   "with --aim: rays at each step (default 100000)");
    command.number("--seed", options.seed, 0, 1e15,
                   "with --aim: of the random numbers (default 1)");
    add_checkpoint(command, options.checkpoint);
    command.footer(over_help + columns_text(columns()));
}

void run(const SweepOptions& options, const Output& output) {
    Scene scene = open_scene(options.scene);
    if (!options.over && options.aim)
        throw Error(Exit::usage,
                    "--aim is for --over; over epsilon the rays are those of the picture");
    if (options.over && options.scene_methods)
        throw Error(Exit::usage,
                    "--over takes the scene's methods anyway, without --scene-methods");
    if (options.over)
        sweep_over(options, scene, output);
    else
        sweep_epsilon(options, scene, output);
}

}  // namespace

void add_sweep(CommandLine& line) {
    line.add<SweepOptions>(
        "sweep", "Errors against epsilon, distance, size or shape",
        {"hitmiss sweep scenes/icosphere.toml --size 64x64",
         "hitmiss sweep scenes/cube.toml --size 64x64 -m angle-sum:atan2 --format csv",
         "hitmiss sweep scenes/cube.toml --over distance --aim edges --rays 1000"},
        declare, run);
}

}  // namespace hitmiss
