#include "commands/long_counts.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <mutex>

#include "base/words.hpp"

namespace hitmiss {
namespace {

std::string text_of(const Vec<double>& v) {
    return fmt::format("{},{},{}", v.x, v.y, v.z);
}

constexpr std::size_t batches_of_unit = 8;

/// Making a round takes longer than waiting for it. Units come in order, from several threads: two
/// rounds may be in use at a time.
class LastTwoRounds {
public:
    explicit LastTwoRounds(const LongJudging& judging) : judging_(judging) {}

    std::shared_ptr<const Round> operator[](std::size_t index) {
        const std::scoped_lock lock(mutex_);
        auto& slot = kept_[index % 2];
        if (!slot.second || slot.first != index) slot = {index, judging_.round(index)};
        return slot.second;
    }

private:
    const LongJudging& judging_;
    std::mutex mutex_;
    std::array<std::pair<std::size_t, std::shared_ptr<const Round>>, 2> kept_;
};

}  // namespace

void add_checkpoint(Command& command, Checkpoint& checkpoint) {
    command.option("--checkpoint", checkpoint.file,
                   "keeps what is counted in this file; the same command goes on from there");
    command.number("--checkpoint-seconds", checkpoint.seconds, 0, 1e6,
                   "at least, from one writing of it to the next (default 30)");
}

std::string text_of(const Scene& scene) {
    static_assert(sizeof(Triangle<float>) == 9 * sizeof(float));
    uLong sum = 0;
    for (const auto& triangle : scene.mesh.triangles)
        sum = crc32(sum, reinterpret_cast<const Bytef*>(&triangle), sizeof triangle);
    std::vector<std::string> methods;
    for (const Method& method : scene.methods) {
        methods.push_back(to_string(method));
        if (!method.file.empty()) methods.back() = shell_word(methods.back());
    }
    return fmt::format("{} triangles, checksum {:08x}; {}; reference {}",
                       scene.mesh.triangles.size(), sum, fmt::join(methods, " "),
                       to_string(scene.reference));
}

std::string text_of(const Camera& camera) {
    return fmt::format("eye {}, look at {}, up {}, fov {}, zoom {}", text_of(camera.eye),
                       text_of(camera.look_at), text_of(camera.up), camera.vertical_fov,
                       camera.zoom);
}

std::vector<std::vector<Tally>> judge_long(const LongJudging& judging, const Checkpoint& checkpoint,
                                           const Output& output) {
    LastTwoRounds rounds(judging);
    const std::size_t units = (judging.batches + batches_of_unit - 1) / batches_of_unit;
    const auto unit = [&](std::size_t k) {
        const std::size_t first = k % units * batches_of_unit;
        return judge(*rounds[k / units], first, first + batches_of_unit);
    };
    return run<Tally>(judging.question, judging.rounds, units, judging.answerers, unit, checkpoint,
                      watch_on(output));
}

}  // namespace hitmiss
