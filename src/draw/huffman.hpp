#pragma once
// Prefix codes of limited length, as deflate has them (RFC 1951, 3.2.2).

#include <cstdint>
#include <span>
#include <vector>

namespace hitmiss {

/// A symbol's code: its lowest bit is sent first. A length of 0: the symbol does not occur.
struct PrefixCode {
    std::uint32_t bits = 0;
    int length = 0;
};

/// The shortest codes for symbols that occur so often, none longer than `longest` bits. A symbol
/// that occurs alone has one bit.
std::vector<PrefixCode> prefix_codes(std::span<const std::uint32_t> counts, int longest);

}  // namespace hitmiss
