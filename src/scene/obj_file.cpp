// OBJ files as text, read and written.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <utility>

#include "base/parallel.hpp"
#include "base/utf8.hpp"
#include "scene/mesh_file.hpp"
#include "scene/nearby.hpp"
#include "scene/obj.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

/// Bytes to read at once. Several threads read larger files.
constexpr std::size_t block = 1 << 20;

/// The size of a regular file. Throws Error{Exit::bad_input} for anything else.
std::size_t size_of(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    const auto wrong = [&](const std::string& what) { return bad_input(path.string(), 0, what); };
    // Checked before opening: opening a FIFO waits for ever, and reading a device may not end.
    std::error_code failure;
    const auto status = std::filesystem::status(path, failure);
    const auto bytes = is_regular_file(status) ? file_size(path, failure) : 0;
    if (status.type() == std::filesystem::file_type::not_found)
        throw wrong(fmt::format("does not exist; {}check the spelling",
                                did_you_mean_file(path, mesh_endings)));
    if (failure) throw wrong(failure.message());
    if (is_directory(status)) throw wrong("is a folder; a file is needed");
    if (!is_regular_file(status))
        throw wrong("is a device, pipe or socket; a regular file is needed");
    if (bytes > max_bytes)
        throw wrong(fmt::format("is {} bytes long; at most {} are read", bytes, max_bytes));
    return std::size_t(bytes);
}

/// The first bytes of a file.
Unfilled<char> read_file(const std::filesystem::path& path, std::size_t size) {
    Unfilled<char> text;
    text.reserve(size + 1);  // one more for the last line's end
    text.resize(size);
    parallel_for(std::max<std::size_t>(1, (size + block - 1) / block), [&](std::size_t k) {
        const std::size_t begin = k * block;
        std::ifstream stream(path, std::ios::binary);
        stream.seekg(std::streamoff(begin));
        stream.read(text.data() + begin, std::streamsize(std::min(block, size - begin)));
        if (!stream)
            throw bad_input(path.string(), 0, "cannot be read; are its permissions right?");
    });
    return text;
}

Unfilled<char> read_stdin(std::uintmax_t max_bytes) {
    Unfilled<char> text;
    while (std::cin) {
        const std::size_t before = text.size();
        text.resize(before + block);
        std::cin.read(text.data() + before, block);
        text.resize(before + std::size_t(std::cin.gcount()));
        if (text.size() > max_bytes)
            throw bad_input("-", 0, "is too long; at most {} bytes are read", max_bytes);
    }
    if (!std::cin.eof()) throw bad_input("-", 0, "standard input cannot be read");
    return text;
}

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

Unfilled<char> read_bytes(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    return path == "-" ? read_stdin(max_bytes) : read_file(path, size_of(path, max_bytes));
}

FileStart read_start(const std::filesystem::path& path, std::size_t bytes,
                     std::uintmax_t max_bytes) {
    if (path == "-") {
        auto all = read_stdin(max_bytes);
        const std::size_t size = all.size();
        return {std::move(all), size};
    }
    const std::size_t size = size_of(path, max_bytes);
    return {read_file(path, std::min(bytes, size)), size};
}

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

void release(std::span<char> text) {
    const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
    void* begin = text.data();
    std::size_t size = text.size();
    if (std::align(page, page, begin, size)) ::madvise(begin, size / page * page, MADV_DONTNEED);
}

std::string to_obj(const Mesh& mesh) {
    const auto [vertices, corners] = shared_vertices(mesh.triangles);
    std::string text;
    for (const auto& p : vertices)
        fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p.x, p.y, p.z);
    for (const auto& [a, b, c] : corners)
        fmt::format_to(std::back_inserter(text), "f {} {} {}\n", a + 1, b + 1, c + 1);
    return text;
}

}  // namespace hitmiss
