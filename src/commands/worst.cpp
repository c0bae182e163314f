#include "commands/worst.hpp"

#include <fmt/format.h>

namespace hitmiss {
namespace {

/// A word as a shell takes it.
std::string shell_word(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (text.find_first_not_of(plain) == text.npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + '\'';
}

}  // namespace

std::optional<WorstPixel> worst_of(const Method& method, const Comparison& comparison,
                                   const Comparison::Column& column) {
    const auto pixel = worst_pixel(comparison, column);
    if (!pixel) return {};
    const auto width = std::size_t(comparison.width);
    return WorstPixel{method, *pixel % width, *pixel / width, column.outcomes[*pixel]};
}

std::string explain_command(const SceneOptions& options, const WorstPixel& worst) {
    std::string method = to_string(worst.method);
    if (const auto key = method.find("epsilon="); key != method.npos) method.erase(key, 8);
    std::string scene = shell_word(options.scene);
    if (!options.size.empty()) scene += " --size " + options.size;
    scene += to_string(options.camera);
    return fmt::format("hitmiss explain {} --pixel {},{} -m {}", scene, worst.x, worst.y, method);
}

std::string explain_text(const SceneOptions& options, const std::vector<WorstPixel>& worst) {
    std::string text = worst.empty() ? "" : "\nwhy, at the worst pixel of each:\n";
    for (const WorstPixel& one : worst)
        text += fmt::format("  {}\n", explain_command(options, one));
    return text;
}

}  // namespace hitmiss
