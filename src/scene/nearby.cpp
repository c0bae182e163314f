#include "scene/nearby.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/words.hpp"

namespace hitmiss {

std::string did_you_mean_file(const std::filesystem::path& path,
                              std::span<const std::string_view> endings,
                              const std::optional<std::filesystem::path>& typed) {
    namespace fs = std::filesystem;
    const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (std::ranges::find(endings, entry.path().extension().string()) != endings.end())
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    const std::string name = path.filename().string();
    // Its ending may be missing; else some letters are wrong.
    const auto whole = std::ranges::find_if(
        names, [&](const std::string& one) { return fs::path(one).stem() == name; });
    const std::string_view nearest =
        whole != names.end() ? *whole : nearest_word(name, {names.begin(), names.end()});
    if (nearest.empty()) return {};
    return fmt::format("did you mean '{}'? ",
                       (typed.value_or(path).parent_path() / nearest).string());
}

}  // namespace hitmiss
