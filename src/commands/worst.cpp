#include "commands/worst.hpp"

#include <fmt/format.h>

#include "base/words.hpp"

namespace hitmiss {

namespace {

/// hitmiss explain SCENE --pixel X,Y -m METHOD, for a shell.
std::string explain_command(const SceneOptions& options, const WorstPixel& worst) {
    std::string method = to_string(worst.method);
    if (const auto key = method.find("epsilon="); key != method.npos) method.erase(key, 8);
    std::string scene = shell_word(options.scene);
    if (!options.size.empty()) scene += " --size " + options.size;
    scene += to_string(options.camera);
    return fmt::format("hitmiss explain {} --pixel {},{} -m {}", scene, worst.x, worst.y,
                       shell_word(method));
}

}  // namespace

std::optional<WorstPixel> worst_of(const Method& method, std::span<const Outcome> outcomes,
                                   int width) {
    const auto pixel = worst_pixel(outcomes, width);
    if (!pixel) return {};
    return WorstPixel{method, *pixel % std::size_t(width), *pixel / std::size_t(width),
                      outcomes[*pixel]};
}

std::string explain_text(const SceneOptions& options,
                         const std::vector<std::optional<WorstPixel>>& worst) {
    std::string text;
    for (const auto& one : worst)
        if (one) text += fmt::format("  {}\n", explain_command(options, *one));
    return text.empty() ? "" : "\nwhy, amid the largest group of errors of each:\n" + text;
}

}  // namespace hitmiss
