#pragma once
// A file that is not there: which one beside it may be meant.

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hitmiss {

/// "did you mean 'scenes/cube.toml'? " with the file of these endings in the same folder whose name
/// is nearest to the path's; empty if there is none. `typed`: how somebody wrote the path, if it is
/// relative to another folder.
std::string did_you_mean_file(const std::filesystem::path& path,
                              std::span<const std::string_view> endings,
                              const std::optional<std::filesystem::path>& typed = {});

}  // namespace hitmiss
