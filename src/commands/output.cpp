#include "commands/output.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/output_file.hpp"

namespace hitmiss {

Output to_disk_and_stdout() {
    return {[](const std::filesystem::path& path, std::string_view bytes) {
                write_file(path, bytes);
                say("wrote {}", path.string());
            },
            [](std::string_view text) { write_stdout(text); }};
}

Output below(const std::filesystem::path& folder, const Output& output) {
    if (folder != "-")
        return {[=](const std::filesystem::path& path, std::string_view bytes) {
                    output.write(folder / path, bytes);
                },
                output.print};
    return {[=, first = true](const auto&, std::string_view bytes) mutable {
                if (std::exchange(first, false)) output.print(bytes);
            },
            [](std::string_view) {}};
}

std::string file_stem(const Method& method) {
    std::string name = to_string(method);
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return std::string_view(":=,/ ").find(c) != std::string_view::npos; }, '-');
    return name;
}

void write_frames(const Output& output, const Method& method, Variant variant,
                  std::span<const Picture> frames) {
    for (std::size_t k = 0; k < frames.size(); ++k)
        output.write(
            fmt::format("frames/{}-{}-{:03}.png", file_stem(method), to_string(variant), k),
            png(frames[k]));
}

}  // namespace hitmiss
