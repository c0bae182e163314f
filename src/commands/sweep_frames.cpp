// A sweep as an animation: numbered pictures, or one file.

#include "base/parallel.hpp"
#include "commands/commands.hpp"
#include "commands/sweep.hpp"

namespace hitmiss {
namespace {

bool is_apng(const std::string& path) {
    return std::filesystem::path(path).extension() == ".apng";
}

}  // namespace

bool wants_frames(const SweepOptions& options) {
    return options.frames || is_apng(options.scene.output);
}

void write_sweep_frames(const SweepOptions& options, const Scene& scene, const ErrorCurve& curve,
                        const std::function<Comparison(const Method&)>& compared,
                        const Output& output) {
    const auto drawings = sweep_frames(scene, curve, compared, options.page);
    const double dpi = drawings.front().dpi;
    if (is_apng(options.scene.output))
        return output.write(options.scene.output, animation(drawings));
    const auto folder = folder_of(scene, options.scene) / "frames";
    std::vector<Picture> pictures(drawings.size());
    parallel_for(drawings.size(), [&](std::size_t k) { pictures[k] = pixels(drawings[k]); });
    const auto path = [&](std::size_t k) { return folder / fmt::format("sweep-{:03}.png", k + 1); };
    for (std::size_t k = 0; k < pictures.size(); ++k) output.write(path(k), png(pictures[k], dpi));
    note_older(output, "frame", "run", pictures.size(), path);
    // Most players want an even number of pixels and this format of colours. Frames of a longer run
    // may follow in the folder.
    say("for a film:  ffmpeg -framerate {} -i {} -frames:v {} -vf "
        "'pad=ceil(iw/2)*2:ceil(ih/2)*2' -pix_fmt yuv420p {}",
        frames_per_second, shell_word((folder / "sweep-%03d.png").native()), pictures.size(),
        shell_word((folder / "sweep.mp4").native()));
}

}  // namespace hitmiss
