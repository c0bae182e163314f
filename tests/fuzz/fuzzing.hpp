#pragma once
// Shared by the fuzz targets. Each feeds bytes to one entry point of the program; every rejection
// must be an Error, and the sanitizers and assertions catch the rest.

#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace hitmiss {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// A folder in memory for the files of this process, removed at its end.
class MemoryFolder {
public:
    MemoryFolder() {
        std::string name = "/dev/shm/hitmiss-fuzz-XXXXXX";
        path_ = ::mkdtemp(name.data());
    }
    ~MemoryFolder() { std::filesystem::remove_all(path_); }
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;

    std::filesystem::path write(const std::string& name, std::string_view text) const {
        std::ofstream(path_ / name, std::ios::binary)
            .write(text.data(), std::streamsize(text.size()));
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

/// Whether the text has a number with so many digits that a mesh made of it takes seconds. The
/// limits for those have tests of their own; here they would only cost executions.
inline bool asks_for_much(std::string_view text) {
    std::size_t digits = 0;
    for (const char c : text) {
        digits = std::isdigit(static_cast<unsigned char>(c)) ? digits + 1 : 0;
        if (digits > 3) return true;
    }
    return false;
}

/// Calls it and ignores an Error, which a user would be told.
template <typename Call>
void expect_error_or_result(Call&& call) {
    try {
        call();
    } catch (const Error&) {
    }
}

}  // namespace hitmiss
