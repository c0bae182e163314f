// The bytes of a mesh file as text.

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "scene/mesh_bytes.hpp"

namespace hitmiss {
namespace {

/// The program that packed a file, by its first bytes; empty if it is not packed.
std::string_view packer(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> packers{
        {{"\x1F\x8B", "gzip"},
         {"PK\x03\x04", "zip"},
         {"BZh", "bzip2"},
         {"\xFD"
          "7zXZ",
          "xz"},
         {"7z\xBC\xAF", "7-Zip"},
         {"\x28\xB5\x2F\xFD", "zstd"}}};
    for (const auto& [start, name] : packers)
        if (text.starts_with(start)) return name;
    return {};
}

/// Turns the line ends of any system, CR LF, LF or CR, into line feeds.
void unify_line_ends(Unfilled<char>& text) {
    char before = '\0';
    std::erase_if(text, [&](char c) { return std::exchange(before, c) == '\r' && c == '\n'; });
    std::ranges::replace(text, '\r', '\n');
}

}  // namespace

void refuse_packed(const std::string& file, std::string_view start) {
    if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF"))
        throw bad_input(file, 0, "is UTF-16 text; save it as ASCII or UTF-8");
    if (const auto name = packer(start); !name.empty())
        throw bad_input(file, 0, "is packed by {}; unpack it first", name);
}

bool drop_byte_order_mark(Unfilled<char>& bytes) {
    if (!std::string_view(bytes.data(), bytes.size()).starts_with(byte_order_mark)) return false;
    bytes.erase(bytes.begin(), bytes.begin() + byte_order_mark.size());
    return true;
}

Unfilled<char> to_text(const std::string& file, Unfilled<char> bytes, std::string_view kind) {
    Unfilled<char> text = std::move(bytes);
    const auto view = [&] { return std::string_view(text.data(), text.size()); };
    refuse_packed(file, view());
    drop_byte_order_mark(text);
    if (view().find('\r') != std::string_view::npos) unify_line_ends(text);
    if (!view().ends_with('\n')) text.push_back('\n');
    if (const auto nul = view().find('\0'); nul != std::string_view::npos)
        throw bad_input(file, std::size_t(std::ranges::count(view().substr(0, nul), '\n')) + 1,
                        "NUL byte; {} is plain text", kind);
    return text;
}

}  // namespace hitmiss
