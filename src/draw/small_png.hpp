#pragma once
// Pictures in figures, as PNG files that are the same bytes on every machine and in the page, and
// the parts of such files.

#include <cstdint>
#include <string>
#include <string_view>

#include "draw/picture.hpp"

namespace hitmiss {

std::string big_endian(std::uint32_t value, int bytes = 4);

/// Length, name, data and checksum.
std::string png_chunk(std::string_view name, std::string_view data);
/// The signature and IHDR.
std::string png_start(const Picture& picture);
/// pHYs, the resolution in dots per inch.
std::string png_resolution(double dpi);
/// The pixels, compressed.
std::string png_rows(const Picture& picture);

/// A whole file without a resolution.
std::string small_png(const Picture& picture);

}  // namespace hitmiss
