#include "scene/mesh_bytes.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/inputs.hpp"
#include "base/launcher.hpp"
#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "scene/mesh_file.hpp"

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
        throw wrong(
            "is a device, pipe or socket; a regular file is needed, or - for standard input");
    if (bytes > max_bytes)
        throw wrong(fmt::format("is {} bytes long; at most {} are read", bytes, max_bytes));
    return std::size_t(bytes);
}

/// The first bytes of a file.
Unfilled<char> read_file(const std::filesystem::path& path, std::size_t size) {
    inputs.add(path);
    Unfilled<char> text;
    text.reserve(size + 1);  // one more for the last line's end
    text.resize(size);
    parallel_for(std::max<std::size_t>(1, (size + block - 1) / block), [&](std::size_t k) {
        const std::size_t begin = k * block;
        std::ifstream stream(path, std::ios::binary);
        stream.seekg(std::streamoff(begin));
        stream.read(text.data() + begin, std::streamsize(std::min(block, size - begin)));
        if (!stream) throw bad_input(path.string(), 0, "cannot be read; check its permissions");
    });
    return text;
}

/// The next bytes of standard input; fewer only at its end.
Unfilled<char> read_stdin(std::size_t size) {
    Unfilled<char> bytes(size);
    bytes.resize(std::fread(bytes.data(), 1, size, stdin));
    if (std::ferror(stdin) != 0) throw bad_input("-", 0, "standard input cannot be read");
    return bytes;
}

/// One after the other. Their memory is released meanwhile.
Unfilled<char> joined(std::vector<Unfilled<char>> blocks, std::size_t size) {
    Unfilled<char> all;
    all.reserve(size + 1);  // one more for the last line's end
    all.resize(size);
    std::size_t at = 0;
    for (auto& bytes : blocks) {
        std::ranges::copy(bytes, all.data() + at);
        at += bytes.size();
        release(std::as_writable_bytes(std::span(bytes)));
    }
    return all;
}

}  // namespace

Unfilled<char> read_bytes(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    return read_file(path, size_of(path, max_bytes));
}

FileStart read_start(const std::filesystem::path& path, std::size_t bytes,
                     std::uintmax_t max_bytes) {
    if (path == "-") {
        if (launched_rank() && launched_size() > 1)
            throw bad_input("-", 0,
                            "mpirun gives standard input to one of its processes only; a file "
                            "would be right");
        auto start = read_stdin(bytes);
        const FileSize size = start.size() < bytes ? FileSize(start.size()) : std::nullopt;
        return {std::move(start), size};
    }
    const std::size_t size = size_of(path, max_bytes);
    return {read_file(path, std::min(bytes, size)), size};
}

Unfilled<char> read_stdin_after(Unfilled<char> start, const Announced& announced) {
    const bool is_text = !announced.text.empty();
    std::size_t size = start.size();
    std::vector<Unfilled<char>> blocks;
    blocks.push_back(std::move(start));
    for (bool ends = false; !ends;) {
        blocks.push_back(read_stdin(block));
        const auto& last = blocks.back();
        size += last.size(), ends = last.size() < block;
        if (size > max_mesh_bytes)
            throw bad_input("-", 0, "is too long; at most {} bytes are read", max_mesh_bytes);
        if (!ends && size > announced.most)
            throw bad_input("-", 0, "holds more than the {} bytes that its header announces",
                            announced.most);
        // What follows may never end.
        if (is_text && std::ranges::find(last, '\0') != last.end())
            return to_text("-", joined(std::move(blocks), size), announced.text);
    }
    return joined(std::move(blocks), size);
}

void release(std::span<std::byte> bytes) {
    const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
    void* begin = bytes.data();
    std::size_t size = bytes.size();
    if (std::align(page, page, begin, size)) ::madvise(begin, size / page * page, MADV_DONTNEED);
}

}  // namespace hitmiss
