#include <filesystem>

#include "base/error.hpp"
#include "commands/options.hpp"

namespace hitmiss {

std::filesystem::path scenes_folder(const std::string& named) {
    if (!named.empty()) return named;
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& folder :
         {std::filesystem::path("scenes"), program / "../scenes",
          program / ".." / HITMISS_DATA / "scenes"})
        if (std::filesystem::exists(folder / "triangle.toml", error))
            return folder.lexically_normal();
    throw Error(Exit::bad_input,
                "no folder of scenes here or installed; call hitmiss beside the folder scenes, "
                "or for figures name it by --scenes");
}

}  // namespace hitmiss
