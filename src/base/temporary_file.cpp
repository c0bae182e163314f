#include "base/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace hitmiss {
namespace {

std::filesystem::path temporary_folder() {
    std::error_code missing;
    const auto folder = std::filesystem::temp_directory_path(missing);
    return missing ? "/tmp" : folder;
}

}  // namespace

std::shared_ptr<std::FILE> temporary_file() {
    std::string path = (temporary_folder() / "hitmiss-XXXXXX").string();
    const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) return nullptr;
    ::unlink(path.c_str());
    std::FILE* const file = ::fdopen(descriptor, "w+");
    if (file) return {file, std::fclose};
    ::close(descriptor);
    return nullptr;
}

std::string no_temporary_file() {
    return fmt::format(
        "no room for a temporary file in {}; the environment variable TMPDIR names another folder",
        temporary_folder().string());
}

}  // namespace hitmiss
