#include "commands/long_counts.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include "base/words.hpp"

namespace hitmiss {
namespace {

std::string text_of(const Vec<double>& v) {
    return fmt::format("{},{},{}", v.x, v.y, v.z);
}

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

}  // namespace hitmiss
