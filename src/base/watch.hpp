#pragma once
#include <cstddef>
#include <functional>

namespace hitmiss {

/// Announces so many steps and returns the function to call after each of them, from any thread.
using Watch = std::function<std::function<void()>(std::size_t steps)>;
inline const Watch unwatched = [](std::size_t) { return [] {}; };

}  // namespace hitmiss
