#pragma once
// Compression in the format of zlib (RFC 1950 and 1951), for the pictures in figures: the same
// bytes on every machine and in the page, whatever library is there.

#include <string>
#include <string_view>

namespace hitmiss {

/// The bytes compressed, about as small as zlib's best level makes them.
std::string deflated(std::string_view bytes);

}  // namespace hitmiss
