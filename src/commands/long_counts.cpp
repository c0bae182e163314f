#include "commands/long_counts.hpp"

#include <libdeflate.h>

#include <filesystem>
#include <fstream>

#include "wings.hpp"

namespace hitmiss {

void add_checkpoint(Command& command, Checkpoint& checkpoint) {
    if (!counts_can_resume()) return;
    command.destination("--checkpoint", checkpoint.file,
                        "keeps the counts in this file; the same command resumes from there");
    command.number("--checkpoint-seconds", checkpoint.seconds, 0, 1e6,
                   "minimum seconds between checkpoint writes (default 30)");
    command.only_for("a file, which the same command reads again; - is none", "--checkpoint",
                     [&checkpoint] { return checkpoint.file != "-"; });
    command.only_for("--checkpoint", "--checkpoint-seconds",
                     [&checkpoint] { return !checkpoint.file.empty(); });
}

std::string text_of_file(const std::string& file) {
    std::uint32_t sum = 0;
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) {
        std::ifstream bytes(file, std::ios::binary);
        std::vector<char> part(1 << 16);
        while (bytes.read(part.data(), std::ssize(part)) || bytes.gcount() > 0)
            sum = libdeflate_crc32(sum, part.data(), std::size_t(bytes.gcount()));
    }
    return fmt::format("{}, checksum {:08x}", shell_word(file), sum);
}

std::string text_of(const Scene& scene) {
    static_assert(sizeof(Triangle<float>) == 9 * sizeof(float));
    std::uint32_t sum = 0;
    for (const auto& triangle : scene.mesh.triangles)
        sum = libdeflate_crc32(sum, &triangle, sizeof triangle);
    std::vector<std::string> methods;
    for (const Method& method : scene.methods) {
        methods.push_back(to_string(method));
        if (!method.file.empty())
            methods.back() = shell_word(methods.back()) + " of " + text_of_file(method.file);
    }
    return fmt::format("{} triangles, checksum {:08x}; {}; reference {}",
                       scene.mesh.triangles.size(), sum, fmt::join(methods, " "),
                       to_string(scene.reference));
}

std::string text_of(const Camera& camera) {
    const auto text = [](const Vec<double>& v) { return fmt::format("{},{},{}", v.x, v.y, v.z); };
    return fmt::format("eye {}, look at {}, up {}, fov {}, zoom {}", text(camera.eye),
                       text(camera.look_at), text(camera.up), camera.vertical_fov, camera.zoom);
}

std::vector<std::vector<Tally>> judge_long(
    const std::string& question, std::size_t rounds, std::size_t batches, std::size_t answerers,
    const std::function<std::shared_ptr<const Round>(std::size_t)>& round,
    const Checkpoint& checkpoint, const Output& output) {
    // Making a round takes longer than waiting for it. Units come in order, from several threads:
    // two rounds may be in use at a time.
    std::mutex mutex;
    std::array<std::pair<std::size_t, std::shared_ptr<const Round>>, 2> kept;
    const auto round_of = [&](std::size_t index) {
        const std::scoped_lock lock(mutex);
        auto& [number, made] = kept[index % 2];
        if (!made || number != index) number = index, made = round(index);
        return made;
    };
    constexpr std::size_t batches_of_unit = 8;
    const std::size_t units = (batches + batches_of_unit - 1) / batches_of_unit;
    const auto unit = [&](std::size_t k) {
        const std::size_t first = k % units * batches_of_unit;
        return judge(*round_of(k / units), first, first + batches_of_unit);
    };
    return run<Tally>(question, rounds, units, answerers, unit, checkpoint, watch_on(output));
}

}  // namespace hitmiss
