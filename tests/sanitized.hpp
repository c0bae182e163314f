#pragma once
// Sanitizers make each step several times as slow, and a few of many similar steps show them as
// much as all.

#include <cstddef>

namespace hitmiss {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

/// How often a test does what it wants to do `count` times.
constexpr int repeated(int count) {
    return sanitized ? count / 8 : count;
}

}  // namespace hitmiss
