#pragma once
// The header of a PLY file.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/mesh_bytes.hpp"

namespace hitmiss {

/// How a number is stored.
struct PlyType {
    std::size_t bytes;  ///< 1, 2, 4 or 8
    bool is_integer;
    /// The number in these bytes, which may be in reverse order. A double holds those of all types.
    double (*read)(const char* stored, bool reversed);
};

struct PlyProperty {
    std::string name;
    PlyType type;                   ///< of a list: of its items
    std::optional<PlyType> length;  ///< of a list: of the number of its items

    /// The size of its value in a binary file; a list may be empty.
    std::size_t least_bytes() const { return length ? length->bytes : type.bytes; }
};

struct PlyElement {
    std::string name;
    std::uint64_t count;
    std::size_t line;  ///< in the header
    std::vector<PlyProperty> properties;

    /// The place of a property among them.
    std::optional<std::size_t> find(std::string_view name) const;
};

enum class PlyFormat { ascii, little_endian, big_endian };

struct PlyHeader {
    PlyFormat format;
    std::vector<PlyElement> elements;
    std::size_t lines, bytes;  ///< of the header; the elements follow

    const PlyElement* find(std::string_view name) const;
    /// The most bytes that a binary file with this header has, within max_mesh_bytes.
    std::uintmax_t most_bytes() const;
};

/// Reads the header from the first bytes of a file of this size. Throws Error{Exit::bad_input} with
/// its line, also where the file is too short for all the elements that the header announces.
PlyHeader read_ply_header(const std::string& file, std::string_view start, FileSize size);

}  // namespace hitmiss
